"""Who stands how in a game: places where they are known, and where the pieces are."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fairdice.picture.scene import Scene
from fairdice.printable import listed
from fairdice.words import place
from replay.board import YARD
from replay.parts.laps import split
from replay.play import Play
from replay.state import OVER

__all__ = ["Standing", "standings", "whereabouts"]


class Standing(Struct, frozen=True):
    """One player's line.  `place` is 1 for the best, None while it is open; `points` where the system gives them."""

    player: int
    place: int | None
    yard: int
    track: int
    home: int
    points: int | None = None


def standings(play: Play, scene: Scene) -> list[Standing]:
    """The players: who has a place by place, then the others in player order."""
    groups = play.ranking() if play.due == OVER else tuple((player,) for player in play.done)
    places: dict[int, int] = {}
    for group in groups:
        first = len(places) + 1
        places.update(dict.fromkeys(group, first))
    points = play.points()
    lines = [
        Standing(player, places.get(player), *counts, points=points[player] if points else None)
        for player, counts in enumerate(scene.counts)
    ]
    return sorted(lines, key=lambda line: (line.place or len(lines) + 1, line.player))


def whereabouts(play: Play, names: Sequence[str]) -> str:
    """All pieces in words, for those who do not see the board, such as ``Ana: 2 in the yard, on 5 and 20.``."""
    return " ".join(f"{name}: {_of(play, player)}." for player, name in enumerate(names))


def _of(play: Play, player: int) -> str:
    board = play.seating.board
    pieces = sorted(map(split, play.pieces[player]), key=lambda piece: (piece[1] is not None, piece))
    waiting = sum(progress == YARD for progress, _ in pieces)
    arrived = sum(lap is None and progress >= board.home for progress, lap in pieces)
    going = [place(board, p, lap) for p, lap in pieces if p != YARD and (lap is not None or p < board.home)]
    parts = [f"{waiting} in the yard"] if waiting else []
    if going:
        parts.append(f"on {listed(going)}")
    if arrived:
        parts.append(f"{arrived} home")
    return ", ".join(parts)
