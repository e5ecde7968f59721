"""The service's signing keys, and sealing everything anew."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Column, Connection, Table, bindparam, delete, insert, select, update

from api.storage import tables
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import KeyRow

__all__ = ["Keys"]

_KEY = Mapping(KeyRow, tables.signing_key)
_TABLE = tables.signing_key
_SEALED: list[tuple[Table, Column[str], Column[bytes]]] = [
    (table, table.c[key], table.c[sealed])
    for table, key, sealed in (
        (tables.signing_key, "public", "sealed"),
        (tables.game, "id", "tip"),
        (tables.game, "id", "code"),
        (tables.webhook, "id", "secret"),
    )
]
"""(table, its primary key, a column that holds sealed values)"""
_AT_ONCE = 1000


class Keys(Database):
    """The part of the contract about keys."""

    def add_key(self, key: KeyRow, *, retire_others: bool) -> None:
        others = (
            update(_TABLE)
            .where(_TABLE.c.purpose == key.purpose, _TABLE.c.retired.is_(None))
            .values(retired=key.created)
        )

        def unit(connection: Connection) -> None:
            if retire_others:
                self._lock(connection, _TABLE.name)
                connection.execute(others)
            connection.execute(insert(_TABLE).values(values(key)))

        self._write(unit)

    def keys(self, purpose: str) -> list[KeyRow]:
        newest = (_TABLE.c.created.desc(), _TABLE.c.public.desc())
        return _KEY.all(self._all(select(*_KEY.columns).where(_TABLE.c.purpose == purpose).order_by(*newest)))

    def reseal(self, reseal: Callable[[bytes], bytes]) -> int:
        def unit(connection: Connection) -> int:
            self._lock(connection, "signing_key", "game", "webhook", "idempotency")
            connection.execute(delete(tables.idempotency).where(tables.idempotency.c.secret))
            return sum(_reseal(connection, *column, reseal) for column in _SEALED)

        return self._write(unit)


def _reseal(
    connection: Connection,
    table: Table,
    key: Column[str],
    sealed: Column[bytes],
    reseal: Callable[[bytes], bytes],
) -> int:
    """Reseal a column, some rows at a time."""
    change = update(table).where(key == bindparam("this")).values({sealed.name: bindparam("now")})
    after, count = "", 0
    while True:
        some = select(key, sealed).where(key > after, sealed.is_not(None)).order_by(key).limit(_AT_ONCE)
        rows = connection.execute(some).all()
        if not rows:
            return count
        connection.execute(change, [{"this": name, "now": reseal(value)} for name, value in rows])
        after, count = rows[-1][0], count + len(rows)
