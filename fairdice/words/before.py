"""What the words for an event need to know of the game before it."""

from __future__ import annotations

from msgspec import Struct

from replay.engine import Game
from replay.state import MOVE

__all__ = ["Before"]


class Before(Struct, frozen=True):
    """The game before an event; empty before the draw."""

    due: str
    pieces: tuple[tuple[int, ...], ...] = ()
    rolls: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    skipped: int = 0
    """How many dice have been spent on absences."""
    owner: int = 0
    """Whose pieces the player moves whose turn it is."""
    last_moved: int | None = None
    bonus: int = 0
    hand: tuple[int, ...] = ()
    """The dice by which the player moves, or that wait for its next roll (Z5, N2)."""
    spends: bool = False
    """Whether they are spent in several moves."""

    @classmethod
    def of(cls, game: Game) -> Before:
        """The game as it stands."""
        play = game.play
        if play is None or game.presence is None:
            return cls(game.due)
        return cls(
            due=game.due,
            pieces=tuple(map(tuple, play.pieces)),
            rolls=tuple(play.rolls),
            done=tuple(play.done),
            skipped=len(game.presence.spent),
            owner=play.owner,
            last_moved=play.last_moved,
            bonus=play.bonus,
            hand=play.hand(),
            spends=play.spends,
        )

    @property
    def straight(self) -> bool:
        """Whether the move that is due comes straight of the last roll, and is all that it gives."""
        return self.due == MOVE and not self.bonus and (not self.spends or len(self.rolls) == 1)
