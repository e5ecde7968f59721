"""Boards as data: loops, offsets, columns, start squares, stars, and the grid cells to draw them.

A piece's *progress* is counted from its own start square (0); `YARD` is -1.  Progress 0..`lap_end` lies on the loop
that all share: the square is (offset of the seat + progress) mod `loop`.  Beyond that the piece is in its own column,
where nobody else may go; `goal` is the greatest progress there is.  Source: docs/spec/rules/common.md, C1 to C4.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

__all__ = [
    "BOARDS",
    "CROSS_40",
    "CROSS_52",
    "CROSS_52_55",
    "CROSS_68",
    "SHAPES",
    "STAR_72",
    "YARD",
    "Board",
    "Cell",
]

YARD = -1

Cell: TypeAlias = tuple[float, float]
"""(column, row) on the board's grid, from the top left, in cells; a square of a cross has whole numbers."""

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


def _walk(start: tuple[int, int], steps: str) -> tuple[Cell, ...]:
    """The cells along a path such as ``"4R 4U"``: from `start`, the last cell left out (it begins the next section)."""
    moves = {"R": (1, 0), "L": (-1, 0), "U": (0, -1), "D": (0, 1)}
    cells, (column, row) = [start], start
    for step in steps.split():
        right, down = moves[step[-1]]
        for _ in range(int(step[:-1])):
            column, row = column + right, row + down
            cells.append((column, row))
    return tuple(cells[:-1])


_Turn: TypeAlias = Callable[[Cell, int], Cell]
"""A cell of seat 0, and a seat: the cell of that seat."""


def _clockwise(size: int) -> _Turn:
    """Quarter turns clockwise of a grid of `size` cells a side."""

    def turn(cell: Cell, seat: int) -> Cell:
        for _ in range(seat):
            cell = size - 1 - cell[1], cell[0]
        return cell

    return turn


def _anticlockwise(size: int) -> _Turn:
    """Quarter turns the other way round."""
    clockwise = _clockwise(size)
    return lambda cell, seat: clockwise(cell, -seat % 4)


def _board(
    *,
    board_id: str,
    turn: _Turn,
    colours: tuple[str, ...],
    size: int,
    section: tuple[Cell, ...],
    start: int = 0,
    lap_end: int,
    home: int,
    stars: tuple[int, ...] = (),
    column: tuple[Cell, ...],
    yard: tuple[Cell, ...],
) -> Board:
    """A board of equal arms, given by what belongs to seat 0: the other seats' are turned.

    `section` are its cells of the loop from square 0, `start` its start square among them, `stars` its star squares.
    """
    seats, length = range(len(colours)), len(section)
    return Board(
        id=board_id,
        loop=length * len(seats),
        offsets=tuple(length * seat + start for seat in seats),
        lap_end=lap_end,
        goal=lap_end + len(column),
        home=home,
        starts=frozenset(length * seat + start for seat in seats),
        stars=frozenset(length * seat + star for seat in seats for star in stars),
        colours=colours,
        size=size,
        cells=tuple(turn(cell, seat) for seat in seats for cell in section),
        columns=tuple(tuple(turn(cell, seat) for cell in column) for seat in seats),
        yards=tuple(tuple(turn(cell, seat) for cell in yard) for seat in seats),
    )


CROSS_52 = _board(
    board_id="cross-52",
    turn=_clockwise(15),
    colours=("red", "green", "yellow", "blue"),
    size=15,
    section=((1, 6), (2, 6), (3, 6), (4, 6), (5, 6), *_walk((6, 5), "5U 2R 1D")),
    lap_end=50,
    home=56,
    stars=(8,),
    column=((1.0, 7.0), (2.0, 7.0), (3.0, 7.0), (4.0, 7.0), (5.0, 7.0), (7.0, 7.0)),
    yard=((1.5, 1.5), (3.5, 1.5), (1.5, 3.5), (3.5, 3.5)),
)

# The same where a piece is home on the last square of its column already (pairs@1 with finish_step=55).
CROSS_52_55 = replace(
    CROSS_52,
    id="cross-52-55",
    goal=55,
    home=55,
    columns=tuple(column[:-1] for column in CROSS_52.columns),
)

CROSS_40 = _board(
    board_id="cross-40",
    turn=_clockwise(11),
    colours=("red", "blue", "green", "yellow"),
    size=11,
    section=_walk((0, 4), "4R 4U 2R"),
    lap_end=39,
    home=40,
    column=((1.0, 5.0), (2.0, 5.0), (3.0, 5.0), (4.0, 5.0)),
    yard=((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)),
)

# Square 68 of the parchis board is 0 here: the end of the first colour's arm, from which its column goes off.
CROSS_68 = _board(
    board_id="cross-68",
    turn=_anticlockwise(19),
    colours=("yellow", "blue", "red", "green"),
    size=19,
    section=((9, 18), *_walk((10, 18), "8U"), *_walk((11, 10), "8R")),
    start=5,
    lap_end=63,
    home=71,
    stars=(0, 12),
    column=((9, 17), (9, 16), (9, 15), (9, 14), (9, 13), (9, 12), (9, 11), (9, 9)),
    yard=((13, 13), (16, 13), (13, 16), (16, 16)),
)


def _lattice(right: float, down: int) -> Cell:
    """The point so far from the middle of the star, on a lattice where each point has six at distance 1 around it."""
    return 7 + right, round(7 + down * sqrt(3) / 2, 3)


def _sixths(cell: Cell, seat: int) -> Cell:
    """Sixths of a turn clockwise on that lattice."""
    right, down = cell[0] - 7, round((cell[1] - 7) / (sqrt(3) / 2))
    for _ in range(seat):
        right, down = right / 2 - down * 0.75, round(right + down / 2)
    return _lattice(right, down)


STAR_72 = _board(
    board_id="star-72",
    turn=_sixths,
    colours=("red", "blue", "green", "yellow", "violet", "black"),
    size=15,
    # Inwards along the first arm to the corner, outwards along the second, to the end of that.
    section=(
        *(_lattice(right, -1) for right in (-6.5, -5.5, -4.5, -3.5, -2.5, -1.5)),
        *(_sixths(_lattice(right, 1), 1) for right in (-2.5, -3.5, -4.5, -5.5, -6.5)),
        _sixths(_lattice(-7, 0), 1),
    ),
    lap_end=71,
    home=72,
    column=tuple(_lattice(right, 0) for right in (-6, -5, -4, -3)),
    yard=(_lattice(-6, -4), _lattice(-5.5, -3), _lattice(-5, -4), _lattice(-4.5, -3)),
)

BOARDS = {board.id: board for board in (CROSS_52, CROSS_40, CROSS_68, STAR_72, CROSS_52_55)}
