"""What a picture shows, whatever it is drawn on: which pieces stand on which cell of the board."""

from __future__ import annotations

from math import hypot

from msgspec import Struct

from replay.board import YARD, Board, Cell
from replay.parts.laps import split
from replay.play import Play

__all__ = ["Group", "Moved", "Scene", "Spot", "cell_of", "common_home", "empty", "home_place", "scene"]


class Group(Struct, frozen=True):
    """The pieces of one player that stand on one cell alike; `lap` where they have gone round again, else None."""

    player: int
    count: int
    lap: int | None = None


class Spot(Struct, frozen=True):
    """A cell with pieces on it."""

    cell: Cell
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
    """All pieces but those in the yards and on a home that all seats share, from the top left."""
    yards: tuple[int, ...] = ()
    """By player: pieces in the yard."""
    homes: tuple[int, ...] = ()
    """By player: pieces on the home that all seats share."""
    counts: tuple[tuple[int, int, int], ...] = ()
    """By player: pieces in the yard, on the way, home."""
    moved: Moved | None = None


def empty(board: Board) -> Scene:
    """The board without pieces."""
    return Scene(board)


def scene(play: Play, moved: Moved | None = None) -> Scene:
    """The pieces of a game where they stand."""
    board, seats = play.seating.board, play.seating.seats
    shared = common_home(board)
    spots: dict[Cell, dict[tuple[int, int | None], int]] = {}
    yards, homes, arrived = [0] * len(seats), [0] * len(seats), [0] * len(seats)
    for player, own in enumerate(play.pieces):
        for piece in own:
            progress, lap = split(piece)
            if progress == YARD:
                yards[player] += 1
                continue
            arrived[player] += lap is None and progress >= board.home
            cell = place_of(board, seats[player], progress, lap)
            if cell == shared:
                homes[player] += 1
            else:
                there = spots.setdefault(cell, {})
                there[player, lap] = there.get((player, lap), 0) + 1
    return Scene(
        board=board,
        seats=seats,
        spots=tuple(
            Spot(cell, tuple(Group(player, count, lap) for (player, lap), count in there.items()))
            for cell, there in sorted(spots.items(), key=lambda spot: spot[0][::-1])
        ),
        yards=tuple(yards),
        homes=tuple(homes),
        counts=tuple(
            (yards[player], len(own) - yards[player] - arrived[player], arrived[player])
            for player, own in enumerate(play.pieces)
        ),
        moved=moved,
    )


def cell_of(play: Play, player: int, piece: int) -> Cell:
    """Where this piece is drawn now; of those in the yard, where the last one is."""
    own = play.pieces[player]
    progress, lap = split(own[piece])
    board, seat = play.seating.board, play.seating.seats[player]
    if progress == YARD:
        return board.yards[seat][own.count(YARD) - 1]
    return place_of(board, seat, progress, lap)


def place_of(board: Board, seat: int, progress: int, lap: int | None = None) -> Cell:
    """The cell of a piece at `progress`, or on the loop past its column after `lap` rounds."""
    if lap is None:
        return board.cell(seat, progress)
    return board.cells[(board.offsets[seat] + progress) % board.loop]


def common_home(board: Board) -> Cell | None:
    """The cell where the columns of all seats end, if they end in one."""
    ends = {column[-1] for column in board.columns}
    return ends.pop() if len(ends) == 1 else None


def home_place(board: Board, seat: int, distance: float) -> Cell:
    """The point so many cells before the common home, on the way in from the seat's column."""
    (column, row), (x, y) = board.columns[seat][-1], board.columns[seat][-2]
    length = hypot(x - column, y - row)
    return column + (x - column) / length * distance, row + (y - row) / length * distance
