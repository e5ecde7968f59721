"""What the words for an event need to know of the game before it."""

from __future__ import annotations

from msgspec import Struct

from fairdice.words.dice import dice_of
from replay.engine import Game
from replay.play import Play
from replay.sequence import SequenceTurn
from replay.state import MOVE
from replay.turn import Turn

__all__ = ["Before"]


class Before(Struct, frozen=True):
    """The game before an event; empty before the draw."""

    due: str
    pieces: tuple[tuple[int, ...], ...] = ()
    rolls: tuple[int, ...] = ()
    sixes: int = 0
    done: tuple[int, ...] = ()
    skipped: int = 0
    """How many dice have been spent on absences."""
    owner: int = 0
    """Whose pieces the player moves whose turn it is."""
    last_moved: int | None = None
    bonus: int = 0
    kept: int = 0
    """Sixes that have been kept for the next move (Z5)."""
    dice: tuple[int, ...] = ()
    """Dice of a sequence that are left to spend (N2)."""

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
            sixes=play.sixes,
            done=tuple(play.done),
            skipped=len(game.presence.spent),
            owner=play.owner,
            last_moved=play.last_moved,
            bonus=play.bonus,
            kept=_kept(play),
            dice=tuple(dice_of(play.rolls, play.spent)) if isinstance(play, SequenceTurn) else (),
        )

    @property
    def straight(self) -> bool:
        """Whether the move that is due comes straight of the last roll, and is all that it gives."""
        return self.due == MOVE and not self.bonus and (not self.dice or len(self.rolls) == 1)


def _kept(play: Play) -> int:
    if not isinstance(play, Turn) or play.parts.kept is None:
        return 0
    # While a roll is due there is none yet that the kept sixes would be moved with.
    return play.parts.kept(play) if play.due == MOVE else play.sixes - (play.last_moved is not None)
