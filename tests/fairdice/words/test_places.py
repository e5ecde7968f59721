from __future__ import annotations

import pytest

from fairdice.words.places import place, place_of
from replay.board import CROSS_40, CROSS_52, CROSS_52_55, CROSS_68, STAR_72, Board
from replay.parts.laps import lapped
from replay.piece import locked, where


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (CROSS_52, {-1: "the yard", 0: "0", 50: "50", 51: "51 (column)", 55: "55 (column)", 56: "home"}),
        (CROSS_52_55, {50: "50", 51: "51 (column)", 54: "54 (column)", 55: "home"}),
        (CROSS_68, {63: "63", 64: "64 (column)", 70: "70 (column)", 71: "home"}),
        (CROSS_40, {-1: "the yard", 39: "39", 40: "40 (home)", 43: "43 (home)"}),
        (STAR_72, {71: "71", 72: "72 (home)", 75: "75 (home)"}),
    ],
    ids=lambda value: value.id if isinstance(value, Board) else "",
)
def test_places(board: Board, said: dict[int, str]) -> None:
    assert {progress: place(board, progress) for progress in said} == said


def test_laps_and_locks() -> None:
    assert place(CROSS_52, 51, 0) == "51 (lap 0)"
    assert place(CROSS_52, 24, locked=True) == "24 (locked)"
    assert place(CROSS_52, 52, locked=True) == "52 (column, locked)"


def test_pieces() -> None:
    says = [place_of(CROSS_52, where(piece)) for piece in (-1, 20, locked(-1), locked(20), lapped(2, 1))]
    assert says == ["the yard", "20", "the yard (locked)", "20 (locked)", "2 (lap 1)"]
