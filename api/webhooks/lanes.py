"""A slow receiver must not hold up all others: how many messages go to one webhook at once, and what waits where."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import Literal, TypeAlias

from msgspec import Struct, field

from api.storage.rows import DeliveryRow

__all__ = ["Entry", "Lanes", "PutOff"]

SLOW_MS = 1000.0
"""A receiver whose attempts take longer than this is slow."""
_SMOOTH = 0.3
_FIRST_GUESS_MS = 200.0
_LONGEST_WAIT_MS = 3_600_000.0

Entry: TypeAlias = Literal["go", "held"] | int
"""Send it now; it is held until `leave` gives it back; or put it off until then (Unix ms)."""
PutOff: TypeAlias = tuple[DeliveryRow, int]


class _Lane(Struct):
    """Of one webhook: attempts under way, messages held, how long an attempt takes (ms), the last time given away."""

    running: int = 0
    held: deque[DeliveryRow] = field(default_factory=deque)
    takes: float = _FIRST_GUESS_MS
    last: float = 0.0


class Lanes:
    """Of this process; for many threads.

    A receiver that is quick may have `wide` attempts at once, and what is more is held here for the moment that it
    takes.  A slow one has `narrow`, and each message that must wait is put off to a time of its own: thousands of them
    are put off once each, instead of coming again and again all together.
    """

    def __init__(self, *, wide: int, narrow: int) -> None:
        self._wide, self._narrow = wide, narrow
        self._lanes: dict[str, _Lane] = {}
        self._lock = Lock()
        self.held = 0
        """How many messages are held."""

    def enter(self, message: DeliveryRow, now: int) -> Entry:
        """Take a place for a message, if there is one.  `now` is in Unix ms."""
        with self._lock:
            lane = self._lanes.setdefault(message.webhook, _Lane())
            if lane.running < self._width(lane):
                lane.running += 1
                return "go"
            if lane.takes > SLOW_MS:
                return self._slot(lane, now)
            lane.held.append(message)
            self.held += 1
            return "held"

    def leave(self, webhook: str, took_ms: float, now: int) -> tuple[DeliveryRow | None, list[PutOff]]:
        """Give a place back: the message that has it now, and those that were held too long for a slow receiver."""
        with self._lock:
            lane = self._lanes[webhook]
            lane.running -= 1
            lane.takes += _SMOOTH * (took_ms - lane.takes)
            following = None
            if lane.held and lane.running < self._width(lane):
                lane.running += 1
                following = lane.held.popleft()
                self.held -= 1
            put_off = self._emptied(lane, now) if lane.takes > SLOW_MS else []
            if not lane.running and not lane.held and lane.last < now and lane.takes <= SLOW_MS:
                del self._lanes[webhook]
            return following, put_off

    def drained(self) -> list[DeliveryRow]:
        """Let go of everything that is held."""
        with self._lock:
            messages = [message for lane in self._lanes.values() for message in lane.held]
            for lane in self._lanes.values():
                lane.held.clear()
            self.held = 0
            return messages

    def _width(self, lane: _Lane) -> int:
        return self._narrow if lane.takes > SLOW_MS else self._wide

    def _slot(self, lane: _Lane, now: int) -> int:
        lane.last = min(max(now, lane.last) + lane.takes / self._narrow, now + _LONGEST_WAIT_MS)
        return int(lane.last) + 1

    def _emptied(self, lane: _Lane, now: int) -> list[PutOff]:
        messages = [(message, self._slot(lane, now)) for message in lane.held]
        self.held -= len(messages)
        lane.held.clear()
        return messages

    def __len__(self) -> int:
        return len(self._lanes)
