"""What both databases share: connections, transactions, and errors that say what happened.

A *unit* is the work of one transaction: a function of a connection.  It may be called on another thread than the one
that asked for it, and must leave beginning and ending the transaction to its caller.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.storage.contract import Listener, NotMigrated, Storage, StorageError, Unavailable
from api.storage.tables import REVISION

__all__ = ["Database", "Unit", "refused", "unavailable"]

Result = TypeVar("Result")
Unit: TypeAlias = Callable[[Connection], Result]


def unavailable(error: BaseException) -> Unavailable:
    """What to say of a database that cannot be reached."""
    return Unavailable("storage.unavailable", f"the database cannot be used now: {_words(error)}")


def refused(error: BaseException) -> StorageError:
    """What to say of a value or a statement that a database does not take."""
    return StorageError("storage.refused", f"the database refuses this: {_words(error)}")


def _words(error: BaseException) -> str:
    """The first line of what a driver says: further lines may show statements and values."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class Database(Storage):
    """Base of the two storages; the parts of the contract are further classes on it, one for each subject."""

    mark: str
    """The driver's placeholder, for statements that are written out."""
    driver_error: type[Exception]
    """The base of what the driver raises."""
    engine: Engine

    # What the databases do each in its way -------------------------------------------------------------------------

    @abstractmethod
    def _write(self, unit: Unit[Result], *changed: str) -> Result:
        """Do the unit as one durable transaction, and tell the listeners of the games that it changes."""

    @abstractmethod
    def _fault(self, error: Exception) -> StorageError:
        """What an error of the driver means."""

    @abstractmethod
    def _lock(self, connection: Connection, *tables: str) -> None:
        """Keep other transactions from writing to these tables until the end of this one."""

    @abstractmethod
    def _lock_migrations(self, connection: Connection) -> None:
        """Let one process after another migrate."""

    @abstractmethod
    def listen(self, listener: Listener) -> Callable[[], None]: ...

    # What they share -----------------------------------------------------------------------------------------------

    def _meaning(self, error: Exception) -> Exception:
        """What to raise instead of an error: nothing that SQLAlchemy or a driver raises gets past this."""
        if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
            error = error.orig
        if isinstance(error, self.driver_error):
            return self._fault(error)
        if isinstance(error, PoolTimeout):
            return unavailable(error)
        return refused(error) if isinstance(error, SQLAlchemyError | OverflowError | UnicodeError) else error

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Within this, errors are raised as what they mean."""
        try:
            yield
        except Exception as error:
            meaning = self._meaning(error)
            if meaning is error:
                raise
            raise meaning from error

    def _all(self, statement: Executable) -> Sequence[Any]:
        """The rows that a statement reads."""
        with self._faults(), self.engine.connect() as connection:
            return connection.execute(statement).all()

    def _one(self, statement: Executable) -> Any | None:
        """The row that a statement reads, if there is one."""
        with self._faults(), self.engine.connect() as connection:
            return connection.execute(statement).first()

    @abstractmethod
    def _rows(self, sql: str, parameters: Sequence[Any]) -> Sequence[Any]:
        """As `_all`, for the statements of every request, written out: a third of the time."""

    def check(self) -> None:
        rows = self._rows("SELECT version_num FROM alembic_version", ())
        found = [row[0] for row in rows]
        if found != [REVISION]:
            raise NotMigrated(
                "storage.not_migrated",
                "the database has the tables of another version: migrate it",
                expected=REVISION,
                found=found[0] if found else None,
            )

    def migrate(self) -> None:
        from api.storage.migrations import upgrade

        def unit(connection: Connection) -> None:
            self._lock_migrations(connection)
            upgrade(connection)

        self._write(unit)
