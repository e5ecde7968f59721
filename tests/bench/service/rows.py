"""What is measured of the service, and what it should be."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median

import msgspec

from api.service.actor import Actor
from tests.bench.row import Row
from tests.bench.service.fullgame import play
from tests.bench.service.load import Load, Plan
from tests.bench.service.prepare import Asking, environment, host_key, migrated, seated
from tests.bench.service.seats import Sitting
from tests.bench.service.server import Server
from tests.bench.service.stored import fill, long_game
from tests.support.databases import postgres_server

__all__ = ["rows"]

ROOT = Path(__file__).parents[3]
CONNECTIONS, THREADS = 32, 16
SECONDS, ROUNDS = 3.0, 5
LISTENERS = 200
GAMES = 100_000


class House:
    """A database, its service in this process to prepare it, and a host's key."""

    def __init__(self, url: str) -> None:
        self.env = environment(url)
        self.service = migrated(self.env)
        self.key = host_key(self.service)
        self.actor = Actor("host", self.service.storage.credentials(self.service.storage.hosts()[-1].id)[0], "")
        self.heard: list[str] = []
        """The games that somebody listens to, once for each."""
        self._plans = 0

    def plan(
        self, port: int, tables: list[Sitting], *, seconds: float = SECONDS, connections: int = CONNECTIONS
    ) -> Plan:
        """To play these tables."""
        self._plans += 1
        return Plan(
            port=port,
            seconds=seconds,
            connections=connections,
            key=self.key,
            tables=tables,
            prefix=f"{os.getpid()}-{self._plans}-",
        )


@contextmanager
def databases() -> Iterator[dict[str, Callable[[], str]]]:
    """What gives URLs of new databases, by kind, as far as there is one here; on a disk, not in memory."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdice-bench-", dir="/var/tmp")))
        numbers = iter(range(1000))
        found: dict[str, Callable[[], str]] = {"SQLite": lambda: f"sqlite:///{folder}/{next(numbers)}.db"}
        with suppress(AssertionError):  # no such server is installed here
            found["PostgreSQL"] = stack.enter_context(contextmanager(postgres_server)()).empty
        yield found


def load(plan: Plan, server: Server) -> Load:
    """Let a process do a plan."""
    before = server.cpu()
    command = [sys.executable, "-m", "tests.bench.service.load"]
    ended = subprocess.run(command, input=msgspec.json.encode(plan), stdout=subprocess.PIPE, check=True, cwd=ROOT)
    done = msgspec.json.decode(ended.stdout, type=Load)
    done.busy = server.cpu() - before
    return done


def fsync() -> float:
    """Seconds that it takes to write 4 KiB of a file to the disk, the median of 50."""
    took = []
    with tempfile.TemporaryFile(dir="/var/tmp") as file:
        for _ in range(50):
            file.write(bytes(4096))
            file.flush()
            begin = time.perf_counter()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - begin)
    return median(took)


def rate(done: Load) -> float:
    """Events a second."""
    return done.events / done.seconds


def quotient(over: Sequence[float], under: Sequence[float]) -> tuple[float, str]:
    """The median of the rounds' own quotients, and where they lie."""
    found = sorted(above / below for above, below in zip(over, under, strict=True))
    return median(found), f"{found[0]:.2f} to {found[-1]:.2f} in {len(found)} rounds"


def rows() -> Iterator[Row]:
    """All of it."""
    with databases() as urls:
        for part in (appended, lengthened, grown, whole, listened):
            for kind, url in urls.items():
                yield from part(kind, url)


def appended(kind: str, url: Callable[[], str]) -> Iterator[Row]:
    """Events appended a second, against the floor: all three take turns."""
    house, bare = House(url()), url()
    floor, plain, linked, disk = [], [], [], []
    with (
        Server("bare", {**house.env, "FAIRDICE_DATABASE": bare}, threads=THREADS) as low,
        Server("fairdice", house.env, threads=THREADS) as high,
    ):
        asking = Asking(high.port, house.key)
        for number in range(ROUNDS):
            disk.append(fsync())
            floor.append(load(Plan(port=low.port, seconds=SECONDS, connections=CONNECTIONS), low))
            tables = seated(asking, 2 * CONNECTIONS, name=f"plain {number}")
            plain.append(load(house.plan(high.port, tables), high))
            tables = seated(asking, CONNECTIONS, contributors=(0, 1), name=f"linked {number}")
            linked.append(load(house.plan(high.port, tables), high))
        asking.close()
    house.service.close()
    rates = [rate(done) for done in floor]
    note = f"floor {median(rates):.0f}/s, fsync {median(disk) * 1e3:.2f} ms; "
    for what, done in (("no links", plain), ("2 players' links and acks", linked)):
        target = 0.6 if done is plain else None
        found, spread = quotient([rate(each) for each in done], rates)
        told = f"{median(map(rate, done)):.0f}/s, {note}{spread}"
        yield Row(
            f"{kind}: events appended a second / rows of the floor, {what}",
            found,
            "x",
            "at least" if target else None,
            target,
            told,
        )
        requests = [each.requests / each.seconds for each in done]
        found, spread = quotient(requests, rates)
        cpu = median(each.busy / each.requests for each in done), median(each.busy / each.requests for each in floor)
        told = f"{median(requests):.0f}/s; {cpu[0] * 1e6:.0f} us of CPU a request, floor {cpu[1] * 1e6:.0f}; {spread}"
        yield Row(f"{kind}: the same in requests", found, note=told)
    tail = [each.at(0.99) for each in plain], [each.at(0.99) for each in floor]
    found, spread = quotient(*tail)
    told = f"{median(tail[0]) * 1e3:.0f} ms, floor {median(tail[1]) * 1e3:.0f} ms; {spread}"
    yield Row(f"{kind}: p99 of {CONNECTIONS} at once / the floor's", found, "x", "at most", 10, told)


