"""Positions to draw on any board, whether or not a rule system could lead there."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from replay.board import CROSS_52, CROSS_52_55, CROSS_68, STAR_72, Board
from replay.piece import intruder, locked, prisoner
from replay.play import Play
from replay.seating import Seating

__all__ = ["FULL", "HELD", "placed"]


def placed(board: Board, seats: tuple[int, ...], pieces: Sequence[Sequence[int]]) -> Play:
    """A game with pieces by their numbers, as far as a picture looks at it."""
    seating = Seating.of(board, seats)
    return cast("Play", SimpleNamespace(seating=seating, pieces=[list(own) for own in pieces]))


# Captives of each kind, and locked pieces: in the yard, alone on a square, and among others on square 21.
HELD = placed(
    CROSS_52,
    (0, 1, 2, 3),
    [
        [locked(10), locked(-1), -1, prisoner(1)],
        [52, intruder(0), prisoner(0), prisoner(2)],
        [intruder(0), prisoner(0), 21, locked(21)],
        [prisoner(0), 56, 56, locked(8)],
    ],
)

# By board: crowded squares, filled columns and homes.
FULL = {
    "cross-52-55": placed(
        CROSS_52_55, (0, 1, 2, 3), [[0, 55, 55, -1], [8, 21, 51, 55], [10, 10, 54, 55], [34, 34, 21, 55]]
    ),
    "cross-68": placed(CROSS_68, (0, 1, 2, 3), [[0, 0, 63, -1], [5, 46, 66, 71], [71, 71, 71, 71], [29, 29, 70, 70]]),
    "star-72": placed(
        STAR_72,
        tuple(range(6)),
        [[0, -1, -1, 75], [5, -1, 30, 74], [75, 74, 73, 72], [0, -1, -1, -1], [71, 11, 12, 13], [35, -1, 75, 74]],
    ),
}
