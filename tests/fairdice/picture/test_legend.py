from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fairdice.picture.legend import Line, height, legend
from fairdice.picture.scene import Scene
from fairdice.picture.throw import Throw
from replay.board import CROSS_52, STAR_72

WIDTH = 100.0
EIGHT = Throw((6,) * 7, rolls=True)


def drawn(*lines: Line, captives: tuple[int, ...] = ()) -> list[ElementTree.Element]:
    seats = tuple(range(len(lines)))
    scene = Scene(CROSS_52, seats, counts=((1, 2, 1),) * len(lines), captives=captives)
    return list(ElementTree.fromstring(f"<g>{''.join(legend(scene, lines, 0, 0, WIDTH))}</g>"))


def words(*lines: Line, captives: tuple[int, ...] = ()) -> list[str]:
    return [str(element.text) for element in drawn(*lines, captives=captives) if element.tag == "text"]


@pytest.mark.parametrize(
    ("line", "name", "pieces"),
    [
        (Line("Ana"), "Ana", "yard 1 · track 2 · home 1"),
        (Line("Ana", place=2), "2. Ana", "yard 1 · track 2 · home 1"),
        (Line("Ana", points=170), "Ana", "yard 1 · track 2 · home 1 · 170 points"),
        (Line("Ana", points=0, away=True), "Ana", "yard 1 · track 2 · home 1 · 0 points · away"),
    ],
)
def test_what_is_said(line: Line, name: str, pieces: str) -> None:
    assert words(line) == [name, pieces]


def test_captives_of_all_or_of_none() -> None:
    lines = Line("Ana"), Line("Ben")
    assert [" · captive " in text for text in words(*lines, captives=(0, 0))[1::2]] == [False, False]
    assert [text[-9:] for text in words(*lines, captives=(0, 3))[1::2]] == ["captive 0", "captive 3"]


def test_who_has_the_turn() -> None:
    """A ground and an arrow at the height of that line, and nowhere else."""
    lines = [Line("Ana"), Line("Ben", turn=True), Line("Cleo")]
    elements = drawn(*lines)
    grounds = [element for element in elements if element.tag == "rect"]
    arrows = [element for element in elements if element.tag == "path"]
    assert (len(grounds), len(arrows)) == (1, 1)
    top, high = (float(str(grounds[0].get(name))) for name in ("y", "height"))
    inside = [
        str(element.text)
        for element in elements
        if element.tag == "text" and top < float(str(element.get("y"))) < top + high
    ]
    assert inside == ["Ben", "yard 1 · track 2 · home 1"]
    assert not [element for element in drawn(Line("Ana"), Line("Ben")) if element.tag in ("rect", "path")]


def test_dice_of_others_than_who_has_the_turn() -> None:
    """Start rolls."""
    elements = drawn(Line("Ana", throw=Throw((5,))), Line("Ben", turn=True, throw=Throw(rolls=True)))
    assert [element.get("stroke-dasharray") is not None for element in elements if element.tag == "rect"] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("name", ["x" * 40, "W" * 40, "多" * 40, "Ž" * 40, "m" * 40])
@pytest.mark.parametrize("throw", [None, EIGHT], ids=["alone", "dice"])
def test_long_names_end_before_the_dice(name: str, throw: Throw | None) -> None:
    """Even in a font whose letters are as wide as they are high."""
    elements = drawn(Line(name, throw=throw))
    text = next(element for element in elements if element.tag == "text")
    shown = str(text.text)
    size, begin = float(str(text.get("font-size"))), float(str(text.get("x")))
    most = {"x": 0.64, "Ž": 0.75, "多": 1.28}.get(name[0], 1.0)
    dice = [float(str(element.get("x"))) for element in elements if element.tag == "rect"]
    assert shown.endswith("…")
    assert len(shown) >= (6 if throw else 15)
    assert begin + size * (most * (len(shown) - 1) + 1) < min(dice, default=WIDTH)


def test_names_that_have_room_are_whole() -> None:
    for name in ("Benjamin Franklin", "Marie-Antoinette", "多恵子"):
        assert words(Line(name, throw=EIGHT))[0] == name


def test_all_lines_are_inside() -> None:
    lines = [Line("a", turn=player == 5, throw=EIGHT) for player in range(6)]
    high = height(lines, WIDTH)
    scene = Scene(STAR_72, tuple(range(6)), counts=((0, 0, 0),) * 6, captives=(4,) * 6)
    elements = ElementTree.fromstring(f"<g>{''.join(legend(scene, lines, 0, 0, WIDTH))}</g>").iter("rect")
    for element in elements:
        x, y, wide, tall = (float(str(element.get(name))) for name in ("x", "y", "width", "height"))
        assert 0 <= x < x + wide <= WIDTH
        assert 0 <= y < y + tall < high


def test_nobody_is_seated() -> None:
    assert height([], WIDTH) == 0
    assert drawn() == []
