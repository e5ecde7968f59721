"""Everything that a database holds, as bytes and as values: for who looks for secrets, or for changes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import MetaData, select

from api.storage.contract import Storage
from api.storage.storage import SqlStorage

__all__ = ["rows_of"]


def rows_of(storage: Storage) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables that there are in the database, whatever the code knows of."""
    assert isinstance(storage, SqlStorage)
    found = MetaData()
    found.reflect(storage.engine)
    with storage.engine.connect() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in sorted(found.tables.items())
        }
