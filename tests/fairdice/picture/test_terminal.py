from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import convert, structs

from fairdice.picture.scene import Group, Scene, Spot, empty, scene
from fairdice.picture.terminal import draw, paint
from fairdice.printable import columns as wide
from replay.board import BOARDS, CROSS_52, STAR_72, Board
from replay.piece import intruder, prisoner
from replay.position import Position, setup
from tests.fairdice.golden_text import golden
from tests.fairdice.picture.placing import FULL, HELD, placed

ALL = list(BOARDS.values())
CODES = re.compile(r"\x1b\[[0-9;]*m")

STAR: dict[str, Any] = {
    "ruleset": "star@1",
    "players": 4,
    "pieces": [[0, 26, 26, -1], [0, 8, 56, 56], [52, 21, -1, -1], [34, 34, 34, 56]],
}
CROWD: dict[str, Any] = {
    "ruleset": "star@1",
    "players": 4,
    "options": {"capture_before_home": True},
    "pieces": [[21, 21, 21, 0], [8, 8, 39, 39], [47, 47, 26, {"p": 51, "lap": 0}], [34, 13, 13, {"p": 4, "lap": 1}]],
}
MENSCH: dict[str, Any] = {
    "ruleset": "mensch@1",
    "players": 3,
    "pieces": [[0, 12, 40, 43], [0, -1, -1, -1], [39, 41, 42, 43]],
}


def lines(position: dict[str, Any], *, in_colour: bool = False) -> list[str]:
    return draw(scene(setup(convert(position, Position))), in_colour=in_colour)


@pytest.mark.parametrize(("name", "position"), [("star", STAR), ("crowd", CROWD), ("mensch", MENSCH)])
def test_boards(name: str, position: dict[str, Any]) -> None:
    golden(f"board-{name}.txt", "\n".join(lines(position)) + "\n")


@pytest.mark.parametrize("board", list(FULL))
def test_the_other_boards(board: str) -> None:
    golden(f"board-{board}.txt", "\n".join(draw(scene(FULL[board]), in_colour=False)) + "\n")


def test_captives_and_locks() -> None:
    golden("board-captives.txt", "\n".join(draw(scene(HELD), in_colour=False)) + "\n")


def test_a_full_cage_moves_nothing() -> None:
    """Twelve intruders in one column: their number has no room beside the board, where squares go on behind it."""
    lines = draw(scene(placed(CROSS_52, (0, 1, 2, 3), [[-1] * 4, *[[intruder(0)] * 4] * 3])), in_colour=False)
    assert lines[-1] == "# intruders in the column of ●: 4 ◆, 4 ▬, 4 ▲"
    bare = draw(scene(placed(CROSS_52, (0, 1, 2, 3), [[-1] * 4, *[[]] * 3])), in_colour=False)
    assert lines[7] == f"#+{bare[7]}"
    assert [line[2:] for line in lines[:15] if line != lines[7]] == [line for line in bare if line != bare[7]]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_ten_intruders_and_more_are_counted_where_there_is_room(seat: int) -> None:
    pieces = [[-1] * 4 if player == seat else [intruder(seat)] * 4 for player in range(4)]
    lines = draw(scene(placed(CROSS_52, (0, 1, 2, 3), pieces)), in_colour=False)
    assert ["#12" in line for line in lines] == [line is lines[{1: 0, 2: 7, 3: 15}[seat]] for line in lines]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("count", [9, 10, 12])
def test_prisoners_are_counted_in_any_yard(seat: int, count: int) -> None:
    held = [prisoner(seat)] * count
    pieces = [[-1] * 4 if player == seat else held[4 * index : 4 * index + 4] for index, player in _rivals(seat)]
    lines = draw(scene(placed(CROSS_52, (0, 1, 2, 3), pieces)), in_colour=False)
    assert "\n".join(lines).count(f"#{count}") == 1
    bare = [[-1] * 4 if player == seat else [] for player in range(4)]
    without = draw(scene(placed(CROSS_52, (0, 1, 2, 3), bare)), in_colour=False)
    blank = " " * len(f"#{count}")
    assert [line.replace(f"#{count}", blank).rstrip() for line in lines[:15]] == without


def _rivals(seat: int) -> list[tuple[int, int]]:
    """Each player with its number among those who are not at the seat; the number of that one does not matter."""
    return [(player - (player > seat), player) for player in range(4)]


