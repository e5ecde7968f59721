"""The SVG elements of pieces that others hold (nomercy N1): in rows behind bars, in the colour of who holds them.

Prisoners are in the middle of their captor's yard, between its places.  Intruders, who have no square in the column any
more, are outside the board, at the end of the arm from which the column is entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fairdice.marks import colour
from fairdice.picture.scene import GATE, Scene, apart, gate, prison
from fairdice.picture.shapes import bars, fills, piece, polygon
from replay.board import Cell

__all__ = ["cages"]

_GROUND = "#e9ecf1"
_ROWS = 3
"""More rows than these are never needed: at most twelve pieces are in one cage."""
_LARGEST = 0.8
_IN_YARD = 0.46, 1.6
_AT_ARM = 0.5, 6.2
"""How deep and how long a cage is at most: in a yard by the distance of its places, at an arm in cells."""


def cages(scene: Scene) -> Iterator[str]:
    """All held pieces, with their cages."""
    board = scene.board
    for cage in scene.cages:
        holder = scene.seats[cage.holder]
        held = [scene.seats[group.player] for group in cage.groups for _ in range(group.count)]
        if cage.in_column:
            (x, y), (next_x, next_y) = board.cell(holder, board.lap_end), board.columns[holder][0]
            middle, along = gate(board, holder, GATE), (y - next_y, next_x - x)
            depth, longest = _AT_ARM
        else:
            middle, along = prison(board, holder), (1, 0)
            depth, longest = (part * apart(board.yards[holder]) for part in _IN_YARD)
        step, beside = _arranged(len(held), depth, longest)
        rows = ceil(len(held) / beside)
        corners = _corners(middle, along, beside * step + 0.1, rows * step)
        yield polygon(corners, fill=_GROUND, stroke=fills(colour(board, holder))[0], width=0.06)
        for index, seat in enumerate(held):
            row, place = divmod(index, beside)
            in_row = min(beside, len(held) - row * beside)
            far, aside = (place - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step
            at = middle[0] + along[0] * far - along[1] * aside, middle[1] + along[1] * far + along[0] * aside
            yield piece(seat, colour(board, seat), at, min(1, 1.12 * step))
        yield bars(corners, 2 * beside + 1, 0.05 * step / _LARGEST)


def _arranged(count: int, depth: float, longest: float) -> tuple[float, int]:
    """How far apart the pieces in a cage are, and how many are side by side: so that they are as large as can be."""
    ways = [(rows, ceil(count / rows)) for rows in range(1, _ROWS + 1)]
    return max(
        ((min(_LARGEST, depth / rows, longest / beside), beside) for rows, beside in ways), key=lambda way: way[0]
    )


def _corners(middle: Cell, along: Cell, length: float, depth: float) -> list[Cell]:
    """The corners of a rectangle around `middle`, with its length in the direction of the unit vector `along`."""
    (x, y), (right, down) = middle, along
    return [
        (x + right * far - down * aside, y + down * far + right * aside)
        for far, aside in (
            (-length / 2, -depth / 2),
            (length / 2, -depth / 2),
            (length / 2, depth / 2),
            (-length / 2, depth / 2),
        )
    ]
