"""Looking at games: a client that has seen the last event has not always seen everything."""

from __future__ import annotations

import pytest

from tests.support.heart import plan
from tests.support.wire import Wire


@pytest.mark.parametrize("path", ["", "/due"])
def test_a_link_changes_what_is_due_and_not_the_etag(wire: Wire, path: str) -> None:
    game = wire.heart.open(plan())
    players = [wire.heart.join(game, name) for name in ("Ana", "Ben")]
    before = wire.ask("GET", f"/v1/games/{game}{path}")
    wire.service.playing.links(wire.heart.ask(game), 1, wire.heart.links(game, players[0]))
    etag = before.headers["ETag"]
    after = wire.ask("GET", f"/v1/games/{game}{path}", If_None_Match=str(etag))
    assert before.json is not None
    assert after.json is not None
    assert after.headers["ETag"] == etag
    assert (after.status_code, before.json["due"]["missing"], after.json["due"]["missing"]) == (200, [0, 1], [1])


def test_an_open_record_is_given_anew(wire: Wire) -> None:
    game = wire.heart.open(plan(start="host"))
    for name in ("Ana", "Ben"):
        wire.heart.join(game, name)
    before = wire.ask("GET", f"/v1/games/{game}/record")
    wire.service.playing.start(wire.heart.ask(game), None)
    after = wire.ask("GET", f"/v1/games/{game}/record", If_None_Match=str(before.headers["ETag"]))
    assert after.status_code == 200
    assert b'"kind":"open"' in after.data
    assert b'"kind":"open"' not in before.data
