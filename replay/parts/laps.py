"""Pieces that go round again: one number for a progress on the loop and the full rounds before it (S9).

A piece on the loop at or past its square 51 is {"p": 0..51, "lap": n} in documents and one negative number inside, so
that it is never mistaken for a piece in the column or at home.
"""

from __future__ import annotations

from replay.seating import Seating

__all__ = ["distance", "lapped", "split", "square_of"]

_LOOP = 52
_BASE = -1000


def lapped(progress: int, lap: int) -> int:
    """The number of a piece at `progress` (0..51) after `lap` full rounds."""
    return _BASE - (_LOOP * lap + progress)


def split(piece: int) -> tuple[int, int | None]:
    """The (progress, lap) of a piece's number; lap is None for a piece that has not passed its column."""
    if piece > _BASE:
        return piece, None
    lap, progress = divmod(_BASE - piece, _LOOP)
    return progress, lap


def distance(piece: int) -> int:
    """How far the piece has travelled: 52 for each full round; 0 in the yard."""
    return max(piece, 0) if piece > _BASE else _BASE - piece


def square_of(seating: Seating, player: int, piece: int) -> int | None:
    """The loop square of a piece's number, laps included; None in the yard and in the column."""
    progress, lap = split(piece)
    if lap is None:
        return seating.square(player, progress)
    return (seating.board.offsets[seating.seats[player]] + progress) % seating.board.loop
