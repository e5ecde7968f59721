"""A slow receiver must not hold up all others: how many messages go to one webhook at once, and when the next may."""

from __future__ import annotations

from threading import Lock

from msgspec import Struct

__all__ = ["Lanes"]

_SMOOTH = 0.3
_FIRST_GUESS_MS = 200.0
_LONGEST_WAIT_MS = 3_600_000


class _Lane(Struct):
    """Of one webhook: attempts under way, how long one takes (ms, smoothed), and the last time given away (Unix ms)."""

    running: int = 0
    takes: float = _FIRST_GUESS_MS
    last: float = 0.0


class Lanes:
    """At most `width` attempts at one webhook at once, in this process; for many threads.

    What finds its lane full is given a time of its own, later than that of everything before it: thousands of messages
    for a dead receiver are put off once each, instead of again and again all together.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._lanes: dict[str, _Lane] = {}
        self._lock = Lock()

    def enter(self, webhook: str, now: int) -> int | None:
        """Take a place; None: it is yours, `leave` gives it back.  Otherwise when to come again (Unix ms)."""
        with self._lock:
            lane = self._lanes.setdefault(webhook, _Lane())
            if lane.running < self._width:
                lane.running += 1
                return None
            latest = now + _LONGEST_WAIT_MS
            lane.last = min(max(now, lane.last) + max(lane.takes / self._width, 1.0), latest)
            return int(lane.last) + 1

    def leave(self, webhook: str, took_ms: float, now: int) -> None:
        """Give a place back, and say how long the attempt took."""
        with self._lock:
            lane = self._lanes[webhook]
            lane.running -= 1
            lane.takes += _SMOOTH * (took_ms - lane.takes)
            if not lane.running and lane.last < now:
                del self._lanes[webhook]
