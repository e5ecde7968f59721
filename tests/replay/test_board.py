"""Boards: the geometry that the rule text states, and what must hold on every board."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, dist, radians, sin

import pytest
from msgspec.structs import asdict

from replay.board import BOARDS, CROSS_40, CROSS_52, CROSS_52_55, CROSS_68, SHAPES, STAR_72, YARD, Board, Cell

every_board = pytest.mark.parametrize("board", list(BOARDS.values()), ids=list(BOARDS))


def walked(start: tuple[int, int], path: str) -> list[tuple[int, int]]:
    """Cells of a path such as "4 right, 2 down", its first and its last included."""
    column, row = start
    cells = [start]
    for leg in path.split(", "):
        count, way = leg.split()
        for _ in range(int(count)):
            column += {"right": 1, "left": -1}.get(way, 0)
            row += {"down": 1, "up": -1}.get(way, 0)
            cells.append((column, row))
    return cells


def test_the_board_of_52() -> None:
    board = CROSS_52
    assert (board.loop, board.lap_end, board.goal, board.home, board.size) == (52, 50, 56, 56, 15)
    assert board.offsets == (0, 13, 26, 39)
    assert board.starts == {0, 13, 26, 39}
    assert board.stars == {8, 21, 34, 47}
    assert board.colours == ("red", "green", "yellow", "blue")


def test_cells_of_the_board_of_52() -> None:
    section = "(1,6)(2,6)(3,6)(4,6)(5,6)(6,5)(6,4)(6,3)(6,2)(6,1)(6,0)(7,0)(8,0)"
    told = [tuple(map(int, cell.split(","))) for cell in section[1:-1].split(")(")]
    for quarter in range(4):
        assert list(CROSS_52.cells[13 * quarter : 13 * quarter + 13]) == told
        told = [(14 - row, column) for column, row in told]
    assert CROSS_52.cell(0, 50) == (0, 7)
    assert [CROSS_52.cell(0, progress) for progress in range(51, 57)] == [
        (1, 7),
        (2, 7),
        (3, 7),
        (4, 7),
        (5, 7),
        (7, 7),
    ]
    assert {CROSS_52.cell(seat, 56) for seat in range(4)} == {(7, 7)}


def test_the_board_of_40() -> None:
    board = CROSS_40
    assert (board.loop, board.lap_end, board.goal, board.home, board.size) == (40, 39, 43, 40, 11)
    assert board.offsets == (0, 10, 20, 30)
    assert board.starts == {0, 10, 20, 30}
    assert board.stars == set()
    assert board.colours == ("red", "blue", "green", "yellow")


def test_cells_of_the_board_of_40() -> None:
    path = "4 right, 4 up, 2 right, 4 down, 4 right, 2 down, 4 left, 4 down, 2 left, 4 up, 4 left, 2 up"
    *loop, back_at_the_start = walked((0, 4), path)
    assert list(CROSS_40.cells) == loop
    assert back_at_the_start == loop[0]
    assert [CROSS_40.cell(0, progress) for progress in range(39, 44)] == [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5)]


def test_the_board_of_52_whose_columns_end_at_home() -> None:
    board = CROSS_52_55
    assert (board.goal, board.home) == (55, 55)
    assert [board.cell(seat, 55) for seat in range(4)] == [(5, 7), (7, 5), (9, 7), (7, 9)]
    other = {"id", "goal", "home", "columns"}
    short, long = asdict(board), asdict(CROSS_52)
    assert {name for name in long if short[name] != long[name]} == other


def test_the_board_of_68() -> None:
    board = CROSS_68
    assert (board.loop, board.lap_end, board.goal, board.home, board.size) == (68, 63, 71, 71, 19)
    assert board.offsets == (5, 22, 39, 56)
    # The rules number the squares 1..68: 68 is 0 here.
    assert {square or 68 for square in board.starts | board.stars} == {5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68}
    assert board.starts == {5, 22, 39, 56}
    assert not board.starts & board.stars
    assert board.colours == ("yellow", "blue", "red", "green")
    assert [board.square(seat, 63) for seat in range(4)] == [0, 17, 34, 51]


def test_cells_of_the_board_of_68() -> None:
    """Anticlockwise from the end of the lower arm: eight squares in, eight out to the end of the right arm."""
    board = CROSS_68
    assert board.cells[0] == (9, 18)
    assert list(board.cells[1:9]) == walked((10, 18), "7 up")
    assert list(board.cells[9:17]) == walked((11, 10), "7 right")
    assert board.cells[17] == (18, 9)
    assert board.cell(0, 0) == (10, 14)
    assert [board.cell(0, progress) for progress in range(63, 71)] == walked((9, 18), "7 up")
    assert {board.cell(seat, 71) for seat in range(4)} == {(9, 9)}
    # The yard is in the corner beside the lane with the start square, below on the right.
    assert all(column > 10 and row > 10 for column, row in board.yards[0])


def test_the_board_of_72() -> None:
    board = STAR_72
    assert (board.loop, board.lap_end, board.goal, board.home, board.size) == (72, 71, 75, 72, 15)
    assert board.offsets == (0, 12, 24, 36, 48, 60)
    assert board.starts == set(board.offsets)
    assert board.stars == set()
    assert board.colours == ("red", "blue", "green", "yellow", "violet", "black")


def test_cells_of_the_board_of_72() -> None:
    """The first arm points to the left: its upper lane leads in, the lane of the next arm out."""
    board = STAR_72
    assert list(board.cells[:6]) == [(column + 0.5, 6.134) for column in range(6)]
    assert board.cells[5:12] == (
        (5.5, 6.134),
        (5, 5.268),
        (4.5, 4.402),
        (4, 3.536),
        (3.5, 2.67),
        (3, 1.804),
        (3.5, 0.938),
    )
    assert [board.cell(0, progress) for progress in range(71, 76)] == [(column, 7) for column in range(5)]


@every_board
def test_every_place_has_a_cell_of_its_own(board: Board) -> None:
    columns = [cell for column in board.columns for cell in column]
    yards = [cell for yard in board.yards for cell in yard]
    ends = {column[-1] for column in board.columns}
    centre = ends if len(ends) == 1 else set()
    own = [cell for cell in columns if cell not in centre]
    places = [*board.cells, *own, *yards, *centre]
    assert len(centre) == (board.id in ("cross-52", "cross-68"))
    assert len(set(places)) == len(places)
    assert min(dist(one, other) for one, other in combinations(places, 2)) == pytest.approx(1, abs=1e-3)
    assert all(0 <= at <= board.size - 1 for cell in places for at in cell)
    assert all(at == round(at, 3) for cell in places for at in cell)
    assert len(board.cells) == board.loop
    assert {len(column) for column in board.columns} == {board.goal - board.lap_end}
    assert {len(yard) for yard in board.yards} == {4}


@every_board
def test_squares_follow_each_other(board: Board) -> None:
    """The next square of the loop is a neighbour, on a cross that of 52 and 68 squares across the corner."""
    ring = zip(board.cells, board.cells[1:] + board.cells[:1], strict=True)
    steps = [dist(one, other) for one, other in ring]
    across = [step for step in steps if step > 1.01]
    assert across == pytest.approx([2**0.5] * (4 if board.loop in (52, 68) else 0))
    assert min(steps) > 0.999


@every_board
def test_the_column_goes_straight_to_the_middle(board: Board) -> None:
    """From the end of the seat's own arm, cell by cell; only to a shared home one is left out."""
    middle = (board.size - 1) / 2
    for seat in range(len(board.offsets)):
        way = [board.cell(seat, progress) for progress in range(board.lap_end, board.goal + 1)]
        left = [dist(cell, (middle, middle)) for cell in way]
        steps = [before - after for before, after in pairwise(left)]
        assert steps[:-1] == pytest.approx([1] * (len(steps) - 1), abs=1e-3)
        assert steps[-1] == pytest.approx(2 if left[-1] == 0 else 1, abs=1e-3)
        assert left[0] == pytest.approx(middle, abs=1e-3)


