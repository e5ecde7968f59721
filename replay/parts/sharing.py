"""Which pieces can stand together on one square: what a position document may say.

A sharing is ``play -> str | None``: why the pieces cannot stand as they do, in words, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from replay.board import YARD
from replay.play import Play

__all__ = ["Sharing", "anywhere", "single_file"]

Sharing: TypeAlias = Callable[[Play], str | None]


def anywhere(_play: Play) -> str | None:
    """Any pieces may share any square."""
    return None


def single_file(crowd: int | None = None) -> Sharing:
    """One piece on a square everywhere, but for the yard and the finishing square `crowd` (M1, E2, Z1)."""

    def sharing(play: Play) -> str | None:
        taken: dict[object, int] = {}
        for player, own in enumerate(play.pieces):
            for piece in own:
                if piece in (YARD, crowd):
                    continue
                square = play.seating.square(player, piece)
                key: object = square if square is not None else (player, piece)
                if key in taken:
                    if taken[key] == player:
                        return f"two pieces of player {player} stand on {piece}, where there is room for one"
                    return f"player {player}'s piece on {piece} stands on the same square as one of player {taken[key]}"
                taken[key] = player
        return None

    return sharing
