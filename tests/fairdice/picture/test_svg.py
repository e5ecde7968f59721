from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import convert

from fairdice.picture.legend import Line
from fairdice.picture.scene import Cage, Group, Moved, Scene, Spot, cell_of, empty, scene
from fairdice.picture.svg import draw
from fairdice.picture.throw import Throw
from fairdice.printable import printable
from replay.board import BOARDS, CROSS_40, CROSS_52, CROSS_68, STAR_72, Board
from replay.piece import prisoner
from replay.position import Position, setup
from tests.fairdice.golden_text import golden
from tests.fairdice.picture.placing import FULL, HELD, placed
from tests.fairdice.picture.test_terminal import CROWD, MENSCH, STAR

ALL = list(BOARDS.values())
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
LINES = [Line(name) for name in NAMES]
INK = "#22262b"


def drawn(position: dict[str, Any], moved: Moved | None = None) -> str:
    play = setup(convert(position, Position))
    return draw(scene(play, moved), LINES[: position["players"]], title="A title", description="A description.")


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def shapes(text: str) -> list[ElementTree.Element]:
    """What is drawn with the outline of a piece."""
    return [element for element in parsed(text).iter() if element.get("stroke") == INK]


def test_the_bytes_stay_the_same() -> None:
    """One whole picture, so that a change is seen and looked at; the others are checked for what they must hold."""
    play = setup(convert(MENSCH, Position))
    lines = [Line("Ana", turn=True, throw=Throw((6, 3), rolls=True)), Line("Ben", away=True), Line("Cleo", place=1)]
    moved = Moved(0, CROSS_40.cells[9], CROSS_40.cells[12])
    golden("mensch.svg", draw(scene(play, moved), lines, title="A title", description="A description."))


@pytest.mark.parametrize("position", [STAR, CROWD, MENSCH], ids=["star", "crowd", "mensch"])
def test_every_piece_is_drawn(position: dict[str, Any]) -> None:
    pieces = sum(map(len, position["pieces"]))
    laps = sum(isinstance(piece, dict) for own in position["pieces"] for piece in own)
    in_legend = position["players"]
    # A lap is a badge with a number on it.
    assert len(shapes(drawn(position))) == pieces + in_legend + laps


@pytest.mark.parametrize("board", list(FULL))
def test_every_piece_is_drawn_on_the_other_boards(board: str) -> None:
    play = FULL[board]
    seats = play.seating.seats
    text = draw(scene(play), [Line("somebody")] * len(seats), title="t", description="d")
    rings = 2 if len(seats) == 6 else 1
    assert len(shapes(text)) == 5 * (len(seats) - 1) + 5 * rings
    assert "captive" not in text


def test_yards_are_round_where_their_places_are_in_no_rows() -> None:
    """On the star a yard's ground is a circle that reaches to none of the squares."""
    text = draw(empty(STAR_72), (), title="t", description="d")
    grounds = [element for element in parsed(text).iter(f"{SVG}circle") if float(str(element.get("r"))) > 1]
    assert len(grounds) == 6
    for yard, ground in zip(STAR_72.yards, grounds, strict=True):
        middle = float(str(ground.get("cx"))), float(str(ground.get("cy")))
        radius = float(str(ground.get("r")))
        assert all(dist(cell, middle) + 0.43 < radius for cell in yard)
        assert all(dist(cell, middle) - 0.42 > radius for cell in STAR_72.cells)


def test_captives_are_behind_bars() -> None:
    """Seven captives in four cages, all inside the picture; the bars are drawn after the pieces."""
    text = draw(scene(HELD), LINES, title="t", description="d")
    lines = text.splitlines()
    barred = [number for number, line in enumerate(lines) if line.startswith('<path d="M')]
    # Two bars for each piece, and the last one.
    assert [lines[number].count("M") for number in barred] == [7, 5, 3, 3]
    assert [number - before for before, number in pairwise(barred)] == [4, 3, 3]
    words = [element.text for element in parsed(text).iter(f"{SVG}text")]
    assert words[1::2] == [
        "yard 2 · track 1 · home 0 · captive 1",
        "yard 0 · track 1 · home 0 · captive 3",
        "yard 0 · track 2 · home 0 · captive 2",
        "yard 0 · track 1 · home 2 · captive 1",
    ]


