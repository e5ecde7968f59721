"""A roll is drawn once: however it is asked for again, by whom, with what, from whichever process."""

from __future__ import annotations

import json
from itertools import product

import pytest

from tests.support.scene import Scene
from tests.support.service import Running


@pytest.fixture
def scene(database):
    with Running(database) as running:
        yield Scene(running)


def test_a_roll_that_stands_is_given_again_or_refused(scene):
    """Every combination of key, If-Match, links, credential and process."""
    sitting = scene.at("ready")
    j, before = sitting.due["j"], sitting.etag
    given = [sitting.link(player) for player in range(3)]
    wrong = [{**given[0], "link": "00" * 32}]
    path, own = f"{sitting.path}/rolls", scene.actors["own"]
    first = sitting.take(own.done("POST", path, {"j": j}, etag=before, key="first"))
    rolled = next(item for item in first.json["appended"] if item["event"]["type"] == "roll")
    stood = sitting.record()
    with scene.running.other() as other:
        for http, who, key, etag, links in product(
            (scene.running.http, other.http),
            ("own", "mate", "admin"),
            (None, "first"),
            (before, sitting.etag, "*"),
            ([], given[:1], given[1:2], given, wrong),
        ):
            client = scene.actors[who]
            again = type(client)(http, client.token).post(path, {"j": j, "links": links}, etag=etag, key=key)
            if again.status < 300:
                assert again.json["appended"][0] == rolled, (who, key, etag, links, again)
            else:
                assert again.status in (403, 409, 412, 422), again
                assert again.code in REFUSALS, again
    assert sitting.record() == stood
    assert own.post(path, {"j": j + 1}, etag=sitting.etag).code == "table.not_due"
    assert own.post(path, {"j": j - 1}, etag=sitting.etag).json["appended"][0]["event"]["type"] == "draw"
    assert sitting.record() == stood


REFUSALS = {
    "idempotency.mismatch",
    "precondition.stale",
    "seat.other_player",
    "seat.own_token",
    "table.link_given",
    "chain.link",
}


def test_a_spent_index_is_never_rolled(scene):
    """Whoever gave a link and leaves takes it along: its index is spent, and the roll is made of the next one."""
    sitting = scene.at("rolling")
    scene.give(0)
    scene.give(1)
    j = sitting.due["j"]
    own, mate = scene.actors["own"], scene.actors["mate"]
    body = {"player": 1, "sig": sitting.players[1].leave().sig}
    sitting.take(mate.done("POST", f"{sitting.path}/absences", body, etag=sitting.etag))
    assert sitting.due["j"] == j + 1
    links = {"j": j, "links": []}
    with scene.running.other() as other:
        for http in (scene.running.http, other.http):
            for path, client in (("rolls", own), ("rolls", sitting.host), ("links", own)):
                asked = (
                    links
                    if path == "rolls"
                    else {"j": j, "links": [{"player": 0, "link": "00" * 32, "ack": "0" * 128}]}
                )
                reply = type(own)(http, client.token).post(f"{sitting.path}/{path}", asked, etag=sitting.etag)
                assert reply.code in ("table.spent", "seat.own_token"), reply
    sitting.step()
    events = json.loads(sitting.record())["events"]
    assert j not in [event.get("j") for event in events]
    assert j + 1 in [event.get("j") for event in events]


def test_links_given_before_a_crash_are_there_after_it(scene):
    """Another process rolls with the links that the first one took, and takes no other ones in their place."""
    sitting = scene.at("ready")
    j, etag = sitting.due["j"], sitting.etag
    with scene.running.other() as other:
        own = type(sitting.host)(other.http, scene.actors["own"].token)
        refused = own.post(
            f"{sitting.path}/links", {"j": j, "links": [{**sitting.link(0), "link": "11" * 32}]}, etag=etag
        )
        assert refused.code == "table.link_given"
        sitting.take(own.done("POST", f"{sitting.path}/rolls", {"j": j}, etag=etag))
    with scene.running.other() as third:
        reply = type(sitting.host)(third.http, sitting.host.token).get(f"{sitting.path}/record")
        assert [event["j"] for event in json.loads(reply.body)["events"] if "j" in event] == [1, 2]
