"""A process that is killed before or after any statement leaves all of a change behind, or nothing.

A program in a process of its own counts what goes to the database, and kills itself (SIGKILL) at the n-th: for SQLite
through the trace that the driver calls before each statement, for PostgreSQL through the driver's functions, wrapped.
Then the database is opened again and compared with how it was before the change, and how it is after one that was let
through.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.storage.contract import Storage
from tests.support.databases import Postgres, migrated_url, open_database
from tests.support.stored import answer, check_log, credential, delivery, digest, event, everything, new_game, prepared

ROOT = Path(__file__).parents[3]

PROGRAM = '''
import os, signal, sqlite3, sys

import psycopg

from api.storage import postgres_append
from tests.support.databases import open_database
from tests.support.stored import answer, change, everything, new_game

count, fatal, armed = 0, 0, False

def step(*_):
    """Something goes to the database now, or has come back from it."""
    global count
    if armed:
        count += 1
        if count == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

connect = sqlite3.connect

def connected(*args, **kwargs):
    connection = connect(*args, **kwargs)
    connection.set_trace_callback(step)
    return connection

def wrap(kind, name):
    inner = getattr(kind, name)

    def outer(*args, **kwargs):
        step()
        result = inner(*args, **kwargs)
        step()
        return result

    setattr(kind, name, outer)

sqlite3.connect = connected
for name in ("execute", "executemany"):
    wrap(psycopg.Cursor, name)
for name in ("commit", "rollback"):
    wrap(psycopg.Connection, name)
wrap(postgres_append, "run")

def work(url, what):
    global armed
    storage = open_database(url)
    storage.check()
    works = {
        "append": lambda: storage.append(change("aa", 0, idempotency=answer("aa 0"))),
        "everything": lambda: storage.append(everything("aa", 0)),
        "create": lambda: storage.create(new_game("cc", answered=answer("cc"))),
        "delete": lambda: storage.delete("bb", 1, answer("delete bb")),
        "new_tree": lambda: storage.new_tree("example.org/second", "ef" * 32, 9),
    }
    armed = True
    works[what]()
    step()
    print(count, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

for line in sys.stdin:
    url, what, at = line.split()
    fatal = int(at)
    child = os.fork()  # so that all is imported once
    if child == 0:
        work(url, what)
    _, status = os.waitpid(child, 0)
    print("end", status, flush=True)
'''


class Victims:
    """Processes that do one thing each and are killed."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", PROGRAM]
        self.parent = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, url: str, what: str, at: int) -> str:
        """What one says before its end; nothing, if it is killed on the way."""
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.write(f"{url} {what} {at}\n")
        self.parent.stdin.flush()
        return "".join(iter(self.parent.stdout.readline, f"end {signal.SIGKILL:d}\n")).strip()


@pytest.fixture
def victims() -> Iterator[Victims]:
    found = Victims()
    yield found
    found.parent.communicate()
    assert found.parent.returncode == 0


def seen(storage: Storage) -> bytes:
    """Everything that the works change; and the log must be sound however it is."""
    check_log(storage)
    names = ("aa", "bb", "cc")
    found: list[Any] = [storage.trees()]
    for tree in storage.trees():
        found.append(storage.leaves(tree.id, 0, 100))
    for name in names:
        found += [storage.game(name), storage.events(name), storage.contributions(name), storage.seats(name)]
        found += [storage.delivery(f"msg_{name}_0"), storage.credential(digest(f"tok_{name}_0"))]
        found += [storage.idempotency(answer(f"{name} 0").scope), storage.idempotency(answer(name).scope)]
    found.append(storage.idempotency(answer("delete bb").scope))
    return msgspec.json.encode(found)


class Games:
    """Databases that hold the same, one for each attempt."""

    def __init__(self, kind: str, folder: Path, server: Callable[[], Postgres]) -> None:
        self._kind, self._folder, self._server = kind, folder, server
        self._numbers = count()
        self._whole = folder / "whole.db"
        if kind == "sqlite":
            self._fill(migrated_url(kind, folder, server))
            (folder / "fairdice.db").rename(self._whole)

    def _fill(self, url: str) -> None:
        storage = open_database(url)
        prepared(storage, "aa", "bb")
        storage.append(everything("bb", 0))
        storage.close()

    def fresh(self) -> str:
        """The URL of one."""
        if self._kind == "sqlite":
            copy = self._folder / f"{next(self._numbers)}.db"
            shutil.copy(self._whole, copy)
            return f"sqlite:///{copy}"
        url = self._server().migrated()
        self._fill(url)
        return url

    def done(self, url: str) -> None:
        """It is not needed any more."""
        if self._kind != "sqlite":
            self._server().give_back(url)


@pytest.mark.parametrize("what", ["append", "everything", "create", "delete", "new_tree"])
def test_all_or_nothing(kind: str, tmp_path: Path, server: Callable[[], Postgres], victims: Victims, what: str) -> None:
    games = Games(kind, tmp_path, server)
    url = games.fresh()
    storage = open_database(url)
    before = seen(storage)
    steps = int(victims.run(url, what, 0))
    after = seen(storage)
    storage.close()
    games.done(url)
    assert before != after
    # An append on PostgreSQL is one statement; everything else is several and a commit.
    assert steps > (5 if (kind, what) != ("postgres", "append") else 2)
    outcomes = []
    for at in range(1, steps + 1):
        url = games.fresh()
        watching = at % 2 == 0  # another process has the database open meanwhile, or one opens it afterwards
        if watching:
            storage = open_database(url)
        said = victims.run(url, what, at)
        # After the commit other processes are told, by another thread: it may come in time for the end, or too late.
        assert not said or steps - 1 <= int(said) < at
        if not watching:
            storage = open_database(url)
        found = seen(storage)
        assert found in {before, after}
        outcomes.append(found == after)
        if what in {"append", "everything"} and found == before:
            storage.append(everything("aa", 0))  # the database is as good as before
            check_log(storage)
        storage.close()
        games.done(url)
    # Nothing first, then all; and the last step is after the answer, when it must be there.
    assert outcomes == sorted(outcomes)
    assert outcomes[0] is False
    assert outcomes[-1] is True


def test_what_is_compared() -> None:
    """The pieces of `seen` are those that the works write."""
    change = everything("aa", 0)
    assert change.deliveries == (delivery("msg_aa_0", game="aa"),)
    assert change.credentials == (credential("tok_aa_0", kind="player"),)
    assert change.events == (event(2),)
    assert new_game("cc", answered=answer("cc")).idempotency == answer("cc")
