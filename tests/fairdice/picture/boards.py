"""Boards that no rule system has yet, to see that pictures are drawn from a board's data alone."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from replay.board import Board, Cell

__all__ = ["HEXAGON", "WIDE"]


def _hexagon() -> Board:
    """Six arms of two lanes and a column each, 72 squares: nothing stands on whole numbers."""
    inner = sqrt(3)

    def at(arm: float, along: float, aside: float) -> Cell:
        turn = radians(60 * arm - 90)
        return cos(turn) * along - sin(turn) * aside, sin(turn) * along + cos(turn) * aside

    def section(arm: int) -> list[Cell]:
        inward = [at(arm, inner + step, 1) for step in range(5, -1, -1)]
        outward = [at(arm + 1, inner + step, -1) for step in range(1, 6)]
        return [*inward, *outward, at(arm + 1, inner + 5, 0)]

    def yard(arm: int) -> tuple[Cell, ...]:
        column, row = at(arm + 0.5, 6.4, 0)
        return tuple((column + x, row + y) for y in (-0.55, 0.55) for x in (-0.55, 0.55))

    return Board(
        id="test-72",
        loop=72,
        offsets=tuple(12 * arm for arm in range(6)),
        lap_end=71,
        goal=75,
        home=72,
        starts=frozenset(12 * arm for arm in range(6)),
        stars=frozenset(),
        colours=("red", "blue", "green", "yellow", "black", "violet"),
        size=16,
        cells=tuple(cell for arm in range(6) for cell in section(arm)),
        columns=tuple(tuple(at(arm, inner + step, 0) for step in range(4, 0, -1)) for arm in range(6)),
        yards=tuple(yard(arm) for arm in range(6)),
    )


def _wide() -> Board:
    """68 squares on 19 x 19 cells, with a long column to one home."""

    def turned(cells: list[Cell], quarters: int) -> list[Cell]:
        for _ in range(quarters):
            cells = [(18 - row, column) for column, row in cells]
        return cells

    lane: list[Cell] = [(column, 8) for column in range(8)]
    up: list[Cell] = [(8, row) for row in range(7, -1, -1)]
    section = [*lane, *up, (9, 0)]
    column: list[Cell] = [(float(c), 9.0) for c in range(1, 8)] + [(9.0, 9.0)]
    yard: list[Cell] = [(2, 2), (5, 2), (2, 5), (5, 5)]
    return Board(
        id="test-68",
        loop=68,
        offsets=tuple(5 + 17 * seat for seat in range(4)),
        lap_end=63,
        goal=71,
        home=71,
        starts=frozenset(5 + 17 * seat for seat in range(4)),
        stars=frozenset({12, 17, 29, 34, 46, 51, 63}),
        colours=("yellow", "blue", "red", "green"),
        size=19,
        cells=tuple(cell for seat in range(4) for cell in turned(section, seat)),
        columns=tuple(tuple(turned(column, seat)) for seat in range(4)),
        yards=tuple(tuple(turned(yard, seat)) for seat in range(4)),
    )


HEXAGON = _hexagon()
WIDE = _wide()
assert len(HEXAGON.cells) == 72
assert len(WIDE.cells) == 68
