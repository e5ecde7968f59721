"""Events in words, one by one and in lines."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

__all__ = ["Line", "Told", "join_lines"]


class Told(Struct, frozen=True):
    """One event in words, without a full stop."""

    n: int
    text: str
    """``Ana moves a piece from 20 to 24``."""
    goes_on: str = ""
    """For a move or pass that comes straight of its roll what can follow that: ``moves a piece from 20 to 24``."""
    whole: str = ""
    """For such a move or pass the sentence with its roll: ``Ana rolls 4, moves a piece from 20 to 24``."""

    @property
    def sentence(self) -> str:
        """The event where it stands alone: with its roll, if it comes straight of it."""
        return self.whole or self.text


class Line(Struct, frozen=True):
    """One sentence about events `first` to `last`."""

    first: int
    last: int
    text: str


def join_lines(told: Iterable[Told]) -> list[Line]:
    """The events as lines; a roll and the move that directly follows it are one."""
    lines: list[Line] = []
    for one in told:
        if one.goes_on and lines and lines[-1].last == one.n - 1 and one.whole.startswith(f"{lines[-1].text}, "):
            lines[-1] = Line(lines[-1].first, one.n, one.whole)
        else:
            lines.append(Line(one.n, one.n, one.text))
    return lines
