"""When a player may decline to act although it could (N6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from replay.parts.actions import ENTER, ON

__all__ = ["ALWAYS", "NEVER", "ONLY_EXTRAS", "Passing"]


class Passing(Struct, frozen=True):
    """When passing is allowed, and what to say where it is not."""

    allows: Callable[[Iterable[str]], bool]
    """Whether a player whose legal actions are of these kinds may pass."""
    refusal: str


ALWAYS = Passing(lambda _kinds: True, "passing is allowed")
NEVER = Passing(lambda _kinds: False, "under these rules nobody may pass while there is something to do with the dice")
ONLY_EXTRAS = Passing(
    lambda kinds: not any(kind in (ENTER, ON) for kind in kinds),
    "a piece can enter or move on, and then nobody may pass",
)
