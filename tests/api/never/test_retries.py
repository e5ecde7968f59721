"""Retries of every POST that does something: done once, answered the same, whoever asks, and from whichever process."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest

from api.http.operation import OPERATIONS
from tests.support.dump import rows_of
from tests.support.scene import Scene
from tests.support.service import Client, Reply, Running, Sitting


def path_of(sitting: Sitting, what: str) -> str:
    return f"{sitting.path}/{what}"


Payload = Callable[[Scene, Sitting], tuple[str, Any, Any]]
"""Path, body, and another body that is good as well, or at least well-formed."""


def of_game(what: str, body: Any, other: Any) -> Payload:
    return lambda _scene, sitting: (path_of(sitting, what), body, other)


def links(scene: Scene, sitting: Sitting) -> tuple[str, Any, Any]:
    body = scene.links(0)
    return path_of(sitting, "links"), body, {**body, "j": body["j"] + 1}


def rolls(_scene: Scene, sitting: Sitting) -> tuple[str, Any, Any]:
    j = sitting.due["j"]
    return path_of(sitting, "rolls"), {"j": j}, {"j": j + 1}


def moves(_scene: Scene, sitting: Sitting) -> tuple[str, Any, Any]:
    body = sitting.act()[1]
    return path_of(sitting, "moves"), body, {**body, "piece": (body["piece"] + 1) % 4}


def signed(act: str, what: str) -> Payload:
    def payload(_scene: Scene, sitting: Sitting) -> tuple[str, Any, Any]:
        body = {"player": 0, "sig": getattr(sitting.players[0], act)().sig}
        return path_of(sitting, what), body, {"player": 0}

    return payload


def webhook(what: str, body: Any, other: Any) -> Payload:
    return lambda scene, _sitting: (f"{scene.webhook()}/{what}", body, other)


HOOK = {"url": "https://127.0.0.1:4443/a"}
KEY = {"label": "x", "scopes": ["read"]}
GAME = {"rules": "star@1", "players": 2}
CASES: dict[str, tuple[str, str, Payload]] = {
    "POST /v1/games": ("play", "joining", lambda *_: ("/v1/games", GAME, {**GAME, "players": 3})),
    "POST /v1/games/<game>/tokens": ("play", "joining", of_game("tokens", {"count": 1}, {"count": 2})),
    "POST /v1/reservations": (
        "own",
        "joining",
        lambda _, sitting: ("/v1/reservations", {"game": sitting.game}, {"game": "00" * 32}),
    ),
    "POST /v1/games/<game>/joins": ("own", "joining", of_game("joins", {"name": "Ana"}, {"name": "Ben"})),
    "POST /v1/games/<game>/start": ("play", "waiting", of_game("start", {}, {"fill": "greedy"})),
    "POST /v1/games/<game>/links": ("own", "rolling", links),
    "POST /v1/games/<game>/rolls": ("own", "ready", rolls),
    "POST /v1/games/<game>/moves": ("own", "moving", moves),
    "POST /v1/games/<game>/passes": ("play", "passing", of_game("passes", {"player": 0}, {"player": 1})),
    "POST /v1/games/<game>/absences": ("own", "rolling", signed("leave", "absences")),
    "POST /v1/games/<game>/returns": ("own", "away", signed("back", "returns")),
    "POST /v1/games/<game>/abandonment": ("play", "rolling", of_game("abandonment", {}, {"reason": "x"})),
    "POST /v1/games/<game>/rematch": ("play", "closed", of_game("rematch", {}, None)),
    "POST /v1/keys": ("admin", "", lambda *_: ("/v1/keys", KEY, {**KEY, "label": "y"})),
    "POST /v1/webhooks": ("admin", "", lambda *_: ("/v1/webhooks", HOOK, {"url": "https://127.0.0.1:4443/b"})),
    "POST /v1/webhooks/<webhook>/secret": ("admin", "", webhook("secret", {}, {"overlap_s": 1})),
    "POST /v1/webhooks/<webhook>/test": ("admin", "", webhook("test", {}, None)),
}
"""By operation: who asks, at which stage, for what.  (None: the operation takes no body.)"""
HARMLESS = {
    "POST /v1/games/<game>/stream-tickets",
    "POST /v1/positions",
    "POST /v1/verify",
    "POST /v1/webhooks/<webhook>/deliveries/<delivery>/retry",
}
"""POSTs that need no Idempotency-Key: doing them twice is as good as once."""


@pytest.fixture
def scene(database):
    with Running(database, webhook_private=True) as running:
        yield Scene(running)


def test_every_post_is_here(scene):
    posts = [one for one in OPERATIONS if one.method == "POST"]
    assert {f"POST {one.path}" for one in posts if one.idempotent} == set(CASES)
    assert {f"POST {one.path}" for one in posts if not one.idempotent} == HARMLESS


def prepared(scene: Scene, name: str) -> tuple[Client, Sitting, str, Any, Any]:
    actor, stage, payload = CASES[name]
    sitting = until_pass(scene) if stage == "passing" else scene.at(stage) if stage else scene.sitting
    path, body, other = payload(scene, sitting)
    return scene.actors[actor], sitting, path, body, other


def until_pass(scene: Scene) -> Sitting:
    """A game in which player 0, who has no key, may pass."""
    options = {"must_play": "nothing", "start": "first"}
    sitting = Sitting(scene.actors["play"], "nomercy@1", "pp", options=options).seat()
    return sitting.until(lambda one: one.due["may_pass"] and one.due["player"] == 0)


@pytest.mark.parametrize("name", CASES)
def test_a_retry_is_answered_the_same_and_does_nothing(scene, name):
    who, sitting, path, body, other = prepared(scene, name)
    missing = who.post(path, body, etag=sitting.etag, key="")
    assert (missing.status, missing.code) == (400, "idempotency.missing")
    for key in ("x" * 256, "a b", "é"):
        assert who.post(path, body, etag=sitting.etag, key=key).code == "idempotency.key", key
    first = who.done("POST", path, body, etag=sitting.etag, key="once")
    assert "idempotent-replayed" not in first.headers
    stood = rows_of(scene.running.storage)
    for etag in (sitting.etag, '"1-0123456789abcdef"', "*", None):
        again = who.post(path, body, etag=etag, key="once")
        if etag is None and again.status == 428:
            continue
        same(first, again)
    other_headers = who.post(path, body, etag=sitting.etag, key="once", X_Request_Id="another")
    same(first, other_headers)
    mismatch = who.post(path, other if other is not None else b"{ }", etag=sitting.etag, key="once")
    assert (mismatch.status, mismatch.code) == (422, "idempotency.mismatch")
    assert rows_of(scene.running.storage) == stood


def same(first: Reply, again: Reply) -> None:
    assert (again.status, again.body) == (first.status, first.body), again
    assert again.headers["idempotent-replayed"] == "true"
    for header in ("etag", "location", "content-type"):
        assert again.headers.get(header) == first.headers.get(header)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("name", CASES)
def test_at_the_same_moment(scene, name, processes):
    """Eight threads in one or two processes ask for the same: it is done once, and all that succeed hear the same."""
    who, sitting, path, body, _ = prepared(scene, name)
    if processes == 2:
        with scene.running.other() as second:
            replies = together([who.http, second.http], who, path, body, sitting.etag)
    else:
        replies = together([who.http], who, path, body, sitting.etag)
    good = [reply for reply in replies if reply.status < 300]
    first = [reply for reply in good if "idempotent-replayed" not in reply.headers]
    assert len(first) == 1, replies
    assert {reply.body for reply in good} == {first[0].body}
    for reply in replies:
        assert reply.status < 300 or (reply.status, reply.code) == (409, "idempotency.in_flight"), reply
    same(first[0], who.post(path, body, etag=sitting.etag, key="at-once"))


def together(https: list[Any], who: Client, path: str, body: Any, etag: str) -> list[Reply]:
    replies: list[Reply] = []
    barrier = Barrier(8)

    def ask(number: int) -> None:
        client = Client(https[number % len(https)], who.token)
        barrier.wait()
        replies.append(client.post(path, body, etag=etag, key="at-once"))

    threads = [Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(replies) == 8
    return replies


def test_two_who_choose_the_same_key(scene):
    """A key is its owner's: another client may use the same one."""
    for who in ("play", "admin"):
        made = scene.actors[who].done("POST", "/v1/games", GAME, key="1")
        assert "idempotent-replayed" not in made.headers


def test_what_was_refused_may_be_tried_again(scene):
    """Only successes are kept: the same key goes on to work once the reason for the refusal is gone."""
    sitting = scene.at("asking")
    own, body = scene.actors["own"], {"j": sitting.due["j"]}
    assert own.post(f"{sitting.path}/rolls", body, etag=sitting.etag, key="roll").code == "table.links_missing"
    scene.give(2)
    assert own.post(f"{sitting.path}/rolls", body, etag=sitting.etag, key="roll").status == 201
