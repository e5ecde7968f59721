"""Who stands how in a game: places where they are known, and where the pieces are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fairdice.picture.scene import Scene
from fairdice.printable import listed
from fairdice.words.places import place_of
from replay.board import YARD
from replay.piece import Where, where
from replay.play import Play
from replay.state import OVER

__all__ = ["Standing", "standings", "whereabouts"]


class Standing(Struct, frozen=True):
    """One player's line: its pieces in the yard, on the way, home, and those that others hold.

    `place` is 1 for the best, None while it is open; `points` where the system gives them, `captives` where it has any.
    """

    player: int
    place: int | None
    yard: int
    track: int
    home: int
    points: int | None = None
    captives: int | None = None


def standings(play: Play, scene: Scene) -> list[Standing]:
    """The players: who has a place by place, then the others in player order."""
    groups = play.ranking() if play.due == OVER else tuple((player,) for player in play.done)
    places = {player: place for place, group in enumerate(groups, 1) for player in group}
    points = play.points()
    lines = [
        Standing(
            player,
            places.get(player),
            *counts,
            points=points[player] if points else None,
            captives=scene.captives[player] if play.captives else None,
        )
        for player, counts in enumerate(scene.counts)
    ]
    return sorted(lines, key=lambda line: (line.place or len(lines) + 1, line.player))


def whereabouts(play: Play, names: Sequence[str]) -> str:
    """All pieces in words, for those who do not see the board, such as ``Ana: 2 in the yard, on 5 and 20.``."""
    return " ".join(f"{name}: {_of(play, player, names)}." for player, name in enumerate(names))


def _of(play: Play, player: int, names: Sequence[str]) -> str:
    board = play.seating.board
    pieces = sorted(map(where, play.pieces[player]), key=lambda at: (at.lap is not None, at.progress, at.lap or 0))
    waiting = [at for at in pieces if at.progress == YARD]
    locked = sum(at.locked for at in waiting)
    arrived = sum(at.lap is None and at.progress >= board.home for at in pieces)
    going = [
        place_of(board, at) for at in pieces if at.progress > YARD and (at.lap is not None or at.progress < board.home)
    ]
    parts = [f"{len(waiting)} in the yard{f' ({locked} locked)' if locked else ''}"] if waiting else []
    if going:
        parts.append(f"on {listed(going)}")
    parts.extend(_held(pieces, names))
    if arrived:
        parts.append(f"{arrived} home")
    return ", ".join(parts)


def _held(pieces: Sequence[Where], names: Sequence[str]) -> Iterator[str]:
    """The pieces that others hold, by holder."""
    for holder, name in enumerate(names):
        prisoners = sum(at.prisoner_of == holder for at in pieces)
        if prisoners:
            yield f"{prisoners} in the prison of {name}"
    for holder, name in enumerate(names):
        intruders = sum(at.intruder_in == holder for at in pieces)
        if intruders:
            yield f"{intruders} held in the column of {name}"
