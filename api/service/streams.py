"""A game's events as they come: followed from the storage, woken by the bell; and the tickets that browsers need."""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Callable, Generator
from threading import Lock
from typing import TYPE_CHECKING

from msgspec import Struct

from api.service.errors import ServiceError
from api.storage.rows import EventRow

if TYPE_CHECKING:
    from api.service.bell import Bell
    from api.service.seal import Sealer
    from api.storage.contract import Storage

__all__ = ["TICKET_MS", "Held", "News", "Places", "check_ticket", "follow", "make_ticket"]

TICKET_MS = 60_000
"""How long a ticket opens a stream."""
_AT_ONCE = 500
_PURPOSE = b"fairdice stream ticket"
_TIME_BYTES = 8
_HASH_BYTES = 32
_MAC_BYTES = 32


class News(Struct, frozen=True):
    """What a stream has next.  Nothing at all is a heartbeat."""

    events: tuple[EventRow, ...] = ()
    changed: bool = False
    """Something has changed, with an event or without one (a link was given, the game was started); or may have before
    one began to follow."""
    ended: bool = False


def follow(
    storage: Storage, bell: Bell, game: str, after: int, *, heartbeat_s: float, once: bool = False
) -> Generator[News, None, None]:
    """The events of a game after `after`, for ever: until it is closed, gone, or the service drains.

    With `once` it ends with the last event there is.
    """
    with bell.listening(game) as woken:
        woken.set()  # a change without an event, while nobody listened, has left no other trace
        while True:
            changed = woken.is_set()  # perhaps while the last news was on its way
            woken.clear()
            rows = storage.events(game, after=after, limit=_AT_ONCE)
            if rows:
                after = rows[-1].n
                ended = _is_close(rows[-1])
                yield News(tuple(rows), changed=True, ended=ended)
                if ended:
                    return
                if len(rows) == _AT_ONCE:
                    continue
            elif changed:
                yield News(changed=True)
            if once or bell.draining:
                yield News(ended=True)
                return
            if not woken.wait(heartbeat_s):
                row = storage.game(game)
                if row is None or (row.status in ("closed", "stopped") and row.n <= after):
                    yield News(ended=True)
                    return
                yield News()


def _is_close(row: EventRow) -> bool:
    # Of canonical JSON: "type" is the last key of a close but for nothing.
    return b'"type":"close"' in row.body


# How many ------------------------------------------------------------------------------------------------------------


class Places:
    """So many may listen at once: each holds a thread of the server's, and others are left for those who play."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._lock = Lock()

    def take(self, stream: Generator[bytes, None, None]) -> Held:
        """A stream with a place, which is free again once it is closed.  Raises ServiceError ``service.busy``."""
        with self._lock:
            if self._free < 1:
                raise ServiceError("service.busy", "as many streams are open as this process has room for; ask again")
            self._free -= 1
        return Held(stream, self._leave)

    def _leave(self) -> None:
        with self._lock:
            self._free += 1


class Held:
    """A stream that holds a place; one that nobody has begun to read is no generator's `finally` yet."""

    def __init__(self, stream: Generator[bytes, None, None], leave: Callable[[], None]) -> None:
        """`leave` is called once."""
        self._stream = stream
        self._leave: Callable[[], None] | None = leave

    def __iter__(self) -> Held:
        return self

    def __next__(self) -> bytes:
        return next(self._stream)

    def close(self) -> None:
        """End the stream, and give the place to another."""
        leave, self._leave = self._leave, None
        try:
            self._stream.close()
        finally:
            if leave is not None:
                leave()

    __del__ = close


# Tickets --------------------------------------------------------------------------------------------------------------


def make_ticket(sealer: Sealer, game: str, token_hash: bytes, now: int) -> tuple[str, int]:
    """A ticket that opens the streams of a game until the time that is given with it (EventSource sends no headers).

    It stands for the credential with this hash (32 bytes), and lets see what that may see.
    """
    until = now + TICKET_MS
    stamp = until.to_bytes(_TIME_BYTES, "big") + token_hash
    mac = _mac(sealer.derived(_PURPOSE)[0], game, stamp)
    return base64.urlsafe_b64encode(stamp + mac).rstrip(b"=").decode(), until


def check_ticket(sealer: Sealer, game: str, ticket: str, now: int) -> bytes:
    """Require that a ticket opens this game's streams now; the hash of whose it is.

    Raises ServiceError ``stream.ticket``.
    """
    try:
        raw = base64.b64decode(ticket + "=" * (-len(ticket) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raw = b""
    stamp, mac = raw[: _TIME_BYTES + _HASH_BYTES], raw[_TIME_BYTES + _HASH_BYTES :]
    good = len(mac) == _MAC_BYTES and any(
        hmac.compare_digest(mac, _mac(key, game, stamp)) for key in sealer.derived(_PURPOSE)
    )
    if not good:
        raise ServiceError("stream.ticket", "this ticket does not open the streams of this game")
    if int.from_bytes(stamp[:_TIME_BYTES], "big") < now:
        raise ServiceError("stream.ticket", "this ticket has expired; ask for another one")
    return stamp[_TIME_BYTES:]


def _mac(key: bytes, game: str, stamp: bytes) -> bytes:
    return hmac.digest(key, stamp + game.encode(), "sha256")
