"""Seats that many want: reserved for a while, never for ever; tokens that come too late; rematches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.service import Clock, Running, Sitting, given


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def running(database, clock):
    with Running(database, clock=clock) as found:
        yield found


def table(running, **settings):
    return Sitting(running.host(), "pairs@1", "cc", **settings)


def reserve(client, sitting, **by):
    return client.post("/v1/reservations", by or {"game": sitting.game})


def code_of(sitting):
    return {"code": sitting.made.json["room_code"]}


def tokens(sitting, count):
    made = sitting.host.done("POST", f"{sitting.path}/tokens", {"count": count}).json["tokens"]
    return [sitting.host.holding(one["token"]) for one in made]


def test_nobody_keeps_a_seat_without_sitting_down(running, clock):
    """Whoever reserves again and again gets no more time than who reserves once."""
    sitting = table(running)
    greedy, patient = tokens(sitting, 2)
    end = reserve(greedy, sitting).json["expires_at"]
    while clock.now < end:
        assert reserve(greedy, sitting).json["expires_at"] == end
        assert reserve(patient, sitting).code == "seat.reserved"
        assert sitting.host.post(f"{sitting.path}/joins", {"name": "Eve"}).code == "seat.reserved"
        clock.now += 10_000
    assert reserve(patient, sitting).status == 201
    assert reserve(greedy, sitting).code == "seat.reserved"


def test_how_long_one_waits_is_said(running, clock):
    sitting = table(running)
    first, second = tokens(sitting, 2)
    reserve(first, sitting)
    clock.now += 15_500
    refused = reserve(second, sitting)
    assert (refused.status, refused.headers["retry-after"]) == (409, "45")
    clock.now += 1000 * int(refused.headers["retry-after"])
    assert reserve(second, sitting).status == 201


def test_a_token_whose_reservation_expired_sits_down_later(running, clock):
    sitting = table(running)
    anyone = running.client()
    late = running.client(reserve(anyone, sitting, **code_of(sitting)).json["token"])
    clock.now += 60_000
    quick = running.client(reserve(anyone, sitting, **code_of(sitting)).json["token"])
    player = sitting.player(0)
    sitting.watchers.append(player)
    sitting.look(late)
    body = {name: value for name, value in given(player.join()).items() if name not in ("kind", "player")}
    assert late.post(f"{sitting.path}/joins", body).code == "seat.reserved"
    sitting.take(quick.post(f"{sitting.path}/joins", {"name": "Quick"}))
    assert late.post(f"{sitting.path}/joins", body).code == "seat.not_reserved"
    assert reserve(late, sitting).json["player"] == 1
    player = sitting.player(1)
    sitting.watchers[:] = [player]
    sitting.look(late)
    body = {name: value for name, value in given(player.join()).items() if name not in ("kind", "player")}
    assert sitting.take(late.post(f"{sitting.path}/joins", body)).status == 201
    assert sitting.due["what"] == "draw"


def test_one_seat_and_all_want_it(running):
    """Only who holds the reservation joins with a key, and every code leads nowhere once the table is full."""
    sitting = table(running)
    sitting.take(sitting.host.post(f"{sitting.path}/joins", {"name": "Ana"}))
    comers = tokens(sitting, 4)
    assert [reserve(comer, sitting).status for comer in comers] == [201, 409, 409, 409]
    assert [one.post(f"{sitting.path}/joins", {"name": f"No {n}"}).status for n, one in enumerate(comers[1:])] == [
        409
    ] * 3
    sitting.take(comers[0].post(f"{sitting.path}/joins", {"name": "Ben"}))
    assert comers[0].post(f"{sitting.path}/joins", {"name": "Ben"}).code == "seat.full"
    assert [reserve(comer, sitting).code for comer in comers] == ["seat.full"] * 4
    assert reserve(running.client(), sitting, **code_of(sitting)).code == "seat.code"


def test_bots_take_what_is_left(running):
    sitting = Sitting(running.host(), "pairs@1", "cbbb")
    sitting.join(0)
    assert [seat["kind"] for seat in sitting.host.get(sitting.path).json["seats"]] == ["human", "bot", "bot", "bot"]
    assert sitting.due["what"] == "draw"


@pytest.mark.parametrize("fill", ["greedy", "random"])
def test_the_host_fills_the_table_and_begins(running, fill):
    """Also a seat that somebody has reserved: the host decides when it has waited long enough."""
    sitting = Sitting(running.host(), "star@1", "cccc", start="host", options={"pieces": 2})
    sitting.join(0)
    late = tokens(sitting, 1)[0]
    reserve(late, sitting)
    assert sitting.host.post(f"{sitting.path}/start", {}, etag=sitting.etag).code == "seat.empty"
    sitting.take(sitting.host.post(f"{sitting.path}/start", {"fill": fill}, etag=sitting.etag))
    assert late.post(f"{sitting.path}/joins", {"name": "Late"}).code == "seat.full"
    assert running.verified(sitting.play()).verdict == "verified"


@pytest.mark.parametrize(("start", "order"), [("first", [1, 0]), ("draw", [0, 1])])
def test_a_rematch_is_played_by_the_same_tokens(running, start, order):
    """Where the first player begins, the next one clockwise is player 0 now; each token takes its own place alone."""
    rules: Any = {"options": {"start": start, "quick": True, "colours": "fixed"}}
    sitting = Sitting(running.host(), "pairs@1", "tt", **rules).seat()
    sitting.take(sitting.host.post(f"{sitting.path}/abandonment", {}, etag=sitting.etag))
    again = Sitting.__new__(Sitting)
    again.__dict__.update(sitting.__dict__)
    again.made = sitting.host.done("POST", f"{sitting.path}/rematch")
    again.game, again.path = again.made.json["game"], f"/v1/games/{again.made.json['game']}"
    again.players, again.watchers, again.clients = {}, [], {}
    assert again.made.json["rematch_of"] == sitting.game
    clients = [sitting.clients[player] for player in order]
    assert again.host.post(f"{again.path}/joins", {"name": "Host"}).code == "seat.kept"
    assert reserve(clients[1], again).code == "seat.not_yet"
    stranger = tokens(again, 1)[0]
    assert reserve(stranger, again).code == "seat.kept"
    for number, client in enumerate(clients):
        player = again.player(number)
        again.watchers.append(player)
        again.take(reserve(client, again))
        body = {name: value for name, value in given(player.join()).items() if name not in ("kind", "player")}
        again.take(client.post(f"{again.path}/joins", body))
        again.players[number], again.clients[number] = player, client
    assert running.verified(again.play()).verdict == "verified"
    first = json.loads(again.record())["events"][4]["first"]
    assert start == "draw" or first == 0


def test_a_table_that_never_began_leaves_no_trace_in_the_log(running):
    sitting = table(running)
    sitting.join(0)
    sitting.look()
    before = running.storage.tree().size
    sitting.take(sitting.host.post(f"{sitting.path}/abandonment", {}, etag=sitting.etag))
    assert sitting.closed
    assert running.storage.tree().size == before
    assert "log" not in json.loads(sitting.record())
    report = sitting.host.get(f"{sitting.path}/report").json
    assert (report["verdict"], report["fault"]) == ("verified", None)
