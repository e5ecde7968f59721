"""What happens without any request: players that are gone are declared away, bots play on, old rows are dropped.

Every process runs a keeper.  They may all look at the same game: the storage lets only one of them change it.
"""

from __future__ import annotations

import logging
from threading import Event, Thread

from api.service.change import Change
from api.service.due import owing
from api.service.hall import Hall
from api.storage.contract import NotMigrated, StorageError, Unavailable
from fairdice.errors import TableError
from replay.errors import CodedError
from replay.state import OVER

__all__ = ["Keeper", "tend"]

_log = logging.getLogger("fairdice.keeper")

_TICK_S = 0.5
_AT_ONCE = 100
_REST_MS = 60_000
"""A game that could not be tended stays due: so long the others come first."""
_PURGE_EVERY_MS = 600_000
_KEEP_DELIVERIES_MS = 30 * 86_400_000


def tend(change: Change) -> None:
    """Do what is due by now: give an unfilled table up, or declare those away for whom everyone waits.

    All of them, before the next index is due: nobody is blamed for not having answered a question never asked.
    """
    table = change.table
    deadline = change.game.row.deadline
    if table.closed or deadline is None or change.at < deadline:
        return
    if not change.started:
        change.touched = True  # what follows by itself is stored, were it only the new deadline
        until = change.deadline()
        if until is None or change.at < until:
            return
        reason = "the table was not filled in time" if table.due == "join" else "the game was not started in time"
        change.take(table.abandon(at=change.at, reason=reason))
        return
    if table.due == OVER:
        return
    for player in owing(table):
        if table.is_present(player) and change.at >= table.patience and _still_owes(change, player):
            change.take(table.timeout(player, at=change.at))
    change.touched = True  # to be looked at again at its new deadline, if it was too early


def _still_owes(change: Change, player: int) -> bool:
    """Once an index is spent, who is present owes a link to the next one; the others of this round still do."""
    table = change.table
    return player == table.turn or player in table.contributors


def _give_up(change: Change) -> None:
    """The record has reached its greatest size: only its close can follow (`table.full`)."""
    change.take(change.table.abandon(at=change.at, reason="the record has reached its greatest size"))


class Keeper:
    """One thread that wakes when something is due."""

    def __init__(self, hall: Hall, *, keep_answers_ms: int, tick_s: float = _TICK_S) -> None:
        self._hall = hall
        self._keep_answers_ms = keep_answers_ms
        self._tick_s = tick_s
        self._stop = Event()
        self._thread: Thread | None = None
        self._purged = 0
        self._stuck: dict[str, int] = {}  # games for which nothing could be done, and until when they are left alone

    def start(self) -> None:
        """Begin to keep."""
        self._thread = Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done, and end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                more = self.tick()
            except StorageError as error:
                _log.warning("the storage does not answer: %s", error)
                more = False
            except Exception:  # noqa: BLE001 - it is logged, and the keeper goes on
                _log.exception("a fault of the keeper")
                more = False
            if not more:
                self._stop.wait(self._tick_s)

    def tick(self) -> bool:
        """Do all that is due now; whether there may be more at once."""
        now = self._hall.clock()
        self._stuck = {game: until for game, until in self._stuck.items() if until > now}
        due = self._hall.storage.due(now, _AT_ONCE + len(self._stuck))
        due = [game for game in due if game not in self._stuck]
        for game in due:
            if self._stop.is_set():
                return False
            if not self._tend(game):
                self._stuck[game] = now + _REST_MS
        if now - self._purged >= _PURGE_EVERY_MS:
            self._purged = now
            self._hall.storage.purge(now - self._keep_answers_ms, now - _KEEP_DELIVERIES_MS)
        return bool(due)

    def _tend(self, game: str) -> bool:
        """Whether the game could be tended; one that could not must not keep the others waiting.

        Raises Unavailable, NotMigrated: no game can be.
        """
        try:
            self._change(game)
        except (Unavailable, NotMigrated):
            raise
        except CodedError as error:
            # Others were quicker again and again, or it was deleted meanwhile; or its secrets do not open.
            _log.warning("game %s: %s", game[:12], error)
            return error.code == "game.busy"
        except Exception:  # noqa: BLE001 - it is logged
            _log.exception("game %s cannot be tended", game[:12])
        else:
            return True
        return False

    def _change(self, game: str) -> None:
        try:
            self._hall.change(game, tend, paced=True, fresh=True)
        except TableError as error:
            if error.code != "table.full":
                raise
            _log.warning("game %s is given up: %s", game[:12], error)
            self._hall.change(game, _give_up, fresh=True)
