"""Sliding windows in this process's memory: how often somebody has asked lately, counted in a microsecond.

The count of a window that slides is taken from two that do not: the present one, and as much of the one before as the
sliding window still covers.
"""

from __future__ import annotations

from threading import Lock

__all__ = ["Windows"]

_KEPT = 50_000
"""So many counts are kept before those are looked for that matter no longer."""


class Windows:
    """Counts under one policy: `amount` in `seconds`; for many threads."""

    def __init__(self, amount: int, seconds: int) -> None:
        self.amount, self.seconds = amount, seconds
        self._counts: dict[str, tuple[int, int, int]] = {}
        """By whom: the number of its last window, the count in the one before, the count in it."""
        self._lock = Lock()
        self._kept = _KEPT

    def hit(self, who: str, now: float) -> tuple[bool, int, float]:
        """Count a request, unless the limit is used up: whether it is counted, how many are left, when to come again.

        The last is, in seconds, the end of the window; for one that was refused, when one more will fit.
        """
        with self._lock:
            index, before, count, gone = self._at(who, now)
            left = self.amount - count - before * (1 - gone)
            if left < 1:
                return False, 0, self._wait(before, count, gone)
            self._counts[who] = index, before, count + 1
            if len(self._counts) > self._kept:
                self._tidy(index)
            return True, int(left - 1), (1 - gone) * self.seconds

    def look(self, who: str, now: float) -> tuple[bool, int, float]:
        """As `hit`, without counting."""
        with self._lock:
            _, before, count, gone = self._at(who, now)
            left = self.amount - count - before * (1 - gone)
            if left < 1:
                return False, 0, self._wait(before, count, gone)
            return True, int(left), (1 - gone) * self.seconds

    def _at(self, who: str, now: float) -> tuple[int, int, int, float]:
        """The number of the present window, the counts in the one before and in it, and how much of it is over."""
        windows = now / self.seconds
        index = int(windows)
        last, before, count = self._counts.get(who, (index, 0, 0))
        if last != index:
            before, count = (count if last == index - 1 else 0), 0
        return index, before, count, windows - index

    def _wait(self, before: int, count: int, gone: float) -> float:
        """Seconds until one more fits in."""
        room = self.amount - 1
        if count <= room:  # once so much of the window before has slid out that what is left fits
            return max(0.0, 1 - (room - count) / before - gone) * self.seconds
        return (2 - room / count - gone) * self.seconds

    def _tidy(self, index: int) -> None:
        """Drop what no longer counts."""
        self._counts = {who: kept for who, kept in self._counts.items() if kept[0] >= index - 1}
        self._kept = max(_KEPT, 2 * len(self._counts))
