"""Full use: whether dice that are left can all be spent (N5).

Sequences can be long, so nothing here tries out one action after the other.  What a piece can still do is one of a
few plans (`replay.parts.plans`), each of which spends some number of sixes and perhaps the other die; the question is
only whether the plans of all pieces can add up to the dice.  That is enough because while a player spends dice

- own pieces never hinder each other, and landing squares neither open nor close (`replay.parts.ground`);
- going on in several steps is never better than in one, which captures less;
- moonwalk and free lock the piece, recover too, and an invasion ends it but for free: nobody goes round in circles;
- pieces compete for one thing only, the rival's pieces that a moonwalk or an invasion captures (prizes).

In which order the plans are made does not matter.  A plan that lands on a prize without need takes it from the others.
If it ends there it can wait until they have been.  If it goes on to a prize of its own, what it took lies ahead of that
prize: so the one with the foremost prize goes first, and nobody takes what another wants.  Only who enters takes what
lies behind, on the own start square; so who wants that must be first of all.  If that one lands on a prize which
another wants, the two (or more, in a ring) can change parts: the same dice, fewer prizes, and no conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from replay.board import YARD
from replay.parts.actions import FREE, RECOVER, Action, Dice
from replay.parts.ground import Ground
from replay.parts.plans import NONE, Plans, Sets, less, meet, merge, together

__all__ = ["FullUse", "Spending", "every_action", "only_captures"]


class Spending:
    """What the pieces of one player can spend on this ground.

    Asked as often as one likes while a move is due: what has been found out about some of the pieces serves again.
    """

    def __init__(self, own: Sequence[int], dice: Dice, ground: Ground) -> None:
        self.own = list(own)
        self.dice = dice
        self.ground = ground
        self._plans = Plans(dice.other, ground)
        self._plain: dict[tuple[int, ...], Sets] = {(): NONE}
        self._wanted: dict[tuple[int, ...], int] = {(): 0}
        self._loose: dict[tuple[tuple[int, ...], int], Sets] = {((), 0): NONE}

    def after(self, action: Action) -> bool:
        """Whether after this action everything that is left can be spent, or the player brings its last piece home."""
        pieces = list(self.own)
        pieces[pieces.index(action.start)] = action.end
        return self.can_spend(tuple(sorted(pieces)), self.dice.without(action.spends), action.prize.bit)

    def can_spend(self, pieces: tuple[int, ...], dice: Dice, taken: int = 0) -> bool:
        """Whether these pieces, sorted, can spend these dice to the last, or win; `taken` are prizes that are gone.

        `dice` are some of those that this was made with.
        """
        if self._wins(pieces, dice):
            return True
        number = 1 << dice.sixes
        return self._meets(pieces, taken, (0, number) if dice.other else (number, 0))

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

    def _meets(self, pieces: tuple[int, ...], taken: int, need: Sets) -> bool:
        """Whether what these pieces can spend is in `need`, while the prizes `taken` are gone."""
        if any(meet(need, self.plain(pieces))):
            return True
        need = meet(need, self.loose(pieces, taken))
        if not any(need):
            return False
        rest = pieces[1:]
        return self._meets(rest, taken, less(need, self._plans.plain(pieces[0]))) or any(
            self._meets(rest, taken | plan.prize, less(need, plan.sets))
            for plan in self._plans.prized(pieces[0])
            if not plan.prize & taken
        )

    def plain(self, pieces: tuple[int, ...]) -> Sets:
        """What these pieces can spend without moonwalk and invasion."""
        known = self._plain.get(pieces)
        if known is None:
            known = self._plain[pieces] = together(self._plans.plain(pieces[0]), self.plain(pieces[1:]))
        return known

    def wanted(self, pieces: tuple[int, ...]) -> int:
        """The bits of all prizes to which these pieces have ways."""
        known = self._wanted.get(pieces)
        if known is None:
            known = self.wanted(pieces[1:])
            for plan in self._plans.prized(pieces[0]):
                known |= plan.prize
            self._wanted[pieces] = known
        return known

    def loose(self, pieces: tuple[int, ...], taken: int) -> Sets:
        """What these pieces can spend at most: as if each had all the prizes but `taken` for itself."""
        taken &= self.wanted(pieces)
        known = self._loose.get((pieces, taken))
        if known is None:
            sets = self._plans.plain(pieces[0])
            for plan in self._plans.prized(pieces[0]):
                if not plan.prize & taken:
                    sets = merge(sets, plan.sets)
            known = self._loose[pieces, taken] = together(sets, self.loose(pieces[1:], taken))
        return known


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
