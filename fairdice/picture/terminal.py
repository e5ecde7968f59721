"""A position as text: two columns a cell, shapes and numbers as well as colours.

An empty square is ``·``, a star ``☆``, a start square the empty shape of its seat, a column ``◦``, home ``⌂``.  A piece
is the shape of its seat; behind it stands how many they are, or the sign of the star or start it stands on, or ``×`` if
it is locked.  ``#`` and a number is a cage with so many pieces, ``#+`` one with more than have room: prisoners in the
captor's yard, intruders outside the board at the entrance of the column.  Where pieces of several players do not fit on
a square it has a letter.  Letters, cages and locks are explained below the board.
"""

from __future__ import annotations

from math import floor

from msgspec import Struct

from fairdice.marks import colour, mark, outline
from fairdice.picture.scene import Cage, Group, Scene, common_home, gate, home_place, prison
from replay.board import Board, Cell

__all__ = ["draw", "paint"]

_CODES = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "violet": 35, "black": 90}
# Lines for each row of cells; on the board with six arms rows are closer, half the square root of 3 apart.
_SCALES = (1.0, 1.16)
_STAR, _SQUARE, _COLUMN, _HOME = "☆", "·", "◦", "⌂"
_CAGE, _MANY, _LOCK = "#", "+", "×"


class _Ink(Struct, frozen=True):
    """One sign and how it is printed; two columns wide at most, or three where there is room.

    `second` is the colour of its second letter.
    """

    text: str
    colour: str = ""
    bold: bool = False
    second: str = ""

    def painted(self) -> str:
        """The sign with the control sequences of a terminal."""
        if not self.second:
            return paint(self.text, self.colour, bold=self.bold)
        first, second = self.text[0], self.text[1]
        return paint(first, self.colour, bold=self.bold) + paint(second, self.second, bold=self.bold)


def paint(text: str, colour: str, *, bold: bool = False) -> str:
    """`text` in a colour of the board, with the control sequences of a terminal (ECMA-48)."""
    codes = [str(code) for code in (1 if bold else 0, _CODES.get(colour, 0)) if code]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def draw(scene: Scene, *, in_colour: bool) -> list[str]:
    """The board as lines of text without trailing spaces; with `in_colour` they hold control sequences."""
    board = scene.board
    signs = {cell: _on_square(board, number) for number, cell in enumerate(board.cells)}
    for seat, column in enumerate(board.columns):
        signs.update({cell: _Ink(_COLUMN, colour(board, seat)) for cell in column})
        if board.home == board.goal:
            signs[column[-1]] = _Ink(_HOME, colour(board, seat))
    shared = common_home(board)
    if shared is not None:
        signs[shared] = _Ink(_HOME)
    for yard in board.yards:
        signs.update({cell: _Ink(_SQUARE) for cell in yard})
    notes = [*_put_pieces(scene, signs), *(_put_cage(scene, cage, signs) for cage in scene.cages)]
    if any(scene.locked) or any(group.locked for spot in scene.spots for group in spot.groups):
        notes.append(f"{_LOCK} locked until the player's next turn")
    return [*_lines(signs, in_colour), *notes]


def _on_square(board: Board, number: int) -> _Ink:
    """The sign of an empty square of the loop."""
    if number in board.starts and number in board.offsets:
        seat = board.offsets.index(number)
        return _Ink(outline(seat), colour(board, seat))
    return _Ink(_STAR if number in board.stars else _SQUARE)


