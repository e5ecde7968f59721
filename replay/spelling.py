"""Moves and places as messages spell them, in short."""

from __future__ import annotations

from msgspec import UNSET

from replay.board import YARD
from replay.piece import INTRUDER, PRISONER
from replay.record import Move
from replay.state import FURTHER, LegalMove

__all__ = ["asked", "place", "spell", "standing"]

_MANY = 20
"""More dice than these are counted, not named one by one."""
_WORDS = (("lap", "on lap {}"), ("bonus", "with the bonus of {}"), ("captured", "capturing player {}'s piece"))


def place(progress: int) -> str:
    """A progress in words, for messages."""
    return {YARD: "the yard", PRISONER: "prison", INTRUDER: "a rival's column"}.get(progress, str(progress))


def standing(progress: int) -> str:
    """Where a piece is, in words, for messages: ``on 20``, ``in the yard``."""
    return f"in {place(progress)}" if progress < 0 else f"on {progress}"


def spell(move: Move | LegalMove) -> str:
    """A move in short, for messages: ``20 to 24``, ``11 to 31 with the bonus of 20``, ``20 to 26 (move with 6)``."""
    extra = "".join(f" {words.format(value)}" for name, words in _WORDS if (value := getattr(move, name)) is not UNSET)
    if move.dice is not UNSET:
        action = "" if move.action is UNSET else f"{move.action} "
        column = "" if move.column is UNSET else f"player {move.column}'s column "
        # A move of somebody's record may name as many as it likes.
        dice = " + ".join(map(str, move.dice)) if len(move.dice) <= _MANY else f"{len(move.dice)} dice"
        extra = f" ({action}{column}with {dice})"
    return f"{place(move.from_)} to {place(move.to)}{extra}"


def asked(move: Move | LegalMove, piece: int) -> dict[str, object]:
    """The fields in which a `move` event says what this move of this piece is, without who makes it and when."""
    extra = {name: value for name in FURTHER if (value := getattr(move, name)) is not UNSET}
    if move.dice is not UNSET and len(move.dice) > _MANY:
        extra["dice"] = f"{len(move.dice)} dice"
    return {"piece": piece, "from": move.from_, "to": move.to} | extra
