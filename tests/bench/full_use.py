"""Long sequences of nomercy@1: legal moves where it is hardest to say whether the dice can be spent (N5).

The positions come from climbing: pieces were moved about at random, and kept where the search had more to do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import convert

from replay.play import Play
from replay.position import Position, setup
from replay.state import MOVE

__all__ = ["HARD", "Task", "after", "tasks"]

Task = Callable[[], object]

HARD: dict[str, list[list[object]]] = {
    "many singles behind": [[46, 47, 40, 41], [28, 23, 17, 22], [49, 50, 3, 14], [7, 31, 41, 35]],
    "one after the other": [[35, 47, 42, 45], [22, 28, 24, 27], [7, 45, 10, 4], [31, 37, 30, 25]],
    "columns to invade": [[48, 41, 42, 31], [12, 18, 24, 22], [45, 22, 16, 17], [49, 43, 55, 26]],
    "entering onto a single": [[-1, 48, 39, 45], [39, 39, 23, 29], [41, 50, 4, 7], [22, 31, 25, 40]],
    "two to enter": [[-1, 18, -1, 24], [39, 39, 45, 4], [39, 44, 51, 38], [36, 55, 51, 18]],
    "a rare sum": [[33, 45, 39, 33], [24, 12, 30, 18], [33, 45, 15, 27], [26, 40, 0, 52]],
    "at the end of the track": [[50, 44, 37, 43], [18, 31, 24, 30], [12, 4, 7, 23], [19, 33, 38, 37]],
    "most actions": [[0, 1, 2, 3], [51, 52, 53, 54], [51, 52, 53, 54], [51, 52, 53, 54]],
    "captives too": [
        [40, 46, {"prisoner_of": 1}, {"intruder_in": 2}],
        [27, 21, 49, 1],
        [22, 28, 16, 18],
        [41, 49, 37, 39],
    ],
}
"""Pieces of four players; player 0 has the dice."""


def tasks(sixes: int, other: int) -> dict[str, Task]:
    """Finding the legal moves of each hard position with so many sixes and one other roll, under both `full_use`."""
    return {
        f"{name}, {use}": partial(after, _begun(pieces, use), sixes, other)
        for name, pieces in HARD.items()
        for use in ("captures", "all")
    }


def _begun(pieces: list[list[object]], use: str) -> Play:
    document = {
        "ruleset": "nomercy@1",
        "options": {"full_use": use, "must_play": "everything"},
        "players": 4,
        "pieces": pieces,
    }
    return setup(convert(document, Position))


def after(play: Play, sixes: int, other: int) -> None:
    """The last roll of the sequence, with all that follows from it; the pieces stay where they are."""
    play.rolls = [6] * sixes
    play.roll(other)
    assert play.due == MOVE
