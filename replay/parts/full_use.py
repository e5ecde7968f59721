"""Full use: whether dice that are left can all be spent (N5).

Sequences can be long, so nothing here tries out one action after the other.  What a piece can still do is one of a
few plans, each of which spends some number of sixes and perhaps the other die; the question is only whether the plans
of all pieces can add up to the dice.  That is enough because while a player spends dice

- own pieces never hinder each other, and landing squares neither open nor close (`replay.parts.ground`);
- going on in several steps is never better than in one, which captures less;
- moonwalk and free lock the piece, recover too, and an invasion ends it but for free: nobody goes round in circles;
- pieces compete for one thing only, the rival's pieces that a moonwalk or an invasion captures (prizes).

A plan that lands on a prize without need takes it from the others.  If it ends there it can wait until they have been.
If it goes on to a prize of its own, what it took lies ahead of that prize; so the plans can be made one after the
other, that with the foremost prize first, and nobody takes what another wants.  But a piece that enters takes a prize on
its start square, behind all others: only then the order of plans matters, and every order is looked at.

A set of numbers of sixes is an int, bit n for n sixes; `Sets` are two of them, without and with the other die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from replay.board import YARD
from replay.parts.actions import FREE, RECOVER, Action, Dice
from replay.parts.ground import NOTHING, Ground
from replay.piece import where

__all__ = ["FullUse", "Plan", "Sets", "Spending", "every_action", "only_captures"]

Sets: TypeAlias = tuple[int, int]
"""What can be spent: numbers of sixes without the other die, and with it."""

_NONE: Sets = (1, 0)
"""Nothing spent."""


class Plan(Struct, frozen=True, gc=False):
    """Ways of one piece to a prize."""

    prize: int
    """The bit of what it gets, in a moonwalk or an invasion."""
    takes: int
    """The bits of what it captures before, where that matters."""
    sets: Sets


class Spending:
    """What the pieces of one player can spend on this ground.

    Asked as often as one likes while a move is due: what has been found out about some of the pieces serves again.
    """

    def __init__(self, own: Sequence[int], dice: Dice, ground: Ground) -> None:
        self.own = list(own)
        self.dice = dice
        self.ground = ground
        self._ordered = YARD in own and 0 in ground.single
        self._plain: dict[tuple[int, ...], Sets] = {(): _NONE}
        self._plans: dict[int, tuple[Plan, ...]] = {}
        self._exact: dict[tuple[tuple[int, ...], int], Sets] = {}

    def after(self, action: Action) -> bool:
        """Whether after this action everything that is left can be spent, or the player brings its last piece home."""
        sixes = self.dice.sixes - action.spends.sixes
        other = 0 if action.spends.other else self.dice.other
        pieces = list(self.own)
        pieces[pieces.index(action.start)] = action.end
        pieces.sort()
        return self.can_spend(tuple(pieces), Dice(sixes, other), action.prize.bit)

    def can_spend(self, pieces: tuple[int, ...], dice: Dice, taken: int = 0) -> bool:
        """Whether these pieces, sorted, can spend these dice to the last, or win; `taken` are prizes that are gone."""
        if dice.sixes == 0 and not dice.other:
            return True
        if self._wins(pieces, dice) or _holds(self.plain(pieces), dice):
            return True
        loose = _NONE
        for piece in pieces:
            loose = _together(loose, self._loose(piece, taken))
        return _holds(loose, dice) and _holds(self.exact(pieces, taken), dice)

    def _wins(self, pieces: tuple[int, ...], dice: Dice) -> bool:
        """Whether all pieces can go home, whatever is left then."""
        goal, sixes, other = self.ground.goal, 0, dice.other
        for piece in pieces:
            if piece < YARD or piece > goal or (piece == YARD and 0 in self.ground.closed):
                return False
            count, rest = divmod(goal - max(piece, 0), 6)
            sixes += count + (piece == YARD)
            if rest:
                if rest != other:
                    return False
                other = 0
        return sixes <= dice.sixes

    # Without prizes -------------------------------------------------------------------------------------------------

    def plain(self, pieces: tuple[int, ...]) -> Sets:
        """What these pieces can spend without moonwalk and invasion."""
        known = self._plain.get(pieces)
        if known is None:
            known = self._plain[pieces] = (
                self._alone(pieces[0])
                if len(pieces) == 1
                else _together(self.plain(pieces[:1]), self.plain(pieces[1:]))
            )
        return known

    def _alone(self, piece: int) -> Sets:
        ground = self.ground
        if piece < YARD:
            at = where(piece)
            if at.intruder_in is None:
                return 0b11, 0
            return (0b101 if ground.lanes[at.intruder_in].entrance not in ground.closed else 1), 0
        if piece > ground.goal or (piece == YARD and 0 in ground.closed):
            return _NONE
        zero = one = 0
        for end, sixes, other in self._forward(max(piece, 0)):
            if end <= ground.goal:
                zero |= (not other) << sixes
                one |= bool(other) << sixes
        return (1 | zero << 1, one << 1) if piece == YARD else (zero, one)

    def _forward(self, piece: int) -> Iterator[tuple[int, int, int]]:
        """Every (end, sixes, other die) from this square on, staying included, where it may land."""
        closed, goal = self.ground.closed, self.ground.goal
        for other in (0, self.dice.other) if self.dice.other else (0,):
            for end in range(piece + other, goal + 1, 6):
                if end not in closed or end == piece:
                    yield end, (end - piece - other) // 6, other

    # With prizes ----------------------------------------------------------------------------------------------------

    def exact(self, pieces: tuple[int, ...], taken: int) -> Sets:
        """All that these pieces, sorted, can spend while the prizes `taken` are gone."""
        key = pieces, taken & self._wanted(pieces)
        known = self._exact.get(key)
        if known is not None:
            return known
        first = pieces[:1]
        if self._ordered or not first:
            zero, one = self.plain(pieces)
        else:
            zero, one = _together(self.plain(first), self.exact(pieces[1:], taken))
        for piece in set(pieces) if self._ordered else first:
            place = pieces.index(piece)
            rest = pieces[:place] + pieces[place + 1 :]
            for plan in self.plans(piece):
                if not plan.prize & taken:
                    more = _together(plan.sets, self.exact(rest, taken | plan.prize | plan.takes))
                    zero, one = zero | more[0], one | more[1]
        self._exact[key] = zero, one
        return zero, one

    def _wanted(self, pieces: tuple[int, ...]) -> int:
        """The bits of all prizes to which these pieces have ways."""
        bits = 0
        for piece in pieces:
            for plan in self.plans(piece):
                bits |= plan.prize
        return bits

    def _loose(self, piece: int, taken: int) -> Sets:
        """What the piece can spend at most: as if nobody else took anything."""
        zero, one = self.plain((piece,))
        for plan in self.plans(piece):
            if not plan.prize & taken:
                zero, one = zero | plan.sets[0], one | plan.sets[1]
        return zero, one

    def plans(self, piece: int) -> tuple[Plan, ...]:
        """The piece's ways to prizes, those that get and take the same together."""
        known = self._plans.get(piece)
        if known is None:
            found: dict[tuple[int, int], Sets] = {}
            for prize, takes, sixes, other in self._ways(piece):
                zero, one = found.get((prize, takes), (0, 0))
                found[prize, takes] = (zero, one | 1 << sixes) if other else (zero | 1 << sixes, one)
            known = self._plans[piece] = tuple(Plan(prize, takes, sets) for (prize, takes), sets in found.items())
        return known

    def _ways(self, piece: int) -> Iterator[tuple[int, int, int, int]]:
        """(prize, what is taken before, sixes, other die) of every way to a prize."""
        ground = self.ground
        if not YARD <= piece <= ground.lap_end or (piece == YARD and 0 in ground.closed):
            return
        start, enter, entered = piece, 0, 0
        if piece == YARD:
            start, enter = 0, 1
            entered = self._taken_at(0)
        for prize, sixes, other in self._invasions(start):
            yield prize, entered, sixes + enter, other
        for end, ahead, other in self._forward(start):
            if end <= ground.lap_end:
                takes = entered | (self._taken_at(end) if end != start else 0)
                for prize, back, also in self._moonwalks(end):
                    if not prize & takes and not (other and also):
                        yield prize, takes, enter + ahead + back, other or also

    def _taken_at(self, progress: int) -> int:
        """The bit of what is captured there, where the order of plans matters."""
        return self.ground.single.get(progress, NOTHING).bit if self._ordered else 0

    def _moonwalks(self, piece: int) -> Iterator[tuple[int, int, int]]:
        """(prize, sixes, other die) of every moonwalk from this square."""
        for target, prize in self.ground.single.items():
            sixes, rest = divmod(piece - target, 6)
            if sixes >= 0 and sixes + rest and rest in (0, self.dice.other):
                yield prize.bit, sixes, rest

    def _invasions(self, piece: int) -> Iterator[tuple[int, int, int]]:
        """(prize, sixes, other die) of every invasion from this square, the two sixes that free the piece included."""
        for lane in self.ground.lanes.values():
            if piece > lane.entrance:
                continue
            for step, prize in lane.single.items():
                sixes, rest = divmod(lane.entrance + step - piece, 6)
                if rest in (0, self.dice.other):
                    yield prize.bit, sixes, rest
                    if lane.entrance not in self.ground.closed:
                        yield prize.bit, sixes + 2, rest