@every_board
def test_the_start_is_beside_the_own_column(board: Board) -> None:
    """In the lane that leads in, on the seat's own arm; the yard is on that side."""
    for seat in range(len(board.offsets)):
        start = board.cell(seat, 0)
        column = [board.cell(seat, progress) for progress in range(board.lap_end, board.goal + 1)]
        assert min(dist(start, cell) for cell in column) < 1.01
        lane = [board.cell(seat, progress) for progress in range(3)]
        assert dist(lane[-1], column[-1]) < dist(start, column[-1])
        waiting = [min(dist(yard, start) for yard in yards) for yards in board.yards]
        assert waiting.index(min(waiting)) == seat


def turned(board: Board, cell: Cell) -> Cell:
    """The cell after a turn about the middle, as far as from one seat to the next."""
    angle = radians(360 / len(board.offsets) * (-1 if board is CROSS_68 else 1))
    middle = (board.size - 1) / 2
    right, down = cell[0] - middle, cell[1] - middle
    return middle + right * cos(angle) - down * sin(angle), middle + right * sin(angle) + down * cos(angle)


@every_board
def test_seats_are_turned_about_the_centre(board: Board) -> None:
    seats = len(board.offsets)
    assert len(board.colours) == len(board.columns) == len(board.yards) == seats <= len(SHAPES)
    assert len(set(board.colours)) == seats
    for seat in range(seats):
        nxt = (seat + 1) % seats
        for progress in range(board.goal + 1):
            assert dist(board.cell(nxt, progress), turned(board, board.cell(seat, progress))) < 2e-3
        for index in range(4):
            assert dist(board.cell(nxt, YARD, index), turned(board, board.cell(seat, YARD, index))) < 2e-3


@every_board
def test_boards_look_the_same_in_a_mirror(board: Board) -> None:
    """What is left and right of a vertical line through the middle lies alike: loop, columns and yards."""
    for cells in (board.cells, *zip(*board.columns, strict=True), [cell for yard in board.yards for cell in yard]):
        assert {(board.size - 1 - column, row) for column, row in cells} == set(cells)


@every_board
def test_squares_of_a_seat(board: Board) -> None:
    for seat, offset in enumerate(board.offsets):
        squares = [board.square(seat, progress) for progress in range(board.lap_end + 1)]
        assert squares[0] == offset
        assert offset in board.starts
        assert squares == [(offset + progress) % board.loop for progress in range(board.lap_end + 1)]
        assert [board.square(seat, progress) for progress in (YARD, board.lap_end + 1, board.goal)] == [None] * 3
        for index in range(4):
            assert board.cell(seat, YARD, index) == board.yards[seat][index]


def test_marks() -> None:
    assert SHAPES == ("dot", "diamond", "bar", "triangle", "square", "ring")
