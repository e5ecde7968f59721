"""When a player is done, and the order of those who are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from replay.board import Board
from replay.parts.laps import distance
from replay.play import Play

__all__ = ["Done", "Others", "Points", "all_home", "by_distance", "by_points", "scores", "shared_place", "some_home"]

Done: TypeAlias = Callable[[list[int]], bool]
Others: TypeAlias = Callable[[Play], tuple[tuple[int, ...], ...]]
Points: TypeAlias = Callable[[Play], tuple[int, ...]]


def all_home(board: Board) -> Done:
    """Every piece is home."""
    home = board.home

    def done(own: list[int]) -> bool:
        return min(own) >= home

    return done


def some_home(board: Board, count: int) -> Done:
    """So many pieces are home; the others need not be (W6)."""
    home = board.home

    def done(own: list[int]) -> bool:
        return sum(piece >= home for piece in own) >= count

    return done


def shared_place(play: Play) -> tuple[tuple[int, ...], ...]:
    """All who have not finished share the second place (C13)."""
    return (play.unfinished(),)


def by_distance(play: Play) -> tuple[tuple[int, ...], ...]:
    """The others by the sum of progress, pieces in the yard counting 0; equal sums share a place (S5)."""
    return _places({player: sum(map(distance, play.pieces[player])) for player in play.unfinished()})


def scores(board: Board) -> Points:
    """100 for each piece home, and up to 99 for how far the others have come (W8)."""

    def points(play: Play) -> tuple[int, ...]:
        return tuple(map(score, play.pieces))

    def score(own: list[int]) -> int:
        going = [max(piece, 0) for piece in own if piece < board.home]
        way = board.goal * len(going)
        return 100 * (len(own) - len(going)) + (99 * sum(going) // way if way else 0)

    return points


def by_points(points: Points) -> Others:
    """The others by their points; equal points share a place (W8)."""

    def others(play: Play) -> tuple[tuple[int, ...], ...]:
        scored = points(play)
        return _places({player: scored[player] for player in play.unfinished()})

    return others


def _places(scored: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Players with their scores as places, the highest first; equal scores share one, ascending."""
    places: dict[int, list[int]] = {}
    for player, score in scored.items():
        places.setdefault(score, []).append(player)
    return tuple(tuple(places[score]) for score in sorted(places, reverse=True))
