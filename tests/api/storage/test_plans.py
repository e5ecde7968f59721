"""No statement reads more rows than it has to: what the databases mean to do is asked of them, not measured.

Every method is called once; each statement that it sends is caught, and explained.  A scan of a table or a sort is a
cost that grows with what is stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from api.storage import postgres_append
from api.storage.contract import Storage
from api.storage.rows import GameQuery
from tests.support.databases import open_database
from tests.support.stored import (
    HOST,
    answer,
    asset,
    change,
    credential,
    delivery,
    everything,
    host,
    key,
    new_game,
    prepared,
    webhook,
)

GAMES = [
    GameQuery(host=HOST, mode="live", status=status, rules=rules, before=before)
    for status in (None, "playing")
    for rules in (None, "star@1")
    for before in (None, (5, "aa"))
]
CALLS: dict[str, Callable[[Storage], object]] = {
    "check": lambda s: s.check(),
    "add_host": lambda s: s.add_host(host("other")),
    "add_credential": lambda s: s.add_credential(credential(), answer("c")),
    "credential": lambda s: s.credential(b"x"),
    "credentials": lambda s: s.credentials(HOST),
    "revoke": lambda s: s.revoke("key_1", HOST, 5),
    "create": lambda s: s.create(new_game("cc", code_hash=b"code", answered=answer("cc"))),
    "append": lambda s: s.append(change("aa", 0, idempotency=answer("aa"))),
    "append everything": lambda s: s.append(everything("aa", 1, code_hash=None)),
    "game": lambda s: s.game("aa"),
    "game_of_code": lambda s: s.game_of_code(b"code"),
    **{
        f"games status={query.status} rules={query.rules} before={query.before}": lambda s, query=query: s.games(query)  # type: ignore[misc]
        for query in GAMES
    },
    "public_games": lambda s: s.public_games(status=None, limit=10),
    "public_games of a status": lambda s: s.public_games(status="playing", limit=10),
    "events": lambda s: s.events("aa", after=1),
    "events up to a limit": lambda s: s.events("aa", after=1, limit=1),
    "contributions": lambda s: s.contributions("aa"),
    "seats": lambda s: s.seats("aa"),
    "seat": lambda s: s.seat("aa", b"x"),
    "due": lambda s: s.due(5, 10),
    "open_games": lambda s: s.open_games(),
    "stop": lambda s: s.stop(["cc"], 5),
    "delete": lambda s: s.delete("bb", 0, answer("bb")),
    "idempotency": lambda s: s.idempotency(b"x"),
    "purge": lambda s: s.purge(5, 5),
    "add_assets": lambda s: s.add_assets([asset()]),
    "asset": lambda s: s.asset("ab" * 16, "x"),
    "tree": lambda s: s.tree(),
    "leaves": lambda s: s.leaves(1, 0, 10),
    "nodes": lambda s: s.nodes(1, [(0, 0), (1, 0), (5, 3)]),
    "add_webhook": lambda s: s.add_webhook(webhook(), answer("w")),
    "change_webhook": lambda s: s.change_webhook(webhook(), webhook(secret=b"new"), answer("cw")),
    "webhooks": lambda s: s.webhooks(HOST, "live"),
    "webhook": lambda s: s.webhook("wh_1"),
    "add_delivery": lambda s: s.add_delivery(delivery()),
    "deliveries": lambda s: s.deliveries("wh_1", before=None, limit=10),
    "deliveries before one": lambda s: s.deliveries("wh_1", before=(5, "x"), limit=10),
    "delivery": lambda s: s.delivery("msg_1"),
    "claim_deliveries": lambda s: s.claim_deliveries(5, 10, 10),
    "change_delivery": lambda s: s.change_delivery(delivery()),
    "delete_webhook": lambda s: s.delete_webhook("wh_1", HOST),
}
# What may read a whole table: there are few hosts, logs and keys, and resealing reads everything by its nature.
WHOLE: dict[str, Callable[[Storage], object]] = {
    "hosts": lambda s: s.hosts(),
    "keys": lambda s: s.keys("house"),
    "add_first_key": lambda s: s.add_first_key(key("cd" * 32)),
    "add_key": lambda s: s.add_key(key(), retire_others=True),
    "trees": lambda s: s.trees(),
    "new_tree": lambda s: s.new_tree("log2", "ef" * 32, 9),
    "reseal": lambda s: s.reseal(lambda _, __, sealed: sealed),
}
TABLES_OF_FEW = {"tree", "host", "alembic_version"}
PARTIAL = {"ix_game_open", "ix_game_public", "ix_game_public_status"}
SETTINGS = (
    "PRAGMA",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT",
    "RELEASE",
    "LOCK",
    "LISTEN",
    "SELECT set_config",
    "SHOW",
)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """The statements that drivers are given, from now on, with their values."""
    found: list[tuple[Any, Any]] = []
    connect, execute, executemany = sqlite3.connect, psycopg.Cursor.execute, psycopg.Cursor.executemany

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **kwargs)
        connection.set_trace_callback(lambda sql: found.append((sql, None)))
        return connection

    def executed(self: Any, query: Any, params: Any = None, **kwargs: Any) -> Any:
        found.append((query, params))
        return execute(self, query, params, **kwargs)

    def executed_many(self: Any, query: Any, params: Any, **kwargs: Any) -> Any:
        found.append((query, params[0]))
        return executemany(self, query, params, **kwargs)

    monkeypatch.setattr(sqlite3, "connect", connected)
    monkeypatch.setattr(psycopg.Cursor, "execute", executed)
    monkeypatch.setattr(psycopg.Cursor, "executemany", executed_many)
    run = postgres_append.run

    def ran(connection: Any, prepared: Any, sql: str, values: Any) -> bool:
        found.append((sql, values))
        return run(connection, prepared, sql, values)

    monkeypatch.setattr(postgres_append, "run", ran)
    return found


def faults_sqlite(storage: Any, sql: str) -> Iterator[str]:
    """Scans and sorts; "SCAN game USING INDEX ix_game_open" reads a partial index, which holds nothing else."""
    for _, _, _, detail in storage._pen.raw.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall():
        first, name, *_ = detail.split()
        whole = first == "SCAN" and name not in TABLES_OF_FEW and "CONSTANT" not in detail
        whole &= not PARTIAL.intersection(detail.split())
        if whole or "TEMP B-TREE" in detail:
            yield f"{detail}: {sql}"


def parts_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from parts_of(part)


def faults_postgres(connection: Any, sql: Any, parameters: Any) -> Iterator[str]:
    """Scans, of a table or of an index without a condition, and sorts."""
    cursor = psycopg.RawCursor(connection) if "$1" in str(sql) else connection.cursor()
    (row,) = cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", parameters).fetchall()
    for part in parts_of(row[0][0]["Plan"]):
        kind, index = part["Node Type"], part.get("Index Name")
        whole = kind == "Seq Scan" or (kind.startswith("Index") and "Index Cond" not in part and index not in PARTIAL)
        if (whole and part["Relation Name"] not in TABLES_OF_FEW) or kind == "Sort":
            yield f"{kind} {index}: {sql}"


def explained(storage: Any, kind: str, statements: list[tuple[Any, Any]]) -> list[str]:
    if kind == "sqlite":
        told = [sql for sql, _ in statements if not sql.startswith((*SETTINGS, "--"))]
        return [fault for sql in told for fault in faults_sqlite(storage, sql)]
    url = storage.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as connection:
        # Small tables are read whole because that is cheapest: what matters is whether there is another way.
        for setting in ("enable_seqscan", "enable_sort", "enable_bitmapscan"):
            connection.execute(f"SET {setting} = off")
        told = [(sql, values) for sql, values in statements if not str(sql).startswith(SETTINGS)]
        return [fault for sql, values in told for fault in faults_postgres(connection, sql, values)]


def test_statements_have_their_indexes(database: str, kind: str, sent: list[tuple[Any, Any]]) -> None:
    storage = open_database(database)
    prepared(storage, "aa", "bb")
    found = {}
    for name, call in CALLS.items():
        sent.clear()
        call(storage)
        statements = list(sent)
        assert statements, name
        found[name] = explained(storage, kind, statements)
    storage.close()
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_every_method_is_asked() -> None:
    methods = {name for name in vars(Storage) if not name.startswith("_")} - {"migrate", "close", "listen"}
    assert {name.split()[0] for name in CALLS} | set(WHOLE) == methods


def test_a_scan_is_seen(database: str, kind: str) -> None:
    storage = open_database(database)
    for sql in (
        "SELECT id FROM game WHERE reserved_until = 1",
        "SELECT id FROM game ORDER BY updated",
        "UPDATE event SET n = 5",
    ):
        assert explained(storage, kind, [(sql, None)]) != [], sql
    storage.close()
