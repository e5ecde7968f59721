"""Rule parts by themselves, where no whole position can show the difference."""

from __future__ import annotations

import pytest

from replay.board import CROSS_40, CROSS_52
from replay.parts.extra import three_tries
from replay.parts.reach import bounce, exact, routes


@pytest.mark.parametrize(
    ("own", "tries"),
    [
        ([-1, -1, -1, -1], 3),
        ([43, -1, -1, -1], 3),
        ([43, -1, 42, -1], 3),
        ([41, 42, 43, -1], 3),
        ([42, -1, -1, -1], 1),
        ([40, -1, -1, -1], 1),
        ([41, 43, -1, -1], 1),
        ([40, 42, 43, -1], 1),
        ([0, -1, -1, -1], 1),
        ([39, -1, -1, -1], 1),
        ([43, 42, 41, 0], 1),
        ([43, 42, 20, -1], 1),
    ],
)
def test_three_tries(own: list[int], tries: int) -> None:
    assert three_tries(CROSS_40)(own) == tries


@pytest.mark.parametrize(("there", "exactly", "bounced"), [(55, 55, 55), (56, 56, 56), (57, None, 55), (61, None, 51)])
def test_too_far(there: int, exactly: int | None, bounced: int) -> None:
    assert exact(there, 56) == exactly
    assert bounce(there, 56) == bounced


@pytest.mark.parametrize("leave", [(6,), (1, 6), (5,)])
def test_every_way_on_the_board(leave: tuple[int, ...]) -> None:
    for board in (CROSS_40, CROSS_52):
        ways = routes(board, leave)
        assert sorted(ways) == [1, 2, 3, 4, 5, 6]
        for roll, row in ways.items():
            assert (-1 in row) == (roll in leave)
            assert all(end == (0 if start == -1 else start + roll) for start, end in row.items())
            assert {start for start in row if start >= 0} == set(range(board.goal + 1 - roll))
