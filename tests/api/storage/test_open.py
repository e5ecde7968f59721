"""Opening a database by its URL, and what is said when that goes wrong."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from api.storage import open_storage
from api.storage.contract import StorageError, Unavailable
from tests.support.databases import Postgres, checkpointer, free_port, migrated_url, open_database
from tests.support.stored import host

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "fairdice.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://file.db",
        "mysql://secret@host/db",
        "postgresql+psycopg2://secret@host/db",
        "postgresql://secret@host:port/db",
    ],
)
def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(StorageError) as caught:
        open_database(url)
    assert caught.value.code == "storage.url"
    assert "secret" not in f"{caught.value} {caught.value.found}"


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        storage = open_database(f"sqlite:///{tmp_path / 'new.db'}")
        storage.migrate()
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        storage.close()
    finally:
        os.umask(before)
    assert modes == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}


def test_a_file_is_found_by_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_database("sqlite:///new.db").close()
    assert (tmp_path / "new.db").exists()


def test_what_sqlite_promises(tmp_path: Path) -> None:
    storage = open_database(migrated_url("sqlite", tmp_path, lambda: pytest.fail("not needed")))
    for connection in (storage._pen.raw, storage._connect()):  # type: ignore[attr-defined]
        found = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    connection.close()
    storage.close()


def is_a_folder(path: Path) -> None:
    path.mkdir()


def is_no_database(path: Path) -> None:
    path.write_bytes(b"no database " * 500)


def is_in_no_folder(path: Path) -> None:
    path.parent.rmdir()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (is_a_folder, "storage.unavailable"),
        (is_no_database, "storage.refused"),
        (is_in_no_folder, "storage.unavailable"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, make: Callable[[Path], None], code: str) -> None:
    path = tmp_path / "folder" / "fairdice.db"
    path.parent.mkdir()
    make(path)
    with pytest.raises(StorageError) as caught:
        open_database(f"sqlite:///{path}")
    assert caught.value.code == code


def test_a_file_that_another_process_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.storage.sqlite._PATIENCE", 0.05)
    storage = open_database(migrated_url("sqlite", tmp_path, lambda: pytest.fail("not needed")))
    other = sqlite3.connect(tmp_path / "fairdice.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable) as caught:
        storage.add_host(host())
    assert caught.value.code == "storage.unavailable"
    assert storage.hosts() == []
    other.execute("ROLLBACK")
    storage.add_host(host())
    assert storage.hosts() == [host()]
    other.close()
    storage.close()


def test_no_server() -> None:
    storage = open_database(f"postgresql://secret@127.0.0.1:{free_port()}/fairdice")
    for work in (storage.check, storage.migrate, storage.hosts, lambda: storage.add_host(host())):
        with pytest.raises(Unavailable) as caught:
            work()
        assert caught.value.code == "storage.unavailable"
        assert "secret" not in str(caught.value)
    storage.close()


def test_no_database(postgres: Postgres) -> None:
    storage = open_database(postgres.url("nothing", tcp=True))
    with pytest.raises(Unavailable, match='database "nothing" does not exist'):
        storage.check()
    storage.close()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_server_over_tcp(postgres: Postgres, scheme: str) -> None:
    name = postgres.migrated().partition("@/")[2].partition("?")[0]
    storage = open_database(postgres.url(name, tcp=True).replace("postgresql", scheme))
    storage.check()
    storage.close()


def test_a_server_that_is_started_again(postgres: Postgres) -> None:
    storage = open_database(postgres.migrated())
    storage.add_host(host())
    postgres.stop()
    try:
        for work in (storage.check, storage.hosts, lambda: storage.add_host(host("host_2"))):
            with pytest.raises(Unavailable):
                work()
    finally:
        postgres.start()
    assert storage.hosts() == [host()]
    storage.add_host(host("host_2"))
    # A restart that nobody has noticed: the connections of the pool are dead, and no caller hears of it.
    postgres.stop()
    postgres.start()
    storage.check()
    storage.add_host(host("host_3"))
    storage.close()


def test_postgres_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError) as caught:
        open_storage("postgresql://localhost/x", checkpointer=checkpointer)
    assert caught.value.code == "storage.no_driver"
    assert "fairdice[postgres]" in caught.value.message


def test_sqlite_needs_neither_psycopg_nor_alembic(tmp_path: Path) -> None:
    url = migrated_url("sqlite", tmp_path, lambda: pytest.fail("not needed"))
    program = (
        "import sys; from api.storage import open_storage\n"
        "storage = open_storage(sys.argv[1], checkpointer=None); storage.check(); storage.close()\n"
        "print(sorted({'psycopg', 'alembic'} & set(sys.modules)))\n"
    )
    answer = subprocess.run([sys.executable, "-c", program, url], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"
