"""How a game and what happened in it is told to whoever may see it: the bodies of answers."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw, Struct, to_builtins

from api.service.change import Change
from api.service.livegame import LiveGame
from api.storage.rows import EventRow, GameRow
from fairdice.live.messages import Appended
from fairdice.live.table import Table
from replay.record import GameEvent, LogProofs, Receipt

__all__ = [
    "AppendedBody",
    "EventBody",
    "appended_body",
    "due_body",
    "event_body",
    "game_body",
    "row_body",
    "row_event_body",
]


class EventBody(Struct, frozen=True):
    """An event as answers show it: with the head that covers it (hex) and the house's receipt."""

    event: GameEvent
    head: str
    receipt: Receipt


class AppendedBody(Struct, frozen=True):
    """What a change has appended, and what is due now."""

    game: str
    appended: tuple[EventBody, ...]
    n: int
    head: str
    status: str
    due: dict[str, Any]


def event_body(one: Appended) -> EventBody:
    """An event that was appended."""
    return EventBody(one.event, one.head.hex(), one.receipt)


def appended_body(change: Change, first: Appended | None = None) -> AppendedBody:
    """The answer to whoever has changed a game; `first` is what was asked for, should it have stood already."""
    told = change.appended
    if first is not None and first not in told:
        told = [first, *told]
    table = change.table
    return AppendedBody(
        game=change.game.row.id,
        appended=tuple(map(event_body, told)),
        n=table.n,
        head=table.head.hex(),
        status=change.status,
        due=change.due,
    )


def due_body(game: LiveGame) -> dict[str, Any]:
    """What is due, and after which event."""
    table = game.table
    return {"game": game.row.id, "n": table.n, "head": table.head.hex(), "status": game.row.status, "due": game.due}


def game_body(game: LiveGame, proofs: LogProofs | None) -> dict[str, Any]:
    """A game as its readers see it."""
    table, row = game.table, game.row
    opening = table.game.opening
    assert opening is not None
    return {
        "game": row.id,
        "status": row.status,
        "mode": row.mode,
        "public": row.public,
        "created": row.created,
        "rules": to_builtins(opening.rules),
        "players": opening.players,
        "links": opening.links,
        "away_after_ms": opening.away_after_ms,
        "returns": opening.returns,
        "signed_moves": opening.signed_moves,
        "note": None if opening.note is UNSET else opening.note,
        "house": to_builtins(opening.house),
        "chains": game.settings.chains,
        "rematch_of": game.settings.rematch_of,
        "n": table.n,
        "head": table.head.hex(),
        "seats": _seats(game),
        "due": game.due,
        "result": _result(table),
        "log": None if proofs is None else to_builtins(proofs),
    }


def _seats(game: LiveGame) -> list[dict[str, Any]]:
    """The players that have joined."""
    table = game.table
    play = table.play
    away = table.away
    return [
        {
            "player": join.player,
            "name": join.name,
            "kind": join.kind,
            "key": join.key,
            "contributes": join.anchor is not None,
            "own_token": game.holds_own_token(join.player),
            "away": join.player in away,
            "seat": None if play is None else play.seating.seats[join.player],
        }
        for join in table.joins
    ]


def _result(table: Table) -> dict[str, Any] | None:
    """How a game has ended."""
    closed = table.game.closed
    if closed is None:
        return None
    return {
        "status": closed.status,
        "reason": closed.reason,
        "ranking": to_builtins(closed.ranking),
        "points": to_builtins(closed.points),
    }


def row_body(row: GameRow) -> dict[str, Any]:
    """A game in a list."""
    return {
        "game": row.id,
        "status": row.status,
        "mode": row.mode,
        "public": row.public,
        "rules": row.rules,
        "players": row.players,
        "n": row.n,
        "head": row.head.hex(),
        "created": row.created,
        "updated": row.updated,
    }


def row_event_body(row: EventRow) -> dict[str, Any]:
    """A stored event as answers show it; its JSON is taken as it is."""
    return {"event": Raw(row.body), "head": row.head.hex(), "receipt": {"n": row.n, "sig": row.sig.hex()}}
