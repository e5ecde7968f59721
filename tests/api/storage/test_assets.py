"""Files for browsers, on both databases: none is ever replaced, those of older releases stay."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from api.storage import migrations
from api.storage.contract import Storage
from api.storage.database import Database
from tests.support.databases import open_database
from tests.support.stored import asset, host


def test_a_file_comes_back_as_it_was(storage: Storage) -> None:
    old = asset(digest="00" * 16, body=bytes(range(256)) * 300)
    new = [asset(digest="11" * 16, created=20), asset("words.de.json", digest="11" * 16, created=20)]
    storage.add_assets([old])
    storage.add_assets(new)
    for row in (old, *new):
        assert storage.asset(row.digest, row.name) == row
    assert storage.asset("00" * 16, "words.de.json") is None
    assert storage.asset("22" * 16, old.name) is None


def test_what_is_there_stays(storage: Storage) -> None:
    storage.add_assets([asset()])
    storage.add_assets([asset(body=b"another", created=99), asset("resize.js")])
    assert storage.asset(asset().digest, asset().name) == asset()
    assert storage.asset(asset().digest, "resize.js") is not None
    storage.add_assets([])


def test_a_database_of_the_release_before_gets_the_table(empty: str, tmp_path: Path) -> None:
    """What was stored before the migration is there after it."""
    storage = open_database(empty)
    storage.migrate()
    storage.add_host(host())
    assert isinstance(storage, Database)
    storage._write(lambda connection: connection.execute(text("DROP TABLE asset")))
    storage._write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = 'r0001'")))
    storage.migrate()
    storage.check()
    storage.add_assets([asset()])
    assert storage.hosts() == [host()]
    assert migrations.head() == "r0002"
    storage.close()
