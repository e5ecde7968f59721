"""How the games that go wrong are played to where they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from replay.play import Play
from replay.state import LegalMove
from tests.support.forge import Forge
from tests.support.wrong import Found, at

__all__ = ["ANY_TIME", "FIRST", "choice", "instead", "play", "until"]

FIRST = {"start": "first"}
ANY_TIME = {"start": "first", "must_play": "nothing"}


def play(forge: Forge) -> Play:
    assert forge.game.play is not None
    return forge.game.play


def until(forge: Forge, reached: Callable[[Forge], object], step: Callable[[Forge], object] = Forge.step) -> Forge:
    """Play on until a condition holds."""
    while not reached(forge):
        step(forge)
    return forge


def choice(forge: Forge, fits: Callable[[LegalMove], bool]) -> int | None:
    """The place, in the order of answers, of the first legal move that fits."""
    return next((place for place, (move, _) in enumerate(forge.game.moves()) if fits(move)), None)


def instead(forge: Forge, pick: int | None, **changes: Any) -> Found:
    """The legal move number `pick`, with other fields: the record goes on as if it had been played rightly."""
    n = forge.n
    probe = forge.game.moves()[pick or 0][0]
    right = {name: getattr(probe, name) for name in ("to", "bonus", "captured", "action", "dice", "column")}
    return at(forge.move(pick or 0, **changes, follow=lambda event: structs.replace(event, **right)).play(n + 4), n)
