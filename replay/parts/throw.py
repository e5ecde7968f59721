"""A throw of several rolls, moved by one piece: sixes are kept and added, or moved one after the other (Z4 to Z7)."""

from __future__ import annotations

from collections.abc import Sequence

from replay.board import YARD, Board
from replay.parts.reach import Reach, Routes, alone
from replay.play import Play

__all__ = [
    "kept_sixes",
    "may_have_come_out",
    "may_have_moved_six",
    "must_have_come_out",
    "must_have_moved",
    "one_piece",
    "whole_throw",
]


def kept_sixes(play: Play) -> int:
    """How many sixes of this turn wait to be moved with the roll that is to be played.

    They are the run before it, without the six that brought a piece out.
    """
    count = 0
    for value in reversed(play.rolls[:-1]):
        if value != 6:
            break
        count += 1
    return count - (play.last_moved is not None)


def whole_throw(board: Board) -> Reach:
    """A six brings a piece out or is kept; any other roll is moved with all kept sixes, in one hop (Z4, Z5, Z6)."""

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        own = play.pieces[player]
        if roll == 6:
            return {YARD: 0} if YARD in own and 0 not in own else {}
        far = roll + 6 * kept_sixes(play)
        chosen = play.last_moved
        going = own if chosen is None else [own[chosen]]
        return {
            piece: piece + far
            for piece in going
            if piece != YARD and piece + far <= board.goal and piece + far not in own
        }

    return reach


def one_piece(table: Routes) -> Reach:
    """Every roll is moved on its own, but all by the piece that was moved first (Z7)."""
    any_piece = alone(table)

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        ways = any_piece(play, player, roll)
        chosen = play.last_moved
        if chosen is None:
            return ways
        piece = play.pieces[player][chosen]
        return {piece: ways[piece]} if piece in ways else {}

    return reach


def may_have_come_out(piece: int, rolls: Sequence[int]) -> bool:
    """Whether the piece can have been brought out in this turn and have waited since."""
    return piece == 0 and 6 in rolls


def may_have_moved_six(piece: int, rolls: Sequence[int]) -> bool:
    """Whether the piece can have moved a six of this turn."""
    return piece != YARD and 6 in rolls


def must_have_come_out(own: Sequence[int], rolls: Sequence[int]) -> bool:
    """Whether a six of this turn must have brought a piece out: one waits still, and the start square is free (Z4)."""
    return 6 in rolls and YARD in own and 0 not in own


def must_have_moved(_own: Sequence[int], rolls: Sequence[int]) -> bool:
    """Whether a piece must have moved a six of this turn, which goes on only after that (Z7)."""
    return 6 in rolls
