"""What must be done: each duty narrows the legal moves, but only if something is left (M5).

A duty has the shape of a block: ``(play, player, roll, {from: to}) -> {from: to}``.
"""

from __future__ import annotations

from replay.board import YARD, Board
from replay.parts.blocking import Narrow
from replay.parts.landing import Landing
from replay.play import Play

__all__ = ["bring_out", "capture", "clear_start", "open_barrier"]


def bring_out(_play: Play, _player: int, _roll: int, moves: dict[int, int]) -> dict[int, int]:
    """A piece that can be brought out must be (M5a)."""
    return {YARD: moves[YARD]} if YARD in moves else moves


def clear_start(play: Play, player: int, _roll: int, moves: dict[int, int]) -> dict[int, int]:
    """With a piece in the yard, the piece on the own start square moves first, also on a six (M5b)."""
    return {0: moves[0]} if 0 in moves and YARD in play.pieces[player] else moves


def capture(landing: Landing) -> Narrow:
    """If a move that is left captures, only such moves are legal (M5c).

    It comes after the other duties, which are stronger: a move that they command need not capture.
    """

    def narrow(play: Play, player: int, _roll: int, moves: dict[int, int]) -> dict[int, int]:
        hits = {start: end for start, end in moves.items() if landing(play, player, start, end)}
        return hits or moves

    return narrow


def open_barrier(board: Board) -> Narrow:
    """On a six, a piece of an own barrier that can move must: the barrier is opened (H3).  Bonus moves are free."""

    def narrow(play: Play, player: int, roll: int, moves: dict[int, int]) -> dict[int, int]:
        if roll != 6:
            return moves
        own = play.pieces[player]
        opening = {start: end for start, end in moves.items() if 0 <= start < board.home and own.count(start) > 1}
        return opening or moves

    return narrow
