"""Dice that are spent together or are left."""

from __future__ import annotations

from collections.abc import Sequence

from fairdice.printable import listed

__all__ = ["added", "counted", "dice_of", "lost"]

_FEW = 5
"""So many dice are named one by one."""


def added(dice: Sequence[int]) -> str:
    """Dice that are moved as one: ``a 3``, ``6 + 6 + 3``, ``8 sixes + 3``."""
    if len(dice) == 1:
        return f"a {dice[0]}"
    if len(dice) <= _FEW:
        return " + ".join(map(str, sorted(dice, reverse=True)))
    return " + ".join([f"{dice.count(6)} sixes", *(str(value) for value in dice if value != 6)])


def counted(dice: Sequence[int]) -> str:
    """Dice that are there: ``a 3``, ``6, 6 and 3``, ``12 sixes and a 3``."""
    if len(dice) == 1:
        return f"a {dice[0]}"
    if len(dice) <= _FEW:
        return listed([str(value) for value in sorted(dice, reverse=True)])
    return listed([f"{dice.count(6)} sixes", *(f"a {value}" for value in dice if value != 6)])


def lost(dice: Sequence[int]) -> str:
    """Dice that nothing can be done with: ``a 3 is lost``, ``6 and 3 are lost``."""
    return f"{counted(dice)} {'is' if len(dice) == 1 else 'are'} lost"


def dice_of(rolls: Sequence[int], spent: Sequence[int]) -> list[int]:
    """The rolls without those that have been spent."""
    left = list(rolls)
    for value in spent:
        left.remove(value)
    return left
