"""Still pictures of a game: its position, and a card for social media with the players beside the board.

They say how the game stands and nothing of whether it is true: a picture proves nothing, and who draws it here is the
service itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from api.embeds.oembed import CARD
from fairdice.cli.drawing import picture
from fairdice.cli.shown import Shown, shown_game
from fairdice.marks import colour
from fairdice.picture.legend import Line, height
from fairdice.picture.scene import scene
from fairdice.picture.shapes import escaped, number, piece
from fairdice.printable import printable
from fairdice.standings import standings
from replay.record import Close, Join, Open, Record
from replay.systems import SYSTEMS

__all__ = ["board", "card", "raster", "title_of"]

_INK, _GREY, _PAPER = "#22262b", "#4a4f57", "#fbfaf7"
_BOARD = 570
_LEFT = 650
_ROOM = 26
"""Letters of a name that have room on the card."""


def title_of(record: Record) -> str:
    """Rule system and players: ``Ludo with stars: Ana, Ben``."""
    opening = record.events[0]
    system = SYSTEMS.get(opening.rules.id) if isinstance(opening, Open) else None
    names = [printable(event.name) for event in record.events[:8] if isinstance(event, Join)]
    title = system.title if system is not None else "A game"
    return f"{title}: {', '.join(names)}" if names else title


def board(record: Record) -> bytes:
    """The position after the last event, with the players below it; SVG."""
    return picture(shown_game(record)).encode()


def card(record: Record) -> str:
    """The board, the players and how they stand, 1200 by 630; SVG."""
    shown = shown_game(record)
    assert shown.rules is not None
    head, _, rest = picture(shown).partition(">")
    left, top, wide, high = map(float, head[head.index("viewBox=") :].split('"')[1].split())
    lines = [Line(name) for name in shown.names] if shown.play is not None else []
    high -= height(lines, wide) + 0.1  # not the edge of what stands below
    view = f"{number(left)} {number(top)} {number(wide)} {number(high)}"
    scale = _BOARD / max(wide, high)
    place = f'x="{number(30 + (_BOARD - scale * wide) / 2)}" y="{number(30 + (_BOARD - scale * high) / 2)}"'
    size = f'{place} width="{number(scale * wide)}" height="{number(scale * high)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD[0]} {CARD[1]}" width="{CARD[0]}"'
            f' height="{CARD[1]}">',
            f'<rect width="{CARD[0]}" height="{CARD[1]}" fill="{_PAPER}"/>',
            f'<svg {size} viewBox="{view}">{rest}',
            *_words(shown, closed=isinstance(record.events[-1], Close)),
            "</svg>",
            "",
        ]
    )


def _words(shown: Shown, *, closed: bool) -> Iterator[str]:
    assert shown.rules is not None
    title = shown.rules.system.title
    yield _text(100, title, min(46, 760 / len(title)), _INK, bold=True)
    stands = "The game is over." if closed else "The game goes on." if shown.play else "The game has not begun."
    yield _text(148, stands, 28, _GREY)
    yield from _players(shown)
    yield _text(560, "Replay it: your own browser checks", 26, _GREY)
    yield _text(594, "every die and every move.", 26, _GREY)


def _players(shown: Shown) -> Iterator[str]:
    if shown.play is None:
        for row, name in enumerate(shown.names):
            yield _text(222 + 62 * row, _cut(name), 34, _INK)
        return
    seating = shown.play.seating
    for row, line in enumerate(standings(shown.play, scene(shown.play))):
        seat = seating.seats[line.player]
        middle = 222 + 54 * row
        yield piece(seat, colour(seating.board, seat), (_LEFT + 22, middle - 12), 44)
        place = f"{line.place}. " if line.place else ""
        yield _text(middle, place + _cut(shown.names[line.player]), 34, _INK, left=_LEFT + 62)


def _cut(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= _ROOM else f"{shown[: _ROOM - 1]}…"


def _text(y: float, words: str, size: float, fill: str, *, left: float = _LEFT, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{number(left)}" y="{number(y)}" font-family="system-ui, DejaVu Sans, sans-serif"'
        f' font-size="{number(size)}"{weight} fill="{fill}">{escaped(words)}</text>'
    )


def raster(svg: str, width: int) -> bytes:
    """A picture of ours as PNG, so many pixels wide."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
