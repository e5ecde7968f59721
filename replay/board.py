"""Boards as data: loops, offsets, columns, start squares, stars, and the grid cells to draw them.

A piece's *progress* is counted from its own start square (0); `YARD` is -1.  Progress 0..`lap_end` lies on the loop
that all share: the square is (offset of the seat + progress) mod `loop`.  Beyond that the piece is in its own column,
where nobody else may go; `goal` is the greatest progress there is.  Source: docs/spec/rules/common.md, C1 to C4.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

__all__ = ["BOARDS", "CROSS_40", "CROSS_52", "SHAPES", "YARD", "Board", "Cell"]

YARD = -1

Cell: TypeAlias = tuple[float, float]
"""(column, row) on the board's grid, from the top left, in cells; a square of the board has whole numbers."""

SHAPES = ("dot", "diamond", "bar", "triangle", "square", "ring")
"""The mark of each seat: colour is never the only one (C4)."""


class Board(Struct, frozen=True):
    """One board.  All tuples "by seat" have one entry per seat, in turn order around the board."""

    id: str
    loop: int
    """Squares in the loop that all colours share."""
    offsets: tuple[int, ...]
    """By seat: the loop square of progress 0."""
    lap_end: int
    """The last progress on the loop; the next step enters the own column."""
    goal: int
    """The greatest progress a piece can have."""
    home: int
    """The least progress that counts as "home": `goal` where home is one square, else the first home square."""
    starts: frozenset[int]
    """Start squares of the loop."""
    stars: frozenset[int]
    """Star squares of the loop."""
    colours: tuple[str, ...]
    """By seat: the colour's name."""
    size: int
    """Cells along one side of the grid."""
    cells: tuple[Cell, ...]
    """By loop square: its cell."""
    columns: tuple[tuple[Cell, ...], ...]
    """By seat: the cells of progress lap_end + 1 .. goal."""
    yards: tuple[tuple[Cell, ...], ...]
    """By seat: where four pieces wait."""

    def square(self, seat: int, progress: int) -> int | None:
        """The loop square of a piece of `seat` at `progress`, or None in the yard and in the column."""
        if 0 <= progress <= self.lap_end:
            return (self.offsets[seat] + progress) % self.loop
        return None

    def cell(self, seat: int, progress: int, index: int = 0) -> Cell:
        """Where a piece is drawn; `index` (0..3) picks its place in the yard."""
        if progress == YARD:
            return self.yards[seat][index]
        square = self.square(seat, progress)
        if square is None:
            return self.columns[seat][progress - self.lap_end - 1]
        return self.cells[square]


def _walk(start: tuple[int, int], steps: str) -> tuple[tuple[int, int], ...]:
    """The cells along a path such as ``"4R 4U"``: from `start`, the last cell left out (it begins the next section)."""
    moves = {"R": (1, 0), "L": (-1, 0), "U": (0, -1), "D": (0, 1)}
    cells, (column, row) = [start], start
    for step in steps.split():
        right, down = moves[step[-1]]
        for _ in range(int(step[:-1])):
            column, row = column + right, row + down
            cells.append((column, row))
    return tuple(cells[:-1])


def _turned(cells: tuple[Cell, ...], size: int, quarters: int) -> tuple[Cell, ...]:
    """The cells after so many quarter turns clockwise of a grid of `size` cells a side."""
    for _ in range(quarters):
        cells = tuple((size - 1 - row, column) for column, row in cells)
    return cells


def _cross(
    *,
    board_id: str,
    size: int,
    section: tuple[Cell, ...],
    column: tuple[Cell, ...],
    yard: tuple[Cell, ...],
    star: int | None,
    home: int,
    colours: tuple[str, ...],
) -> Board:
    """A cross of four equal arms, given by what belongs to seat 0; the other seats follow by quarter turns."""
    arm = len(section)
    loop = 4 * arm
    # On the board of 40 a colour walks the whole loop; on that of 52 it never uses the square before its own start.
    lap_end = loop - 1 if star is None else loop - 2
    return Board(
        id=board_id,
        loop=loop,
        offsets=tuple(arm * seat for seat in range(4)),
        lap_end=lap_end,
        goal=lap_end + len(column),
        home=home,
        starts=frozenset(arm * seat for seat in range(4)),
        stars=frozenset() if star is None else frozenset(arm * seat + star for seat in range(4)),
        colours=colours,
        size=size,
        cells=tuple(cell for seat in range(4) for cell in _turned(section, size, seat)),
        columns=tuple(_turned(column, size, seat) for seat in range(4)),
        yards=tuple(_turned(yard, size, seat) for seat in range(4)),
    )


CROSS_52 = _cross(
    board_id="cross-52",
    size=15,
    section=((1, 6), (2, 6), (3, 6), (4, 6), (5, 6), *_walk((6, 5), "5U 2R 1D")),
    column=((1.0, 7.0), (2.0, 7.0), (3.0, 7.0), (4.0, 7.0), (5.0, 7.0), (7.0, 7.0)),
    yard=((1.5, 1.5), (3.5, 1.5), (1.5, 3.5), (3.5, 3.5)),
    star=8,
    home=56,
    colours=("red", "green", "yellow", "blue"),
)

CROSS_40 = _cross(
    board_id="cross-40",
    size=11,
    section=_walk((0, 4), "4R 4U 2R"),
    column=((1.0, 5.0), (2.0, 5.0), (3.0, 5.0), (4.0, 5.0)),
    yard=((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)),
    star=None,
    home=40,
    colours=("red", "blue", "green", "yellow"),
)

BOARDS = {board.id: board for board in (CROSS_52, CROSS_40)}
