"""What a picture shows, whatever it is drawn on: which pieces stand on which cell of the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import hypot

from msgspec import Struct

from replay.board import YARD, Board, Cell
from replay.piece import Where, where
from replay.play import Play

__all__ = [
    "GATE",
    "Cage",
    "Group",
    "Moved",
    "Scene",
    "Spot",
    "apart",
    "cell_of",
    "common_home",
    "empty",
    "gate",
    "home_place",
    "prison",
    "scene",
]

GATE = 0.74
"""How far outside the board pieces are drawn that are held at the entrance of a column, in cells."""


class Group(Struct, frozen=True):
    """The pieces of one player that stand on one cell alike; `lap` where they have gone round again, else None."""

    player: int
    count: int
    lap: int | None = None
    locked: bool = False


class Spot(Struct, frozen=True):
    """A cell with pieces on it."""

    cell: Cell
    groups: tuple[Group, ...]


class Cage(Struct, frozen=True):
    """Pieces that are held by another player (nomercy N1): its prisoners, or the intruders in its column."""

    holder: int
    """The player whose yard or column it is."""
    in_column: bool
    groups: tuple[Group, ...]


class Moved(Struct, frozen=True):
    """A move to be marked: whose, and from which cell to which."""

    seat: int
    came: Cell
    went: Cell


class Scene(Struct, frozen=True):
    """A position to draw."""

    board: Board
    seats: tuple[int, ...] = ()
    """By player: the board seat.  Empty: nobody is seated, the board is empty."""
    spots: tuple[Spot, ...] = ()
    """All pieces but those in the yards, held by others, and on a home that all seats share, from the top left."""
    yards: tuple[int, ...] = ()
    """By player: pieces in the yard."""
    homes: tuple[int, ...] = ()
    """By player: pieces on the home that all seats share."""
    counts: tuple[tuple[int, int, int], ...] = ()
    """By player: pieces in the yard, on the way, home."""
    moved: Moved | None = None
    captives: tuple[int, ...] = ()
    """By player: its pieces that others hold."""
    cages: tuple[Cage, ...] = ()
    """Where they are, by holder."""
    locked: tuple[int, ...] = ()
    """By player: how many of the pieces in the yard are locked; the last ones are."""


def empty(board: Board) -> Scene:
    """The board without pieces."""
    return Scene(board)


def scene(play: Play, moved: Moved | None = None) -> Scene:
    """The pieces of a game where they stand."""
    board, seats = play.seating.board, play.seating.seats
    placed = [[where(piece) for piece in own] for own in play.pieces]
    shared = common_home(board)
    spots: dict[Cell, list[tuple[int, Where]]] = {}
    cages: dict[tuple[int, bool], list[tuple[int, Where]]] = {}
    homes = [0] * len(seats)
    for player, own in enumerate(placed):
        for at in own:
            holder = _holder(at)
            if holder is not None:
                cages.setdefault(holder, []).append((player, at))
            elif at.progress != YARD:
                cell = _cell(board, seats[player], at)
                if cell == shared:
                    homes[player] += 1
                else:
                    spots.setdefault(cell, []).append((player, at))
    return Scene(
        board=board,
        seats=seats,
        spots=tuple(
            Spot(cell, _grouped(there)) for cell, there in sorted(spots.items(), key=lambda spot: spot[0][::-1])
        ),
        yards=tuple(_yard(own) for own in placed),
        homes=tuple(homes),
        counts=tuple(_counts(board, own) for own in placed),
        moved=moved,
        captives=tuple(_captives(own) for own in placed),
        cages=tuple(Cage(*holder, _grouped(there)) for holder, there in sorted(cages.items())),
        locked=tuple(sum(at.progress == YARD and at.locked for at in own) for own in placed),
    )


def _holder(at: Where) -> tuple[int, bool] | None:
    """Who holds the piece, and whether in its column; None for a free piece."""
    if at.prisoner_of is not None:
        return at.prisoner_of, False
    return None if at.intruder_in is None else (at.intruder_in, True)


def _grouped(there: list[tuple[int, Where]]) -> tuple[Group, ...]:
    """Pieces on one cell, those that are alike together."""
    groups: dict[tuple[int, int | None, bool], int] = {}
    for player, at in there:
        key = player, at.lap, at.locked
        groups[key] = groups.get(key, 0) + 1
    return tuple(Group(player, count, lap, locked) for (player, lap, locked), count in groups.items())


def _yard(own: list[Where]) -> int:
    return sum(at.progress == YARD for at in own)


def _captives(own: list[Where]) -> int:
    return sum(_holder(at) is not None for at in own)


def _counts(board: Board, own: list[Where]) -> tuple[int, int, int]:
    waiting, arrived = _yard(own), sum(at.lap is None and at.progress >= board.home for at in own)
    return waiting, len(own) - waiting - arrived - _captives(own), arrived


def cell_of(play: Play, player: int, piece: int) -> Cell:
    """Where this piece is drawn now; of those in the yard, where the last one is."""
    own = [where(number) for number in play.pieces[player]]
    board, seats = play.seating.board, play.seating.seats
    at, holder = own[piece], _holder(own[piece])
    if holder is not None:
        captor, in_column = holder
        return gate(board, seats[captor], GATE) if in_column else prison(board, seats[captor])
    if at.progress == YARD:
        return board.yards[seats[player]][_yard(own) - 1]
    return _cell(board, seats[player], at)


def _cell(board: Board, seat: int, at: Where) -> Cell:
    """The cell of a piece on the way or home; on the loop if it has gone past its column."""
    if at.lap is None:
        return board.cell(seat, at.progress)
    return board.cells[(board.offsets[seat] + at.progress) % board.loop]


def prison(board: Board, seat: int) -> Cell:
    """Where the seat's prisoners are: the middle of its yard."""
    yard = board.yards[seat]
    return sum(column for column, _ in yard) / len(yard), sum(row for _, row in yard) / len(yard)


def gate(board: Board, seat: int, distance: float) -> Cell:
    """Where intruders in the seat's column are: so many cells before the square from which it is entered, outside."""
    (column, row), (x, y) = board.cell(seat, board.lap_end), board.columns[seat][0]
    return column + (column - x) * distance, row + (row - y) * distance


def apart(cells: Sequence[Cell]) -> float:
    """The least distance between two of the cells."""
    return min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(cells, 2))


def common_home(board: Board) -> Cell | None:
    """The cell where the columns of all seats end, if they end in one."""
    ends = {column[-1] for column in board.columns}
    return ends.pop() if len(ends) == 1 else None


def home_place(board: Board, seat: int, distance: float) -> Cell:
    """The point so many cells before the common home, on the way in from the seat's column."""
    (column, row), (x, y) = board.columns[seat][-1], board.columns[seat][-2]
    length = hypot(x - column, y - row)
    return column + (x - column) / length * distance, row + (y - row) / length * distance
