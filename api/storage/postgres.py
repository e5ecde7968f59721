"""PostgreSQL, over psycopg 3.

Connections are in autocommit: a query is one round trip, and so is an append, which is one statement.  What needs more
than one statement is an ordinary transaction (READ COMMITTED; rows are locked by being changed, the log's by
SELECT ... FOR UPDATE).  Whoever has changed a game says so on a channel (`api.storage.postgres_say`).
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import psycopg
from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from api.storage import postgres_append
from api.storage.append import is_plain, repeated
from api.storage.contract import Checkpointer, Listener, NotMigrated, StorageError, Taken, Unavailable
from api.storage.database import Unit, refused, unavailable
from api.storage.postgres_listen import Ears
from api.storage.postgres_say import Voice
from api.storage.rows import Append, Sequenced
from api.storage.storage import SqlStorage

__all__ = ["PostgresStorage"]

Result = TypeVar("Result")
_POOL = 16
"""Connections; whoever finds none free waits.  More than are kept would be made and closed all the time."""
_FRESH = 0.05
"""Seconds within which a connection that was used is not looked at again."""
_MIGRATIONS = 0x66616972
"""The advisory lock of those who migrate."""
_PATIENCE = {"connect_timeout": "5", "keepalives_idle": "30", "tcp_user_timeout": "20000"}
"""What libpq is told unless the URL says otherwise: a lost server must not hang a request for long."""


class PostgresStorage(SqlStorage):
    """The storage in a PostgreSQL database."""

    mark = "%s"
    driver_error = psycopg.Error

    def __init__(self, url: str, *, checkpointer: Checkpointer) -> None:
        """Prepare to connect.  Raises StorageError ``storage.url``."""
        self.checkpointer = checkpointer
        found = _parse(url)
        self.engine = create_engine(
            found,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,  # what is bound may be a player's link; tracebacks are logged
            pool_size=_POOL,
            max_overflow=0,
            pool_timeout=10,
            pool_reset_on_return=None,
        )
        event.listen(self.engine, "connect", _durable)
        event.listen(self.engine, "checkout", _alive)
        self._transactions = self.engine.execution_options(isolation_level="READ COMMITTED")
        conninfo = found.set(drivername="postgresql").render_as_string(hide_password=False)
        self._voice = Voice(conninfo)
        self._ears = Ears(conninfo, lambda: self._voice.backend)

    def close(self) -> None:
        self._voice.close()
        self._ears.close()
        self.engine.dispose()

    def listen(self, listener: Listener) -> Callable[[], None]:
        return self._ears.listen(listener)

    # Reading and writing -------------------------------------------------------------------------------------------

    def _rows(self, sql: str, parameters: Sequence[Any]) -> Sequence[Any]:
        return self._execute(sql, parameters)

    def _execute(self, sql: str, parameters: Any) -> Sequence[Any]:
        """One statement on a connection of the pool, without SQLAlchemy's work."""
        with self._pooled() as pooled:
            return _driver(pooled).execute(sql, parameters, binary=True).fetchall()

    @contextmanager
    def _pooled(self) -> Iterator[PoolProxiedConnection]:
        """A connection of the pool, in autocommit."""
        with self._faults():
            pooled = self.engine.raw_connection()
            try:
                yield pooled
            except psycopg.Error as error:
                if _driver(pooled).closed:
                    pooled.invalidate(error)
                raise
            finally:
                pooled.close()

    def _write(self, unit: Unit[Result], *changed: str) -> Result:
        with self._in_doubt(*changed), self._faults(), self._transactions.begin() as connection:
            result = unit(connection)
        self._tell(changed)
        return result

    @contextmanager
    def _in_doubt(self, *changed: str) -> Iterator[None]:
        """Say of these games that they have changed if nobody knows whether they have."""
        try:
            yield
        except Unavailable:
            self._tell(changed)
            raise

    def _tell(self, changed: Sequence[str]) -> None:
        """Tell the listeners of this process, then those of others."""
        for game in changed:
            self._ears.tell(game or None)
            self._voice.say(game)

    def append(self, change: Append) -> Sequenced | None:
        if not is_plain(change):
            return super().append(change)
        sql, given = postgres_append.statement(change)
        with self._in_doubt(change.game), self._pooled() as pooled:
            done = postgres_append.run(_driver(pooled), pooled.info.setdefault("prepared", {}), sql, given)
        if not done:
            with self._faults(), self.engine.connect() as connection:
                raise self._late(connection, change)
        self._tell((change.game,))
        return None

    def _put(self, connection: Connection, change: Append) -> bool:
        sql, given = postgres_append.statement(change)
        return bool(psycopg.RawCursor(_driver(connection.connection)).execute(sql, given).fetchall())

    def _lock(self, connection: Connection, *tables: str) -> None:
        for table in tables:
            connection.execute(text(f"LOCK TABLE {table} IN EXCLUSIVE MODE"))

    def _lock_migrations(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATIONS})

    def _fault(self, error: Exception) -> StorageError:
        state = getattr(error, "sqlstate", None) or ""
        if isinstance(error, psycopg.errors.UniqueViolation):
            table = error.diag.table_name
            return repeated() if table == "idempotency" else Taken("storage.taken", f"one is there already ({table})")
        if state in {"42P01", "42703"}:
            return NotMigrated("storage.not_migrated", "the database has the tables of another version: migrate it")
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return unavailable(error)
        return refused(error)


def _driver(pooled: PoolProxiedConnection) -> psycopg.Connection[tuple[Any, ...]]:
    """The driver's own connection under one of the pool."""
    return cast("psycopg.Connection[tuple[Any, ...]]", pooled.driver_connection)


def _parse(url: str) -> URL:
    try:
        found = make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        raise StorageError("storage.url", "this is no PostgreSQL URL") from None
    return found.update_query_dict({name: value for name, value in _PATIENCE.items() if name not in found.query})


def _durable(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """What is acknowledged must be on disk, also where the server's default is otherwise."""
    assert isinstance(connection, psycopg.Connection)
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


def _alive(connection: DBAPIConnection, entry: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
    """Do not give out a connection that the server has closed.

    A server says nothing on an idle connection but good-bye: looking whether there is something to read costs no round
    trip.
    """
    assert isinstance(connection, psycopg.Connection)
    used, entry.info["used"] = entry.info.get("used", 0.0), time.monotonic()
    if entry.info["used"] - used < _FRESH and not connection.closed:
        return
    if not connection.closed:
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        if not poll.poll(0):
            return
    raise DisconnectionError("the server has closed the connection")
