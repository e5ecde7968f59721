"""Who is captured where a piece lands.

A landing is ``(play, player, from, to) -> [(rival, piece index), ...]``, rivals and indices ascending; it changes
nothing.  Squares where nothing is ever captured (safe squares, columns, home) are left out when the part is made, so
that the usual landing looks up one empty entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from replay.board import YARD
from replay.parts.laps import square_of
from replay.play import Play
from replay.seating import Seating

__all__ = ["Captured", "Landing", "by_progress", "by_square"]

Captured: TypeAlias = Sequence[tuple[int, int]]
Landing: TypeAlias = Callable[[Play, int, int, int], Captured]

_NOBODY: Captured = ()


def by_progress(
    seating: Seating, *, safe: Collection[int] = (), enter_captures_on_safe: bool = False, pairs_immune: bool = True
) -> Landing:
    """Capture every rival on the square; with `pairs_immune` only of colours that have exactly one piece there.

    `safe` are the loop squares where nothing is captured; with `enter_captures_on_safe` bringing a piece out captures
    on a safe start square all the same (M4, S3, E2, Z5, W4).
    """
    on_foot = [_meetings(seating, player, safe) for player in range(len(seating.seats))]
    entering = [
        _meetings(seating, player, () if enter_captures_on_safe else safe).get(0, _NOBODY)
        for player in range(len(seating.seats))
    ]

    def landing(play: Play, player: int, start: int, end: int) -> Captured:
        around = entering[player] if start == YARD else on_foot[player].get(end)
        if not around:
            return _NOBODY
        hits: list[tuple[int, int]] = []
        pieces = play.pieces
        for rival, progress in around:
            there = pieces[rival]
            if progress in there and (not pairs_immune or there.count(progress) == 1):
                hits.extend((rival, index) for index, piece in enumerate(there) if piece == progress)
        return hits

    return landing


def _meetings(seating: Seating, player: int, safe: Collection[int]) -> dict[int, Captured]:
    """By own progress: (rival, the rival's progress on the same square), where something can be captured at all."""
    table: dict[int, Captured] = {}
    for progress in range(seating.board.lap_end + 1):
        square = seating.square(player, progress)
        assert square is not None
        if square not in safe:
            there = ((rival, seating.progress_on(rival, square)) for rival in seating.rivals(player))
            table[progress] = tuple((rival, other) for rival, other in there if other is not None)
    return table


def by_square(
    seating: Seating, *, safe: Collection[int] = (), enter_captures_on_safe: bool = False, pairs_immune: bool = True
) -> Landing:
    """The same where pieces can be on their second lap: a square is then reached with more than one number."""

    def landing(play: Play, player: int, start: int, end: int) -> Captured:
        square = square_of(seating, player, end)
        if square is None or (square in safe and not (enter_captures_on_safe and start == YARD)):
            return _NOBODY
        hits: list[tuple[int, int]] = []
        for rival in seating.rivals(player):
            there = [i for i, piece in enumerate(play.pieces[rival]) if square_of(seating, rival, piece) == square]
            if len(there) == 1 or not pairs_immune:
                hits.extend((rival, index) for index in there)
        return hits

    return landing
