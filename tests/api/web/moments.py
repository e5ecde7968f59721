"""The moments of a game as the player's timeline makes them, from Python's engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from replay.codec import decode_record
from replay.engine import Game
from replay.play import Play

__all__ = ["RECORDS", "moments", "played"]

_RECORDS = Path(__file__).parents[2] / "vectors" / "records"
RECORDS = sorted(path.stem for path in _RECORDS.glob("*.json") if path.stem != "index")


@cache
def moments(name: str) -> tuple[str, list[dict[str, Any]]]:
    """The board's id and what was after each event of this record of tests/vectors."""
    found = [(moment, play) for moment, play in played(name)]
    last = found[-1][1]
    assert last is not None
    return last.seating.board.id, [moment for moment, _ in found]


def played(name: str) -> Iterator[tuple[dict[str, Any], Play | None]]:
    """Each moment with the game as it then is; the game goes on, so it is to be looked at before the next."""
    data = (_RECORDS / f"{name}.json").read_bytes()
    game = Game()
    for event, written in zip(decode_record(data).record.events, json.loads(data)["events"], strict=True):
        game.apply(event)
        play = game.play
        yield {"n": event.n, "event": written, **(_of(play) if play else _BEFORE)}, play


_BEFORE: dict[str, Any] = {
    "due": None,
    "turn": None,
    "owner": 0,
    "seats": [],
    "pieces": [],
    "hand": [],
    "done": [],
    "bonus": 0,
}


def _of(play: Play) -> dict[str, Any]:
    return {
        "due": play.due,
        "turn": play.turn,
        "owner": play.owner,
        "seats": list(play.seating.seats),
        "pieces": [list(own) for own in play.pieces],
        "hand": list(play.hand()),
        "done": list(play.done),
        "bonus": play.bonus,
    }
