"""The SVG elements of pieces that others hold (nomercy N1): in a row behind bars, in the colour of who holds them.

Prisoners are in the middle of their captor's yard.  Intruders, who have no square in the column any more, are outside
the board, at the end of the arm from which the column is entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist

from fairdice.picture.marks import colour
from fairdice.picture.scene import GATE, Scene, gate, prison
from fairdice.picture.shapes import bars, fills, piece, polygon
from replay.board import Cell

__all__ = ["cages"]

_BARS_EACH = 3
_GROUND = "#e9ecf1"


def cages(scene: Scene) -> Iterator[str]:
    """All held pieces, with their cages."""
    board = scene.board
    for cage in scene.cages:
        holder = scene.seats[cage.holder]
        held = [scene.seats[group.player] for group in cage.groups for _ in range(group.count)]
        if cage.in_column:
            (x, y), (next_x, next_y) = board.cell(holder, board.lap_end), board.columns[holder][0]
            middle, along, depth, longest = gate(board, holder, GATE), (y - next_y, next_x - x), 0.5, 2.8
        else:
            apart = min(dist(one, other) for one, other in combinations(board.yards[holder], 2))
            middle, along, depth, longest = prison(board, holder), (1, 0), 0.4 * apart, 2.1 * apart
        step = min(depth, longest / len(held))
        corners = _corners(middle, along, len(held) * step + 0.1, depth)
        yield polygon(corners, fill=_GROUND, stroke=fills(colour(board, holder))[0], width=0.06)
        for index, seat in enumerate(held):
            far = (index - (len(held) - 1) / 2) * step
            at = middle[0] + along[0] * far, middle[1] + along[1] * far
            yield piece(seat, colour(board, seat), at, min(1, 1.15 * step))
        yield bars(corners, _BARS_EACH * len(held) + 1)


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
