"""Games as pages show them: in a list, and one of them with everything that happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from api.http.turns import Turns
from api.service.rights import check_public
from api.service.service import Service
from api.storage.rows import GameRow
from api.wording import result_of, when
from fairdice.marks import colour, mark
from fairdice.printable import printable
from fairdice.words.names import chosen_options, names_of
from fairdice.words.narrator import Narrator
from fairdice.words.told import Line, join_lines
from replay.codec import decode_record
from replay.engine import Game
from replay.record import Open
from replay.schema import decode
from replay.systems import SYSTEMS

__all__ = ["TURNS", "FrontGame", "GamePage", "Seat", "front_game", "game_page", "listed_games"]

TURNS = Turns(2, waiting=16, wait_s=10)
"""A long game takes a second to be told; moves must not wait for a queue of readers."""
_LINES = 600
"""So many lines of a game stand on its page; an honest game of the usual kind has fewer."""
_WORTH_SEEING = 100
"""A game that was played to its end has more events; one that was given up early shows a visitor nothing."""
_LOOKED_AT = 50
_STATUS = {"joining": "players are joining", "playing": "being played", "stopped": "stopped", "closed": "closed"}


class Seat(Struct, frozen=True):
    """A player of the game, as the page lists it."""

    name: str
    colour: str
    """``red ●``, or nothing before the draw."""
    kind: str
    away: bool


class FrontGame(Struct, frozen=True):
    """The game on the start page: what is not told by its replay."""

    id: str
    note: str
    closed: bool = True


class GamePage(Struct, frozen=True):
    """What the page of a game says without JavaScript."""

    id: str
    title: str
    rules: str
    options: list[str]
    status: str
    closed: bool
    result: str
    seats: list[Seat]
    house: str
    house_key: str
    note: str
    opened: str
    ended: str
    events: int
    lines: list[Line]
    left_out: int
    """How many lines before those were left out."""


def listed_games(service: Service, limit: int) -> list[dict[str, Any]]:
    """Public games, the newest first; in development those of test keys are among them."""
    tests = service.config.env == "development"
    return [_listed(row) for row in service.storage.public_games(status=None, limit=limit, tests=tests)]


def front_game(service: Service) -> FrontGame | None:
    """The public game for the start page: the newest closed one that was played out, or else the newest closed one."""
    tests = service.config.env == "development"
    closed = service.storage.public_games(status="closed", limit=_LOOKED_AT, tests=tests)
    played = (row for row in closed if row.n > _WORTH_SEEING)
    row = next(played, closed[0] if closed else None)
    if row is None:
        return None
    opening = decode(service.storage.events(row.id, limit=1)[0].body, Open)
    return FrontGame(row.id, _note(opening))


def _listed(row: GameRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "rules": SYSTEMS[row.rules].title if row.rules in SYSTEMS else row.rules,
        "players": row.players,
        "status": _STATUS[row.status],
        "closed": row.status == "closed",
        "events": row.n + 1,
        "created": when(row.created),
    }


def game_page(service: Service, game: str) -> GamePage:
    """Everything on the page of a public game.  Raises GameError ``game.unknown``, Refused ``service.busy``."""
    with service.hall.looking(game) as live:
        check_public(live.row)
        raw, row = service.records.record(live), live.row
    # Told when the game is free again: its moves must not wait for those who read.
    return _told(raw, row)


def _told(raw: bytes, row: GameRow) -> GamePage:
    with TURNS.one():
        record = decode_record(raw).record
        narrator = Narrator()
        lines = join_lines([narrator.tell(event) for event in record.events])
    game = narrator.game
    opening = game.opening
    assert opening is not None and game.rules is not None
    names = names_of(game)
    return GamePage(
        id=row.id,
        title=f"{game.rules.system.title}: {', '.join(names)}" if names else game.rules.system.title,
        rules=game.rules.id,
        options=chosen_options(game.rules),
        status=_STATUS[row.status],
        closed=game.closed is not None,
        result=result_of(game.closed, names) if game.closed else "",
        seats=_seats(game, names),
        house=printable(opening.house.name),
        house_key=opening.house.key,
        note=_note(opening),
        opened=when(opening.at),
        ended=when(record.events[-1].at) if game.closed else "",
        events=len(record.events),
        lines=lines[-_LINES:],
        left_out=max(0, len(lines) - _LINES),
    )


def _note(opening: Open) -> str:
    return printable(opening.note) if isinstance(opening.note, str) else ""


def _seats(game: Game, names: Sequence[str]) -> list[Seat]:
    seating = game.play.seating if game.play is not None else None
    away = game.presence.away if game.presence is not None else ()
    return [
        Seat(
            names[join.player],
            f"{colour(seating.board, seating.seats[join.player])} {mark(seating.seats[join.player])}"
            if seating
            else "",
            "a bot of the house"
            if join.kind == "bot"
            else "with a chain and a key of its own"
            if join.anchor
            else "with a key of its own"
            if join.key
            else "without a chain",
            join.player in away,
        )
        for join in game.joins
    ]
