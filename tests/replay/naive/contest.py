"""Who begins, found by start rolls: the one rule that all second readings share."""

from __future__ import annotations

__all__ = ["Contest"]


class Contest:
    """A game that may begin with start rolls: `contest` are the players still in it, nobody once somebody begins."""

    turn: int
    contest: list[int]
    contest_rolls: list[int]

    def start_roll(self, value: int) -> None:
        """A start roll of `turn`; those who tie for the highest roll again, and the last one left has the turn."""
        self.contest_rolls.append(value)
        if len(self.contest_rolls) < len(self.contest):
            self.turn = self.contest[len(self.contest_rolls)]
            return
        best = max(self.contest_rolls)
        self.contest = [p for p, rolled in zip(self.contest, self.contest_rolls, strict=True) if rolled == best]
        self.contest_rolls = []
        self.turn = self.contest[0]
        if len(self.contest) == 1:
            self.contest = []
            self.first_turn()

    def first_turn(self) -> None:
        """The turn of the player who won the start rolls begins."""
