"""Fixtures of the tests of webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.webhooks.office import Office
from tests.api.webhooks.receiver import Receiver, receiver


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path)
    yield made
    made.storage.close()


@pytest.fixture
def host() -> Iterator[Receiver]:
    with receiver() as running:
        yield running
