"""A client's seat at the house of `tests.support.house`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fairdice.client import Seat
from fairdice.dice import Stream
from fairdice.local.bots import BOTS
from tests.support.house import CODE, URL, House

__all__ = ["choose", "play", "sit"]

choose = BOTS["greedy"](Stream(bytes(32)))


def sit(house: House, keep: Path, **settings: Any) -> Seat:
    """Join, or go on."""
    keep.mkdir(mode=0o700, parents=True, exist_ok=True)
    given: dict[str, Any] = {"name": "Ana", "keep": keep, "transport": house.transport, "sleep": lambda _s: None}
    return Seat.join(URL, CODE, **(given | settings))


def play(seat: Seat) -> None:
    """Play to the end."""
    for turn in seat.turns():
        turn.play(choose)