def test_locked_pieces_have_a_padlock() -> None:
    """One in the yard, one alone, two among others."""
    text = draw(scene(HELD), LINES, title="t", description="d")
    locks = [element for element in parsed(text).iter(f"{SVG}path") if "a" in str(element.get("d"))]
    assert len(locks) == 4
    free = placed(CROSS_52, (0, 1), [[0, 1, -1, prisoner(1)], [0, 1, 2, 3]])
    unlocked = parsed(draw(scene(free), LINES[:2], title="t", description="d"))
    assert not [element for element in unlocked.iter(f"{SVG}path") if "a" in str(element.get("d"))]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("count", range(1, 13))
def test_captives_do_not_cover_each_other(seat: int, count: int) -> None:
    """In the yard between its places, and outside the end of the arm but inside the picture."""
    for in_column in (False, True):
        held = Cage(seat, in_column, (Group(0, count),))
        crowd = Scene(
            CROSS_52, (0, 1, 2, 3), (), (0,) * 4, (0,) * 4, ((0, 0, 0),) * 4, cages=(held,), captives=(count, 0, 0, 0)
        )
        text = draw(crowd, LINES, title="t", description="d")
        left, top, width, _ = (float(at) for at in str(parsed(text).get("viewBox")).split())
        # The legend's first piece is a dot, too.
        places = [
            (float(str(dot.get("cx"))), float(str(dot.get("cy"))), float(str(dot.get("r"))))
            for dot in shapes(text)[:-4]
        ]
        assert len(places) == count
        # They stay large enough to be told apart: the smallest are two fifths of a cell wide with their edge.
        assert min(radius for _, _, radius in places) > 0.165
        fixed = [(cell, 0.43) for cell in CROSS_52.yards[seat]] + [(cell, 0.5) for cell in CROSS_52.cells]
        for number, (x, y, radius) in enumerate(places):
            assert left < x - radius < x + radius < left + width
            assert top < y - radius
            assert all(dist((x, y), cell) > radius + free for cell, free in fixed)
            assert all(dist((x, y), other[:2]) > radius + other[2] for other in places[:number])


def test_moves_of_captives_are_marked() -> None:
    """A ring around the cage from which it came, or in which it is now; inside the picture."""
    came, went = cell_of(HELD, 0, 3), cell_of(HELD, 1, 1)
    text = draw(scene(HELD, Moved(0, came, went)), LINES, title="t", description="d")
    left = float(str(parsed(text).get("viewBox")).split()[0])
    rings = [element for element in shapes(text) if element.get("fill") == "none"]
    assert [(float(str(ring.get("cx"))), float(str(ring.get("cy")))) for ring in rings] == [came, went]
    assert float(str(rings[1].get("cx"))) - float(str(rings[1].get("r"))) > left


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
    root = parsed(draw(full, [Line(f"Player {seat}") for seat in seats], title="t", description="d"))
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
    ends = [column[-1] for column in board.columns]
    shared = ends[0] if len(set(ends)) == 1 else None
    for column, row in (cell for cells in (board.cells, *board.columns) for cell in cells if cell != shared):
        if "cross-40" in board.id or "star" in board.id:
            assert f'cx="{column:g}" cy="{row:g}" r="0.42"' in text
        else:
            assert f'x="{column - 0.47:g}" y="{row - 0.47:g}"' in text
    # Where a piece is home on the last square of its column, that has a second edge.
    double = [element for element in parsed(text).iter() if element.get("width") == "0.72"]
    assert len(double) == (4 if board.id == "cross-52-55" else 0)


