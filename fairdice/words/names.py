"""What players, their pieces, and the options of their game are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fairdice.marks import colour, mark
from fairdice.printable import listed, told_apart
from replay.options import spell

if TYPE_CHECKING:
    from replay.engine import Game
    from replay.play import Play
    from replay.system import Rules

__all__ = ["NUMBERS", "chosen_options", "names_of", "pieces_of", "seated"]

NUMBERS = ("no", "one", "two", "three", "four")


def names_of(game: Game) -> list[str]:
    """By player who has joined: the name in a sentence; those who share one are numbered as well."""
    return told_apart([join.name for join in game.joins])


def seated(play: Play) -> list[str]:
    """By player: a name for those who have none, by seat: ``player 1 (yellow ▬)``."""
    board = play.seating.board
    return [f"player {p} ({colour(board, seat)} {mark(seat)})" for p, seat in enumerate(play.seating.seats)]


def pieces_of(counted: Iterable[tuple[str, int]]) -> str:
    """Players by their pieces, (name, how many): ``Ben and two pieces of Cleo``."""
    return listed([name if count == 1 else f"{NUMBERS[count]} pieces of {name}" for name, count in counted])


def chosen_options(rules: Rules) -> list[str]:
    """The options that do not have their default, as one types them: ``pairs=block``."""
    declared = rules.system.options
    return [f"{o.name}={spell(value)}" for o in declared if (value := rules.options[o.name]) != o.default]
