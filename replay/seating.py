"""Who sits where, who is whose rival, and whose turn follows (docs/spec/rules/common.md, clauses C5, C9 and C10)."""

from __future__ import annotations

from msgspec import Struct

from replay.board import Board

__all__ = ["Seating"]


class Seating(Struct, frozen=True):
    """The players on their board seats; players are counted 0..N-1 in joining order."""

    board: Board
    seats: tuple[int, ...]
    """By player: the board seat."""
    sides: tuple[int, ...]
    """By player: its side; partners share one, otherwise everyone has its own."""
    after: tuple[int, ...]
    """By player: who has the turn next, by ascending board seat, round and round."""

    @classmethod
    def of(cls, board: Board, seats: tuple[int, ...], *, teams: bool = False) -> Seating:
        """Players on these distinct seats; with `teams` opposite seats are partners."""
        order = sorted(range(len(seats)), key=seats.__getitem__)
        after = {player: order[(place + 1) % len(order)] for place, player in enumerate(order)}
        return cls(
            board=board,
            seats=seats,
            sides=tuple(seat % 2 if teams else player for player, seat in enumerate(seats)),
            after=tuple(after[player] for player in range(len(seats))),
        )

    @property
    def teams(self) -> bool:
        """Whether anyone has a partner."""
        return len(set(self.sides)) < len(self.sides)

    def rivals(self, player: int) -> tuple[int, ...]:
        """All players but `player` and its partner, in player order."""
        return tuple(other for other, side in enumerate(self.sides) if side != self.sides[player])

    def partners(self, player: int) -> tuple[int, ...]:
        """The players of the same side, `player` included."""
        return tuple(other for other, side in enumerate(self.sides) if side == self.sides[player])

    def square(self, player: int, progress: int) -> int | None:
        """The loop square where `player` stands at `progress`; None in the yard and in the column."""
        return self.board.square(self.seats[player], progress)

    def progress_on(self, player: int, square: int) -> int | None:
        """The progress at which `player` stands on loop square `square`; None where it never comes by."""
        progress = (square - self.board.offsets[self.seats[player]]) % self.board.loop
        return progress if progress <= self.board.lap_end else None
