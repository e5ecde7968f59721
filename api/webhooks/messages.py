"""The messages: what is told of a change of a game, and the rows that are stored together with the change.

A body is ``{"type", "timestamp", "data"}`` (Standard Webhooks 1.0, "Payload structure").  Nobody promises that
messages arrive in the order of the events: each carries `n`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw, Struct

from api.service.tokens import new_id
from api.storage.rows import Append, DeliveryRow, EventRow, GameRow, NewGame, WebhookRow

__all__ = ["TEST", "TYPES", "Message", "deliveries_of", "trial_message"]

TYPES = ("game.started", "game.event", "game.away", "game.closed")
"""What a host can ask for."""
TEST = "webhook.test"
"""Sent when its host asks for it, whatever else the webhook wants."""

Message: TypeAlias = tuple[str, bytes]
"""A type and the body as it is sent."""


class _Event(Struct, frozen=True):
    """Of an event that was appended: what messages speak of."""

    type: str
    player: int | None = None
    reason: str | None = None
    status: str | None = None
    ranking: Raw = Raw(b"null")
    points: Raw = Raw(b"null")


_read = msgspec.json.Decoder(_Event).decode
_write = msgspec.json.Encoder().encode


def deliveries_of(webhooks: Sequence[WebhookRow], before: GameRow, change: Append | NewGame) -> tuple[DeliveryRow, ...]:
    """Make what is to be stored in the `deliveries` of a change, due at once.

    `webhooks` are those of the game's host and mode, `before` is the game as it stood; for a new game its first row.
    """
    wanted = {each for webhook in webhooks if webhook.disabled is None for each in webhook.events}
    if not wanted:
        return ()
    at = change.at if isinstance(change, Append) else change.row.created
    return tuple(
        _delivery(webhook.id, type_, body, before.id, at)
        for type_, body in _messages(before, change, at, wanted)
        for webhook in webhooks
        if webhook.disabled is None and type_ in webhook.events
    )


def trial_message(webhook: WebhookRow, at: int) -> DeliveryRow:
    """Make the message with which a host sees whether its server takes messages."""
    return _delivery(webhook.id, TEST, _body(TEST, at, {"webhook": webhook.id, "mode": webhook.mode}), None, at)


def _messages(before: GameRow, change: Append | NewGame, at: int, wanted: Iterable[str]) -> Iterator[Message]:
    game = {"game": before.id, "mode": before.mode}
    if isinstance(change, Append) and (before.status, change.status) == ("joining", "playing"):
        facts = {"n": change.n, "head": change.head.hex(), "rules": before.rules, "players": before.players}
        yield "game.started", _body("game.started", at, game | facts)
    for row in change.events:
        for type_, facts in _of_event(row):
            if type_ in wanted:
                yield type_, _body(type_, at, game | {"n": row.n, "head": row.head.hex()} | facts)


def _of_event(row: EventRow) -> Iterator[tuple[str, dict[str, Any]]]:
    """What one event gives: type and its part of the data."""
    event = _read(row.body)
    receipt = {"n": row.n, "sig": row.sig.hex()}
    yield "game.event", {"event": Raw(row.body), "receipt": receipt}
    if event.type == "away":
        yield "game.away", {"player": event.player, "reason": event.reason}
    if event.type == "close":
        result = {"ranking": event.ranking, "points": event.points}
        yield "game.closed", {"status": event.status, "reason": event.reason, **result, "receipt": receipt}


def _body(type_: str, at: int, data: dict[str, Any]) -> bytes:
    return _write({"type": type_, "timestamp": _rfc3339(at), "data": data})


def _rfc3339(at: int) -> str:
    """Unix milliseconds as RFC 3339 has times: ``2026-11-30T12:00:00.000Z``."""
    whole = datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{whole}.{at % 1000:03}Z"


def _delivery(webhook: str, type_: str, body: bytes, game: str | None, at: int) -> DeliveryRow:
    return DeliveryRow(id=new_id("msg"), webhook=webhook, type=type_, game=game, body=body, created=at, next_at=at)
