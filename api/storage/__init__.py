"""Everything that is kept: one contract, SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from api.storage.contract import Storage, StorageError

if TYPE_CHECKING:
    from api.storage.contract import Checkpointer

__all__ = ["open_storage"]

_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


def open_storage(url: str, *, checkpointer: Checkpointer) -> Storage:
    """The storage of a database: ``sqlite:///relative/file``, ``sqlite:////absolute/file`` or ``postgresql://...``.

    A SQLite file that is not there is made, readable for its owner alone.  Call this in the process that uses it: what
    it opens does not survive a fork.  Tables are made by `Storage.migrate`.  Raises StorageError ``storage.url`` (no
    such kind of URL), ``storage.no_driver`` (PostgreSQL without the extra `postgres`), `Unavailable`.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1 and not rest.startswith("/:"):
        from api.storage.sqlite import SqliteStorage

        return SqliteStorage(Path(rest[1:]), checkpointer=checkpointer)
    if scheme in _POSTGRES:
        return _postgres(url, checkpointer)
    # The URL itself may hold a password.
    raise StorageError(
        "storage.url", "a database URL begins with sqlite:/// and a file, or with postgresql://", found=scheme
    )


def _postgres(url: str, checkpointer: Checkpointer) -> Storage:
    try:
        import psycopg  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise StorageError(
            "storage.no_driver", "PostgreSQL needs the extra postgres: pip install 'fairdice[postgres]'"
        ) from error
    from api.storage.postgres import PostgresStorage

    return PostgresStorage(url, checkpointer=checkpointer)
