"""The SVG elements of dice: faces with pips, a dashed empty one for a roll that is due, a plate for a bonus."""

from __future__ import annotations

from collections.abc import Iterator

from fairdice.picture.shapes import number
from fairdice.picture.throw import Throw

__all__ = ["row"]

_INK, _PAPER = "#22262b", "#ffffff"
_EDGE = "#4a4f57"
_STEP = 1.2
"""From one die to the next, in dice."""
_MOST = 8
"""So many dice are drawn one by one."""

# By face: the pips, from the middle, in quarters of the die.
_CORNERS = ((-1, -1), (1, 1))
_OTHERS = ((1, -1), (-1, 1))
_PIPS = {
    1: ((0, 0),),
    2: _OTHERS,
    3: ((0, 0), *_OTHERS),
    4: (*_CORNERS, *_OTHERS),
    5: ((0, 0), *_CORNERS, *_OTHERS),
    6: ((-1, 0), (1, 0), *_CORNERS, *_OTHERS),
}


def row(throw: Throw, right: float, middle: float, size: float) -> tuple[list[str], float]:
    """The dice of a throw with this length of an edge, side by side up to `right`, and where the row begins.

    Of more than eight the sixes are one die with their number before it.
    """
    dice, sixes = throw.dice, throw.dice.count(6)
    many = len(dice) > _MOST
    if many:
        dice = (6, *(value for value in dice if value != 6))
    if throw.bonus:
        return [_plate(right, middle, size, f"+{throw.bonus}")], right - 1.8 * size
    left = right - size - (len(dice) + throw.rolls - 1) * _STEP * size
    places = [left + (index + 0.5 + (_STEP - 1) * index) * size for index in range(len(dice) + throw.rolls)]
    drawn = [part for x, value in zip(places, dice, strict=False) for part in _die(x, middle, size, value)]
    if throw.rolls:
        drawn.append(_square(places[-1], middle, size, dashed=True))
    if many:
        drawn.append(_words(left - 0.25 * size, middle, size, f"{sixes} ×", "end"))
        left -= 2.4 * size
    return drawn, left


def _die(x: float, y: float, size: float, value: int) -> Iterator[str]:
    """One face."""
    yield _square(x, y, size)
    for right, down in _PIPS[value]:
        yield (
            f'<circle cx="{number(x + 0.26 * right * size)}" cy="{number(y + 0.26 * down * size)}" '
            f'r="{number(0.1 * size)}" fill="{_INK}"/>'
        )


def _square(x: float, y: float, size: float, *, dashed: bool = False) -> str:
    dashes = f' stroke-dasharray="{number(0.16 * size)} {number(0.13 * size)}"' if dashed else ""
    return (
        f'<rect x="{number(x - size / 2)}" y="{number(y - size / 2)}" width="{number(size)}" height="{number(size)}" '
        f'rx="{number(0.2 * size)}" fill="{"none" if dashed else _PAPER}" stroke="{_EDGE}" '
        f'stroke-width="{number(0.07 * size)}"{dashes}/>'
    )


def _plate(right: float, middle: float, size: float, text: str) -> str:
    """A bonus: its squares on a plate."""
    wide = 1.7 * size
    return (
        f'<rect x="{number(right - wide)}" y="{number(middle - size / 2)}" width="{number(wide)}" '
        f'height="{number(size)}" rx="{number(0.5 * size)}" fill="{_PAPER}" stroke="{_EDGE}" '
        f'stroke-width="{number(0.07 * size)}"/>' + _words(right - wide / 2, middle, size, text, "middle")
    )


def _words(x: float, middle: float, size: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(middle + 0.27 * size)}" font-family="system-ui, sans-serif" '
        f'font-size="{number(0.75 * size)}" fill="{_INK}" text-anchor="{anchor}">{text}</text>'
    )
