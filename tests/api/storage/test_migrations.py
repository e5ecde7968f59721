"""The migrations make exactly the tables that the code knows, once, however many processes ask for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, text

from api.storage import migrations, tables
from api.storage.contract import NotMigrated, Storage
from api.storage.database import Database
from tests.support.databases import open_database
from tests.support.stored import change, host, new_game

ROOT = Path(__file__).parents[3]


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"target_metadata": tables.metadata, "compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, tables.metadata))


def found_by(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found


def test_migrations_and_tables_agree(storage: Storage) -> None:
    assert isinstance(storage, Database)
    with storage.engine.connect() as connection:
        assert differences(connection) == []
        found = found_by(connection).tables
        for name, table in tables.metadata.tables.items():
            assert [column.name for column in found[name].primary_key] == [column.name for column in table.primary_key]
            where = "sqlite_where" if connection.dialect.name == "sqlite" else "postgresql_where"
            partial = {index.name for index in found[name].indexes if index.kwargs.get(where) is not None}
            assert partial == {index.name for index in table.indexes if index.kwargs[where] is not None}


def test_a_difference_is_seen(empty: str) -> None:
    storage = open_database(empty)
    storage.migrate()
    assert isinstance(storage, Database)
    storage._write(lambda connection: connection.execute(text("DROP INDEX ix_game_open")))
    storage._write(lambda connection: connection.execute(text("ALTER TABLE host ADD COLUMN more TEXT")))
    with storage.engine.connect() as connection:
        assert len(differences(connection)) == 2
    storage.close()


def test_sqlite_keeps_events_of_a_game_together(storage: Storage, kind: str) -> None:
    assert isinstance(storage, Database)
    if kind == "sqlite":
        sql = "SELECT name FROM sqlite_schema WHERE sql LIKE '%WITHOUT ROWID%' ORDER BY name"
        names = [row[0] for row in storage._rows(sql, ())]
        assert names == ["contribution", "event", "leaf", "node", "seat"]


def test_the_last_migration_is_the_one_of_this_version() -> None:
    assert migrations.head() == tables.REVISION


def test_a_database_without_tables_is_told_as_such(empty: str) -> None:
    storage = open_database(empty)
    for work in (
        storage.check,
        storage.hosts,
        lambda: storage.game("aa"),
        lambda: storage.add_host(host()),
        lambda: storage.create(new_game("aa")),
        lambda: storage.append(change("aa", 0)),
    ):
        with pytest.raises(NotMigrated) as caught:
            work()
        assert caught.value.code == "storage.not_migrated"
    storage.migrate()
    storage.check()
    storage.add_host(host())
    storage.migrate()
    assert storage.hosts() == [host()]
    storage.close()


def test_a_database_of_another_version_is_told_as_such(empty: str) -> None:
    storage = open_database(empty)
    storage.migrate()
    assert isinstance(storage, Database)
    storage._write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'")))
    with pytest.raises(NotMigrated) as caught:
        storage.check()
    assert (caught.value.expected, caught.value.found) == (tables.REVISION, "r9999")
    storage.close()


def test_processes_that_migrate_at_once_wait_for_each_other(empty: str) -> None:
    program = (
        "import sys; from tests.support.databases import open_database\n"
        "storage = open_database(sys.argv[1]); print('ready', flush=True); sys.stdin.readline()\n"
        "storage.migrate(); storage.check(); storage.close()\n"
    )
    command = [sys.executable, "-c", program, empty]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    answers = [process.communicate(b"go\n")[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0, 0], answers
    storage = open_database(empty)
    storage.check()
    storage.close()
