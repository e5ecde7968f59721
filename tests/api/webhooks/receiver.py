"""A host's server, as far as webhooks see it: a thread that takes messages and answers as it is told."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Event, Thread
from typing import Any, NamedTuple

__all__ = ["Receiver", "Request", "dripping", "endless", "hanging", "receiver", "saying"]


class Request(NamedTuple):
    """What came."""

    path: str
    headers: dict[str, str]
    body: bytes


Behaviour = Callable[["Handler"], None]


def saying(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Answer at once."""

    def answer(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def dripping(start: bytes, drop: bytes = b"x") -> Behaviour:
    """Begin an answer and let it drip, each drop well within the patience of a single read."""

    def answer(handler: Handler) -> None:
        handler.wfile.write(start)
        while not handler.server.ended.wait(0.02):
            handler.wfile.write(drop)

    return answer


def endless(handler: Handler) -> None:
    """Answer 500 and never stop talking."""
    handler.wfile.write(b"HTTP/1.1 500 No\r\nContent-Type: text/plain\r\n\r\n")
    while not handler.server.ended.is_set():
        handler.wfile.write(b"\x00no way\n" * 1000)


def hanging(handler: Handler) -> None:
    """Take the message and say nothing."""
    handler.server.ended.wait()


class Handler(BaseHTTPRequestHandler):
    """Notes the request, then does what the server is told to do."""

    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        behave = self.server.note(Request(self.path, headers, body))
        with suppress(OSError):  # the other side has had enough
            behave(self)

    def do_GET(self) -> None:
        self.server.note(Request(self.path, {}, b""))

    def log_message(self, *_: Any) -> None:
        pass


class Receiver(ThreadingHTTPServer):
    """Listens on a free port of 127.0.0.1; `script` holds the behaviours of the next requests, then `then`."""

    daemon_threads = True
    block_on_close = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[Request] = []
        self.script: list[Behaviour] = []
        self.then: Behaviour = saying(204)
        self.ended = Event()
        self._came = Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?from=fairdice"

    def note(self, request: Request) -> Behaviour:
        with self._came:
            self.requests.append(request)
            self._came.notify_all()
            return self.script.pop(0) if self.script else self.then

    def await_requests(self, count: int) -> None:
        """Wait until so many have come."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.requests) >= count, 30), f"{len(self.requests)} came"

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a connection that was cut: what was to be seen of it is in `requests`


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Run one."""
    server = Receiver()
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
