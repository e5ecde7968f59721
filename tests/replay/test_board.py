"""Boards: the geometry that the rule text states, and what must hold on every board."""

from __future__ import annotations

import pytest

from replay.board import BOARDS, CROSS_40, CROSS_52, SHAPES, YARD, Board

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


@every_board
def test_every_place_has_a_cell_of_its_own(board: Board) -> None:
    columns = [cell for column in board.columns for cell in column]
    yards = [cell for yard in board.yards for cell in yard]
    centre = {column[-1] for column in board.columns} if board.home == board.goal else set()
    own = [cell for cell in columns if cell not in centre]
    places = [*board.cells, *own, *yards, *centre]
    assert len(set(places)) == len(places)
    assert all(0 <= at <= board.size - 1 for cell in places for at in cell)
    assert len(board.cells) == board.loop
    assert {len(column) for column in board.columns} == {board.goal - board.lap_end}
    assert {len(yard) for yard in board.yards} == {4}


@every_board
def test_squares_follow_each_other(board: Board) -> None:
    """The next square of the loop is a neighbour, at the corners of the cross across the corner."""
    ring = zip(board.cells, board.cells[1:] + board.cells[:1], strict=True)
    assert all(max(abs(c - column), abs(r - row)) == 1 for (column, row), (c, r) in ring)
    for seat in range(len(board.offsets)):
        way = [board.cell(seat, progress) for progress in range(board.lap_end, board.goal + 1)]
        assert len({column for column, _ in way}) == 1 or len({row for _, row in way}) == 1


@every_board
def test_seats_are_turned_about_the_centre(board: Board) -> None:
    seats = len(board.offsets)
    assert len(board.colours) == len(board.columns) == len(board.yards) == seats <= len(SHAPES)
    assert len(set(board.colours)) == seats
    for seat in range(seats):
        nxt = (seat + 1) % seats
        for progress in range(board.goal + 1):
            column, row = board.cell(seat, progress)
            assert board.cell(nxt, progress) == (board.size - 1 - row, column)
        turned = {(board.size - 1 - row, column) for column, row in board.yards[seat]}
        assert set(board.yards[nxt]) == turned


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