@pytest.mark.parametrize("count", range(1, 17))
def test_pieces_that_share_a_square_do_not_cover_each_other(count: int) -> None:
    groups = tuple(Group(player, len(range(player, count, 4))) for player in range(min(count, 4)))
    crowd = Scene(CROSS_52, (0, 0, 0, 0), (Spot((7.0, 0.0), groups),), (0,) * 4, (0,) * 4, ((0, 0, 0),) * 4)
    circles = [
        element for element in shapes(draw(crowd, LINES, title="t", description="d")) if element.tag.endswith("circle")
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


@pytest.mark.parametrize("board", [CROSS_52, CROSS_68], ids=lambda board: board.id)
@pytest.mark.parametrize("count", range(1, 5))
def test_pieces_at_a_shared_home_are_inside_their_wedge(board: Board, count: int) -> None:
    """All pieces of all seats: none reaches over an edge of its wedge, and none covers another."""
    nobody = ((0, 0, 0),) * 4
    full = Scene(board, (0, 1, 2, 3), yards=(0,) * 4, homes=(count,) * 4, counts=nobody)
    text = draw(full, LINES, title="t", description="d")
    wedges = [
        [(float(x), float(y)) for x, y in (point.split(",") for point in str(wedge.get("points")).split())]
        for wedge in parsed(text).iter(f"{SVG}polygon")
        if str(wedge.get("points")).startswith(f"{board.columns[0][-1][0]:g},{board.columns[0][-1][1]:g} ")
    ]
    pieces = [_points(element) for element in shapes(text)[:-4]]
    assert (len(wedges), len(pieces)) == (4, 4 * count)
    for number, piece in enumerate(pieces):
        (home_x, home_y), *ends = wedges[number // count]
        depth = dist(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2), (home_x, home_y))
        out = (ends[0][0] + ends[1][0]) / 2 - home_x, (ends[0][1] + ends[1][1]) / 2 - home_y
        for x, y in piece:
            ahead = ((x - home_x) * out[0] + (y - home_y) * out[1]) / depth
            aside = abs((x - home_x) * out[1] - (y - home_y) * out[0]) / depth
            assert aside + 0.06 < ahead < depth - 0.06
        middle = _middle(piece)
        for other in pieces[number // count * count : number]:
            reach = [max(dist(at, _middle(shape)) for at in shape) for shape in (piece, other)]
            assert dist(middle, _middle(other)) > min(sum(reach), 0.58)


def _points(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The corners of a polygon, or the ends of a circle."""
    if element.tag.endswith("circle"):
        x, y, radius = (float(str(element.get(name))) for name in ("cx", "cy", "r"))
        return [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)]
    return [(float(x), float(y)) for x, y in (point.split(",") for point in str(element.get("points")).split())]


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def test_shapes_differ_without_colours() -> None:
    """Take the colours away: no two seats' pieces are the same elements."""
    seen = set()
    for seat in range(6):
        alone = Scene(
            STAR_72, tuple(range(6)), (Spot((0.0, 0.0), (Group(seat, 1),)),), (0,) * 6, (0,) * 6, ((0, 0, 0),) * 6
        )
        pieces = shapes(draw(alone, [Line("")] * 6, title="t", description="d"))[: 1 + (seat == 5)]
        seen.add(tuple((piece.tag, piece.get("points"), piece.get("r")) for piece in pieces))
    assert len(seen) == 6


@pytest.mark.parametrize(
    "name", ["<b>&amp;</b>", "]]>", "a\u202eb\ufeff", "\uffff\ufffe", "x" * 40, "多" * 40, "\U0001f3b2" * 40]
)
def test_names_of_any_kind(name: str) -> None:
    play = setup(convert(MENSCH, Position))
    text = draw(
        scene(play),
        [Line(name), Line("b"), Line("c")],
        title=name if name.isprintable() else "t",
        description="d & <d>",
    )
    words = [element.text for element in parsed(text).iter(f"{SVG}text")]
    shown = printable(name)
    assert words[0] == shown or (words[0] or "").endswith("…")
    assert "\u202e" not in text
