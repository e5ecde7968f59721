"""Dice that lie beside a player: those it has rolled and is to move by, and whether it rolls next."""

from __future__ import annotations

from msgspec import Struct

from replay.play import Play
from replay.state import MOVE, OVER, START

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
    return {play.turn: Throw(tuple(sorted(play.hand(), reverse=True)), rolls=play.due != MOVE)}
