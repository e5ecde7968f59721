"""A real service, and the client of a host at it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fairdice.client import Service
from tests.support.served import Process, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("served"), "--no-sample") as process:
        yield process


@pytest.fixture
def host(served: Process) -> Iterator[Service]:
    key = re.search(r"fd_test_[A-Za-z0-9_-]{43}", served.out)
    assert key is not None
    with Service(served.url, key[0]) as service:
        yield service
