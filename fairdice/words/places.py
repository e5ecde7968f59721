"""Where a piece is."""

from __future__ import annotations

from replay.board import YARD, Board
from replay.piece import Where

__all__ = ["place", "place_of"]


def place(board: Board, progress: int, lap: object = None, *, locked: bool = False) -> str:
    """A progress in words: ``the yard``, ``20``, ``52 (column)``, ``home``, ``42 (home)``, ``51 (lap 0)``.

    `lap` counts where it is a number; a piece that is locked there has ``(locked)`` behind it.
    """
    says, notes = str(progress), []
    if isinstance(lap, int):
        notes.append(f"lap {lap}")
    elif progress == YARD:
        says = "the yard"
    elif progress >= board.home:
        if board.home == board.goal:
            says = "home"
        else:
            notes.append("home")
    elif progress > board.lap_end:
        notes.append("column")
    if locked:
        notes.append("locked")
    return f"{says} ({', '.join(notes)})" if notes else says


def place_of(board: Board, at: Where) -> str:
    """Where a piece is that nobody holds."""
    return place(board, at.progress, at.lap, locked=at.locked)
