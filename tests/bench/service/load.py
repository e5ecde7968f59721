"""The process that asks: many persistent connections, each with one request under way at a time.

    python -m tests.bench.service.load PORT SECONDS < plan

The plan is a JSON object (`Plan`).  Every connection plays the tables that are given to it, one after another; or asks
the floor.  Nothing here is part of what is measured but the time from a request's first byte to its answer's last.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct

from tests.bench.service.seats import Seats, Sitting

__all__ = ["Load", "Plan", "run"]


class Plan(Struct, kw_only=True):
    """What to ask, and for how long."""

    port: int
    seconds: float
    connections: int
    key: str = ""
    tables: list[Sitting] = []
    """Of games that are under way; without any the floor is asked."""
    prefix: str = ""
    """Of the keys for retries, so that no two plans have the same."""


class Load(Struct, kw_only=True):
    """What came of it."""

    requests: int
    events: int
    seconds: float
    latencies: list[float]
    cpu: float
    """CPU seconds of the process that asked."""
    busy: float = 0.0
    """CPU seconds of the server's workers."""

    def at(self, share: float) -> float:
        """The latency, in seconds, that this share of the requests stayed under."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ETAG = re.compile(rb'\r\netag: *("[^"]*")', re.IGNORECASE)


class _Asker:
    """One connection, and what it asks next."""

    def __init__(self, plan: Plan, number: int, keys: count[int]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", plan.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.events = 0
        self._plan = plan
        self._keys = keys
        self._number = number
        self._asked = 0
        self._tables = [Seats(table) for table in plan.tables[number :: plan.connections]]
        self._buffer = b""

    def ask(self) -> bool:
        """Send the next request; False if there is nothing left to ask."""
        head, body = self._next()
        if not head:
            return False
        self.socket.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return True

    def _next(self) -> tuple[bytes, bytes]:
        host = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
        if not self._plan.tables:
            self._asked += 1
            body = b'{"game":"%032x","n":%d,"links":[]}' % (self._number, self._asked)
            return b"POST /append HTTP/1.1\r\n" + host, body
        while self._tables and self._tables[0].over:
            del self._tables[0]
        if not self._tables:
            return b"", b""
        table = self._tables[0]
        path, body = table.next()
        head = (
            f"POST /v1/games/{table.game}/{path} HTTP/1.1\r\nAuthorization: Bearer {self._plan.key}\r\n"
            f"Idempotency-Key: {self._plan.prefix}{next(self._keys)}\r\nIf-Match: {table.etag}\r\n"
        )
        return head.encode() + host, body

    def take(self) -> bool:
        """Read what has come; whether the answer is complete."""
        data = self.socket.recv(65536)
        if not data:
            raise RuntimeError("the server closed a connection")
        self._buffer += data
        head, gap, body = self._buffer.partition(b"\r\n\r\n")
        if not gap:
            return False
        length = _LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return False
        if head[9:10] != b"2":
            raise RuntimeError(f"refused: {self._buffer.decode(errors='replace')}")
        self._buffer = b""
        if self._plan.tables:
            etag = _ETAG.search(head)
            assert etag is not None
            self.events += self._tables[0].take(body, etag[1].decode())
        else:
            self.events += 1
        return True


def run(plan: Plan) -> Load:
    """Ask until the time is over, then let the requests under way end."""
    keys = count(1)
    selector = selectors.DefaultSelector()
    askers = [_Asker(plan, number, keys) for number in range(plan.connections)]
    latencies: list[float] = []
    started: dict[_Asker, float] = {}
    cpu, begin = time.process_time(), time.perf_counter()
    end = begin + plan.seconds
    for asker in askers:
        started[asker] = time.perf_counter()
        if asker.ask():
            selector.register(asker.socket, selectors.EVENT_READ, asker)
    while selector.get_map():
        for key, _ in selector.select():
            asker = key.data
            if not asker.take():
                continue
            now = time.perf_counter()
            latencies.append(now - started[asker])
            if now < end and asker.ask():
                started[asker] = now
            else:
                selector.unregister(asker.socket)
                asker.socket.close()
    took = time.perf_counter() - begin
    return Load(
        requests=len(latencies),
        events=sum(asker.events for asker in askers),
        seconds=took,
        latencies=latencies,
        cpu=time.process_time() - cpu,
    )


def main() -> None:
    """Do the plan on standard input; the outcome goes to standard output."""
    plan: Any = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    sys.stdout.buffer.write(msgspec.json.encode(run(plan)))


if __name__ == "__main__":
    main()
