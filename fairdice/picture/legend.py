"""The SVG elements below the board: for each player shape, name and place, where its pieces are, and its dice.

Who has the turn is on a white ground with an arrow before it.  All is drawn as large as the picture is wide, so that it
can be read as well beside a large board as beside a small one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fairdice.marks import colour
from fairdice.picture.dice import row
from fairdice.picture.scene import Scene
from fairdice.picture.shapes import escaped, number, piece
from fairdice.picture.throw import Throw
from fairdice.printable import columns, printable

__all__ = ["Line", "height", "legend"]

# Lengths here are parts of the picture's width.
_ROW, _AFTER, _EDGE = 0.094, 0.03, 0.06
_LARGE, _SMALL = 0.034, 0.0285
_DIE = 0.036
_INK, _PAPER, _GREY = "#22262b", "#ffffff", "#4a4f57"
_WIDE_LETTERS = "MWmw@%…—"
"""They take a whole em, others at most three quarters of one for each column of a terminal."""


class Line(Struct, frozen=True):
    """What is said of a player besides its colour and its pieces."""

    name: str
    """As it is in the record; cut where it is too long for a line."""
    place: int | None = None
    """1 for the best; None while it is open."""
    points: int | None = None
    """Where the system gives them."""
    away: bool = False
    turn: bool = False
    """Whether it has the turn."""
    throw: Throw | None = None


def height(lines: Sequence[Line], width: float) -> float:
    """How high the legend of a picture of this width is."""
    return (len(lines) * _ROW + _AFTER) * width if lines else 0


def legend(scene: Scene, lines: Sequence[Line], left: float, top: float, width: float) -> Iterator[str]:
    """Two rows of text for each player.  `lines` are in player order."""
    for player, (seat, line) in enumerate(zip(scene.seats, lines, strict=True)):
        middle = top + (player + 0.5) * _ROW * width
        if line.turn:
            yield from _turn(left, middle, width)
        yield piece(seat, colour(scene.board, seat), (left + _EDGE * 1.4 * width, middle), 0.068 * width)
        dice, free = _dice(line.throw, left + (1 - _EDGE) * width, middle - 0.0195 * width, width)
        start = left + 0.13 * width
        place = f"{line.place}. " if line.place else ""
        name = place + _cut(line.name, (free - start) / (_LARGE * width) - _ems(place) - 0.5)
        yield _text(start, middle - 0.006 * width, name, _LARGE * width, _INK)
        yield _text(start, middle + 0.032 * width, _pieces(scene, player, line), _SMALL * width, _GREY)
        yield from dice


def _turn(left: float, middle: float, width: float) -> Iterator[str]:
    """The ground under the line of who has the turn, and the arrow before it."""
    high = 0.97 * _ROW
    yield (
        f'<rect x="{number(left + 0.02 * width)}" y="{number(middle - high / 2 * width)}" '
        f'width="{number(0.96 * width)}" height="{number(high * width)}" rx="{number(0.015 * width)}" '
        f'fill="{_PAPER}" stroke="{_GREY}" stroke-width="{number(0.003 * width)}"/>'
    )
    x, half = left + 0.029 * width, 0.012 * width
    arrow = f"M{number(x)},{number(middle - half)}v{number(2 * half)}l{number(1.5 * half)},{number(-half)}z"
    yield f'<path d="{arrow}" fill="{_INK}"/>'


def _dice(throw: Throw | None, right: float, middle: float, width: float) -> tuple[list[str], float]:
    """The dice, which end at `right`, and where they begin."""
    return ([], right) if throw is None else row(throw, right, middle, _DIE * width)


def _pieces(scene: Scene, player: int, line: Line) -> str:
    waiting, going, arrived = scene.counts[player]
    parts = [f"yard {waiting}", f"track {going}", f"home {arrived}"]
    if any(scene.captives):
        parts.append(f"captive {scene.captives[player]}")
    if line.points is not None:
        parts.append(f"{line.points} points")
    if line.away:
        parts.append("away")
    return " · ".join(parts)


def _text(x: float, y: float, words: str, size: float, fill: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="system-ui, sans-serif" font-size="{number(size)}" '
        f'fill="{fill}">{escaped(words)}</text>'
    )


def _cut(name: str, room: float) -> str:
    """The name, as much of it as surely has room in so many times the size of the letters."""
    shown = printable(name)
    if _ems(shown) <= room:
        return shown
    while shown and _ems(shown) > room - 1:
        shown = shown[:-1]
    return f"{shown}…"


def _ems(text: str) -> float:
    """How wide the text is at most, about, in any usual font."""
    return sum(map(_em, text))


def _em(char: str) -> float:
    if char in _WIDE_LETTERS:
        return 1
    return columns(char) * (0.75 if char.isupper() else 0.64)
