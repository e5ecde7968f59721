"""How a seat learns that something has happened: from the service's stream, or by asking again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

from fairdice.client.answers import Due, GameNow, Item, read
from fairdice.client.errors import ServiceError
from fairdice.client.service import Service
from fairdice.client.sse import Message

__all__ = ["Feed"]

_GIVE_UP = 3
"""So many streams in a row that end without a word, and there will be no other."""
_QUIET = 4
"""After so many heartbeats without an event one asks whether there is none."""
_SHORT, _LONG = 0.3, 3.0


class Feed:
    """Waits for the news of one game.

    A stream that is silent for longer than heartbeats may be apart is dead, and is opened again after the last event
    that was seen.  Where streams do not work - a proxy may hold them back - the events are asked for instead, at first
    three times a second, then less and less often.
    """

    __slots__ = (
        "_failed",
        "_messages",
        "_pause",
        "_quiet",
        "_service",
        "_sleep",
        "_stack",
        "due",
        "game",
        "polling",
    )

    def __init__(
        self, service: Service, game: str, *, polling: bool = False, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.game = game
        self.due: Due | None = None
        """What the service last said is due, by itself; it may be behind."""
        self.polling = polling
        """Whether events are asked for; with True from the beginning no stream is opened."""
        self._service = service
        self._sleep = sleep
        self._stack = ExitStack()
        self._messages: Iterator[Message] | None = None
        self._failed = 0
        self._quiet = 0
        self._pause = _SHORT

    def wait(self, n: int) -> list[Item]:
        """Wait until something happens; the events since event `n` that are known by then, none if only time passed.

        Raises ServiceError where the service refuses, or does not answer at all.
        """
        if self.polling:
            return self._poll(n)
        try:
            return self._next(n)
        except ServiceError as error:
            self._drop()
            if error.status is not None and 400 <= error.status < 500 and error.status not in (404, 406, 429):
                raise
            self._failed += 1
            self.polling = self._failed >= _GIVE_UP
            self._sleep(_SHORT)
            return list(self._service.events(self.game, n))

    def close(self) -> None:
        """Close the stream, if one is open."""
        self._drop()

    def _next(self, n: int) -> list[Item]:
        if self._messages is None:
            self._messages = self._stack.enter_context(self._service.stream(self.game, n))
            self._quiet = 0
        message = next(self._messages, None)
        if message is None:
            raise ServiceError("service.unreachable", "the stream has ended")
        if message.event == "heartbeat":
            self._quiet += 1
            if self._quiet < _QUIET:
                return []
            self._quiet = 0
            return list(self._service.events(self.game, n))
        self._quiet = 0
        if message.event == "event":
            self._failed = 0
            return [read(message.data.encode(), Item)]
        if message.event in ("snapshot", "due"):
            self.due = read(message.data.encode(), GameNow).due
        return []

    def _poll(self, n: int) -> list[Item]:
        items = list(self._service.events(self.game, n))
        if items:
            self._pause = _SHORT
        else:
            self._sleep(self._pause)
            self._pause = min(1.5 * self._pause, _LONG)
        return items

    def _drop(self) -> None:
        self._messages = None
        stack, self._stack = self._stack, ExitStack()
        with suppress(ServiceError):
            stack.close()
