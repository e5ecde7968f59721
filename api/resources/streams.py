"""Streams of a game's events: server-sent events for browsers, ndjson for programs."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import msgspec
from flask import request

from api.http.call import Answer, Call
from api.http.operation import Media, operation
from api.schemas.answers import TicketSchema
from api.schemas.streams import FollowSchema, StreamSchema
from api.service.actor import Actor
from api.service.errors import ServiceError
from api.service.livegame import LiveGame
from api.service.rights import check_reads, check_reads_stored, stored_row
from api.service.streams import News, check_ticket, follow, make_ticket
from api.service.told import due_body, game_body, row_event_body

__all__: list[str] = []

_NOT_KEPT = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
_RETRY_MS = 2000
_ASK_S = 5.0
"""So often it is asked whether the credential of who listens still holds."""
_encode = msgspec.json.Encoder().encode


@operation(
    "POST",
    "/v1/games/<game>/stream-tickets",
    summary="A ticket for a stream",
    tag="streams",
    auth=("player", "host:read"),
    answers={201: TicketSchema},
    problems=("game.unknown",),
)
def make_stream_ticket(call: Call) -> Answer:
    """A browser's EventSource sends no Authorization: ask for a ticket, and open `.../stream?ticket=...` within a
    minute.
    """
    reader = _Reader(call)
    ticket, until = make_ticket(call.service.sealer, call.params["game"], reader.actor.token_hash, call.now)
    return Answer(201, {"ticket": ticket, "expires_at": until}, {"Cache-Control": "no-store"})


@operation(
    "GET",
    "/v1/games/<game>/stream",
    summary="Follow a game: server-sent events",
    tag="streams",
    auth=("anyone",),
    query=StreamSchema,
    answers={200: Media("text/event-stream", "First `snapshot`, then `event` and `due` as they come, then `closed`.")},
    problems=("game.unknown", "stream.ticket", "service.busy"),
)
def stream_game(call: Call) -> Answer:
    """First a `snapshot` (as `GET /v1/games/{game}`; not after a reconnect), then for each event `event` with its index
    as id (event, head, receipt), after each change `due`, and `closed` at the end.  Without `after` the events begin
    where the snapshot ends.  A comment every 15 s shows that the line is open.  After a break the browser sends
    Last-Event-ID and misses nothing: what it has not seen of the events comes first, then what is due now.
    """
    stream = call.service.listeners.take(_events(call, _Reader(call), _resumed()))
    return Answer(body=stream, media="text/event-stream", headers=_NOT_KEPT)


def _resumed() -> int | None:
    """The event after which a browser goes on, if it has been here before."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def _events(call: Call, reader: _Reader, last: int | None) -> Generator[bytes, None, None]:
    game = call.params["game"]
    yield f"retry: {_RETRY_MS}\n\n".encode()
    due = b""
    if last is None:
        with call.service.hall.looking(game) as live:
            reader.check(live)
            snapshot = game_body(live, call.service.records.proofs(live.row))
            due = _message("due", due_body(live), None)
        last = call.query["after"]
        # Events that the client asks for are yet to come: only then the snapshot is no place to go on from.
        yield _message("snapshot", snapshot, snapshot["n"] if last is None else None)
        last = snapshot["n"] if last is None else last
    for news in _news(call, game, last):
        before, due = due, _due(call, reader)  # first: who may look no longer is told of no event either
        for row in news.events:
            yield _message("event", row_event_body(row), row.n)
        if due != before:
            yield due
        if news.ended:
            yield _message("draining" if call.service.bell.draining else "closed", {"game": game}, None)
        elif not news.changed:
            yield b": still here\n\n"


def _due(call: Call, reader: _Reader) -> bytes:
    with call.service.hall.looking(call.params["game"]) as live:
        reader.check(live)
        return _message("due", due_body(live), None)


def _news(call: Call, game: str, after: int, *, once: bool = False) -> Generator[News, None, None]:
    service = call.service
    heartbeat_s = service.config.heartbeat_ms / 1000
    return follow(service.storage, service.bell, game, after, heartbeat_s=heartbeat_s, once=once)


def _message(name: str, data: Any, number: int | None) -> bytes:
    lines = [f"event: {name}".encode(), b"data: " + _encode(data)]
    if number is not None:
        lines.insert(0, f"id: {number}".encode())
    return b"\n".join(lines) + b"\n\n"


@operation(
    "GET",
    "/v1/games/<game>/events.ndjson",
    summary="Events as ndjson",
    tag="streams",
    auth=("anyone",),
    query=FollowSchema,
    answers={200: Media("application/x-ndjson", "One event a line: event, head, receipt.  Empty lines: heartbeats.")},
    problems=("game.unknown", "stream.ticket", "service.busy"),
)
def export_events(call: Call) -> Answer:
    """All events after `after`, one line each; with `follow=1` the line stays open and later events come as they are
    appended, empty lines in between as heartbeats.
    """
    lines = call.service.listeners.take(_lines(call, _Reader(call)))
    return Answer(body=lines, media="application/x-ndjson", headers=_NOT_KEPT)


def _lines(call: Call, reader: _Reader) -> Generator[bytes, None, None]:
    once = not call.query["follow"]
    for news in _news(call, call.params["game"], call.query["after"], once=once):
        if not once:
            with call.service.hall.looking(call.params["game"]) as live:
                reader.check(live)
        for row in news.events:
            yield _encode(row_event_body(row)) + b"\n"
        if not news.changed and not news.ended:
            yield b"\n"


class _Reader:
    """Who follows a game: the owner of a ticket, or who has sent the request.  It is asked again, as streams are long:
    keys are revoked, games deleted, and a token that got no seat sees nothing once the game has all its players.
    """

    def __init__(self, call: Call) -> None:
        """Raises GameError ``game.unknown``, ServiceError ``stream.ticket``."""
        game, storage = call.params["game"], call.service.storage
        row = stored_row(storage, game)
        self._call = call
        self.actor = call.actor if call.query.get("ticket") is None else self._owner(call.query["ticket"])
        check_reads_stored(self.actor, row, storage)
        self._asked = time.monotonic()

    def check(self, live: LiveGame) -> None:
        """Require that it may still look.  Raises GameError ``game.unknown``, ServiceError ``stream.over``."""
        check_reads(self.actor, live.row, live.seats)
        if live.row.public or time.monotonic() - self._asked < _ASK_S:
            return
        self._asked = time.monotonic()
        if not self._holds(self.actor.token_hash):
            raise ServiceError("stream.over", "the key or token that this stream was opened with has ended")

    def _owner(self, ticket: str) -> Actor:
        game, now = self._call.params["game"], self._call.now
        token_hash = check_ticket(self._call.service.sealer, game, ticket, now)
        credential = self._call.service.storage.credential(token_hash)
        if credential is None or not self._holds(token_hash):
            raise ServiceError("stream.ticket", "the key or token that asked for this ticket has ended")
        return Actor(credential.kind, credential, self._call.actor.address)

    def _holds(self, token_hash: bytes) -> bool:
        credential = self._call.service.storage.credential(token_hash)
        if credential is None:
            return False
        ends = [at for at in (credential.revoked, credential.expires) if at is not None]
        return not ends or self._call.service.hall.clock() < min(ends)
