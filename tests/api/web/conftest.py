"""One Node process that runs the JavaScript of api/web for all tests of this folder."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_SCRIPT = Path(__file__).with_name("judge.js")


class Judge:
    """`ask` puts one question to tests/api/web/judge.js and waits for its answer."""

    def __init__(self, node: str) -> None:
        self._process = subprocess.Popen(
            [node, str(_SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asks, self._answers = self._process.stdin, self._process.stdout

    def ask(self, op: str, **fields: Any) -> Any:
        """The answer of an op of tests/api/web/ops.

        A fault is an answer too: ``{"error": {"code": ..., "event": ..., ...}}``, where absent facts are left out.
        Anything else that is thrown fails the test, with its stack.
        """
        self._asks.write(json.dumps({"op": op, **fields}) + "\n")
        self._asks.flush()
        line = self._answers.readline()
        if not line:
            pytest.fail(f"judge.js has ended, asked for {op}")
        told = json.loads(line)
        if "stack" in told:
            pytest.fail(f"judge.js, asked for {op}:\n{told['stack']}")
        return told.get("answer")

    def close(self) -> None:
        """End the process."""
        self._asks.close()
        self._process.wait()
        self._answers.close()


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """The process, started when a test first asks for it."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        pytest.fail("needs Node: install it (on Debian and Ubuntu: apt-get install nodejs)")
    found = Judge(node)
    yield found
    found.close()