def test_the_six_arms_are_as_far_apart_as_on_the_picture() -> None:
    """Each row of the star has a line of its own, each cell two columns."""
    lines = draw(empty(STAR_72), in_colour=False)
    assert len(lines) == len({row for cells in (STAR_72.cells, *STAR_72.yards) for _, row in cells})
    for column, row in STAR_72.cells:
        line = lines[round((row - 7) / 0.866) + 8]
        assert line[round(2 * column)] in "·○◇▭△□◌"


def test_home_at_the_end_of_a_column() -> None:
    assert "\n".join(draw(empty(BOARDS["cross-52-55"]), in_colour=False)).count("⌂") == 4
    assert "⌂" not in "\n".join(draw(empty(STAR_72), in_colour=False))


def test_a_lock_is_explained_only_where_there_is_one() -> None:
    free = placed(CROSS_52, (0, 1), [[0, -1, 5, 5], [prisoner(0), 3, 4, 5]])
    assert not any("×" in line for line in draw(scene(free), in_colour=False))


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.id)
def test_every_cell_of_an_empty_board_is_seen(board: Board) -> None:
    text = "\n".join(draw(empty(board), in_colour=False))
    cells = {*board.cells, *(cell for part in (board.columns, board.yards) for own in part for cell in own)}
    assert len("".join(text.split())) == len(cells)
    assert sum(map(text.count, "○◇▭△□◌")) == len(board.offsets)
    assert text.count("☆") == len(board.stars - board.starts)


@pytest.mark.parametrize("position", [STAR, CROWD, MENSCH], ids=["star", "crowd", "mensch"])
def test_colours_change_nothing_but_colours(position: dict[str, Any]) -> None:
    plain, coloured = lines(position), lines(position, in_colour=True)
    assert plain != coloured
    assert [CODES.sub("", line) for line in coloured] == plain
    assert not CODES.search("\n".join(plain))


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.id)
def test_every_single_piece_is_seen(board: Board) -> None:
    """One piece of each seat after the other on every square of the loop: its shape is there, once."""
    seats = tuple(range(len(board.offsets)))
    nobody = tuple(0 for _ in seats)
    for number, cell in enumerate(board.cells):
        player = number % len(seats)
        alone = Scene(board, seats, (Spot(cell, (Group(player, 1),)),), nobody, nobody)
        text = "\n".join(draw(alone, in_colour=False))
        assert text.count("●◆▬▲■◎"[player]) == 1


def test_numbers_of_pieces() -> None:
    four = Scene(CROSS_52, (0, 1), (Spot(CROSS_52.cells[3], (Group(1, 4),)),), (3, 0), (0, 0))
    text = "\n".join(draw(four, in_colour=False))
    assert "◆4" in text
    assert text.count("●") == 3


def test_crowds_are_explained_below() -> None:
    there = (Group(0, 4), Group(1, 1), Group(2, 2), Group(3, 1))
    crowd = Scene(CROSS_52, (0, 1, 2, 3), (Spot(CROSS_52.cells[3], there),), (0,) * 4, (0,) * 4)
    drawn = draw(crowd, in_colour=False)
    assert drawn[-1] == "A: 4 ●, 1 ◆, 2 ▬, 1 ▲"
    assert " A" in drawn[6]


def test_no_line_ends_in_spaces_or_is_wider_than_a_terminal() -> None:
    for board in ALL:
        for line in draw(empty(board), in_colour=False):
            assert line == line.rstrip()
            assert wide(line) <= 80


def test_paint() -> None:
    assert paint("x", "red") == "\x1b[31mx\x1b[0m"
    assert paint("x", "red", bold=True) == "\x1b[1;31mx\x1b[0m"
    assert paint("x", "no such colour") == "x"


def test_two_colours_on_one_square() -> None:
    both = (Group(0, 1), Group(3, 1))
    pair = Scene(CROSS_52, (0, 1, 2, 3), (Spot(CROSS_52.cells[3], both),), (0,) * 4, (0,) * 4)
    assert "\x1b[1;31m●\x1b[0m\x1b[1;34m▲\x1b[0m" in "\n".join(draw(pair, in_colour=True))


def test_a_home_without_room_beside_it() -> None:
    # The columns of the usual board leave a gap before home; here they don't.
    filled = [((6.0, 7.0),), ((7.0, 6.0),), ((8.0, 7.0),), ((7.0, 8.0),)]
    columns = tuple((*column[:-1], *gap, column[-1]) for column, gap in zip(CROSS_52.columns, filled, strict=True))
    near = structs.replace(CROSS_52, columns=columns)
    home = Scene(near, (0, 1, 2, 3), (), (0,) * 4, (0, 3, 0, 1))
    assert draw(home, in_colour=False)[-2:] == ["⌂: 3 ◆", "⌂: 1 ▲"]
