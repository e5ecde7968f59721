"""Pictures that were drawn, kept as long as others do not push them out."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

__all__ = ["Drawn"]


class Drawn:
    """The pictures used last, by name; for many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[str, bytes] = {}
        self._lock = Lock()

    def get(self, name: str, draw: Callable[[], bytes]) -> bytes:
        """The picture of this name, drawn if it is not there."""
        with self._lock:
            found = self._kept.pop(name, None)
            if found is not None:
                self._kept[name] = found
                return found
        made = draw()
        with self._lock:
            self._kept[name] = made
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return made
