"""A service that is killed at every write: nothing that it has acknowledged is lost, and no receipt becomes a lie."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.served import ROOT, clean
from tests.support.service import prepared

SHARDS = 2


@pytest.mark.parametrize("shard", range(SHARDS))
def test_killed_at_every_write(shard, database):
    command = [sys.executable, "-m", "tests.support.crashing", prepared(database), str(shard), str(SHARDS)]
    done = subprocess.run(command, cwd=ROOT, env=clean(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-6000:]
    assert int(done.stdout) > 50, "so many statements a short game has at least"
