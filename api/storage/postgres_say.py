"""Saying which games have changed in a PostgreSQL database: NOTIFY, on a connection of its own.

PostgreSQL lets the transactions that notify commit one after the other, each with a flush of the disk of its own; so
what must be durable says nothing itself.  What was changed is said right after the commit, many changes at once, in
transactions that hold nothing that could be lost.  A process that dies in between says nothing; the streams of other
processes then find the change at their next heartbeat.
"""

from __future__ import annotations

from threading import Condition, Event, Thread

import psycopg

from api.storage.postgres_listen import CHANNEL

__all__ = ["Voice"]

_TURN = 0.02
"""Seconds between two times that something is said."""
_PAUSE = 0.5
"""Seconds between two attempts to connect."""
_SAY = f"SELECT pg_notify('{CHANNEL}', name) FROM unnest(%s::text[]) AS name"


class Voice:
    """Says what it is told; its thread starts with the first word."""

    def __init__(self, conninfo: str) -> None:
        self.backend = 0
        """The process of the server that it speaks through, once it has spoken."""
        self._conninfo = conninfo
        self._woken = Condition()
        self._words: dict[str, None] = {}
        self._thread: Thread | None = None
        self._end = Event()

    def say(self, game: str) -> None:
        """Say soon that this game has changed; an empty name: perhaps any."""
        with self._woken:
            if self._end.is_set():
                return
            self._words[game] = None
            if self._thread is None:
                self._thread = Thread(target=self._run, name="storage-say", daemon=True)
                self._thread.start()
            self._woken.notify()

    def close(self) -> None:
        """Say what is left to say, if the database is there, and end the thread."""
        with self._woken:
            self._end.set()
            self._woken.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    connection.execute("SELECT set_config('synchronous_commit', 'off', false)")
                    self.backend = connection.info.backend_pid
                    self._speak(connection)
                    return
            except psycopg.Error:
                if self._end.wait(_PAUSE):
                    return
                with self._woken:
                    self._words = {"": None}  # what was lost on the way nobody knows

    def _speak(self, connection: psycopg.Connection) -> None:
        """Say everything there is to say, until the end."""
        while True:
            with self._woken:
                while not (self._words or self._end.is_set()):
                    self._woken.wait()
                words, self._words = self._words, {}
            if words:
                connection.execute(_SAY, (list(words),))
            elif self._end.is_set():
                return
            self._end.wait(_TURN)
