from __future__ import annotations

from math import dist
from xml.etree import ElementTree

import pytest

from fairdice.picture.cages import cages
from fairdice.picture.scene import Cage, Group, Scene
from replay.board import CROSS_52


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("count", range(1, 13))
def test_a_cage_is_between_the_places_of_its_yard(seat: int, count: int) -> None:
    """The whole box, with bars thinner than its edge."""
    crowd = Scene(CROSS_52, (0, 1, 2, 3), cages=(Cage(seat, False, (Group((seat + 1) % 4, count),)),))
    box, *_, grid = map(ElementTree.fromstring, cages(crowd))
    assert float(str(grid.get("stroke-width"))) <= 0.05
    corners = [tuple(map(float, point.split(","))) for point in str(box.get("points")).split()]
    (left, top), (right, bottom) = corners[0], corners[2]
    for column, row in CROSS_52.yards[seat]:
        near = min(max(column, left), right), min(max(row, top), bottom)
        assert dist((column, row), near) > 0.43 + 0.06


def test_bars_are_thinner_before_small_pieces() -> None:
    def bar(count: int) -> float:
        crowd = Scene(CROSS_52, (0, 1, 2, 3), cages=(Cage(0, False, (Group(1, count),)),))
        return float(str(ElementTree.fromstring(list(cages(crowd))[-1]).get("stroke-width")))

    assert bar(12) < bar(5) < bar(1)