def lengthened(kind: str, url: Callable[[], str]) -> Iterator[Row]:
    """A long game makes an event no dearer."""
    house = House(url())
    short = [long_game(house.service, house.actor, f"short {number}", 60) for number in range(ROUNDS)]
    great = long_game(house.service, house.actor, "long 0", 11_000)
    early: list[Load] = []
    late: list[Load] = []
    with Server("fairdice", house.env, threads=THREADS) as server:
        asking = Asking(server.port, house.key)
        for one in short:
            for sitting, into in ((one, early), (great, late)):
                into.append(load(house.plan(server.port, [asking.seen(sitting)], seconds=2, connections=1), server))
        asking.close()
    house.service.close()
    found, spread = quotient([each.busy / each.events for each in late], [each.busy / each.events for each in early])
    cost = median(each.busy / each.events for each in late)
    note = f"{cost * 1e6:.0f} us of CPU after {great.etag[1:6]} events, four players' links and acks checked; {spread}"
    yield Row(f"{kind}: an event late in a long game / early in a game", found, "x", "at most", 1.1, note)


def alike(kind: str, houses: tuple[House, House], what: str) -> Iterator[Row]:
    """How fast two houses are, the second against the first, taking turns; and then closed."""
    loads: tuple[list[Load], list[Load]] = [], []
    threads = THREADS + LISTENERS
    with (
        Server("fairdice", houses[0].env, threads=threads) as one,
        Server("fairdice", houses[1].env, threads=threads) as other,
    ):
        asking = [Asking(server.port, house.key) for server, house in zip((one, other), houses, strict=True)]
        streams = [_listen(other.port, houses[1].key, game) for game in houses[1].heard]
        for number in range(ROUNDS):
            for server, house, into, ask in zip((one, other), houses, loads, asking, strict=True):
                tables = seated(ask, 2 * CONNECTIONS, name=f"round {number}")
                into.append(load(house.plan(server.port, tables), server))
        for stream in streams:
            stream.close()
        for ask in asking:
            ask.close()
    for house in houses:
        house.service.close()
    found, spread = quotient([rate(each) for each in loads[1]], [rate(each) for each in loads[0]])
    cpu, _ = quotient([each.busy / each.events for each in loads[1]], [each.busy / each.events for each in loads[0]])
    tail = [median(each.at(0.99) for each in done) * 1e3 for done in loads]
    note = (
        f"{median(map(rate, loads[1])):.0f} and {median(map(rate, loads[0])):.0f}/s, CPU of an event {cpu:.2f} x, p99"
        f" {tail[1]:.0f} and {tail[0]:.0f} ms; {spread}"
    )
    yield Row(f"{kind}: events appended a second, {what}", found, "x", "at least", 0.9, note)


def grown(kind: str, url: Callable[[], str]) -> Iterator[Row]:
    """Many games stored make an event no dearer."""
    houses = House(url()), House(url())
    with Server("fairdice", houses[1].env) as server:
        asking = Asking(server.port, houses[1].key)
        (game,) = seated(asking, 1, name="copied")
        asking.close()
    fill(houses[1].service, game.game, GAMES)
    yield from alike(kind, houses, f"{GAMES:,} games stored / none")


def whole(kind: str, url: Callable[[], str]) -> Iterator[Row]:
    """A game of four from its opening to its close."""
    house = House(url())
    with Server("fairdice", house.env, threads=THREADS) as server:
        asking = Asking(server.port, house.key)
        disk = fsync()
        games = sorted((play(asking, f"whole {number}") for number in range(ROUNDS)), key=lambda game: game.asked)
        asking.close()
    house.service.close()
    game = games[len(games) // 2]
    note = (
        f"{game.requests} requests, {game.events} events, fsync {disk * 1e3:.2f} ms; the players' own programs"
        f" {game.players:.2f} s; {games[0].asked:.2f} to {games[-1].asked:.2f} s in {len(games)} games"
    )
    yield Row(
        f"{kind}: a whole game of four, all links and signatures, one request a roll",
        game.asked,
        "s",
        "at most",
        3,
        note,
    )


def listened(kind: str, url: Callable[[], str]) -> Iterator[Row]:
    """Many who listen and hear nothing take nothing from those who write."""
    houses = House(url()), House(url())
    with Server("fairdice", houses[1].env) as server:
        asking = Asking(server.port, houses[1].key)
        games = [sitting.game for sitting in seated(asking, 20, name="quiet")]
        asking.close()
    houses[1].heard = [games[number % len(games)] for number in range(LISTENERS)]
    yield from alike(kind, houses, f"{LISTENERS} idle listeners / none")


def _listen(port: int, key: str, game: str) -> socket.socket:
    """Open a stream, and read its first event."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    head = f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n"
    stream.sendall(head.encode())
    seen = b""
    while b"snapshot" not in seen:
        more = stream.recv(65536)
        if not more:
            raise RuntimeError(f"no stream: {seen.decode()}")
        seen += more
    return stream
