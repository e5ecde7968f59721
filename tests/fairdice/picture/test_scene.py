from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from fairdice.picture.scene import GATE, Cage, Group, Spot, cell_of, common_home, gate, home_place, prison, scene
from replay.board import CROSS_40, CROSS_52, CROSS_52_55, CROSS_68, STAR_72
from replay.play import Play
from replay.position import Position, setup
from tests.fairdice.picture.placing import FULL, HELD


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


def test_home_that_all_share() -> None:
    assert common_home(CROSS_52) == (7, 7)
    assert common_home(CROSS_68) == (9, 9)
    assert [common_home(board) for board in (CROSS_40, CROSS_52_55, STAR_72)] == [None] * 3
    assert [home_place(CROSS_52, seat, 1) for seat in range(4)] == [(6, 7), (7, 6), (8, 7), (7, 8)]
    assert home_place(CROSS_52, 0, 0.5) == (6.5, 7)


def test_cell_of_a_piece() -> None:
    position = play("star@1", [[5, -1, -1, {"p": 3, "lap": 1}], [52] * 4], options={"capture_before_home": True})
    assert cell_of(position, 0, 0) == CROSS_52.cells[5]
    assert cell_of(position, 0, 1) == CROSS_52.yards[0][1]
    assert cell_of(position, 0, 3) == CROSS_52.cells[3]
    assert cell_of(position, 1, 0) == CROSS_52.columns[2][1]


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("cross-52-55", ((1, 1, 2), (0, 3, 1), (0, 3, 1), (0, 3, 1))),
        ("cross-68", ((1, 3, 0), (0, 3, 1), (0, 0, 4), (0, 4, 0))),
        ("star-72", ((2, 1, 1), (1, 2, 1), (0, 0, 4), (3, 1, 0), (0, 4, 0), (1, 1, 2))),
    ],
)
def test_counts_on_every_board(board: str, counts: tuple[tuple[int, int, int], ...]) -> None:
    drawn = scene(FULL[board])
    assert drawn.counts == counts
    assert drawn.captives == drawn.locked == (0,) * len(counts)
    assert drawn.homes == ((0, 1, 4, 0) if board == "cross-68" else (0,) * len(counts))
    # Each piece is at one place: in the yard, on a shared home, or on a cell.
    there = sum(group.count for spot in drawn.spots for group in spot.groups)
    assert sum(drawn.yards) + sum(drawn.homes) + there == 4 * len(counts)


def test_captives_are_with_their_captor() -> None:
    drawn = scene(HELD)
    assert drawn.cages == (
        Cage(0, False, (Group(1, 1), Group(2, 1), Group(3, 1))),
        Cage(0, True, (Group(1, 1), Group(2, 1))),
        Cage(1, False, (Group(0, 1),)),
        Cage(2, False, (Group(1, 1),)),
    )
    assert drawn.captives == (1, 3, 2, 1)
    assert drawn.counts == ((2, 1, 0), (0, 1, 0), (0, 2, 0), (0, 1, 2))


def test_locked_pieces() -> None:
    drawn = scene(HELD)
    assert (drawn.yards, drawn.locked) == ((2, 0, 0, 0), (1, 0, 0, 0))
    assert Spot(CROSS_52.cells[10], (Group(0, 1, locked=True),)) in drawn.spots
    # Square 26 + 21 is 39 + 8: free and locked pieces of one player are told apart.
    assert Spot(CROSS_52.cells[47], (Group(2, 1), Group(2, 1, locked=True), Group(3, 1, locked=True))) in drawn.spots


def test_where_captives_are_drawn() -> None:
    assert [prison(CROSS_52, seat) for seat in range(4)] == [(2.5, 2.5), (11.5, 2.5), (11.5, 11.5), (2.5, 11.5)]
    assert [gate(CROSS_52, seat, 1) for seat in range(4)] == [(-1, 7), (7, -1), (15, 7), (7, 15)]
    assert cell_of(HELD, 0, 3) == prison(CROSS_52, 1)
    assert cell_of(HELD, 1, 1) == gate(CROSS_52, 0, GATE)
    assert cell_of(HELD, 0, 1) == CROSS_52.yards[0][1]
    assert cell_of(HELD, 0, 0) == CROSS_52.cells[10]
