"""When a player is done, and the order of those who are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from replay.board import Board
from replay.parts.laps import distance
from replay.play import Play

__all__ = ["Done", "Others", "all_home", "by_distance", "shared_place"]

Done: TypeAlias = Callable[[list[int]], bool]
Others: TypeAlias = Callable[[Play], tuple[tuple[int, ...], ...]]


def all_home(board: Board) -> Done:
    """Every piece is home."""
    home = board.home

    def done(own: list[int]) -> bool:
        return min(own) >= home

    return done


def shared_place(play: Play) -> tuple[tuple[int, ...], ...]:
    """All who have not finished share the second place (C13)."""
    return (play.unfinished(),)


def by_distance(play: Play) -> tuple[tuple[int, ...], ...]:
    """The others by the sum of progress, pieces in the yard counting 0; equal sums share a place (S5)."""
    sums: dict[int, list[int]] = {}
    for player in play.unfinished():
        sums.setdefault(sum(map(distance, play.pieces[player])), []).append(player)
    return tuple(tuple(sums[total]) for total in sorted(sums, reverse=True))
