"""Many clients and several processes at one table: one of them wins each head, and all receipts are of one history."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from threading import Barrier, Lock, Thread
from typing import Any

import pytest

from tests.support.served import serving
from tests.support.service import SECRET, Client, Http, Reply, Running, Sitting, over_http

CLIENTS = 32
QUICK: dict[str, Any] = {"options": {"quick": True, "auto_move": False}}

Ways = list[Http]
"""The way to each process."""


@contextmanager
def one_process(running: Running, _database: str, _folder: Any) -> Iterator[Ways]:
    yield [running.http]


@contextmanager
def two_services(running: Running, _database: str, _folder: Any) -> Iterator[Ways]:
    with running.other() as other:
        yield [running.http, other.http]


@contextmanager
def two_servers(_running: Running, database: str, folder: Any) -> Iterator[Ways]:
    limits = {f"FAIRDICE_LIMIT_{name}": "" for name in ("CREDENTIAL", "ADDRESS", "CODES", "REFUSED")}
    settings: Any = {"FAIRDICE_DATABASE": database, "FAIRDICE_SECRET_KEYS": SECRET, **limits}
    with serving(folder, **settings) as first, serving(folder, **settings) as second:
        yield [over_http(first.url), over_http(second.url)]


PROCESSES = pytest.mark.parametrize("processes", [one_process, two_services, two_servers])


@PROCESSES
def test_one_wins_each_head(processes, database, tmp_path):
    """Thirty-two clients send moves and rolls with the same ETag: one gets what it asked for, the others hear of it."""
    with Running(database) as running, processes(running, database, tmp_path) as ways:
        sitting = Sitting(running.host(), "pairs@1", "cp", **QUICK).seat()
        del sitting.watchers[1]  # player 1 signs nothing, and whoever is quickest moves for it
        https = [ways[number % len(ways)] for number in range(CLIENTS)]
        for _ in range(12):
            sitting.take(fight(sitting, https))
        finish(running, sitting)


def fight(sitting: Sitting, https: list[Http]) -> Reply:
    """All ask at once; the answer of the one that was quickest."""
    asks = [ask(sitting) for _ in https]
    replies = at_once(sitting, https, asks)
    won = [reply for reply in replies if reply.status == 201]
    assert len(won) == 1, [reply for reply in replies if reply.status != 412]
    n, head = won[0].json["n"], won[0].json["head"]
    for reply in replies:
        if reply is not won[0]:
            assert (reply.status, reply.code) == (412, "precondition.stale"), reply
            assert (reply.json["n"], reply.json["head"], reply.etag) == (n, head, f'"{n}-{head[:16]}"')
            assert reply.json["due"] == won[0].json["due"]
    return won[0]


def ask(sitting: Sitting) -> tuple[str, Any]:
    """What one of them asks for: any legal move, where the player needs to sign nothing."""
    due = sitting.due
    if due["j"] is not None:
        return f"{sitting.path}/rolls", {"j": due["j"], "links": sitting.links()}
    if sitting.who[due["player"]] == "c":
        return sitting.act()
    move = {name: value for name, value in random.choice(due["moves"]).items() if value is not None}
    return f"{sitting.path}/moves", {"player": due["player"], **{name: move[name] for name in move if name in FIELDS}}


FIELDS = ("piece", "from", "to", "lap", "bonus", "captured", "action", "dice", "column")


def at_once(sitting: Sitting, https: list[Http], asks: list[tuple[str, Any]]) -> list[Reply]:
    replies: list[Reply] = []
    barrier, lock, etag = Barrier(len(https)), Lock(), sitting.etag

    def run(http: Http, path: str, body: Any) -> None:
        client = Client(http, sitting.host.token)
        barrier.wait()
        reply = client.post(path, body, etag=etag)
        with lock:
            replies.append(reply)

    threads = [Thread(target=run, args=(http, *one)) for http, one in zip(https, asks, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(replies) == len(https)
    return replies


def finish(running: Running, sitting: Sitting) -> None:
    """The game plays on, and its record holds."""
    sitting.take(sitting.host.done("POST", *ask(sitting), etag=sitting.etag))
    sitting.take(sitting.host.post(f"{sitting.path}/abandonment", {}, etag=sitting.etag))
    assert running.verified(sitting.record()).verdict == "verified"


@PROCESSES
def test_links_of_all_at_once(processes, database, tmp_path):
    """Everybody sends everybody's links, over and over: each is taken once, and the roll is one."""
    with Running(database) as running, processes(running, database, tmp_path) as ways:
        sitting = Sitting(running.host(), "pairs@1", "ccc", **QUICK).seat()
        https = [ways[number % len(ways)] for number in range(CLIENTS)]
        for _ in range(2):
            j, links = sitting.due["j"], sitting.links()
            asks = [(f"{sitting.path}/links", {"j": j, "links": [links[n % 3]]}) for n in range(CLIENTS)]
            replies = at_once(sitting, https, asks)
            assert {(reply.status, reply.code) for reply in replies} <= {
                (200, None),
                (201, None),
                (412, "precondition.stale"),
                (409, "game.busy"),
            }, replies
            sitting.look()
            assert not (sitting.due["j"] == j and sitting.due["missing"])
            if sitting.due["j"] == j:
                sitting.step()
            while sitting.due["j"] is None:
                sitting.step()
        finish(running, sitting)


@pytest.mark.parametrize("processes", [two_services, two_servers])
def test_every_request_to_another_process(processes, database, tmp_path):
    """One game, each request to the process that did not get the one before; listeners at either miss nothing."""
    with Running(database) as running, processes(running, database, tmp_path) as ways:
        turns = cycle(ways)

        def next_one(*request: Any) -> Reply:
            http: Http = next(turns)
            return http(*request)

        host = Client(next_one, running.host().token)
        sitting = Sitting(host, "pairs@1", "tcq", **QUICK)
        heard: list[list[Any]] = [[] for _ in ways]
        threads = [Thread(target=listen, args=(way, sitting, heard[n])) for n, way in enumerate(ways)]
        for thread in threads:
            thread.start()
        sitting.seat()
        for _ in range(30):
            sitting.step()
        sitting.take(host.post(f"{sitting.path}/abandonment", {}, etag=sitting.etag))
        for thread in threads:
            thread.join()
        record = sitting.record()
        assert running.verified(record).verdict == "verified"
        for items in heard:
            assert [item["event"] for item in items] == json.loads(record)["events"]
            assert [item["receipt"]["sig"] for item in items] == [
                row.sig.hex() for row in running.storage.events(sitting.game)
            ]


def listen(http: Http, sitting: Sitting, heard: list[Any]) -> None:
    """Follow the game to its end."""
    reply = Client(http, sitting.host.token).get(f"{sitting.path}/events.ndjson?after=-1&follow=1")
    heard += [json.loads(line) for line in reply.body.splitlines() if line]


def test_whatever_is_last(database):
    """With If-Match: * the game is changed where it is, also if another process has brought it there."""
    with Running(database) as running, running.other() as other:
        sitting = Sitting(running.host(), "pairs@1", "cp", **QUICK).seat()
        clients = cycle([Client(http, sitting.host.token) for http in (running.http, other.http)])
        for _ in range(12):
            path, body = ask(sitting)
            if sitting.due["player"] == 1:
                del sitting.watchers[1:]
            sitting.take(next(clients).done("POST", path, body, etag="*"))
        assert running.verified(sitting.record()).verdict == "open"
