"""A game as text for a terminal: the board, the players, the last events, what is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairdice.cli.shown import Shown
from fairdice.marks import colour, mark
from fairdice.picture.scene import empty, scene
from fairdice.picture.terminal import draw, paint
from fairdice.printable import columns, pad, printable
from fairdice.standings import Standing, standings
from fairdice.words.told import Told, join_lines
from replay.state import OVER

__all__ = ["board", "numbered", "page", "players"]


def page(shown: Shown, gid: str, *, last_only: bool, in_colour: bool) -> Iterator[str]:
    """Everything about a game, line by line; with `last_only` its last event alone, not those before."""
    yield f"Game {gid[:12]}: {shown.title}" if gid else shown.title
    # Of a roll and its move the last events do not begin with the move alone.
    told = list(shown.told[1:] if len(shown.told) > 1 and shown.told[0].goes_on else shown.told)
    if last_only and told:
        yield f"Event {told[-1].n}: {told[-1].sentence}"
    yield ""
    yield from board(shown, in_colour=in_colour)
    yield from players(shown, in_colour=in_colour)
    if told and not last_only:
        yield "Last events"
        yield from numbered(told)
        yield ""
    yield f"Due: {shown.due}"


def board(shown: Shown, *, in_colour: bool) -> Iterator[str]:
    """The board and an empty line; nothing where already the opening is refused."""
    if shown.rules is None:
        return
    drawn = scene(shown.play) if shown.play else empty(shown.rules.board)
    yield from (f"  {line}".rstrip() for line in draw(drawn, in_colour=in_colour))
    yield ""


def players(shown: Shown, *, in_colour: bool) -> Iterator[str]:
    """A line for each player, by place where places are known, and an empty line; nothing before the draw."""
    play = shown.play
    if play is None:
        return
    names = [printable(name) for name in shown.names]
    wide = max(map(columns, names))
    lines = standings(play, scene(play))
    held = any(line.captives for line in lines)
    hues = max(len(colour(play.seating.board, seat)) for seat in play.seating.seats)
    for line in lines:
        seat = play.seating.seats[line.player]
        hue = colour(play.seating.board, seat)
        sign = ">" if line.player == play.turn and play.due != OVER else " "
        shape = paint(mark(seat), hue, bold=True) if in_colour else mark(seat)
        place = f"{line.place}. " if line.place else "   " if any(other.place for other in lines) else ""
        pieces = _pieces(line, shown, held=held)
        yield f"{sign} {place}{shape} {pad(names[line.player], wide)}  {hue:{hues}}  {pieces}"
    yield ""


def _pieces(line: Standing, shown: Shown, *, held: bool) -> str:
    points = "" if line.points is None else f"  {line.points} points"
    away = "  away" if line.player in shown.away else ""
    captives = f"  captive {line.captives}" if held else ""
    return f"yard {line.yard}  track {line.track}  home {line.home}{captives}{points}{away}"


def numbered(told: Iterable[Told]) -> Iterator[str]:
    """Events in words, a line each or a line for a roll and its move, with their numbers in front."""
    lines = join_lines(told)
    numbers = [str(line.first) if line.first == line.last else f"{line.first}-{line.last}" for line in lines]
    wide = max(map(len, numbers), default=0)
    yield from (f"  {number:>{wide}}  {line.text}" for number, line in zip(numbers, lines, strict=True))
