"""A turn machine with the parts that a rule system chooses for it, made once for each choice of options and seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from replay.play import Play
from replay.seating import Seating

if TYPE_CHECKING:
    from replay.system import Rules

__all__ = ["with_parts"]

P = TypeVar("P")
G = TypeVar("G", bound=Play)


def with_parts(
    make: Callable[[P, Rules, Seating], G], choose: Callable[[Rules, Seating], P]
) -> Callable[[Rules, Seating], G]:
    """New games by `make`, of the parts that `choose` gives under the rules."""
    made: dict[tuple[object, ...], P] = {}

    def start(rules: Rules, seating: Seating) -> G:
        key = (tuple(rules.options.items()), seating.seats)
        parts = made.get(key)
        if parts is None:
            parts = made[key] = choose(rules, seating)
        return make(parts, rules, seating)

    return start
