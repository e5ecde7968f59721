"""Who waits for a game to change, and how it is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

__all__ = ["Bell"]


class Bell:
    """Wakes everyone who listens to a game; for many threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: defaultdict[str, set[Event]] = defaultdict(set)
        self.draining = False
        """Whether the service is about to stop: whoever listens should end."""

    def ring(self, game: str | None) -> None:
        """Wake those who listen to this game; None: everyone."""
        with self._lock:
            groups = list(self._waiting.values()) if game is None else [self._waiting.get(game, set())]
            for group in groups:
                for waiting in group:
                    waiting.set()

    def drain(self) -> None:
        """Wake everyone for the last time."""
        self.draining = True
        self.ring(None)

    @contextmanager
    def listening(self, game: str) -> Iterator[Event]:
        """Listen to a game: the event is set at every change; clear it before looking at the game."""
        woken = Event()
        with self._lock:
            self._waiting[game].add(woken)
        try:
            yield woken
        finally:
            with self._lock:
                self._waiting[game].discard(woken)
                if not self._waiting[game]:
                    del self._waiting[game]

    def listened(self, game: str) -> bool:
        """Whether anyone listens to this game, here."""
        with self._lock:
            return game in self._waiting

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))
