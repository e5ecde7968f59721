"""One service over HTTP, on SQLite: what is tested here does not depend on the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.databases import migrated_url
from tests.support.heart import Heart
from tests.support.wire import Wire


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    heart = Heart(migrated_url("sqlite", tmp_path, lambda: pytest.fail("no server is needed")), access_log=True)
    yield Wire(heart)
    heart.close()
