"""A measured figure and what it should be."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["Row"]


class Row(Struct, frozen=True, omit_defaults=True):
    """One measured figure."""

    what: str
    measured: float | None
    unit: str = "x"
    bound: Literal["at most", "at least"] | None = None
    target: float | None = None
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the target is met; None without target or figure."""
        if self.measured is None or self.target is None:
            return None
        return self.measured <= self.target if self.bound == "at most" else self.measured >= self.target
