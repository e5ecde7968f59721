"""The hall: every live table of this process, and the one way to change a game.

A change is made on the table in memory, then stored in one transaction that takes place only if the game is still where
this process believes it to be (`rev`).  What could not be stored has never happened: the table is dropped and read
again, and the receipts that it has signed leave the process with nobody.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from msgspec import Struct, structs

from api.service.change import Change
from api.service.errors import GameError, StaleError
from api.service.livegame import LiveGame
from api.service.signing import Keyring, Sealing
from api.storage.contract import Lost, Stale, Storage, Unavailable
from api.storage.rows import Append, DeliveryRow, GameRow, IdempotencyRow, NewGame

__all__ = ["Expected", "Hall", "check_at", "now_ms"]

T = TypeVar("T")

_ATTEMPTS = 5

_log = logging.getLogger("fairdice.hall")


def now_ms() -> int:
    """The time, Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Expected(Struct, frozen=True):
    """Where a caller believes a game to be: its last event, and the first 16 hex digits of the head (If-Match)."""

    n: int
    head16: str


class Hall:
    """For many threads; each game is changed by one of them at a time."""

    def __init__(
        self,
        storage: Storage,
        keyring: Keyring,
        sealer: Sealing,
        *,
        pace_ms: int,
        open_for_ms: int,
        max_tables: int,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.told: Callable[[GameRow, Append | NewGame], tuple[DeliveryRow, ...]] = lambda _before, _change: ()
        """Gives the messages to webhooks that are stored with a change; asked with the game as it stood."""
        self.sent: Callable[[tuple[DeliveryRow, ...]], None] = lambda _deliveries: None
        """Told that they are stored."""
        self._keyring = keyring
        self._sealer = sealer
        self._pace_ms = pace_ms
        self._open_for_ms = open_for_ms
        self._max_tables = max_tables
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = Lock()

    # Looking ------------------------------------------------------------------------------------------------------

    @contextmanager
    def looking(self, game_id: str) -> Iterator[LiveGame]:
        """Hold a game as it stands now.  Raises GameError ``game.unknown``."""
        with self._held(game_id) as game:
            self._refresh(game)
            yield game

    # Changing -----------------------------------------------------------------------------------------------------

    def change(
        self,
        game_id: str,
        act: Callable[[Change], T],
        *,
        expected: Expected | None = None,
        keep: Callable[[Change, T], IdempotencyRow | None] | None = None,
        admit: Callable[[LiveGame], None] | None = None,
        paced: bool = False,
        fresh: bool | Callable[[LiveGame], bool] = False,
    ) -> tuple[Change, T]:
        """Let `act` change a game, then let happen what follows by itself, and store all of it at once.

        `admit` raises for whoever may not know how the game stands, before anything is told of it; `expected` is where
        the game must be; `keep` makes the answer that is stored with the change; `fresh` says (or finds out) whether
        to look first what other processes have done, which is done also if the game is not where it is expected, or may
        be anywhere.

        Raises StaleError ``precondition.stale``, GameError ``game.unknown``, ``game.stopped`` or ``game.busy``,
        `Repeated`, `Unavailable`, and whatever `act` raises; then nothing has changed.
        """
        for attempt in range(_ATTEMPTS):
            with self._held(game_id) as game:
                anywhere = expected is None or not is_at(game, expected)
                if attempt or anywhere or (fresh(game) if callable(fresh) else fresh):
                    self._refresh(game)
                if admit is not None:
                    admit(game)
                check_at(game, expected)
                if game.stopped:
                    raise GameError("game.stopped", "this game was open when a backup was restored: it cannot go on")
                try:
                    return self._attempt(game, act, keep, paced=paced)
                except Stale:
                    continue
        raise GameError("game.busy", "too many are changing this game at the same moment; try again")

    def _attempt(
        self,
        game: LiveGame,
        act: Callable[[Change], T],
        keep: Callable[[Change, T], IdempotencyRow | None] | None,
        *,
        paced: bool,
    ) -> tuple[Change, T]:
        change = Change(game, self.clock(), self._sealer, pace_ms=self._pace_ms, open_for_ms=self._open_for_ms)
        try:
            done = act(change)
            change.advance(paced=paced)
            answer = keep(change, done) if keep is not None else None
            if change.is_empty and answer is None:
                return change, done
            storable = change.storable(idempotency=answer)
            deliveries = self.told(game.row, storable)
            if deliveries:
                storable = structs.replace(storable, deliveries=deliveries)
            sequenced = self.storage.append(storable)
        except BaseException:
            if change.touched or not change.is_empty or game.table.n != game.row.n:
                self._drop(game)
            raise
        change.accept(storable, sequenced)
        self.sent(storable.deliveries)
        if storable.status == "closed":
            with self._lock:
                if self._games.get(game.row.id) is game:
                    self._used(game)
        return change, done

    # Tables in memory ---------------------------------------------------------------------------------------------

    @contextmanager
    def _held(self, game_id: str) -> Iterator[LiveGame]:
        """A game under its lock, one that is not dropped."""
        while True:
            game = self._get(game_id)
            with game.lock:
                if not game.dropped:
                    yield game
                    return
            self._forget(game)

    def _get(self, game_id: str) -> LiveGame:
        with self._lock:
            game = self._games.get(game_id)
            if game is not None:
                self._used(game)
                return game
        loaded = LiveGame.load(game_id, self.storage, self._keyring, self._sealer)
        return self.put(loaded)

    def put(self, loaded: LiveGame) -> LiveGame:
        """Keep a game in memory, unless somebody else has just done so; give the one that is kept."""
        with self._lock:
            game = self._games.setdefault(loaded.row.id, loaded)
            self._used(game)
            while len(self._games) > self._max_tables:
                # Whoever holds it goes on with it; the storage sees to it that two of them cannot both succeed.
                self._games.popitem(last=False)
        return game

    def _used(self, game: LiveGame) -> None:
        """The game used last goes last when memory is short; a closed one first, however many look at it."""
        self._games.move_to_end(game.row.id, last=not game.table.closed)

    def _refresh(self, game: LiveGame) -> None:
        try:
            game.refresh(self.storage, self._sealer)
        except BaseException as error:
            if isinstance(error, Lost):
                _log.error("game %s: %s [%s]", game.row.id[:12], error.message, error.code)
            elif not isinstance(error, Unavailable):
                self._drop(game)
            raise

    def _drop(self, game: LiveGame) -> None:
        game.dropped = True
        self._forget(game)

    def _forget(self, game: LiveGame) -> None:
        with self._lock:
            if self._games.get(game.row.id) is game:
                del self._games[game.row.id]

    def forget(self, game_id: str) -> None:
        """Let go of a game that was deleted or changed from outside."""
        with self._lock:
            game = self._games.pop(game_id, None)
        if game is not None:
            game.dropped = True


def is_at(game: LiveGame, expected: Expected | None) -> bool:
    """Whether a game is where a caller believes it to be, if it says anything of that."""
    if expected is None:
        return True
    return expected.n == game.table.n and game.table.head.hex().startswith(expected.head16)


def check_at(game: LiveGame, expected: Expected | None) -> None:
    """Require `is_at`.  Raises StaleError ``precondition.stale``."""
    if not is_at(game, expected):
        raise StaleError(game.table.n, game.table.head.hex(), game.due)
