"""Who is there, who contributes to which roll, and which index the next roll has (docs/spec/protocol.md, O5 to O8).

Every party that has a chain and is present when a roll becomes due contributes a link to it.  If a contributor is
declared away while the roll is due, the roll's index is spent and the next one is due with those then present.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Presence"]


class Presence:
    """Follows joins, rolls, absences and returns.

    `index` is the index of the roll that is due, or of the next one to become due; `contributors[player]` says whether
    the player gives a link to it, and `changed` whether that is fixed anew with the next roll that becomes due.
    `away` holds the players that are out; `spent` lists (index, player) of each index that no roll will ever use.
    """

    __slots__ = ("_eligible", "_returns", "anchored", "away", "changed", "contributors", "index", "spent")

    def __init__(self, anchored: Sequence[bool], returns: int) -> None:
        self.anchored = tuple(anchored)
        self.away: set[int] = set()
        self.index = 1
        self.spent: list[tuple[int, int]] = []
        self.changed = False
        self._eligible = list(anchored)
        self._returns = [returns] * len(self.anchored)
        self.contributors: tuple[bool, ...] = self.anchored

    def roll_due(self) -> None:
        """A roll has become due: who contributes to it is now fixed."""
        if self.changed:
            self.changed = False
            self.contributors = tuple(self._eligible)

    def rolled(self) -> None:
        """The roll with `index` has been made."""
        self.index += 1

    def leave(self, player: int, *, roll_due: bool) -> bool:
        """`player` is away from now on.  True if that spends the index of the roll that is due."""
        self.away.add(player)
        self._eligible[player] = False
        self.changed = True
        if not (roll_due and self.contributors[player]):
            return False
        self.spent.append((self.index, player))
        self.index += 1
        self.roll_due()
        return True

    def come_back(self, player: int) -> bool:
        """`player` plays again.  True if it contributes again, from the next roll that becomes due.

        Nothing changes for a player that is not away (the rules refuse such an event).
        """
        if player not in self.away:
            return False
        self.away.discard(player)
        if not self.anchored[player] or not self._returns[player]:
            return False
        self._returns[player] -= 1
        self._eligible[player] = True
        self.changed = True
        return True
