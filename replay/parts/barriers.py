"""Squares that hold two pieces and no more: barriers, full squares, and who makes room for a piece (H1 to H5).

Everything here asks who stands on a square: of the loop, or of a player's own column.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from replay.board import YARD
from replay.parts.blocking import Narrow
from replay.parts.landing import Captured, Landing, by_progress
from replay.parts.sharing import Sharing
from replay.play import Play
from replay.seating import Seating

__all__ = ["barriers", "by_twos", "two_at_most"]

_ROOM = 2
"""How many pieces there is room for on a square."""

Occupants: TypeAlias = dict[tuple[int | None, int], list[tuple[int, int]]]
"""By (owner of the column or None for the loop, square or progress): who stands there, (player, piece)."""


def _occupants(play: Play) -> Occupants:
    """Everyone but those in the yards and home."""
    found: Occupants = {}
    for player, own in enumerate(play.pieces):
        for index, piece in enumerate(own):
            if YARD < piece < play.seating.board.home:
                found.setdefault(_place(play.seating, player, piece), []).append((player, index))
    return found


def _place(seating: Seating, player: int, progress: int) -> tuple[int | None, int]:
    square = seating.square(player, progress)
    return (player, progress) if square is None else (None, square)


def barriers(seating: Seating, *, captures_last: bool) -> Narrow:
    """Nobody passes or lands on two pieces of one colour, and nobody lands where two stand (H1, H4).

    Coming out has its own rule, by which a rival may have to make room (H2, H9).
    """

    def free(occupants: Occupants, player: int, start: int, end: int) -> bool:
        for progress in range(start + 1, end + 1):
            there = occupants.get(_place(seating, player, progress), ())
            if len(there) >= _ROOM and (progress == end or len({other for other, _ in there}) == 1):
                return False
        return True

    def may_come_out(occupants: Occupants, player: int) -> bool:
        there = occupants.get(_place(seating, player, 0), ())
        if len(there) < _ROOM:
            return True
        rivals = [other for other, _ in there if other in seating.rivals(player)]
        return bool(rivals) and (captures_last or rivals != [rivals[0]] * _ROOM)

    def narrow(play: Play, player: int, _roll: int, moves: dict[int, int]) -> dict[int, int]:
        occupants = _occupants(play)
        return {
            start: end
            for start, end in moves.items()
            if (may_come_out(occupants, player) if start == YARD else free(occupants, player, start, end))
        }

    return narrow


def by_twos(seating: Seating, *, safe: Collection[int]) -> Landing:
    """A single rival on a square that is not safe; coming out onto two pieces, the rival, of two the last to arrive.

    (H2, H5, H9)
    """
    along = by_progress(seating, safe=safe)

    def landing(play: Play, player: int, start: int, end: int) -> Captured:
        if start != YARD:
            return along(play, player, start, end)
        square = seating.square(player, end)
        assert square is not None
        there = _occupants(play).get((None, square), [])
        rivals = [piece for piece in there if piece[0] in seating.rivals(player)]
        if len(there) < _ROOM or not rivals:
            return ()
        last = play.arrived_last.get(square)
        return [next((piece for piece in rivals if piece[0] == last), rivals[0])]

    return landing


def two_at_most() -> Sharing:
    """Two pieces on a square at most, but for the yard and home (H1)."""

    def sharing(play: Play) -> str | None:
        for (column, square), there in _occupants(play).items():
            if len(there) > _ROOM:
                where = f"square {square}" if column is None else f"{square} in the column of player {column}"
                return f"{len(there)} pieces stand on {where}, where there is room for {_ROOM}"
        return None

    return sharing
