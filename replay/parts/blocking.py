"""What is in the way.

A block is ``(play, player, roll, {from: to}) -> {from: to}`` and leaves out the moves that something stops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from replay.board import Board
from replay.parts.laps import split, square_of
from replay.play import Play
from replay.seating import Seating

__all__ = ["Narrow", "no_jump_home", "rival_pairs"]

Narrow: TypeAlias = Callable[[Play, int, int, dict[int, int]], dict[int, int]]


def no_jump_home(board: Board) -> Narrow:
    """Own pieces on the home squares may not be jumped, not from the track either (M8)."""

    def narrow(play: Play, player: int, _roll: int, moves: dict[int, int]) -> dict[int, int]:
        row = [piece for piece in play.pieces[player] if piece >= board.home]
        return {start: end for start, end in moves.items() if not any(start < piece < end for piece in row)}

    return narrow


def rival_pairs(seating: Seating, *, safe: Collection[int], passing: bool = True) -> Narrow:
    """Nobody lands on two or more pieces of one rival on an ordinary square, nor, with `passing`, passes them.

    Entering only lands (S7, W3).  Pieces that a player who is done has left on the board are passed all the same: they
    never move again, and would stop the game for ever.
    """
    loop = seating.board.loop

    def pairs(play: Play, player: int) -> tuple[set[int], set[int]]:
        """The squares where nobody may land, and those of them that nobody may pass."""
        closed: set[int] = set()
        walls: set[int] = set()
        for rival in seating.rivals(player):
            squares = [square_of(seating, rival, piece) for piece in play.pieces[rival]]
            found = {s for s in squares if s is not None and s not in safe and squares.count(s) > 1}
            closed |= found
            if passing and rival not in play.done:
                walls |= found
        return closed, walls

    def passed(player: int, start: int, end: int, roll: int) -> set[int]:
        """The loop squares on the way, without the first and the last."""
        first = square_of(seating, player, start)
        if first is None:
            return set()
        # In the own column nobody else stands, so a way that ends there is looked at up to its last loop square.
        turns_off = split(end)[1] is None and end > seating.board.lap_end
        length = seating.board.lap_end - split(start)[0] if turns_off else roll - 1
        return {(first + step) % loop for step in range(1, length + 1)}

    def narrow(play: Play, player: int, roll: int, moves: dict[int, int]) -> dict[int, int]:
        closed, walls = pairs(play, player)
        if not closed:
            return moves
        return {
            start: end
            for start, end in moves.items()
            if square_of(seating, player, end) not in closed
            and (not walls or walls.isdisjoint(passed(player, start, end, roll)))
        }

    return narrow
