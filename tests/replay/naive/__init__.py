"""A second reading of the rules: every system once more, slow and plain, without one line of `replay`.

Each file was written from the rule text by somebody who had not read the engine.  Random playouts compare the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tests.replay.naive.classic import NaiveClassic
from tests.replay.naive.clovece import NaiveClovece
from tests.replay.naive.nomercy import NaiveNomercy
from tests.replay.naive.pairs import NaivePairs
from tests.replay.naive.parchis import NaiveParchis

__all__ = ["Naive", "naive"]


class Naive(Protocol):
    """What every second reading offers; positions, moves and answers as documents write them."""

    turn: int
    done: list[int]

    def put(self, document: dict[str, Any]) -> None: ...
    def due(self) -> str: ...
    def documents(self) -> list[list[Any]]: ...
    def answers(self) -> list[dict[str, Any]]: ...
    def may_pass(self) -> bool: ...
    def roll(self, value: int) -> None: ...
    def move(self, fields: dict[str, Any]) -> None: ...
    def pass_(self) -> None: ...
    def ranking(self) -> list[list[int]]: ...
    def points(self) -> list[int] | None: ...


def naive(rules_id: str, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> Naive:
    """A new game under `options`, all of them given; `first` None: start rolls."""
    own: dict[str, Callable[..., Naive]] = {
        "clovece@1": NaiveClovece,
        "pairs@1": NaivePairs,
        "parchis@1": NaiveParchis,
        "nomercy@1": NaiveNomercy,
    }
    if rules_id in own:
        return own[rules_id](options, seats, first)
    return NaiveClassic(rules_id, options, seats, first)
