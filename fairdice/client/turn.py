"""What a seat is asked for: to roll, to move, or to come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from fairdice.live.view import Choice, Strategy

if TYPE_CHECKING:
    from fairdice.client.seat import Seat
    from replay.play import Play
    from replay.state import LegalMove

__all__ = ["Asked", "Turn"]

Asked: TypeAlias = Literal["roll", "move", "back"]


class Turn:
    """The game waits for this player.

    Every act gives whether it is on record now.  False: it came too late - the player was declared away meanwhile, or
    somebody else was, so that another roll is asked for - and `Seat.turns` says what is due instead.
    """

    __slots__ = ("_seat", "due")

    def __init__(self, seat: Seat, due: Asked) -> None:
        self._seat = seat
        self.due = due
        """``roll`` (start rolls too), ``move``, or ``back`` for who is away."""

    @property
    def moves(self) -> tuple[Choice, ...]:
        """The legal moves, if a move is due, each with the lowest index of a piece that can make it."""
        return self._seat.player.moves

    @property
    def may_pass(self) -> bool:
        """Whether the player may decline to move."""
        return self.due == "move" and self._seat.player.may_pass

    @property
    def board(self) -> Play | None:
        """The game on the board, to be looked at only; None before the draw."""
        return self._seat.player.play

    def play(self, choose: Strategy) -> bool:
        """Do what is due: roll, come back, or make the move that `choose` chooses (None passes)."""
        if self.due == "roll":
            return self.roll()
        if self.due == "back":
            return self.back()
        choice = self._seat.player.choose(choose)
        return self.pass_() if choice is None else self.move(*choice)

    def roll(self) -> bool:
        """Give the link, if this player owes one, and have the roll made."""
        return self._seat.roll()

    def move(self, move: LegalMove, piece: int) -> bool:
        """Make one of `moves` with a piece."""
        return self._seat.act(self._seat.player.move(move, piece))

    def pass_(self) -> bool:
        """Decline to move."""
        return self._seat.act(self._seat.player.pass_())

    def back(self) -> bool:
        """Play again."""
        return self._seat.act(self._seat.player.back())

    def leave(self) -> bool:
        """Leave the game, signed; a stand-in goes on.  `Seat.turns` ends.  Whoever resumes the seat may come back."""
        return self._seat.leave()
