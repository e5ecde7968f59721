"""What gunicorn serves in these measurements: the service, and the floor that it is measured against.

The floor is what anybody would write who wants to append rows durably over HTTP and nothing else: one Flask endpoint
that reads a JSON body, writes one row of it in a transaction of its own, and answers with JSON once that is on disk.
No credential, no key for retries, no condition, no schema, no rules, no hash, no signature.  The database is the same,
with the same settings: SQLite in WAL mode with synchronous=FULL, PostgreSQL with fsync and synchronous_commit on.

On SQLite the threads share one connection behind a lock.  With a connection for each, as is more usual, they find the
file locked and sleep: then the floor is slower and its slowest answers take seconds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from threading import Lock, local

from flask import Flask, request

__all__ = ["bare", "fairdice"]

Insert = Callable[[str, int, bytes], None]

_TABLE = "CREATE TABLE IF NOT EXISTS floor (game TEXT NOT NULL, n BIGINT NOT NULL, body {} NOT NULL)"


def fairdice() -> Flask:
    """The service as it is configured by the environment; its tables and keys must be there."""
    from api.app import create_app
    from api.config import read_config
    from api.service.service import Service

    service = Service.open(read_config())
    service.start()
    return create_app(service)


def bare() -> Flask:
    """The floor."""
    from api.config import read_config

    url = read_config().database
    insert = _sqlite(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else _postgres(url)
    app = Flask("floor")

    @app.post("/append")
    def append() -> tuple[dict[str, int], int]:
        body = request.get_json()
        insert(body["game"], body["n"], request.get_data())
        return {"n": body["n"]}, 201

    return app


def _sqlite(file: str) -> Insert:
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(_TABLE.format("BLOB"))
    lock = Lock()

    def insert(game: str, n: int, body: bytes) -> None:
        with lock:
            connection.execute("INSERT INTO floor (game, n, body) VALUES (?, ?, ?)", (game, n, body))

    return insert


def _postgres(url: str) -> Insert:
    import psycopg

    with psycopg.connect(url, autocommit=True) as first:
        first.execute(_TABLE.format("BYTEA").encode())
    own = local()

    def insert(game: str, n: int, body: bytes) -> None:
        connection = getattr(own, "connection", None)
        if connection is None:
            connection = own.connection = psycopg.connect(url, autocommit=True)
        connection.execute("INSERT INTO floor (game, n, body) VALUES (%s, %s, %s)", (game, n, body))

    return insert
