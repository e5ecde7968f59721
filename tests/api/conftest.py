"""Databases for all tests of the service; the PostgreSQL server is started when a test first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.storage.contract import Storage
from tests.support.databases import Postgres, empty_url, migrated_url, open_database, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The session's PostgreSQL server."""
    yield from postgres_server()


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database: each test that uses one runs on both."""
    found: str = request.param
    return found


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Callable[[], Postgres]:
    """The server when it is needed."""

    def get() -> Postgres:
        found: Postgres = request.getfixturevalue("postgres")
        return found

    return get


@pytest.fixture
def empty(kind: str, tmp_path: Path, server: Callable[[], Postgres]) -> str:
    """The URL of a database without tables."""
    return empty_url(kind, tmp_path, server)


@pytest.fixture
def database(kind: str, tmp_path: Path, server: Callable[[], Postgres]) -> Iterator[str]:
    """The URL of a database with all tables, and nothing in them; a test may not change the tables themselves."""
    url = migrated_url(kind, tmp_path, server)
    yield url
    if kind != "sqlite":
        server().give_back(url)


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    """A storage with all tables, and nothing in them."""
    found = open_database(database)
    yield found
    found.close()
