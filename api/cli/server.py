"""The server of `fairdice serve`: waitress, with an end that lets every request finish."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

from waitress.server import create_server  # type: ignore[import-untyped]

from api.start import StartError

__all__ = ["Server", "listen"]

THREADS = 300
"""Each listener of a stream holds one."""
_CONNECTIONS = 2000
_BACKLOG = 1024
_BODY_BYTES = 16 * 2**20
"""Beyond this a body is not even taken in, whoever sends it: twice what any operation reads."""
_DEFAULT_GC = (700, 10, 10)

_log = logging.getLogger("fairdice.serve")


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that the port is ours before anything else is done.

    Raises StartError ``start.port`` or ``start.host``.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise StartError("start.host", f"there is no address {host!s}: {error}") from None
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(_BACKLOG)
    except OSError as error:
        bound.close()
        raise StartError(
            "start.port",
            f"cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}; another one:"
            " --port NUMBER",
            found=port,
        ) from None
    return bound


class Server:
    """Serves an application on a socket until SIGTERM or SIGINT, then drains."""

    def __init__(self, app: Any, bound: socket.socket, *, grace_s: float) -> None:
        """`grace_s`: how long requests in flight may take once the end has come."""
        self._grace_s = grace_s
        self._server: Any = create_server(
            app,
            sockets=[bound],
            threads=THREADS,
            connection_limit=_CONNECTIONS,
            backlog=_BACKLOG,
            asyncore_use_poll=True,
            channel_timeout=75,
            max_request_body_size=_BODY_BYTES,
            ident="fairdice",
            clear_untrusted_proxy_headers=False,  # FAIRDICE_PROXIES says which are believed
        )
        self._asked = False

    def run(self, drain: Callable[[], None]) -> None:
        """Serve; `drain` is called when the end has come, and ends all streams."""
        # The command line looks for garbage rarely, as it ends soon; this process is to live for months.
        gc.set_threshold(*_DEFAULT_GC)
        before = {number: signal.signal(number, self._ask) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            while not self._asked:
                self._turn(30)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)  # a second signal ends the process at once
        _log.info("draining: no new connections, requests in flight finish")
        drain()
        self._finish()

    def _ask(self, *_: object) -> None:
        self._asked = True
        self._server.pull_trigger()

    def _turn(self, seconds: float) -> None:
        self._server.asyncore.loop(timeout=seconds, map=self._server._map, use_poll=True, count=1)

    def _finish(self) -> None:
        server = self._server
        server.accepting = False
        server.socket.close()
        server.del_channel()
        end = time.monotonic() + self._grace_s
        while self._busy() and time.monotonic() < end:
            self._turn(0.05)
        if self._busy():
            _log.warning("requests were still running after %s s: they are broken off", self._grace_s)
        server.task_dispatcher.shutdown(timeout=1)
        server.asyncore.close_all(server._map)

    def _busy(self) -> bool:
        """Whether any request is being read, answered or written."""
        work = self._server.task_dispatcher
        return (
            work.active_count > 0
            or bool(work.queue)
            or any(
                channel.requests or channel.request is not None or channel.total_outbufs_len
                for channel in list(self._server.active_channels.values())
            )
        )
