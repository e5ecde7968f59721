"""Telling listeners of changes in a SQLite file: at once of this process's own, soon of other processes'."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread

from api.storage.contract import Listener, StorageError

__all__ = ["Watch"]

_EVERY = 0.15
"""Seconds between two looks at the file."""


class Watch:
    """The listeners of a storage, and a thread that looks whether another process has written to the file.

    It is started with the first listener.
    """

    def __init__(self, version: Callable[[], int]) -> None:
        """Take a function that gives another number when another process has written."""
        self._version = version
        self._lock = Lock()
        self._listeners: dict[object, Listener] = {}
        self._thread: Thread | None = None
        self._end = Event()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """As `Storage.listen`."""
        key = object()
        with self._lock:
            self._listeners[key] = listener
            if self._thread is None and not self._end.is_set():
                self._thread = Thread(target=self._look, args=(self._version(),), name="storage-watch", daemon=True)
                self._thread.start()
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)

    def tell(self, game: str | None) -> None:
        """Call the listeners."""
        for listener in list(self._listeners.values()):
            listener(game)

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self, before: int) -> None:
        while not self._end.wait(_EVERY):
            try:
                now = self._version()
            except StorageError:
                continue
            if now != before:
                before = now
                self.tell(None)