def _put_pieces(scene: Scene, signs: dict[Cell, _Ink]) -> list[str]:
    """Put the pieces on their cells; the answer is what has to be explained below the board."""
    board = scene.board
    notes: list[str] = []
    for spot in scene.spots:
        ink = _pieces(scene, spot.groups, signs[spot.cell].text)
        if ink is None:
            letter = chr(ord("A") + len(notes))
            ink = _Ink(letter, bold=True)
            notes.append(f"{letter}: {', '.join(_in_note(scene, group) for group in spot.groups)}")
        signs[spot.cell] = ink
    for player, seat in enumerate(scene.seats):
        waiting = scene.yards[player]
        free = waiting - (scene.locked[player] if scene.locked else 0)
        for index in range(waiting):
            sign = mark(seat) + (_LOCK if index >= free else "")
            signs[board.yards[seat][index]] = _Ink(sign, colour(board, seat), bold=True)
        if scene.homes[player]:
            group, cell = Group(player, scene.homes[player]), home_place(board, seat, 1)
            if cell in signs:  # the column ends directly at home: no room for them
                notes.append(f"{_HOME}: {_in_note(scene, group)}")
            else:
                signs[cell] = _counted(scene, group, "")
    return notes


def _put_cage(scene: Scene, cage: Cage, signs: dict[Cell, _Ink]) -> str:
    """Put a cage with held pieces on its cell; the answer is what is in it."""
    board, seat = scene.board, scene.seats[cage.holder]
    cell = gate(board, seat, 1) if cage.in_column else prison(board, seat)
    count = sum(group.count for group in cage.groups)
    # A number of two digits has no room where squares go on directly behind; below the board it is told in any case.
    told = str(count) if count < 10 or not _followed(cell, signs) else _MANY
    signs[cell] = _Ink(f"{_CAGE}{told}", colour(board, seat), bold=True)
    who = "intruders in the column of" if cage.in_column else "prisoners of"
    return f"{_CAGE} {who} {mark(seat)}: {', '.join(_in_note(scene, group) for group in cage.groups)}"


def _followed(cell: Cell, signs: dict[Cell, _Ink]) -> bool:
    """Whether on the same line another sign stands so near behind that three columns have no room."""
    return any(abs(row - cell[1]) < 1 and 0 < column - cell[0] < 2 for column, row in signs)


def _pieces(scene: Scene, groups: tuple[Group, ...], under: str) -> _Ink | None:
    """The pieces on one square, or None where they do not fit."""
    if any(group.lap is not None or (group.locked and (group.count > 1 or len(groups) > 1)) for group in groups):
        return None
    if len(groups) == 1:
        return _counted(scene, groups[0], under if under in (_STAR, *map(outline, range(6))) else "")
    if len(groups) == 2 and all(group.count == 1 for group in groups):
        one, other = (scene.seats[group.player] for group in groups)
        hue, second = colour(scene.board, one), colour(scene.board, other)
        return _Ink(mark(one) + mark(other), hue, bold=True, second=second)
    return None


def _counted(scene: Scene, group: Group, under: str) -> _Ink:
    seat = scene.seats[group.player]
    behind = str(group.count) if group.count > 1 else _LOCK if group.locked else under
    return _Ink(mark(seat) + behind, colour(scene.board, seat), bold=True)


def _in_note(scene: Scene, group: Group) -> str:
    lap = "" if group.lap is None else f" on lap {group.lap}"
    return f"{group.count} {mark(scene.seats[group.player])}{_LOCK if group.locked else ''}{lap}"


def _lines(signs: dict[Cell, _Ink], in_colour: bool) -> list[str]:
    """The signs where they belong, with as few lines as leave each a place of its own."""
    left, top = min(column for column, _ in signs), min(row for _, row in signs)
    for scale in _SCALES:
        placed = {(floor(2 * (column - left)), floor(scale * (row - top))): ink for (column, row), ink in signs.items()}
        if len(placed) == len(signs) and not any((column + 1, row) in placed for column, row in placed):
            break
    lines = []
    for row in range(max(row for _, row in placed) + 1):
        line, end = "", 0
        for column, ink in sorted((column, ink) for (column, r), ink in placed.items() if r == row):
            text = ink.painted() if in_colour else ink.text
            line, end = f"{line}{' ' * (column - end)}{text}", column + len(ink.text)
        lines.append(line.rstrip())
    return lines
