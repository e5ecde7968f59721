from __future__ import annotations

from fairdice.marks import colour, mark, outline
from fairdice.printable import columns
from replay.board import BOARDS, CROSS_52, SHAPES


def test_every_seat_has_signs_of_its_own() -> None:
    signs = [sign(seat) for seat in range(len(SHAPES)) for sign in (mark, outline)]
    assert len(set(signs)) == 2 * len(SHAPES)
    assert all(columns(sign) == 1 for sign in signs)


def test_boards_have_no_more_seats_than_shapes() -> None:
    assert all(len(board.offsets) <= len(SHAPES) for board in BOARDS.values())
    assert colour(CROSS_52, 1) == "green"
