"""An append to PostgreSQL: one statement, and the shortest way there.

It is prepared on each connection and executed by libpq itself.  Through psycopg's cursors the same takes ten times as
much of the processor, which is what a roll costs most of.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from itertools import count
from typing import Any, cast

import psycopg
from msgspec import Struct
from psycopg import pq

from api.storage.append import game_columns
from api.storage.mapping import values
from api.storage.rows import Append, IdempotencyRow

__all__ = ["Value", "run", "statement"]

Value = str | int | bytes | bool | None

_EVENTS = "events AS (INSERT INTO event (game, n, body, head, sig) SELECT changed.id, new.* FROM changed, {} AS new)"
_EVENT = {"n": "bigint", "body": "bytea", "head": "bytea", "sig": "bytea"}
_CONTRIBUTIONS = (
    "contributions AS (INSERT INTO contribution (game, player, j, link, ack)"
    " SELECT changed.id, new.* FROM changed, {} AS new"
    " ON CONFLICT (game, player) DO UPDATE SET j = excluded.j, link = excluded.link, ack = excluded.ack)"
)
_CONTRIBUTION = {"player": "smallint", "j": "bigint", "link": "bytea", "ack": "bytea"}
_ANSWER = {
    "scope": "bytea",
    "fingerprint": "bytea",
    "status": "smallint",
    "headers": "text",
    "body": "bytea",
    "secret": "boolean",
    "created": "bigint",
}
assert set(_ANSWER) == set(IdempotencyRow.__struct_fields__)
_PREPARED = 100
"""So many statements are kept prepared; there are few shapes, but for changes with many events."""
_numbers = count(1)


def statement(change: Append) -> tuple[str, list[Value]]:
    """An append in SQL: it gives one row, or none if the change is stale."""
    given: list[Value] = [change.game, change.rev, change.was]
    columns = game_columns(change)
    assigned = "".join(f", {name} = ${_add(given, value)}" for name, value in columns.items())
    parts = [
        f"changed AS (UPDATE game SET rev = rev + 1{assigned} WHERE id = $1 AND rev = $2 AND head = $3 RETURNING id)"
    ]
    if change.events:
        parts.append(_EVENTS.format(_table(change.events, _EVENT, given)))
    if change.contributions:
        parts.append(_CONTRIBUTIONS.format(_table(change.contributions, _CONTRIBUTION, given)))
    if change.idempotency is not None:
        row = values(change.idempotency)
        shown = ", ".join(f"${_add(given, row[name])}::{kind}" for name, kind in _ANSWER.items())
        parts.append(f"answer AS (INSERT INTO idempotency ({', '.join(_ANSWER)}) SELECT {shown} FROM changed)")
    return f"WITH {', '.join(parts)} SELECT 1 FROM changed", given


def _add(given: list[Value], value: Value) -> int:
    given.append(value)
    return len(given)


def _table(rows: Sequence[Struct], kinds: dict[str, str], given: list[Value]) -> str:
    """Rows as a table in SQL; their values are added to those given."""
    lines = (
        f"({', '.join(f'${_add(given, getattr(row, name))}::{kind}' for name, kind in kinds.items())})" for row in rows
    )
    return f"(VALUES {', '.join(lines)})"


def run(
    connection: psycopg.Connection[Any], prepared: MutableMapping[str, bytes], sql: str, given: list[Value]
) -> bool:
    """Execute a statement on a connection in autocommit; whether it gives a row.

    `prepared` names what is prepared on this connection.  Raises psycopg.Error.
    """
    conn = connection.pgconn
    sent = [_sent(value) for value in given]
    formats = [1 if isinstance(value, bytes) else 0 for value in given]
    try:
        result = _once(conn, prepared, sql, sent, formats)
    except psycopg.errors.InvalidSqlStatementName:
        # psycopg drops all that is prepared when it believes that tables may have changed.
        prepared.clear()
        result = _once(conn, prepared, sql, sent, formats)
    return result.ntuples > 0


def _once(
    conn: pq.abc.PGconn,
    prepared: MutableMapping[str, bytes],
    sql: str,
    sent: list[bytes | None],
    formats: list[int],
) -> pq.abc.PGresult:
    name = prepared.get(sql)
    if name is None and len(prepared) < _PREPARED:
        name = f"append_{next(_numbers)}".encode()
        _check(conn, conn.prepare(name, sql.encode()), pq.ExecStatus.COMMAND_OK)
        prepared[sql] = name
    if name is None:
        result = conn.exec_params(sql.encode(), sent, None, formats)
    else:
        result = conn.exec_prepared(name, cast("list[bytes]", sent), formats)  # None is taken as well
    _check(conn, result, pq.ExecStatus.TUPLES_OK)
    return result


def _sent(value: Value) -> bytes | None:
    """A value as libpq sends it: bytes as they are, all else as text."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, bool):
        return b"t" if value else b"f"
    text = str(value).encode()
    if b"\0" in text:
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return text


def _check(conn: pq.abc.PGconn, result: pq.abc.PGresult, expected: pq.ExecStatus) -> None:
    if result.status == expected:
        return
    if conn.status != pq.ConnStatus.OK:
        raise psycopg.OperationalError(conn.get_error_message())
    raise psycopg.errors.error_from_result(result)
