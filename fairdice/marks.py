"""What tells the seats apart: a shape for each, and a colour besides (docs/spec/rules/common.md, C4)."""

from __future__ import annotations

from replay.board import SHAPES, Board

__all__ = ["colour", "mark", "outline"]

_FULL = {"dot": "●", "diamond": "◆", "bar": "▬", "triangle": "▲", "square": "■", "ring": "◎"}
_HOLLOW = {"dot": "○", "diamond": "◇", "bar": "▭", "triangle": "△", "square": "□", "ring": "◌"}


def mark(seat: int) -> str:
    """The sign of a piece of this seat, one column wide."""
    return _FULL[SHAPES[seat]]


def outline(seat: int) -> str:
    """The same shape, empty: the sign of the seat's start square."""
    return _HOLLOW[SHAPES[seat]]


def colour(board: Board, seat: int) -> str:
    """The name of the seat's colour."""
    return board.colours[seat]
