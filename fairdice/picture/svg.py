"""A position as an SVG picture: one self-contained file, the same bytes for the same position.

Everything is drawn from the board's cells: round places on a line where each home square holds one piece, else squares.
Each seat has a shape as well as a colour, the picture has a title and a description, and it refers to nothing outside
itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot, pi, sqrt, tan

from fairdice.marks import colour
from fairdice.picture.cages import cages
from fairdice.picture.legend import Line, height, legend
from fairdice.picture.scene import Scene, apart, common_home, home_place
from fairdice.picture.shapes import circle, escaped, fills, number, outline, piece, polygon, star
from replay.board import Board, Cell

__all__ = ["draw"]

_UNIT = 40
_EDGE = 0.75
_HOME_ROW = 3
_INK, _LINE, _PAPER, _GROUND, _SAFE, _STAR = (
    "#22262b",
    "#aeb4bd",
    "#ffffff",
    "#f4f1ea",
    "#e9ecf1",
    "#cdd3dc",
)


def draw(scene: Scene, players: Sequence[Line], *, title: str, description: str) -> str:
    """The picture.  `players` are the lines below the board, in player order; none where nobody is seated."""
    left, top, width, bottom = _frame(scene.board)
    high = bottom + height(players, width)
    size = f'width="{number(width * _UNIT)}" height="{number(high * _UNIT)}"'
    view = f'viewBox="{number(left)} {number(top)} {number(width)} {number(high)}"'
    labels = 'role="img" aria-labelledby="fairdice-title fairdice-description"'
    ground = f'width="{number(width)}" height="{number(high)}" rx="0.4" fill="{_GROUND}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {view} {size} {labels}>',
        f'<title id="fairdice-title">{escaped(title)}</title>',
        f'<desc id="fairdice-description">{escaped(description)}</desc>',
        f'<rect x="{number(left)}" y="{number(top)}" {ground}/>',
        *_yards(scene.board),
        *_track(scene.board),
        *_homes(scene.board),
        *_last_move(scene),
        *_pieces(scene),
        *cages(scene),
        *legend(scene, players, left, top + bottom, width),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _frame(board: Board) -> tuple[float, float, float, float]:
    """Left, top, width and height of the board with its edge, in cells."""
    cells = [*board.cells, *(cell for part in (board.columns, board.yards) for own in part for cell in own)]
    left, right = min(column for column, _ in cells), max(column for column, _ in cells)
    top, bottom = min(row for _, row in cells), max(row for _, row in cells)
    edge = 0.5 + _EDGE
    return left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge


# The board ------------------------------------------------------------------------------------------------------------


def _yards(board: Board) -> Iterator[str]:
    for seat, yard in enumerate(board.yards):
        strong, pale = fills(colour(board, seat))
        yield _ground(yard, pale, strong)
        for cell in yard:
            yield circle(cell, 0.43, fill=_PAPER, stroke=strong, width=0.04)


def _ground(yard: Sequence[Cell], fill: str, stroke: str) -> str:
    """What is under a yard: a square, or a round place where its cells stand in no rows and columns."""
    distance = apart(yard)
    pad = 0.65 * distance
    left, top = min(column for column, _ in yard), min(row for _, row in yard)
    width, height = max(column for column, _ in yard) - left, max(row for _, row in yard) - top
    if any(column not in (left, left + width) or row not in (top, top + height) for column, row in yard):
        middle = left + width / 2, top + height / 2
        radius = max(hypot(column - middle[0], row - middle[1]) for column, row in yard)
        return circle(middle, radius + pad, fill=fill, stroke=stroke, width=0.06)
    return (
        f'<rect x="{number(left - pad)}" y="{number(top - pad)}" width="{number(width + 2 * pad)}" '
        f'height="{number(height + 2 * pad)}" rx="{number(0.3 * distance)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="0.06"/>'
    )


def _is_round(board: Board) -> bool:
    """Whether the squares are round places on a line: where each home square holds one piece."""
    return board.home < board.goal


def _track(board: Board) -> Iterator[str]:
    """The squares of the loop and of the columns, with stars and start squares marked."""
    if _is_round(board):
        yield f'<g fill="none" stroke="{_LINE}" stroke-width="0.1">{polygon(board.cells)}</g>'
    for index, cell in enumerate(board.cells):
        if index in board.starts and index in board.offsets:
            seat = board.offsets.index(index)
            strong, pale = fills(colour(board, seat))
            yield _place(board, cell, pale, strong)
            yield outline(seat, cell, strong)
        else:
            starred = index in board.stars
            yield _place(board, cell, _SAFE if starred else _PAPER, _LINE)
            if starred:
                yield star(cell, 0.44, _STAR, _LINE)
    shared = common_home(board)
    for seat, column in enumerate(board.columns):
        strong, pale = fills(colour(board, seat))
        yield from (_place(board, cell, pale, strong) for cell in column if cell != shared)


def _place(board: Board, cell: Cell, fill: str, stroke: str, width: float = 0.04) -> str:
    """One square of the board."""
    if _is_round(board):
        return circle(cell, 0.42, fill=fill, stroke=stroke, width=width)
    return (
        f'<rect x="{number(cell[0] - 0.47)}" y="{number(cell[1] - 0.47)}" width="0.94" height="0.94" rx="0.12" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'
    )


def _homes(board: Board) -> Iterator[str]:
    """A home that all share: a wedge for each seat, on the side where its column comes in; else the column's end."""
    home = common_home(board)
    if home is None:
        if not _is_round(board):
            yield from _ends(board)
        return
    for seat in range(len(board.columns)):
        strong, pale = fills(colour(board, seat))
        yield polygon([home, *_wedge(board, seat)], fill=pale, stroke=strong, width=0.05)


