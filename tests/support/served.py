"""The service as a process of its own: `fairdice serve` or gunicorn in an empty folder, on a free port."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast

__all__ = ["ROOT", "Answer", "Process", "clean", "fairdice", "serving"]

ROOT = Path(__file__).parents[2]
_WAIT = 60
_ENDS = "Ctrl-C ends it."


class Answer:
    """What a request got."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status, self.body = status, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def clean(**variables: str) -> dict[str, str]:
    """The environment without variables of the service, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FAIRDICE_")}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"} | variables


def fairdice(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-c", "from fairdice.cli import main; main()", *words],
        cwd=folder,
        env=clean(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=_WAIT,
    )


class Process:
    """A process that serves; its output is collected while it runs."""

    def __init__(self, command: list[str], folder: Path, ready: str, **variables: str) -> None:
        """`ready` is a pattern that one of its lines has once it serves; its group, if any, is `found`."""
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=clean(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.url = ""
        self.found = ""
        self._lines: dict[str, list[str]] = {"out": [], "err": []}
        self._ready = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, args=(name, stream, re.compile(ready)))
            for name, stream in (("out", self.process.stdout), ("err", self.process.stderr))
        ]
        for thread in self._threads:
            thread.start()
        threading.Thread(target=self._ended, daemon=True).start()

    def _read(self, name: str, stream: Any, ready: re.Pattern[str]) -> None:
        with stream:
            for line in stream:
                self._lines[name].append(line)
                found = ready.search(line)
                if found:
                    self.found = found[1] if found.groups() else found[0]
                    self._ready.set()

    def _ended(self) -> None:
        self.process.wait()
        self._ready.set()

    def wait_ready(self) -> None:
        """Wait until it serves."""
        assert self._ready.wait(_WAIT), self.output
        assert self.process.poll() is None, self.output

    @property
    def out(self) -> str:
        return "".join(self._lines["out"])

    @property
    def err(self) -> str:
        return "".join(self._lines["err"])

    @property
    def output(self) -> str:
        return self.out + self.err

    def open(self, path: str, *, key: str | None = None, body: Any = None, **headers: str) -> HTTPResponse:
        """A response whose body is not read yet."""
        data = None if body is None else json.dumps(body).encode()
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if key is not None:
            given["Authorization"] = f"Bearer {key}"
        if data is not None:
            given["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}{path}", data=data, headers=given)
        return cast("HTTPResponse", urllib.request.urlopen(request, timeout=_WAIT))

    def ask(self, path: str, **given: Any) -> Answer:
        """Make a request."""
        try:
            with self.open(path, **given) as response:
                return Answer(response.status, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read())

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it, and give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise
        for thread in self._threads:
            thread.join(_WAIT)
        return code


@contextmanager
def serving(folder: Path, *words: str, port: int = 0, **variables: str) -> Iterator[Process]:
    """`fairdice serve`, by default on a free port."""
    command = [sys.executable, "-c", "from fairdice.cli import main; main()", "serve", "--port", str(port), *words]
    served = Process(command, folder, rf"serves (\S+) \(\w+\); {_ENDS}", **variables)
    try:
        served.wait_ready()
        served.url = served.found
        yield served
    finally:
        served.end()
