"""When a game was played and how it ended, as pages and files for people say it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fairdice.printable import places
from replay.record import Close

__all__ = ["result_of", "when"]

_STATUS = {"void": "void: no further dice", "abandoned": "stopped by the house"}


def when(at: int) -> str:
    """A time in Unix milliseconds as people read it, UTC; one beyond all calendars as the number it is."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, OSError, ValueError):
        return f"at {at} ms"


def result_of(close: Close, names: Sequence[str]) -> str:
    """The ranking, or why there is none; `names` by player."""
    return places(close.ranking, names) if close.ranking else _STATUS.get(close.status, close.status)
