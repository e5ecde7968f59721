"""What a player meets on the board while it spends its dice: where it may land, and what it captures there (N4).

While a player spends the dice of one sequence nobody else moves, and a rival's piece that is captured never comes
back: so no square that is closed opens, none that is open closes, and captures only become fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from msgspec import Struct

from replay.piece import progress_of
from replay.play import Play
from replay.seating import Seating
from replay.state import Captures

__all__ = ["NOTHING", "Ground", "Lane", "Prize", "Survey", "survey"]

_LANE_BITS = 64


class Prize(Struct, frozen=True, gc=False):
    """What is captured on one square."""

    bit: int
    """A number of its own, a power of two, so that sets of prizes are sums; 0: nothing is captured."""
    hits: tuple[tuple[int, int], ...] = ()
    """(rival, piece index)"""
    captures: Captures = ()
    """(rival, its progress)"""


NOTHING = Prize(0)


class Lane(Struct, frozen=True):
    """A rival's column, as the mover sees it."""

    owner: int
    entrance: int
    """The progress of the mover on the last square before it."""
    single: dict[int, Prize]
    """By column square, 1..5: the owner's piece, where exactly one stands."""


class Ground(Struct, frozen=True):
    """The board as the mover sees it, by its own progress."""

    lap_end: int
    goal: int
    closed: frozenset[int]
    """Where it may not land: two or more pieces of one rival."""
    single: dict[int, Prize]
    """Where it captures: of each rival that is there, the only piece."""
    lanes: dict[int, Lane]
    """By rival."""

    def lands(self, progress: int) -> Prize | None:
        """What a piece that lands there captures; None where it may not land."""
        return None if progress in self.closed else self.single.get(progress, NOTHING)


Survey: TypeAlias = Callable[[Play], Ground]
"""The ground of the player whose turn it is."""


def survey(seating: Seating, safe: Collection[int]) -> Survey:
    """Look at the board where nothing is captured on the loop squares `safe`, and all may share them."""
    board = seating.board
    players = range(len(seating.seats))
    ordinary = [{p for p in range(board.lap_end + 1) if seating.square(player, p) not in safe} for player in players]
    offsets = [board.offsets[seat] for seat in seating.seats]

    def look(play: Play) -> Ground:
        player = play.turn
        closed: set[int] = set()
        single: dict[int, Prize] = {}
        lanes: dict[int, Lane] = {}
        for rival in seating.rivals(player):
            ahead = (offsets[rival] - offsets[player]) % board.loop
            track: dict[int, list[int]] = {}
            column: dict[int, list[int]] = {}
            for index, progress in enumerate(map(progress_of, play.pieces[rival])):
                if 0 <= progress <= board.lap_end:
                    track.setdefault((progress + ahead) % board.loop, []).append(index)
                elif board.lap_end < progress < board.goal:
                    column.setdefault(progress - board.lap_end, []).append(index)
            for there in track.keys() & ordinary[player]:
                if len(track[there]) > 1:
                    closed.add(there)
                else:
                    single[there] = _prize(
                        1 << there, play, [*single.get(there, NOTHING).hits, (rival, track[there][0])]
                    )
            lanes[rival] = Lane(
                owner=rival,
                entrance=(board.lap_end + ahead) % board.loop,
                single={
                    step: _prize(
                        1 << _LANE_BITS + (board.goal - board.lap_end) * rival + step, play, [(rival, there[0])]
                    )
                    for step, there in column.items()
                    if len(there) == 1
                },
            )
        single = {there: prize for there, prize in single.items() if there not in closed}
        return Ground(board.lap_end, board.goal, frozenset(closed), single, lanes)

    return look


def _prize(bit: int, play: Play, hits: Iterable[tuple[int, int]]) -> Prize:
    hits = tuple(hits)
    captures = ((rival, progress_of(play.pieces[rival][index])) for rival, index in hits)
    return Prize(bit, hits, tuple(sorted(captures)))
