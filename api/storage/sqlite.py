"""SQLite: one file, any number of readers, one writer at a time.

WAL, so that reading and writing do not wait for each other; synchronous=FULL, so that what is committed survives a loss
of power.  The processes that share a file must be on one machine.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from api.storage.append import game_columns, repeated
from api.storage.contract import Checkpointer, Listener, NotMigrated, StorageError, Taken
from api.storage.database import Unit, refused, unavailable
from api.storage.mapping import values
from api.storage.rows import Append, IdempotencyRow
from api.storage.sqlite_watch import Watch
from api.storage.storage import SqlStorage
from api.storage.writer import Writer

__all__ = ["SqliteStorage"]

Result = TypeVar("Result")
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
_READERS = 16

_EVENT = "INSERT INTO event (game, n, body, head, sig) VALUES (?, ?, ?, ?, ?)"
_CONTRIBUTION = (
    "INSERT INTO contribution (game, player, j, link, ack) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (game, player) DO UPDATE SET j = excluded.j, link = excluded.link, ack = excluded.ack"
)
_ANSWER_NAMES = IdempotencyRow.__struct_fields__
_ANSWER = f"INSERT INTO idempotency ({', '.join(_ANSWER_NAMES)}) VALUES ({', '.join('?' * len(_ANSWER_NAMES))})"


class SqliteStorage(SqlStorage):
    """The storage in a file."""

    mark = "?"
    driver_error = sqlite3.Error

    def __init__(self, file: Path, *, checkpointer: Checkpointer) -> None:
        """Open a file, or make an empty one that only its owner may read.  Raises `Unavailable`."""
        self.checkpointer = checkpointer
        self._file = file
        with self._faults():
            _make(file)
            self.engine = create_engine(
                "sqlite://",
                creator=self._reader,
                poolclass=QueuePool,
                hide_parameters=True,  # what is bound may be a player's link; tracebacks are logged
                pool_size=_READERS,
                max_overflow=_READERS,
                pool_reset_on_return=None,
            )
            self._pen = _Pen(self._connect, self._meaning)
        self._writer = Writer(self._pen)
        self._watch = Watch(lambda: self._writer.look(self._pen.version))

    # Connections ---------------------------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        _wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a game that was deleted is not left in free pages
        return connection

    def _reader(self) -> sqlite3.Connection:
        connection = self._connect()
        connection.execute("PRAGMA query_only = ON")
        return connection

    def close(self) -> None:
        self._watch.close()
        self._writer.look(self._pen.close)
        self.engine.dispose()

    def listen(self, listener: Listener) -> Callable[[], None]:
        return self._watch.listen(listener)

    # Reading and writing -------------------------------------------------------------------------------------------

    def _rows(self, sql: str, parameters: Sequence[Any]) -> Sequence[Any]:
        with self._faults():
            pooled = self.engine.raw_connection()
            try:
                connection = cast("sqlite3.Connection", pooled.driver_connection)
                return connection.execute(sql, parameters).fetchall()
            finally:
                pooled.close()

    def _write(self, unit: Unit[Result], *changed: str) -> Result:
        connection = self._pen.connection
        result = self._writer.write(lambda: unit(connection))
        for game in changed:
            self._watch.tell(game or None)
        return result

    def _put(self, connection: Connection, change: Append) -> bool:
        raw, game, columns = self._pen.raw, change.game, game_columns(change)
        assigned = ", ".join(f"{name} = ?" for name in columns)
        update = f"UPDATE game SET rev = rev + 1, {assigned} WHERE id = ? AND rev = ? AND head = ?"
        if not raw.execute(update, (*columns.values(), game, change.rev, change.was)).rowcount:
            return False
        for event in change.events:
            raw.execute(_EVENT, (game, event.n, event.body, event.head, event.sig))
        for part in change.contributions:
            raw.execute(_CONTRIBUTION, (game, part.player, part.j, part.link, part.ack))
        if change.idempotency is not None:
            raw.execute(_ANSWER, tuple(values(change.idempotency).values()))
        return True

    def _lock(self, connection: Connection, *tables: str) -> None:
        """The writer is alone anyway."""

    def _lock_migrations(self, connection: Connection) -> None:
        """The writer is alone anyway."""

    def _fault(self, error: Exception) -> StorageError:
        words = str(error)
        if isinstance(error, sqlite3.IntegrityError):
            if "UNIQUE" not in words:
                return refused(error)
            if "idempotency." in words:
                return repeated()
            return Taken("storage.taken", f"there is one of this name already ({words})")
        if "no such table" in words or "no such column" in words:
            return NotMigrated("storage.not_migrated", f"the database has the tables of another version: {words}")
        return unavailable(error) if isinstance(error, sqlite3.OperationalError) else refused(error)


def _make(file: Path) -> None:
    """Make the file if it is not there (one that is there is not touched: closing it would drop its locks)."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise unavailable(error) from error


def _wal(connection: sqlite3.Connection) -> None:
    """Set the mode, which SQLite does not wait for when several processes open a new file at once."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


class _Pen:
    """The connection that writes."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], meaning: Callable[[Exception], Exception]) -> None:
        self.raw = connect()
        self._meaning = meaning
        self._engine: Engine = create_engine(
            "sqlite://", creator=lambda: self.raw, poolclass=StaticPool, hide_parameters=True
        )
        self.connection = self._engine.connect()

    def begin(self) -> None:
        self.raw.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        # SQLAlchemy's connection is in a transaction if one of the units has gone through it.
        if self.connection.in_transaction():
            self.connection.commit()
        else:
            self.raw.commit()

    def rollback(self) -> None:
        with suppress(SQLAlchemyError, sqlite3.Error):
            self.connection.rollback()
        with suppress(sqlite3.Error):
            self.raw.rollback()

    def save(self) -> None:
        self.raw.execute("SAVEPOINT unit")

    def keep(self) -> None:
        self.raw.execute("RELEASE unit")

    def undo(self) -> None:
        self.raw.execute("ROLLBACK TO unit")
        self.raw.execute("RELEASE unit")

    def fault(self, error: BaseException) -> BaseException:
        return self._meaning(error) if isinstance(error, Exception) else unavailable(error)

    def version(self) -> int:
        """A number that is another one when another connection has written to the file."""
        return int(self.raw.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        self.connection.close()
        self._engine.dispose()
        self.raw.close()
