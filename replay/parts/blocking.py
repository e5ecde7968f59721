"""What is in the way.

A block is ``(play, player, roll, {from: to}) -> {from: to}`` and leaves out the moves that something stops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from replay.board import YARD, Board
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

    Entering only lands (S7, W3).
    """
    loop = seating.board.loop

    def walls(play: Play, player: int) -> set[int]:
        blocked: set[int] = set()
        for rival in seating.rivals(player):
            squares = [square_of(seating, rival, piece) for piece in play.pieces[rival]]
            blocked.update(s for s in squares if s is not None and s not in safe and squares.count(s) > 1)
        return blocked

    def path(player: int, start: int, end: int, roll: int) -> list[int | None]:
        if start == YARD:
            return [square_of(seating, player, 0)]
        if not passing:
            return [square_of(seating, player, end)]
        first = square_of(seating, player, start)
        if first is None:
            return []
        # In the own column nobody else stands, so a way that ends there is looked at up to its last loop square.
        turns_off = split(end)[1] is None and end > seating.board.lap_end
        length = seating.board.lap_end - split(start)[0] if turns_off else roll
        return [(first + step) % loop for step in range(1, length + 1)]

    def narrow(play: Play, player: int, roll: int, moves: dict[int, int]) -> dict[int, int]:
        blocked = walls(play, player)
        if not blocked:
            return moves
        return {s: e for s, e in moves.items() if blocked.isdisjoint(path(player, s, e, roll))}

    return narrow
