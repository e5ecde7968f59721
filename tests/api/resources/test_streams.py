"""The stream of server-sent events: where it begins, and where it goes on after a break."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

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
