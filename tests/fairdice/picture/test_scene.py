from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from fairdice.picture.scene import Group, Spot, cell_of, common_home, empty, home_place, scene
from replay.board import BOARDS, CROSS_40, CROSS_52, Board
from replay.play import Play
from replay.position import Position, setup
from tests.fairdice.picture.boards import HEXAGON, WIDE


def play(ruleset: str, pieces: Any, **other: Any) -> Play:
    return setup(convert({"ruleset": ruleset, "players": len(pieces), "pieces": pieces, **other}, Position))


def test_pieces_on_their_cells() -> None:
    drawn = scene(play("star@1", [[0, 26, 26, 56], [0, 26, -1, 51]]))
    assert drawn.seats == (0, 2)
    assert drawn.yards == (0, 1)
    assert drawn.homes == (1, 0)
    assert drawn.counts == ((0, 3, 1), (1, 3, 0))
    # Player 1 starts on square 26: both its 0 and player 0's 26 are there, and its 26 is player 0's start.
    assert drawn.spots == (
        Spot(CROSS_52.cells[0], (Group(0, 1), Group(1, 1))),
        Spot((13.0, 7.0), (Group(1, 1),)),
        Spot(CROSS_52.cells[26], (Group(0, 2), Group(1, 1))),
    )


def test_laps_are_kept_apart() -> None:
    pieces = [[{"p": 51, "lap": 0}, {"p": 51, "lap": 1}, 51, -1], [-1, -1, -1, -1]]
    drawn = scene(play("star@1", pieces, options={"capture_before_home": True}))
    assert Spot(CROSS_52.cells[51], (Group(0, 1, 0), Group(0, 1, 1))) in drawn.spots
    assert Spot(CROSS_52.columns[0][0], (Group(0, 1),)) in drawn.spots
    assert drawn.counts[0] == (1, 3, 0)


def test_home_squares_are_cells_like_others() -> None:
    drawn = scene(play("mensch@1", [[40, 43, -1, 5], [-1, -1, -1, -1]]))
    assert drawn.homes == (0, 0)
    assert drawn.counts == ((1, 1, 2), (4, 0, 0))
    assert Spot(CROSS_40.columns[0][3], (Group(0, 1),)) in drawn.spots


@pytest.mark.parametrize("board", [*BOARDS.values(), HEXAGON, WIDE], ids=lambda board: board.id)
def test_boards_without_pieces(board: Board) -> None:
    assert (empty(board).seats, empty(board).spots) == ((), ())


def test_home_that_all_share() -> None:
    assert common_home(CROSS_52) == (7, 7)
    assert common_home(WIDE) == (9, 9)
    assert common_home(CROSS_40) is None
    assert common_home(HEXAGON) is None
    assert [home_place(CROSS_52, seat, 1) for seat in range(4)] == [(6, 7), (7, 6), (8, 7), (7, 8)]
    assert home_place(CROSS_52, 0, 0.5) == (6.5, 7)


def test_cell_of_a_piece() -> None:
    position = play("star@1", [[5, -1, -1, {"p": 3, "lap": 1}], [52] * 4], options={"capture_before_home": True})
    assert cell_of(position, 0, 0) == CROSS_52.cells[5]
    assert cell_of(position, 0, 1) == CROSS_52.yards[0][1]
    assert cell_of(position, 0, 3) == CROSS_52.cells[3]
    assert cell_of(position, 1, 0) == CROSS_52.columns[2][1]
