"""Telling listeners of changes in a PostgreSQL database: at once of this process's own, soon of other processes'.

The others' are heard by LISTEN on a connection of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

import psycopg

from api.storage.contract import Listener

__all__ = ["CHANNEL", "Ears"]

CHANNEL = "fairdice_game"
"""What is said on it is the game's identity; nothing: perhaps any game has changed."""
_TURN = 0.25
"""Seconds after which the thread looks whether it is to end."""
_PAUSE = 0.5
"""Seconds between two attempts to connect."""


class Ears:
    """The listeners of a storage, and the thread that hears what the database says; it starts with the first of them.

    While the connection is lost nothing is heard: so once it is there again, everyone is told that any game may have
    changed.
    """

    def __init__(self, conninfo: str, own: Callable[[], int]) -> None:
        """`own` gives the backend that speaks for this process: what it says has been told already."""
        self._conninfo = conninfo
        self._own = own
        self._lock = Lock()
        self._listeners: dict[object, Listener] = {}
        self._thread: Thread | None = None
        self._end = Event()
        self._first = Event()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """As `Storage.listen`."""
        key = object()
        with self._lock:
            self._listeners[key] = listener
            if self._thread is None and not self._end.is_set():
                self._thread = Thread(target=self._run, name="storage-listen", daemon=True)
                self._thread.start()
        # What is changed from now on is heard; if the database is away, that is told once it is back.
        self._first.wait()
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        if self._thread is not None:
            self._thread.join()

    def tell(self, game: str | None) -> None:
        """Call the listeners."""
        for listener in list(self._listeners.values()):
            listener(game)

    def _run(self) -> None:
        while not self._end.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._conninfo, autocommit=True) as connection:
                self._hear(connection)
            self._first.set()
            self._end.wait(_PAUSE)

    def _hear(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        if self._first.is_set():
            self.tell(None)
        self._first.set()
        while not self._end.is_set():
            for notice in connection.notifies(timeout=_TURN):
                if notice.pid != self._own():
                    self.tell(notice.payload or None)
