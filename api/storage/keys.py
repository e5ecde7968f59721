"""The service's signing keys, and sealing everything anew."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from api.storage import tables
from api.storage.contract import Resealer
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import KeyRow
from fairdice.encoding import HASH_BYTES

__all__ = ["Keys"]

_KEY = Mapping(KeyRow, tables.signing_key)
_TABLE = tables.signing_key
_Sealed: TypeAlias = tuple[Table, Column[str], Column[bytes], ColumnElement[str]]
"""(table, its primary key, a column that holds sealed values, what they are)"""
_SEALED: list[_Sealed] = [
    (table, table.c[key], table.c[sealed], what)
    for table, key, sealed, what in (
        (_TABLE, "public", "sealed", _TABLE.c.purpose + " key"),
        (tables.game, "id", "tip", literal("tip", Text)),
        (tables.game, "id", "code", literal("code", Text)),
        (tables.webhook, "id", "secret", literal("webhook", Text)),
    )
]
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

    def add_first_key(self, key: KeyRow) -> bool:
        used = select(_TABLE.c.public).where(_TABLE.c.purpose == key.purpose, _TABLE.c.retired.is_(None)).limit(1)

        def unit(connection: Connection) -> bool:
            self._lock(connection, _TABLE.name)
            if connection.execute(used).first() is not None:
                return False
            connection.execute(insert(_TABLE).values(values(key)))
            return True

        return self._write(unit)

    def keys(self, purpose: str) -> list[KeyRow]:
        newest = (_TABLE.c.created.desc(), _TABLE.c.public.desc())
        return _KEY.all(self._all(select(*_KEY.columns).where(_TABLE.c.purpose == purpose).order_by(*newest)))

    def reseal(self, reseal: Resealer) -> int:
        def unit(connection: Connection) -> int:
            self._lock(connection, "signing_key", "game", "webhook", "idempotency", "contribution")
            connection.execute(delete(tables.idempotency).where(tables.idempotency.c.secret))
            return sum(_reseal(connection, column, reseal) for column in _SEALED) + _reseal_links(connection, reseal)

        return self._write(unit)


def _reseal(connection: Connection, column: _Sealed, reseal: Resealer) -> int:
    """Reseal a column, some rows at a time."""
    table, key, sealed, what = column
    change = update(table).where(key == bindparam("this")).values({sealed.name: bindparam("now")})
    after, count = "", 0
    while True:
        some = select(key, sealed, what).where(key > after, sealed.is_not(None)).order_by(key).limit(_AT_ONCE)
        rows = connection.execute(some).all()
        if not rows:
            return count
        connection.execute(change, [{"this": name, "now": reseal(kind, name, value)} for name, value, kind in rows])
        after, count = rows[-1][0], count + len(rows)


def _reseal_links(connection: Connection, reseal: Resealer) -> int:
    """Reseal the links that wait for others; those of rolls that were made are 32 bytes, and no secrets."""
    row = tables.contribution.c
    waiting = select(row.game, row.player, row.j, row.link).where(func.length(row.link) != HASH_BYTES)
    change = update(tables.contribution).where(row.game == bindparam("of"), row.player == bindparam("by"))
    found = connection.execute(waiting).all()
    if found:
        connection.execute(
            change.values(link=bindparam("now")),
            [
                {"of": game, "by": player, "now": reseal("link", f"{game} {player} {j}", link)}
                for game, player, j, link in found
            ],
        )
    return len(found)
