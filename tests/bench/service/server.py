"""Servers for the measurements: gunicorn as in production, in a process of its own, and what it has used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.databases import free_port

__all__ = ["Server"]

MODULE = "tests.bench.service.served"
THREADS = 64
_WAIT = 30
_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """One worker with many threads; `app` is the name of a function of `served`."""

    def __init__(self, app: str, environment: Mapping[str, str], *, threads: int = THREADS, workers: int = 1) -> None:
        self.port = free_port()
        self._command = [
            *(sys.executable, "-m", "gunicorn", f"{MODULE}:{app}()"),
            *("--worker-class", "gthread", "--workers", str(workers), "--threads", str(threads)),
            *("--bind", f"127.0.0.1:{self.port}", "--keep-alive", "75", "--log-level", "warning"),
            *("--graceful-timeout", "2", "--worker-tmp-dir", "/dev/shm" if Path("/dev/shm").is_dir() else "/tmp"),
        ]
        self._environment = {**os.environ, **environment, "FAIRDICE_URL": f"http://127.0.0.1:{self.port}"}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, env=self._environment)
        end = time.monotonic() + _WAIT
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start: {' '.join(self._command)}")
            time.sleep(0.05)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            return False
        finally:
            connection.close()
        return True

    @property
    def worker(self) -> int:
        """The process id of the (first) worker."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return int(children.split()[0])

    def cpu(self) -> float:
        """CPU seconds that the workers have used so far; 0 where the system does not say."""
        try:
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            stats = [Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split() for child in children]
        except OSError:
            return 0.0
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / _TICKS
