"""The stream of server-sent events: where it begins, and where it goes on after a break."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from api.service.streams import Places
from tests.support.heart import plan
from tests.support.wire import Wire


def begins(wire: Wire, game: str, seen: int | None = None) -> list[tuple[str, Any]]:
    """What a stream of a game where nothing happens tells before it waits: names and data; `seen` is Last-Event-ID."""
    path = f"/v1/games/{game}/stream"
    response = wire.ask("GET", path) if seen is None else wire.ask("GET", path, Last_Event_ID=str(seen))
    told: list[tuple[str, Any]] = []
    try:
        for message in response.iter_encoded():
            if message.startswith(b":"):
                return told
            fields = dict(line.split(": ", 1) for line in message.decode().splitlines() if line)
            if "event" in fields:
                told.append((fields["event"], json.loads(fields["data"])))
    finally:
        response.close()
    pytest.fail("the stream has ended")


def full(wire: Wire) -> tuple[str, int]:
    """A game whose players, with chains, have joined and that its host has not started; its last event."""
    game = wire.heart.open(plan(start="host"))
    for name in ("Ana", "Ben"):
        wire.heart.join(game, name)
    return game, 3


@pytest.fixture
def quick(wire: Wire) -> Wire:
    """A service whose streams show after a moment that they wait."""
    wire.service.config = structs.replace(wire.service.config, heartbeat_ms=100)
    return wire


def test_a_stream_begins_with_the_game_and_nothing_twice(quick: Wire) -> None:
    game, n = full(quick)
    [(name, snapshot)] = begins(quick, game)
    assert (name, snapshot["n"], snapshot["due"]["what"]) == ("snapshot", n, "start")


def test_what_was_missed_of_the_events_and_what_is_due_now(quick: Wire) -> None:
    game, n = full(quick)
    told = begins(quick, game, n - 1)
    assert [name for name, _ in told] == ["event", "due"]
    assert told[0][1]["event"]["n"] == n
    assert told[1][1]["due"]["what"] == "start"


def test_a_start_during_the_break_is_not_missed(quick: Wire) -> None:
    """It appends nothing: who heard nothing of it would wait for what waits for itself."""
    game, n = full(quick)
    started = quick.ask("POST", f"/v1/games/{game}/start", {}, match="*")
    assert started.json is not None
    assert started.json["n"] == n
    [(name, now)] = begins(quick, game, n)
    assert (name, now["n"], now["due"]["what"]) == ("due", n, "draw")


# Who may listen, and for how long -------------------------------------------------------------------------------------


def filling(wire: Wire) -> tuple[str, list[str]]:
    """A private game with two seats that has three tokens, and starts when both are taken."""
    game: dict[str, Any] = wire.ask("POST", "/v1/games", {"rules": "star@1", "players": 2, "join": {"tokens": 2}}).json  # type: ignore[assignment]
    more: dict[str, Any] = wire.ask("POST", f"/v1/games/{game['game']}/tokens", {}).json  # type: ignore[assignment]
    return game["game"], [one["token"] for one in game["tokens"] + more["tokens"]]


def messages(response: Any) -> Iterator[bytes]:
    """What a stream tells, heartbeats apart."""
    return (one for one in response.iter_encoded() if one.strip() and not one.startswith(b":"))


@pytest.mark.parametrize("path", ["stream", "events.ndjson?follow=1&after=1"])
@pytest.mark.parametrize("by_ticket", [False, True])
def test_a_token_that_got_no_seat_hears_nothing_of_the_game(quick: Wire, path: str, *, by_ticket: bool) -> None:
    game, (ana, ben, late) = filling(quick)
    key = late
    if by_ticket:
        asked = quick.ask("POST", f"/v1/games/{game}/stream-tickets", {}, key=late).json
        assert asked is not None
        key, path = "", f"{path}{'&' if '?' in path else '?'}ticket={asked['ticket']}"
    response = quick.ask("GET", f"/v1/games/{game}/{path}", key=key)
    told = messages(response)
    if path.startswith("stream"):
        assert b"retry" in next(told)
        assert b"snapshot" in next(told)
    for token in (ana, ben):
        assert quick.ask("POST", f"/v1/games/{game}/joins", {"name": "P"}, key=token).status_code == 201
    rest = list(told)
    response.close()
    assert len(rest) == 1
    assert b'"game.unknown"' in rest[0]


def test_a_ticket_and_a_stream_last_no_longer_than_their_key(quick: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.resources.streams._ASK_S", 0.0)
    game, _ = filling(quick)
    key = quick.add_key("read")
    ticket: dict[str, Any] = quick.ask("POST", f"/v1/games/{game}/stream-tickets", {}, key=key).json  # type: ignore[assignment]
    response = quick.ask("GET", f"/v1/games/{game}/stream", key=key)
    told = messages(response)
    next(told), next(told)
    credential = quick.actor(key).credential
    assert credential is not None
    quick.service.storage.revoke(credential.id, credential.host, 1)
    [last] = list(told)
    response.close()
    assert b'"stream.over"' in last
    late = quick.get(f"/v1/games/{game}/stream?ticket={ticket['ticket']}")
    assert late.json is not None
    assert late.json["code"] == "stream.ticket"


def test_streams_leave_room_for_those_who_play(quick: Wire) -> None:
    quick.service.listeners = Places(2)
    game, _ = filling(quick)
    path = f"/v1/games/{game}/stream"
    first, second = (quick.ask("GET", path) for _ in range(2))
    next(iter(first.iter_encoded()))
    refused = quick.ask("GET", path)
    assert refused.json is not None
    assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "service.busy", "5")
    assert quick.ask("GET", f"/v1/games/{game}/due").status_code == 200
    first.close()
    for _ in range(5):
        assert quick.ask("HEAD", path).status_code == 200, "nobody listens to what has no body"
    third = quick.ask("GET", path)
    assert third.status_code == 200
    second.close()
    third.close()
