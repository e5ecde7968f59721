from __future__ import annotations

import pytest

from fairdice.words.dice import added, counted, dice_of, lost

SAID = [
    ([3], "a 3", "a 3", "a 3 is lost"),
    ([6], "a 6", "a 6", "a 6 is lost"),
    ([3, 6], "6 + 3", "6 and 3", "6 and 3 are lost"),
    ([6, 6], "6 + 6", "6 and 6", "6 and 6 are lost"),
    ([6, 6, 3], "6 + 6 + 3", "6, 6 and 3", "6, 6 and 3 are lost"),
    ([6] * 5 + [3], "5 sixes + 3", "5 sixes and a 3", "5 sixes and a 3 are lost"),
    ([6] * 6, "6 sixes", "6 sixes", "6 sixes are lost"),
]


@pytest.mark.parametrize(("dice", "sum_", "there", "gone"), SAID, ids=str)
def test_dice(dice: list[int], sum_: str, there: str, gone: str) -> None:
    assert (added(dice), counted(dice), lost(dice)) == (sum_, there, gone)


def test_what_is_left() -> None:
    assert dice_of([6, 6, 3], [6]) == [6, 3]
    assert dice_of([6, 6, 3], [3, 6, 6]) == []
