"""What one piece can spend of the dice, from where it stands until it can do no more (N3, N5).

A set of numbers of sixes is an int: bit n stands for n sixes.  `Sets` are two of them, without and with the one other
die of the sequence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from replay.board import YARD
from replay.parts.ground import NOTHING, Ground
from replay.piece import where

__all__ = ["NONE", "Plan", "Plans", "Sets", "less", "meet", "merge", "together"]

Sets: TypeAlias = tuple[int, int]
"""Numbers of sixes: those without the other die, and those with it."""

NONE: Sets = (1, 0)
"""Nothing is spent."""


class Plan(Struct, frozen=True, gc=False):
    """Ways of one piece to a prize (`replay.parts.ground`): in a moonwalk or an invasion it captures what it must."""

    prize: int
    """The bit of the prize."""
    sets: Sets


class Plans:
    """The plans of pieces on one ground, by their numbers; `other` is the roll below 6, 0 if it is spent."""

    def __init__(self, other: int, ground: Ground) -> None:
        self._others = (0, other) if other else (0,)
        self._ground = ground
        self._plain: dict[int, Sets] = {}
        self._prized: dict[int, tuple[Plan, ...]] = {}

    def plain(self, piece: int) -> Sets:
        """What the piece can spend without moonwalk and invasion."""
        known = self._plain.get(piece)
        if known is None:
            known = self._plain[piece] = self._find_plain(piece)
        return known

    def prized(self, piece: int) -> tuple[Plan, ...]:
        """The piece's ways to each prize."""
        known = self._prized.get(piece)
        if known is None:
            found: dict[int, Sets] = {}
            for prize, sets in self._ways(piece):
                found[prize] = merge(found.get(prize, (0, 0)), sets)
            known = self._prized[piece] = tuple(Plan(prize, sets) for prize, sets in found.items())
        return known

    def _find_plain(self, piece: int) -> Sets:
        ground = self._ground
        if piece < YARD:
            at = where(piece)
            if at.intruder_in is None:
                return 0b11, 0
            return (1 if ground.lanes[at.intruder_in].entrance in ground.closed else 0b101), 0
        if not self._goes(piece, ground.goal):
            return NONE
        sets = (0, 0)
        for _, spent in self._forward(max(piece, 0)):
            sets = merge(sets, spent)
        return merge(NONE, _more_sixes(sets, 1)) if piece == YARD else sets

    def _goes(self, piece: int, last: int) -> bool:
        """Whether the piece can move at all and stands in the yard or on a square up to `last`."""
        return 0 <= piece <= last or (piece == YARD and 0 not in self._ground.closed)

    def _forward(self, piece: int) -> Iterator[tuple[int, Sets]]:
        """Every square from this one on, itself included, where the piece may land, and what that spends."""
        closed, goal = self._ground.closed, self._ground.goal
        for other in self._others:
            for sixes, end in enumerate(range(piece + other, goal + 1, 6)):
                if end not in closed or end == piece:
                    yield end, _spent(sixes, other)

    def _ways(self, piece: int) -> Iterator[tuple[int, Sets]]:
        """The prize and what is spent, of every way to a prize."""
        lap_end = self._ground.lap_end
        if not self._goes(piece, lap_end):
            return
        start, enter = (0, 1) if piece == YARD else (piece, 0)
        # A piece that enters captures what is on its start square: there is nothing to come back for.
        gone = self._ground.single.get(0, NOTHING).bit if piece == YARD else 0
        for prize, sets in self._invasions(start):
            yield prize, _more_sixes(sets, enter)
        for end, ahead in self._forward(start):
            for prize, back in self._moonwalks(end) if end <= lap_end else ():
                both = together(ahead, back)
                if prize != gone and any(both):
                    yield prize, _more_sixes(both, enter)

    def _moonwalks(self, piece: int) -> Iterator[tuple[int, Sets]]:
        """The prize and what is spent, of every moonwalk from this square."""
        for target, prize in self._ground.single.items():
            sixes, rest = divmod(piece - target, 6)
            if piece > target and rest in self._others:
                yield prize.bit, _spent(sixes, rest)

    def _invasions(self, piece: int) -> Iterator[tuple[int, Sets]]:
        """The prize and what is spent, of every invasion from this square; freed at once or not."""
        for lane in self._ground.lanes.values():
            freed = lane.entrance not in self._ground.closed
            for step, prize in lane.single.items() if piece <= lane.entrance else ():
                sixes, rest = divmod(lane.entrance + step - piece, 6)
                if rest in self._others:
                    spent = _spent(sixes, rest)
                    yield prize.bit, merge(spent, _more_sixes(spent, 2)) if freed else spent


# Arithmetic of sets ---------------------------------------------------------------------------------------------------


def _spent(sixes: int, other: int) -> Sets:
    return (0, 1 << sixes) if other else (1 << sixes, 0)


def _more_sixes(sets: Sets, sixes: int) -> Sets:
    return sets[0] << sixes, sets[1] << sixes


def merge(one: Sets, other: Sets) -> Sets:
    """What is in either."""
    return one[0] | other[0], one[1] | other[1]


def meet(one: Sets, other: Sets) -> Sets:
    """What is in both."""
    return one[0] & other[0], one[1] & other[1]


def together(one: Sets, other: Sets) -> Sets:
    """What two can spend together: there is but one other die."""
    return _sum(one[0], other[0]), _sum(one[0], other[1]) | _sum(one[1], other[0])


def less(need: Sets, sets: Sets) -> Sets:
    """What may be left to be spent, of numbers that should be, when one of `sets` has been."""
    zero, one = _difference(need[0], sets[0]) | _difference(need[1], sets[1]), _difference(need[1], sets[0])
    return zero, one


def _sum(one: int, other: int) -> int:
    """Every number of the one set added to every number of the other."""
    total = 0
    while one:
        lowest = one & -one
        total |= other * lowest
        one ^= lowest
    return total


def _difference(one: int, other: int) -> int:
    """Every number of the one set less every number of the other, where that is not below 0."""
    total = 0
    while other:
        lowest = other & -other
        total |= one >> lowest.bit_length() - 1
        other ^= lowest
    return total