def _holds(sets: Sets, dice: Dice) -> bool:
    return bool(sets[dice.other > 0] >> dice.sixes & 1)


def _sum(one: int, other: int) -> int:
    """Every number of the one set added to every number of the other."""
    if one.bit_count() > other.bit_count():
        one, other = other, one
    total = 0
    while one:
        lowest = one & -one
        total |= other * lowest
        one ^= lowest
    return total


def _together(one: Sets, other: Sets) -> Sets:
    """What both can spend together: the other die there is but once."""
    return _sum(one[0], other[0]), _sum(one[0], other[1]) | _sum(one[1], other[0])


FullUse: TypeAlias = Callable[[Sequence[Action], Spending], list[Action]]
"""Leaves the actions after which enough can be spent."""


def only_captures(found: Sequence[Action], spending: Spending) -> list[Action]:
    """An action that captures must leave dice that can all be spent."""
    return [action for action in found if not action.prize.bit or spending.after(action)]


def every_action(found: Sequence[Action], spending: Spending) -> list[Action]:
    """So must every action but recover and free, unless none could; captures must in any case."""
    allowed = only_captures(found, spending)
    full = [bool(action.prize.bit) or spending.after(action) for action in allowed]
    if not any(full):
        return allowed
    return [action for action, fits in zip(allowed, full, strict=True) if fits or action.move.action in (RECOVER, FREE)]