def _ends(board: Board) -> Iterator[str]:
    """The last squares of the columns where a piece is home there: a second edge inside the first."""
    for seat, column in enumerate(board.columns):
        x, y = column[-1]
        yield (
            f'<rect x="{number(x - 0.36)}" y="{number(y - 0.36)}" width="0.72" height="0.72" rx="0.08" '
            f'fill="{_PAPER}" stroke="{fills(colour(board, seat))[0]}" stroke-width="0.06"/>'
        )


def _depth(board: Board, seat: int) -> float:
    """How far the shared home reaches towards the seat's column."""
    (column, row), (x, y) = board.columns[seat][-1], board.columns[seat][-2]
    return hypot(x - column, y - row) - 0.53


def _across(board: Board, seat: int, distance: float, offset: float) -> Cell:
    """The point `distance` before the shared home and `offset` beside the way in."""
    (x, y), (home_x, home_y) = home_place(board, seat, 1), board.columns[seat][-1]
    ahead, aside = x - home_x, y - home_y
    return home_x + ahead * distance - aside * offset, home_y + aside * distance + ahead * offset


def _wedge(board: Board, seat: int) -> tuple[Cell, Cell]:
    depth = _depth(board, seat)
    half = depth * tan(pi / len(board.columns))
    return _across(board, seat, depth, -half), _across(board, seat, depth, half)


# The pieces -----------------------------------------------------------------------------------------------------------


def _last_move(scene: Scene) -> Iterator[str]:
    if scene.moved is None:
        return
    moved, board = scene.moved, scene.board
    yield circle(moved.came, 0.44, fill="none", stroke=_INK, width=0.06, dashes="0.12 0.11")
    if moved.went == common_home(board):
        yield polygon([moved.went, *_wedge(board, moved.seat)], fill="none", stroke=_INK, width=0.07)
    else:
        yield circle(moved.went, 0.47, fill="none", stroke=_INK, width=0.07)


def _pieces(scene: Scene) -> Iterator[str]:
    board = scene.board
    for player, seat in enumerate(scene.seats):
        waiting = scene.yards[player]
        free = waiting - (scene.locked[player] if scene.locked else 0)
        for index, cell in enumerate(board.yards[seat][:waiting]):
            yield piece(seat, colour(board, seat), cell, 1, locked=index >= free)
        yield from _at_home(scene, player, seat)
    for spot in scene.spots:
        crowd = [group for group in spot.groups for _ in range(group.count)]
        scale, offsets = _arranged(len(crowd))
        for group, (right, down) in zip(crowd, offsets, strict=True):
            seat = scene.seats[group.player]
            at = spot.cell[0] + right, spot.cell[1] + down
            yield piece(seat, colour(board, seat), at, scale, lap=group.lap, locked=group.locked)


def _at_home(scene: Scene, player: int, seat: int) -> Iterator[str]:
    """The pieces on the shared home, in the seat's wedge: up to three side by side, more in front of them."""
    count, board = scene.homes[player], scene.board
    depth = _depth(board, seat)
    narrow = tan(pi / len(board.columns))
    for index in range(count):
        row, place = divmod(index, _HOME_ROW)
        beside = min(_HOME_ROW, count - row * _HOME_ROW)
        offset = (place - (beside - 1) / 2) * 0.4 * depth * narrow
        at = _across(board, seat, (0.76 - 0.4 * row) * depth, offset)
        yield piece(seat, colour(board, seat), at, 0.41 * depth * narrow)


def _arranged(count: int) -> tuple[float, list[Cell]]:
    """How large so many pieces on one square are, and where they stand around its middle."""
    if count == 1:
        return 1, [(0, 0)]
    if count == 2:
        return 0.58, [(-0.22, 0), (0.22, 0)]
    side = ceil(sqrt(count))
    rows = ceil(count / side)
    step = 0.87 / side
    offsets = [
        (
            (index % side - (min(side, count - index // side * side) - 1) / 2) * step,
            (index // side - (rows - 1) / 2) * step,
        )
        for index in range(count)
    ]
    return 1.1 / side, offsets
