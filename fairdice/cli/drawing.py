"""The SVG picture of what is shown, with its title and its description in words."""

from __future__ import annotations

from fairdice.cli.faults import Misuse
from fairdice.cli.shown import Shown
from fairdice.marks import colour
from fairdice.picture.legend import Line
from fairdice.picture.scene import Scene, empty, scene
from fairdice.picture.svg import draw
from fairdice.picture.throw import throws
from fairdice.standings import standings, whereabouts
from replay.board import SHAPES
from replay.play import Play
from replay.state import OVER

__all__ = ["picture"]


def picture(shown: Shown) -> str:
    """The SVG text.  Raises Misuse ``usage.svg`` where there is no board to draw."""
    if shown.rules is None:
        raise Misuse("usage.svg", "no board can be drawn: the opening of the record is refused")
    told = shown.told[-1:]
    title = shown.title + "".join(f", after event {one.n}" for one in told)
    words = [f"{one.sentence}." for one in told]
    if shown.play is None:
        return draw(empty(shown.rules.board), (), title=title, description=" ".join(words))
    seats, board = shown.play.seating.seats, shown.play.seating.board
    players = [f"{name} ({colour(board, seat)} {SHAPES[seat]})" for name, seat in zip(shown.spoken, seats, strict=True)]
    description = " ".join([*words, whereabouts(shown.play, players), f"Next: {shown.due}."])
    drawn = scene(shown.play, shown.moved)
    return draw(drawn, _lines(shown, shown.play, drawn), title=title, description=description)


def _lines(shown: Shown, play: Play, drawn: Scene) -> list[Line]:
    """What stands below the board, in player order."""
    dice = throws(play)
    return [
        Line(
            shown.names[line.player],
            place=line.place,
            points=line.points,
            away=line.player in shown.away,
            turn=line.player == play.turn and play.due != OVER,
            throw=dice.get(line.player),
        )
        for line in sorted(standings(play, drawn), key=lambda line: line.player)
    ]
