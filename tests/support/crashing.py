"""A program that kills a service at every write, and looks each time what is true afterwards.

    python -m tests.support.crashing DATABASE SHARD SHARDS

For each k it forks a process that answers a script of requests and kills itself (SIGKILL) at the k-th point: before
each statement of a transaction that writes, before each commit, and after it.  What the client had received by then has
gone down a pipe.  A second process opens the same database, and sends the same requests again with the same
Idempotency-Keys: `_recover` says what must hold.  It ends when a script has come to its end; its last line counts the
crashes.  All crashes of a run happen to one database, which goes on living.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NoReturn

import psycopg

import api.resources
from api.storage import postgres_append
from fairdice.checkpoint import parse_checkpoint, parse_key, verify_checkpoint
from fairdice.encoding import from_hex
from fairdice.keys import PublicKey, receipt_message
from fairdice.merkle import Tree, leaf_hash
from tests.support.service import Client, Http, Reply, Running, Sitting

__all__ = ["check_log", "main", "script"]

# The points -----------------------------------------------------------------------------------------------------------


class _Points:
    """Counts points, and ends the process at one of them."""

    def __init__(self) -> None:
        self.seen = 0
        self.deadly: int | None = None

    def __call__(self) -> None:
        if self.deadly is not None:
            self.seen += 1
            if self.seen == self.deadly:
                os.kill(os.getpid(), signal.SIGKILL)


point = _Points()


class _Cursor(sqlite3.Cursor):
    def execute(self, sql: str, *parameters: Any) -> Any:
        if self.connection.in_transaction:
            point()
        return super().execute(sql, *parameters)

    def executemany(self, sql: str, *parameters: Any) -> Any:
        point()
        return super().executemany(sql, *parameters)


class _Connection(sqlite3.Connection):
    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def commit(self) -> None:
        point()
        super().commit()
        point()


def _arm_sqlite() -> None:
    connect = sqlite3.connect

    def connecting(*args: Any, **options: Any) -> Any:
        return connect(*args, factory=_Connection, **options)

    sqlite3.connect = connecting


def _arm_postgres() -> None:
    cursor: Any = psycopg.Cursor
    connection: Any = psycopg.Connection
    quick: Any = postgres_append
    execute, commit, run = cursor.execute, connection.commit, quick.run

    def executing(self: Any, query: Any, *args: Any, **options: Any) -> Any:
        if not self.connection.autocommit:
            point()
        return execute(self, query, *args, **options)

    def running(*args: Any) -> bool:
        point()
        done: bool = run(*args)
        point()  # it was a whole transaction
        return done

    def committing(self: Any) -> None:
        point()
        commit(self)
        point()

    cursor.execute, connection.commit, quick.run = executing, committing, running


# The script -----------------------------------------------------------------------------------------------------------


class _Log:
    """The requests that change something, numbered, and what they were answered."""

    def __init__(self, told: Callable[[int, Reply], None]) -> None:
        self.count = 0
        self.told = told


class _Scripted(Client):
    """A client whose Idempotency-Keys are the numbers of its requests."""

    def __init__(self, http: Http, token: str | None, log: _Log) -> None:
        super().__init__(http, token)
        self.log = log

    def ask(
        self, method: str, path: str, body: Any = None, *, etag: str | None = None, key: str | None = None, **more: str
    ) -> Reply:
        if method != "POST":
            return super().ask(method, path, body, etag=etag, key=key, **more)
        number = self.log.count
        self.log.count += 1
        reply = super().ask(method, path, body, etag=etag, key=f"request-of-the-script-{number}", **more)
        self.log.told(number, reply)
        return reply

    def holding(self, token: str | None) -> Client:
        return _Scripted(self.http, token, self.log)


def script(host: Client) -> Sitting:
    """A short game in which everything happens: a table, two players, links, rolls, moves, a player away, the end."""
    rules = {"options": {"quick": True, "auto_move": False, "colours": "fixed"}, "start": "host", "links": 64}
    sitting = Sitting(host, "pairs@1", "tc", seed="crash", **rules)
    _join_by_code(sitting)
    sitting.join(1)
    sitting.take(host.done("POST", f"{sitting.path}/start", {}, etag=sitting.etag))
    moves = 0
    while moves < 2:  # the draw, then a piece stands on its start square: a roll is followed by a move
        moves += sitting.due["what"] == "move"
        sitting.step()
    player, client = sitting.players[0], sitting.clients[0]
    while not (player.owes_link or sitting.due["player"] == 0):
        sitting.step()
    for act, path in ((player.leave, "absences"), (player.back, "returns")):
        body = {"player": 0, "sig": act().sig}
        sitting.take(client.done("POST", f"{sitting.path}/{path}", body, etag=sitting.etag))
    sitting.step()
    sitting.take(host.done("POST", f"{sitting.path}/abandonment", {"reason": "enough"}, etag=sitting.etag))
    return sitting


def _join_by_code(sitting: Sitting) -> None:
    """Player 0 comes with the room code and without any credential."""
    anyone = sitting.host.holding(None)  # type: ignore[arg-type]
    player = sitting.player(0)
    sitting.watchers.append(player)
    reply = sitting.take(anyone.done("POST", "/v1/reservations", {"code": sitting.made.json["room_code"]}))
    client = sitting.host.holding(reply.json["token"])
    join = player.join()
    body = {"name": join.name, "anchor": join.anchor, "key": join.key, "sig": join.sig}
    sitting.take(client.done("POST", f"{sitting.path}/joins", body))
    sitting.players[0], sitting.clients[0] = player, client


# Before the crash, and after it ---------------------------------------------------------------------------------------


def _crash(database: str, deadly: int, pipe: int) -> None:
    """Answer the script until the k-th point; every answer goes down the pipe as the client gets it."""

    def tell(**facts: Any) -> None:
        os.write(pipe, json.dumps(facts).encode() + b"\n")

    with Running(database) as running:
        host = running.host(f"host{deadly}")
        tell(token=host.token)

        def told(number: int, reply: Reply) -> None:
            tell(number=number, status=reply.status, body=reply.body.hex(), etag=reply.headers.get("etag"))

        point.deadly = deadly
        script(_Scripted(host.http, host.token, _Log(told)))
        point.deadly = None


def _recover(database: str, received: list[dict[str, Any]]) -> None:
    """After the crash everything that was received is true, and the same requests lead to the end of the same game."""
    token, answers = received[0]["token"], received[1:]
    with Running(database) as running:
        _check_promises(running, answers)
        check_log(running)
        replies: list[Reply] = []
        host = running.client(token)
        sitting = script(_Scripted(host.http, token, _Log(lambda _number, reply: replies.append(reply))))
        for answer, reply in zip(answers, replies, strict=False):
            assert (reply.status, reply.body.hex()) == (answer["status"], answer["body"]), (answer["number"], reply)
            assert reply.headers.get("etag") == answer["etag"]
            assert reply.headers["idempotent-replayed"] == "true"
        assert all("idempotent-replayed" not in reply.headers for reply in replies[len(answers) + 1 :])
        assert len(host.get("/v1/games").json["items"]) == 1
        record = sitting.record()
        report = running.verified(record)
        assert report.verdict == "verified", report
        _check_record(json.loads(record)["events"], replies)
        check_log(running)


def _items(reply: dict[str, Any]) -> list[dict[str, Any]]:
    return list(reply.get("appended") or reply.get("events") or ())


def _check_promises(running: Running, answers: list[dict[str, Any]]) -> None:
    """Every event that was acknowledged stands there, under the head that the house has signed."""
    for answer in answers:
        body = json.loads(bytes.fromhex(answer["body"]))
        row = running.storage.game(body["game"]) if "game" in body else None
        assert row is not None, body
        stored = running.storage.events(row.id)
        assert row.n == len(stored) - 1 >= body["n"]
        assert stored[body["n"]].head.hex() == body["head"]
        for item in _items(body):
            event = stored[item["event"]["n"]]
            assert json.loads(event.body) == item["event"]
            assert event.head.hex() == item["head"]
            message = receipt_message(from_hex(row.id, 32), event.n, event.head)
            PublicKey(from_hex(row.house_key, 32)).verify(from_hex(item["receipt"]["sig"], 64), message, code="x.x")


def _check_record(events: list[dict[str, Any]], replies: list[Reply]) -> None:
    """No roll is there twice, and every link that the house has ever shown is that of its roll."""
    rolls = [event for event in events if event["type"] in ("draw", "roll")]
    assert len({roll["j"] for roll in rolls}) == len(rolls)
    links = {roll["j"]: roll["links"][0] for roll in rolls}
    shown = 0
    for reply in replies:
        due = reply.json.get("due")
        if due is not None and due["j"] in links:
            assert due["house_link"] == links[due["j"]]
            shown += 1
    assert shown >= len(links)


def check_log(running: Running) -> None:
    """The log is one tree: leaves, nodes, size and signed checkpoint fit each other, and every game's leaves."""
    storage = running.storage
    tree = storage.tree()
    assert tree is not None
    leaves = storage.leaves(tree.id, 0, tree.size + 10)
    assert [leaf.index for leaf in leaves] == list(range(tree.size))
    expected = Tree(leaf_hash(leaf.entry) for leaf in leaves)
    signed = parse_checkpoint(tree.checkpoint)
    verify_checkpoint(signed, [parse_key(running.service.keyring.vkey(tree))])
    assert (signed.checkpoint.size, signed.checkpoint.root) == (tree.size, expected.root())
    wanted = [(level, index) for level in range(12) for index in range(tree.size >> level)]
    assert storage.nodes(tree.id, wanted) == {node: expected.read(*node) for node in wanted}
    placed = {}
    for leaf in leaves:
        row = storage.game(leaf.game)
        if row is not None:
            assert leaf.index in (row.open_leaf, row.close_leaf)
            placed[leaf.index] = leaf.game
    assert len(placed) == len(leaves)


