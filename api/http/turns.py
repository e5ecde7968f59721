"""Taking turns at what keeps a processor busy: so many at once, so many who wait, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from api.http.problems import Refused

__all__ = ["Turns"]


class Turns:
    """For many threads.  Each who waits holds a thread, so only a few may: moves need threads, too."""

    def __init__(self, at_once: int, *, waiting: int, wait_s: float) -> None:
        self._turns = BoundedSemaphore(at_once)
        self._room = BoundedSemaphore(at_once + waiting)
        self._wait_s = wait_s

    @contextmanager
    def one(self) -> Iterator[None]:
        """Have a turn.  Raises Refused ``service.busy`` if it does not come in time, or too many wait for theirs."""
        if not self._room.acquire(blocking=False):
            raise _busy()
        try:
            if not self._turns.acquire(timeout=self._wait_s):
                raise _busy()
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._room.release()


def _busy() -> Refused:
    return Refused("service.busy", "too many records are being verified; try again", headers={"Retry-After": "5"})
