r"""Text from others made safe to print: names, notes and messages cannot move the cursor or turn the line around.

A record's names may hold anything but control characters; a terminal obeys more than those (right-to-left overrides,
invisible letters).  Whatever is no printable character is written as an escape such as ``\u202e``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["columns", "listed", "pad", "places", "printable", "quoted", "told_apart"]

_PLAIN_NAME = re.compile(r"[\w.'’-]+")

# Letters of Persian and of Indian scripts, and families of emoji, are joined and parted with these.
_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """`text` with every character that is no letter, mark, digit, sign or space written as an escape.

    Spaces of other widths become a plain space.  The answer is one line.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in _JOINERS else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    from unicodedata import category

    if category(char) == "Zs":
        return " "
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def quoted(name: str) -> str:
    """A name as a sentence may hold it: printable, and in quotation marks unless it is one plain word."""
    shown = printable(name)
    return shown if _PLAIN_NAME.fullmatch(shown) else '"' + shown.replace('"', '\\"') + '"'


def told_apart(names: Sequence[str]) -> list[str]:
    """By player: the name in a sentence; those who share one are numbered as well."""
    shown = [quoted(name) for name in names]
    return [f"{name} (player {player})" if shown.count(name) > 1 else name for player, name in enumerate(shown)]


def columns(text: str) -> int:
    """How many columns of a terminal the (printable) text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    wide = sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(1 for char in text if combining(char) or char in _JOINERS or "\ufe00" <= char <= "\ufe0f")


def pad(text: str, width: int) -> str:
    """`text` with spaces after it, so that it takes at least `width` columns."""
    return text + " " * max(0, width - columns(text))


def listed(words: Sequence[str]) -> str:
    """``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def places(ranking: Iterable[Sequence[int]], names: Sequence[str]) -> str:
    """A ranking in words: ``1. Ana, 2. Ben and Cleo, 3. Dan``; a player without a name keeps its number (C13)."""
    tied = (listed([names[p] if p < len(names) else str(p) for p in place]) for place in ranking)
    return ", ".join(f"{number}. {players}" for number, players in enumerate(tied, 1))
