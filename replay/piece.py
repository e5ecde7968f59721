"""A piece's number: one int for all that the rules know of a piece.

Mostly it is the progress itself.  Pieces that are elsewhere, or may not move, have numbers of their own, so that equal
pieces (C1) have equal numbers and a player's pieces stay a list of ints:

- past the own column and round again: `replay.parts.laps` (star S9);
- locked at a progress, prisoner of a captor, intruder in a rival's column: nomercy N1.
"""

from __future__ import annotations

from msgspec import Struct

from replay.board import YARD
from replay.parts.laps import split

__all__ = ["INTRUDER", "PRISONER", "Where", "intruder", "locked", "prisoner", "progress_of", "where"]

PRISONER = -2
"""The progress that documents write for a prisoner."""
INTRUDER = -3
"""The progress that documents write for an intruder."""

_PRISONERS = range(-15, -9)
_INTRUDERS = range(-25, -19)
_LOCKED = 200


class Where(Struct, frozen=True, gc=False):
    """Where a piece is.  Players are player indices."""

    progress: int
    """As documents write it: -1 yard, -2 prisoner, -3 intruder."""
    lap: int | None = None
    """Full rounds of a piece that went past its column, else None."""
    locked: bool = False
    """Whether it may not move before its owner's next turn."""
    prisoner_of: int | None = None
    """Its captor."""
    intruder_in: int | None = None
    """In whose column it is held."""


def locked(progress: int) -> int:
    """The number of a locked piece in the yard or at `progress`."""
    return _LOCKED + progress


def prisoner(captor: int) -> int:
    """The number of a prisoner of this player."""
    return _PRISONERS[-1] - captor


def intruder(owner: int) -> int:
    """The number of an intruder in this player's column."""
    return _INTRUDERS[-1] - owner


def where(piece: int) -> Where:
    """What a piece's number says."""
    if YARD <= piece < _LOCKED + YARD:
        return Where(piece)
    if piece >= _LOCKED + YARD:
        return Where(piece - _LOCKED, locked=True)
    if piece in _PRISONERS:
        return Where(PRISONER, prisoner_of=_PRISONERS[-1] - piece)
    if piece in _INTRUDERS:
        return Where(INTRUDER, intruder_in=_INTRUDERS[-1] - piece)
    progress, lap = split(piece)
    return Where(progress, lap)


def progress_of(piece: int) -> int:
    """The progress as documents write it."""
    return piece if YARD <= piece < _LOCKED + YARD else where(piece).progress
