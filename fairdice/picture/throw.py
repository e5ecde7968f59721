"""Dice that lie beside a player: those it has rolled and is to move by, and whether it rolls next."""

from __future__ import annotations

from msgspec import Struct

from fairdice.words.dice import dice_of
from replay.play import Play
from replay.sequence import SequenceTurn
from replay.state import MOVE, OVER, START
from replay.turn import Turn

__all__ = ["Throw", "throws"]


class Throw(Struct, frozen=True):
    """What lies beside one player."""

    dice: tuple[int, ...] = ()
    """The rolls that are to be moved, the highest first; those kept so far; or a start roll."""
    bonus: int = 0
    """Squares of the bonus move that is due instead; 0: none is."""
    rolls: bool = False
    """Whether the player is to roll."""


def throws(play: Play) -> dict[int, Throw]:
    """By player: the dice of who has the turn, or the start rolls of this round; nothing once the game is over."""
    if play.due == OVER:
        return {}
    if play.due == START:
        rolled = dict(zip(play.contenders, play.start_rolls, strict=False))
        return {**{player: Throw((value,)) for player, value in rolled.items()}, play.turn: Throw(rolls=True)}
    if play.bonus:
        return {play.turn: Throw(bonus=play.bonus)}
    dice = _to_move(play) if play.due == MOVE else _kept(play)
    return {play.turn: Throw(tuple(sorted(dice, reverse=True)), rolls=play.due != MOVE)}


def _to_move(play: Play) -> list[int]:
    """The rolls by which the player moves, with kept sixes."""
    if isinstance(play, SequenceTurn):
        return dice_of(play.rolls, play.spent)
    kept = play.parts.kept(play) if isinstance(play, Turn) and play.parts.kept is not None else 0
    return [6] * kept + play.rolls[-1:]


def _kept(play: Play) -> list[int]:
    """The rolls that wait for the next one: a sequence that goes on, or kept sixes but the one that brought out."""
    if isinstance(play, SequenceTurn):
        return play.rolls
    if isinstance(play, Turn) and play.parts.kept is not None:
        return [6] * (play.sixes - (play.last_moved is not None))
    return []
