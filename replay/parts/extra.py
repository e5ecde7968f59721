"""What earns a further roll, how often a player may try, and what becomes of a run of sixes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from replay.board import YARD, Board

if TYPE_CHECKING:
    from replay.parts.arrivals import Arrivals
    from replay.turn import Turn

__all__ = ["Extra", "Tries", "lose_last_moved", "may_have_moved", "three_tries", "undo_turn"]

Tries: TypeAlias = Callable[[list[int]], int]
"""The own pieces -> how many rolls the player has until one is usable."""


class Extra(Struct, frozen=True):
    """What earns the same player another roll in this turn."""

    after_capture: bool = False
    """A capture earns a roll (S4)."""
    after_home: bool = False
    """A piece that reaches home earns a roll (S4)."""
    unusable_six: bool = False
    """A six that no piece can use earns a roll all the same."""
    tries: Tries | None = None
    """Several tries until a roll is usable; None: one."""
    tries_again: bool = False
    """Whether the condition for several tries is asked again after each six (M10)."""
    limit: int = 0
    """So many sixes in a row end the turn and the last is not moved; 0: no limit."""
    penalty: Callable[[Turn], None] | None = None
    """What the last six of a full run does besides."""
    keeps_turn_start: bool = False
    """Whether the penalty needs the pieces as they stood when the turn began."""
    capture_bonus: int = 0
    """Squares of the bonus move that a capture earns; 0: none (H5)."""
    home_bonus: int = 0
    """Squares of the bonus move that a piece earns when it reaches home; 0: none (H5)."""


def three_tries(board: Board) -> Tries:
    """Three tries with nothing on the track and the home row filled from its end without a gap (M3)."""

    def tries(own: list[int]) -> int:
        row = sorted(piece for piece in own if piece >= board.home)
        on_track = any(0 <= piece < board.home for piece in own)
        full = row == list(range(board.goal + 1 - len(row), board.goal + 1))
        return 3 if full and not on_track else 1

    return tries


def undo_turn(play: Turn) -> None:
    """All moves of the turn are taken back, captures and the memory of them too (S1)."""
    assert play.turn_start is not None
    pieces, captures = play.turn_start
    play.pieces = [list(own) for own in pieces]
    play.captures = list(captures)


def lose_last_moved(arrivals: Arrivals) -> Callable[[Turn], None]:
    """The piece moved last in this turn goes to the yard, unless it is in the column or home (H6)."""

    def penalty(play: Turn) -> None:
        own, index = play.pieces[play.owner], play.last_moved
        if index is not None and own[index] <= play.seating.board.lap_end:
            own[index] = YARD
            play.arrived_last = arrivals(play, None)

    return penalty


def may_have_moved(piece: int, rolls: Sequence[int]) -> bool:
    """Whether the piece can have been moved in a turn with these rolls at all (H6)."""
    return piece != YARD and bool(rolls)
