from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fairdice.picture.dice import row
from fairdice.picture.throw import Throw


def drawn(throw: Throw) -> tuple[list[ElementTree.Element], float]:
    """The elements of dice with an edge of 10, up to 100, and where they begin."""
    elements, left = row(throw, 100, 50, 10)
    return list(ElementTree.fromstring(f"<g>{''.join(elements)}</g>")), left


def squares(elements: list[ElementTree.Element]) -> list[tuple[float, bool]]:
    """Where each die begins, and whether it is to be rolled."""
    return [
        (float(str(element.get("x"))), element.get("stroke-dasharray") is not None)
        for element in elements
        if element.tag == "rect"
    ]


@pytest.mark.parametrize("value", range(1, 7))
def test_pips(value: int) -> None:
    elements, left = drawn(Throw((value,)))
    pips = {(float(str(e.get("cx"))), float(str(e.get("cy")))) for e in elements if e.tag == "circle"}
    assert len(pips) == value
    assert (squares(elements), left) == ([(90, False)], 90)
    assert all(91 < x < 99 and 46 < y < 54 for x, y in pips)
    # Each face looks the same upside down.
    assert {(190 - x, 100 - y) for x, y in pips} == pips


def test_side_by_side() -> None:
    elements, left = drawn(Throw((6, 6, 2)))
    assert squares(elements) == [(66, False), (78, False), (90, False)]
    assert left == 66
    assert [element.tag for element in elements].count("circle") == 14


def test_one_to_be_rolled_comes_last() -> None:
    assert squares(drawn(Throw((6,), rolls=True))[0]) == [(78, False), (90, True)]
    elements, left = drawn(Throw(rolls=True))
    assert (squares(elements), left, len(elements)) == ([(90, True)], 90, 1)


def test_eight_are_drawn_and_more_are_counted() -> None:
    assert len(squares(drawn(Throw((6,) * 7 + (3,)))[0])) == 8
    elements, left = drawn(Throw((6,) * 8 + (3,)))
    assert squares(elements) == [(78, False), (90, False)]
    assert [element.text for element in elements if element.tag == "text"] == ["8 ×"]
    assert left < 60
    assert squares(drawn(Throw((6,) * 12, rolls=True))[0]) == [(78, False), (90, True)]


def test_a_bonus_is_a_plate() -> None:
    elements, left = drawn(Throw(bonus=20))
    assert [element.text for element in elements if element.tag == "text"] == ["+20"]
    assert squares(elements) == [(83, False)]
    assert left < 83
