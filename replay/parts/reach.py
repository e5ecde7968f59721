"""Where a roll leads: entering, the way forward, the way home.

A reach is ``(play, player, roll) -> {from: to}``: each number that a movable piece has, and where it would go.  Equal
pieces are one entry, since naming either is the same move (C1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeAlias

from replay.board import YARD, Board
from replay.parts.laps import lapped, split
from replay.play import Play

__all__ = ["Reach", "Routes", "alone", "bounce", "exact", "going_round", "routes", "shared", "six_as_seven"]

Reach: TypeAlias = Callable[[Play, int, int], dict[int, int]]
Routes: TypeAlias = Mapping[int, Mapping[int, int]]
"""By roll, by progress: where the piece goes; a progress that cannot move is absent."""
Overshoot: TypeAlias = Callable[[int, int], int | None]
"""(progress it would have, goal) -> where the piece ends, or None if it may not move so far."""


def exact(there: int, goal: int) -> int | None:
    """Home is reached with the exact number only."""
    return there if there <= goal else None


def bounce(there: int, goal: int) -> int | None:
    """What is too much is counted back from home (S8)."""
    return there if there <= goal else 2 * goal - there


def routes(
    board: Board, leave: Collection[int], overshoot: Overshoot = exact, numbers: Iterable[int] = range(1, 7)
) -> Routes:
    """All ways on this board: from the yard to the start square on a number of `leave`, else straight on."""
    table: dict[int, dict[int, int]] = {}
    for roll in numbers:
        row = {YARD: 0} if roll in leave else {}
        for progress in range(board.goal):
            end = overshoot(progress + roll, board.goal)
            # A piece that is home stays: with one home square `goal` has no way on, and neither have full rows.
            if end is not None:
                row[progress] = end
        table[roll] = row
    return table


def shared(table: Routes) -> Reach:
    """Own pieces may share any square."""

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        row = table[roll]
        ends = {}
        for piece in play.pieces[player]:
            if piece in row:
                ends[piece] = row[piece]
        return ends

    return reach


def alone(table: Routes, crowd: int | None = None) -> Reach:
    """No two own pieces on one square, but for the square `crowd` (the finishing square)."""

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        row = table[roll]
        own = play.pieces[player]
        return {piece: end for piece in own if (end := row.get(piece)) is not None and (end not in own or end == crowd)}

    return reach


def six_as_seven(table: Routes) -> Reach:
    """Own pieces may share a square; with none in the yard a six moves seven (H3)."""
    six = shared(table)

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        return six(play, player, 7 if roll == 6 and YARD not in play.pieces[player] else roll)

    return reach


def going_round(board: Board, table: Routes) -> Reach:
    """Who has captured nothing yet goes past its column and round again (S9)."""

    def forward(piece: int, roll: int, may_enter: bool) -> int | None:
        progress, lap = split(piece)
        if lap is None and (may_enter or not 0 <= progress <= board.lap_end < progress + roll):
            return table[roll].get(piece)
        if may_enter and progress <= board.lap_end < progress + roll:
            return table[roll].get(progress)
        rounds, there = divmod((lap or 0) * board.loop + progress + roll, board.loop)
        return lapped(there, rounds)

    def reach(play: Play, player: int, roll: int) -> dict[int, int]:
        may_enter = play.captures[player]
        ends = ((piece, forward(piece, roll, may_enter)) for piece in play.pieces[player])
        return {piece: end for piece, end in ends if end is not None}

    return reach
