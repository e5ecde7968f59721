from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import convert

from fairdice.picture.scene import Group, Moved, Scene, Spot, empty, scene
from fairdice.picture.svg import draw
from fairdice.printable import printable
from replay.board import BOARDS, CROSS_40, CROSS_52, Board
from replay.position import Position, setup
from tests.fairdice.golden_text import golden
from tests.fairdice.picture.boards import HEXAGON, WIDE
from tests.fairdice.picture.test_terminal import CROWD, MENSCH, STAR

ALL = [*BOARDS.values(), HEXAGON, WIDE]
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
INK = "#22262b"


def drawn(position: dict[str, Any], moved: Moved | None = None) -> str:
    play = setup(convert(position, Position))
    return draw(scene(play, moved), NAMES[: position["players"]], title="A title", description="A description.")


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def shapes(text: str) -> list[ElementTree.Element]:
    """What is drawn with the outline of a piece."""
    return [element for element in parsed(text).iter() if element.get("stroke") == INK]


def test_the_bytes_stay_the_same() -> None:
    """One whole picture, so that a change is seen and looked at; the others are checked for what they must hold."""
    golden("mensch.svg", drawn(MENSCH, Moved(0, CROSS_40.cells[9], CROSS_40.cells[12])))


@pytest.mark.parametrize("position", [STAR, CROWD, MENSCH], ids=["star", "crowd", "mensch"])
def test_every_piece_is_drawn(position: dict[str, Any]) -> None:
    pieces = sum(map(len, position["pieces"]))
    laps = sum(isinstance(piece, dict) for own in position["pieces"] for piece in own)
    in_legend = position["players"]
    # A lap is a badge with a number on it.
    assert len(shapes(drawn(position))) == pieces + in_legend + laps


@pytest.mark.parametrize("position", [STAR, CROWD, MENSCH], ids=["star", "crowd", "mensch"])
def test_accessible_and_self_contained(position: dict[str, Any]) -> None:
    text = drawn(position)
    root = parsed(text)
    assert root.get("role") == "img"
    labels = str(root.get("aria-labelledby")).split()
    assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    assert [root[0].get("id"), root[1].get("id")] == labels
    assert (root[0].text, root[1].text) == ("A title", "A description.")
    assert not re.search(r"href|url\(|<style|<script|<image|<use|<!|<\?|\bon[a-z]+=", text)
    assert text.count("http") == 1
    assert text.endswith("</svg>\n")


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.id)
def test_everything_is_inside_the_picture(board: Board) -> None:
    seats = tuple(range(len(board.offsets)))
    spots = tuple(Spot(cell, (Group(0, 4), Group(1, 4))) for cell in board.cells)
    full = Scene(board, seats, spots, (4,) * len(seats), (4,) * len(seats), ((4, 0, 0),) * len(seats))
    root = parsed(draw(full, [f"Player {seat}" for seat in seats], title="t", description="d"))
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    for element in root.iter(f"{SVG}circle"):
        x, y, radius = (float(str(element.get(name))) for name in ("cx", "cy", "r"))
        assert left <= x - radius
        assert x + radius <= left + width
        assert top <= y - radius
        assert y + radius <= top + height
    for element in root.iter(f"{SVG}polygon"):
        for point in str(element.get("points")).split():
            x, y = map(float, point.split(","))
            assert left <= x <= left + width
            assert top <= y <= top + height
    assert float(str(root.get("width"))) / width == pytest.approx(float(str(root.get("height"))) / height, rel=1e-4)


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.id)
def test_every_square_of_an_empty_board_is_drawn(board: Board) -> None:
    text = draw(empty(board), (), title="t", description="d")
    assert shapes(text) == []
    assert text.count("<text") == 0
    for column, row in board.cells:
        if column == int(column) and row == int(row) and "52" in board.id:
            assert f'x="{column - 0.47:g}" y="{row - 0.47:g}"' in text


@pytest.mark.parametrize("count", range(1, 17))
def test_pieces_that_share_a_square_do_not_cover_each_other(count: int) -> None:
    groups = tuple(Group(player, len(range(player, count, 4))) for player in range(min(count, 4)))
    crowd = Scene(CROSS_52, (0, 0, 0, 0), (Spot((7.0, 0.0), groups),), (0,) * 4, (0,) * 4, ((0, 0, 0),) * 4)
    circles = [
        element for element in shapes(draw(crowd, NAMES, title="t", description="d")) if element.tag.endswith("circle")
    ]
    places = [
        (float(str(element.get("cx"))), float(str(element.get("cy"))), float(str(element.get("r"))))
        for element in circles[:-4]
    ]
    assert len(places) == count
    for number, (x, y, radius) in enumerate(places):
        assert x - radius >= 6.5
        assert x + radius <= 7.5
        assert y - radius >= -0.5
        assert y + radius <= 0.5
        for other_x, other_y, _ in places[:number]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (2 * radius) ** 2


def test_the_last_move_is_marked() -> None:
    plain = shapes(drawn(STAR))
    on_track = shapes(drawn(STAR, Moved(0, CROSS_52.cells[20], CROSS_52.cells[26])))
    home = shapes(drawn(STAR, Moved(1, CROSS_52.columns[1][3], CROSS_52.columns[1][5])))
    assert len(on_track) == len(home) == len(plain) + 2
    marks = [element for element in home if element.get("fill") == "none"]
    assert [element.tag for element in marks] == [f"{SVG}circle", f"{SVG}polygon"]


def test_shapes_differ_without_colours() -> None:
    """Take the colours away: no two seats' pieces are the same elements."""
    seen = set()
    for seat in range(6):
        alone = Scene(
            HEXAGON, tuple(range(6)), (Spot((0.0, 0.0), (Group(seat, 1),)),), (0,) * 6, (0,) * 6, ((0, 0, 0),) * 6
        )
        pieces = shapes(draw(alone, [""] * 6, title="t", description="d"))[: 1 + (seat == 5)]
        seen.add(tuple((piece.tag, piece.get("points"), piece.get("r")) for piece in pieces))
    assert len(seen) == 6


@pytest.mark.parametrize(
    "name", ["<b>&amp;</b>", "]]>", "a\u202eb\ufeff", "\uffff\ufffe", "x" * 40, "多" * 40, "\U0001f3b2" * 40]
)
def test_names_of_any_kind(name: str) -> None:
    play = setup(convert(MENSCH, Position))
    text = draw(scene(play), [name, "b", "c"], title=name if name.isprintable() else "t", description="d & <d>")
    words = [element.text for element in parsed(text).iter(f"{SVG}text")]
    shown = printable(name)
    assert words[0] == shown or (words[0] or "").endswith("…")
    assert "\u202e" not in text
