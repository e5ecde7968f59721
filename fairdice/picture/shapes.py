"""The drawn elements of an SVG picture: pieces in their six shapes, outlines, stars, and how numbers are written.

Lengths are in cells; a piece of scale 1 fills three quarters of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from replay.board import SHAPES, Cell

__all__ = ["bars", "circle", "escaped", "fills", "number", "outline", "piece", "polygon", "star"]

_INK, _PAPER, _IRON = "#22262b", "#ffffff", "#4a4f57"
_FILLS = {
    "red": ("#d8443c", "#f9dedb"),
    "green": ("#2c9a58", "#d8efe1"),
    "yellow": ("#e3a90c", "#fcf1cf"),
    "blue": ("#2f6fd0", "#dae6f9"),
    "violet": ("#8a4fc4", "#eadff6"),
    "black": ("#4a4f57", "#e0e2e6"),
}
_UNKNOWN = ("#8b6f4e", "#ece4da")


def fills(colour: str) -> tuple[str, str]:
    """The strong and the pale tone of a colour's name."""
    return _FILLS.get(colour, _UNKNOWN)


def number(value: float) -> str:
    """A number as short as it can be with three decimals; the same text on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Text as it stands inside an XML element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def circle(middle: Cell, radius: float, *, fill: str, stroke: str, width: float, dashes: str = "") -> str:
    """A circle."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<circle cx="{number(middle[0])}" cy="{number(middle[1])}" r="{number(radius)}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{number(width)}"{dashed}/>'
    )


def polygon(points: Sequence[Cell], *, fill: str = "", stroke: str = "", width: float = 0) -> str:
    """A closed line through the points; without colours those of the group around it hold."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    paint = f' fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"' if fill else ""
    return f'<polygon points="{path}"{paint} stroke-linejoin="round"/>'


def star(middle: Cell, radius: float, fill: str, stroke: str) -> str:
    """A star of five points."""
    points = _around(middle, [radius if index % 2 == 0 else 0.45 * radius for index in range(10)])
    return polygon(points, fill=fill, stroke=stroke, width=0.03)


def bars(corners: Sequence[Cell], count: int, width: float) -> str:
    """So many bars of this width across the rectangle with these corners, evenly from its first to its second."""
    (x, y), (end_x, end_y), _, (down_x, down_y) = corners
    path = []
    for index in range(count):
        part = index / (count - 1)
        right, down = (end_x - x) * part, (end_y - y) * part
        path.append(
            f"M{number(x + right)},{number(y + down)}L{number(down_x + right)},{number(down_y + down)}",
        )
    return f'<path d="{"".join(path)}" fill="none" stroke="{_IRON}" stroke-width="{number(width)}"/>'


def piece(seat: int, colour: str, middle: Cell, scale: float, *, lap: int | None = None, locked: bool = False) -> str:
    """A piece in the shape of its seat; with the number of its lap if it has gone round again, or with a lock."""
    fill = fills(colour)[0]
    width = 0.05 * max(scale, 0.5)
    shape = _shape(SHAPES[seat], middle, scale, fill=fill, stroke=_INK, width=width)
    if SHAPES[seat] == "ring":
        shape += circle(middle, 0.14 * scale, fill=_PAPER, stroke=_INK, width=width)
    if lap is None and not locked:
        return shape
    x, y = middle[0] + 0.24 * scale, middle[1] + 0.24 * scale
    shape += circle((x, y), 0.2 * scale, fill=_PAPER, stroke=_INK, width=0.03)
    return shape + (_padlock(x, y, scale) if lap is None else _badge(x, y, scale, str(lap)))


def _badge(x: float, y: float, scale: float, text: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y + 0.1 * scale)}" font-family="system-ui, sans-serif" '
        f'font-size="{number(0.29 * scale)}" fill="{_INK}" text-anchor="middle">{text}</text>'
    )


def _padlock(x: float, y: float, scale: float) -> str:
    """A padlock: the body, and the bow above it."""
    wide, bow = 0.2 * scale, 0.065 * scale
    return (
        f'<rect x="{number(x - wide / 2)}" y="{number(y - 0.02 * scale)}" width="{number(wide)}" '
        f'height="{number(0.14 * scale)}" rx="{number(0.02 * scale)}" fill="{_IRON}"/>'
        f'<path d="M{number(x - bow)},{number(y)}v{number(-0.05 * scale)}a{number(bow)},{number(bow)} 0 0 1 '
        f'{number(2 * bow)},0v{number(0.05 * scale)}" fill="none" stroke="{_IRON}" '
        f'stroke-width="{number(0.04 * scale)}"/>'
    )


def outline(seat: int, middle: Cell, stroke: str) -> str:
    """The empty shape of a seat, on its start square."""
    shape = _shape(SHAPES[seat], middle, 0.72, fill="none", stroke=stroke, width=0.06)
    return shape + circle(middle, 0.1, fill="none", stroke=stroke, width=0.05) if SHAPES[seat] == "ring" else shape


def _shape(name: str, middle: Cell, scale: float, *, fill: str, stroke: str, width: float) -> str:
    x, y = middle
    if name in ("dot", "ring"):
        return circle(middle, 0.33 * scale, fill=fill, stroke=stroke, width=width)
    if name == "diamond":
        return polygon(_around(middle, [0.41 * scale] * 4), fill=fill, stroke=stroke, width=width)
    if name == "triangle":
        points = _around((x, y + 0.07 * scale), [0.42 * scale] * 3)
        return polygon(points, fill=fill, stroke=stroke, width=width)
    across, high = (0.72, 0.36) if name == "bar" else (0.57, 0.57)
    across, high = across * scale / 2, high * scale / 2
    corners = [(x - across, y - high), (x + across, y - high), (x + across, y + high), (x - across, y + high)]
    return polygon(corners, fill=fill, stroke=stroke, width=width)


def _around(middle: Cell, radii: Sequence[float]) -> list[Cell]:
    """Points at equal angles around `middle`, the first above it, clockwise."""
    turn = 2 * pi / len(radii)
    return [
        (middle[0] + radius * sin(index * turn), middle[1] - radius * cos(index * turn))
        for index, radius in enumerate(radii)
    ]