# Processes ------------------------------------------------------------------------------------------------------------


def _forked(work: Callable[[], None]) -> int:
    """Do something in a process of its own; how it ended."""
    process = os.fork()
    if process == 0:
        _end(work)
    return os.waitpid(process, 0)[1]


def _end(work: Callable[[], None]) -> NoReturn:
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001 - the parent is told, and does not go on as this process
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _received(database: str, deadly: int) -> tuple[list[dict[str, Any]], int]:
    """Crash once: what the client had received, and how the process ended."""
    end, pipe = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(end)
        _end(lambda: _crash(database, deadly, pipe))
    os.close(pipe)
    with open(end, "rb") as stream:
        lines = stream.read().splitlines()
    return [json.loads(line) for line in lines], os.waitpid(process, 0)[1]


def _warm() -> None:
    """Import here what else every process would import; a database must be opened there."""
    for module in (
        "api.storage.sqlite",
        "api.storage.postgres",
        "sqlalchemy.dialects.postgresql.psycopg",
        *_resources(),
    ):
        import_module(module)
    gc.freeze()


def _resources() -> list[str]:
    return [f"api.resources.{module.name}" for module in iter_modules(api.resources.__path__)]


def main(database: str, shard: int, shards: int) -> int:
    """Crash at every point of this shard; the number of crashes.  Raises AssertionError."""
    _warm()
    _arm_sqlite()
    _arm_postgres()
    deadly = 1 + shard
    while True:
        received, status = _received(database, deadly)
        if status == 0:
            return deadly - 1
        assert os.WIFSIGNALED(status), f"point {deadly}: exit {status}"
        assert os.WTERMSIG(status) == signal.SIGKILL, f"point {deadly}: signal {status}"
        status = _forked(lambda: _recover(database, received))  # noqa: B023 - it is done at once
        assert status == 0, f"point {deadly}: after {len(received) - 1} answers, what was true is not"
        deadly += shards


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))}\n")
