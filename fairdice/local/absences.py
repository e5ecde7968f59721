"""When the players of a local game drop out and come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from fairdice.dice import Stream

__all__ = ["Absences", "Occasion", "Reason"]

Occasion: TypeAlias = Literal["roll", "move"]
Reason: TypeAlias = Literal["timeout", "left"]

# A game has each of these once, at the first occasion after so many events; then chance decides.
_CERTAIN: tuple[tuple[int, Occasion, Reason], ...] = (
    (15, "roll", "timeout"),
    (30, "move", "timeout"),
    (45, "roll", "left"),
    (60, "move", "left"),
)
_LEAVES_ONCE_IN = 128
_RETURNS_ONCE_IN = 8


class Absences:
    """Decides by a stream of random bytes."""

    __slots__ = ("_certain", "_stream")

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._certain = list(_CERTAIN)

    def leaver(self, n: int, occasion: Occasion, candidates: Sequence[int]) -> tuple[int, Reason] | None:
        """Who drops out before event `n`, and how; None for nobody."""
        if not candidates:
            return None
        reason: Reason
        if self._certain and n >= self._certain[0][0]:
            _, wanted, reason = self._certain[0]
            if occasion != wanted:
                return None
            self._certain.pop(0)
        elif self._stream.uniform(_LEAVES_ONCE_IN):
            return None
        else:
            reason = "left" if self._stream.uniform(2) else "timeout"
        return candidates[self._stream.uniform(len(candidates))], reason

    def returning(self, away: Sequence[int]) -> list[int]:
        """Who of those who are away comes back now."""
        return [player for player in away if not self._stream.uniform(_RETURNS_ONCE_IN)]
