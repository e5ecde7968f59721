"""One heart on either database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.heart import Heart


@pytest.fixture
def heart(database: str) -> Iterator[Heart]:
    found = Heart(database)
    yield found
    found.close()
