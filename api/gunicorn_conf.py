"""Gunicorn's configuration for the service; what the command line says takes precedence.

    fairdice database migrate && gunicorn -c python:api.gunicorn_conf api.wsgi:app

A listener of a stream holds a thread as long as it listens, and never ends by itself: on SIGTERM the streams are told
to end first, then the worker waits for its requests as gunicorn does.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import sys
import tempfile
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from api.service.service import Service

__all__: list[str] = []

worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or max(2, os.cpu_count() or 1))
threads = 256
worker_connections = 1024
keepalive = 75
graceful_timeout = 30
timeout = 60
max_requests = 0
preload_app = False
accesslog = None  # the service writes its own, without anything secret
control_socket_disable = True
if os.path.isdir("/dev/shm"):
    worker_tmp_dir = "/dev/shm"

_METRICS = "PROMETHEUS_MULTIPROC_DIR"
if _METRICS not in os.environ:
    # Before prometheus_client is imported anywhere: the workers of one server count together.
    os.environ[_METRICS] = tempfile.mkdtemp(prefix="fairdice-metrics-")

    def _remove(folder: str, owner: int) -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(_remove, os.environ[_METRICS], os.getpid())


def on_starting(server: Any) -> None:
    """Before any worker: say in one sentence what is missing, instead of once per worker in a traceback."""
    from api.config import read_config
    from api.start import open_service, settled
    from replay.errors import CodedError

    if server.cfg.preload_app:
        _refuse(server, "preload_app: a database opened before the fork is of no use after it [start.preload]")
    try:
        open_service(settled(read_config()).config).close()
    except CodedError as error:
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        _refuse(server, f"{error.message}{notes} [{error.code}]")


def _refuse(server: Any, why: str) -> None:
    server.log.error("fairdice cannot start: %s", why)
    sys.exit(2)


def _service() -> Service | None:
    """The service of this worker, if it came so far."""
    module = sys.modules.get("api.wsgi")
    return getattr(module, "service", None)


def post_worker_init(worker: Any) -> None:
    """Let SIGTERM end the streams, then do what gunicorn does."""

    def end(number: int, frame: Any) -> None:
        _drain()
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, end)
    signal.siginterrupt(signal.SIGTERM, False)


def worker_int(worker: Any) -> None:
    """On a quick end, too: a thread that streams would keep the process."""
    _drain()


def _drain() -> None:
    service = _service()
    if service is not None:
        # Not here: a signal may come while this very thread holds a lock.
        Thread(target=service.drain, name="drain").start()


def worker_exit(server: Any, worker: Any) -> None:
    """Stop what works by itself; let go of the database."""
    service = _service()
    if service is not None:
        service.close()


def child_exit(server: Any, worker: Any) -> None:
    """Forget the gauges of a worker that is gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
