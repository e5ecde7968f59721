"""Many threads and several processes on one database: exactly one wins, and nobody's change is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from api.storage.contract import Storage, StorageError, Taken
from tests.support.stored import answer, change, check_log, credential, everything, host, new_game, prepared

ROOT = Path(__file__).parents[3]
THREADS = 16


def together(work: Callable[[int], Any], count: int = THREADS) -> list[str]:
    """What comes of doing something in many threads at once: "done", or the code of what is raised."""
    start = Barrier(count)

    def one(number: int) -> str:
        start.wait()
        try:
            work(number)
        except StorageError as error:
            return error.code
        return "done"

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


@pytest.mark.parametrize("make", [change, everything])
def test_one_of_many_changes_wins(storage: Storage, make: Any) -> None:
    prepared(storage, "aa")
    for rev in range(5):

        def work(number: int, rev: int = rev) -> None:
            other = {"idempotency": answer(f"{rev} {number}"), "at": number}
            if make is everything:
                name = f"tok_{rev}_{number}"
                other |= {"credentials": (credential(name, kind="player"),), "deliveries": (), "seats": ()}
            storage.append(make("aa", rev, **other))

        assert Counter(together(work)) == {"done": 1, "storage.stale": THREADS - 1}
        stored = [n for n in range(THREADS) if storage.idempotency(answer(f"{rev} {n}").scope)]
        found = storage.game("aa")
        assert found is not None
        assert (found.rev, [found.updated]) == (rev + 1, stored)
    assert len(storage.events("aa")) == 2 + 5
    assert check_log(storage) == (5 if make is everything else 0)


def test_many_games_change_at_once(storage: Storage) -> None:
    names = [f"{number:04}" for number in range(THREADS)]
    prepared(storage, *names)

    def work(number: int) -> None:
        for rev in range(10):
            storage.append((everything if rev % 3 == 0 else change)(names[number], rev))

    assert together(work) == ["done"] * THREADS
    for name in names:
        assert [row.n for row in storage.events(name)] == list(range(12))
    assert check_log(storage) == THREADS * 4


def test_one_request_is_answered_once_whatever_it_changes(storage: Storage) -> None:
    names = [f"{number:04}" for number in range(THREADS)]
    prepared(storage, *names)
    results = together(lambda number: storage.append(change(names[number], 0, idempotency=answer())))
    assert Counter(results) == {"done": 1, "storage.repeated": THREADS - 1}
    changed = [name for name in names if len(storage.events(name)) == 3]
    assert changed == [names[results.index("done")]]


def test_failures_of_others_harm_nobody(storage: Storage) -> None:
    """In one transaction of many units some fail in the middle: after their first statements, at the last one."""
    names = [f"{number:04}" for number in range(THREADS)]
    prepared(storage, *names)
    storage.add_credential(credential("key_1"))

    def work(number: int) -> None:
        for rev in range(6):
            if number % 2:
                storage.append(everything(names[number], rev))
            else:
                taken = credential("key_1", token_hash=b"other")
                with pytest.raises(Taken):
                    storage.append(everything(names[number], 0, credentials=(taken,)))

    assert together(work) == ["done"] * THREADS
    for number, name in enumerate(names):
        assert len(storage.events(name)) == (8 if number % 2 else 2)
        assert len(storage.contributions(name)) == number % 2
    assert check_log(storage) == 6 * THREADS // 2


def test_a_room_code_is_given_once(storage: Storage) -> None:
    storage.add_host(host())
    results = together(lambda number: storage.create(new_game(f"{number:04}", code_hash=b"code")))
    assert Counter(results) == {"done": 1, "storage.taken": THREADS - 1}
    assert storage.game_of_code(b"code") == f"{results.index('done'):04}"
    assert len(storage.open_games()) == 1


def test_a_game_is_changed_or_deleted(storage: Storage) -> None:
    names = [f"{number:04}" for number in range(8)]
    prepared(storage, *names)

    def work(number: int) -> None:
        name = names[number // 2]
        storage.delete(name, 0) if number % 2 else storage.append(change(name, 0))

    results = together(work)
    for number, name in enumerate(names):
        pair = results[2 * number : 2 * number + 2]
        assert sorted(pair) == ["done", "storage.stale"]
        assert len(storage.events(name)) == (3 if pair[0] == "done" else 0)
        assert len(storage.contributions(name)) == (1 if pair[0] == "done" else 0)


def test_logs_change_while_leaves_are_added(storage: Storage) -> None:
    names = [f"{number:04}" for number in range(THREADS)]
    prepared(storage, *names)

    def work(number: int) -> None:
        if number == 0:
            for turn in range(3):
                storage.new_tree(f"log{turn}", "ef" * 32, turn)
        else:
            for rev in range(5):
                storage.append(everything(names[number], rev))

    assert together(work) == ["done"] * THREADS
    trees = storage.trees()
    assert [tree.frozen is None for tree in trees] == [True, False, False, False]
    assert sum(tree.size for tree in trees) == 5 * (THREADS - 1)
    for tree in trees:
        assert [leaf.index for leaf in storage.leaves(tree.id, 0, 1000)] == list(range(tree.size))
    check_log(storage)


PROGRAM = """
import json, sys
from api.storage.contract import Repeated, Stale
from api.storage.rows import Leaf
from tests.support.databases import open_database
from tests.support.stored import answer, change

url, me = sys.argv[1:]
storage = open_database(url)
print("ready", flush=True)
sys.stdin.readline()
won, first = [], []
for step in range(60):
    rev = storage.game("aa").rev
    leaf = Leaf(kind="open", entry=f"{me} {rev}".encode()) if step % 4 == 0 else None
    try:
        storage.append(change("aa", rev, at=int(me), leaf=leaf, idempotency=answer(f"{me} {rev}")))
        won.append(rev)
    except Stale:
        assert storage.idempotency(answer(f"{me} {rev}").scope) is None
    try:
        storage.append(change("bb", step, idempotency=answer(step)))
        first.append(step)
    except (Repeated, Stale):
        pass
storage.close()
print(json.dumps([won, first]))
"""


def test_processes_share_a_database(storage: Storage, database: str) -> None:
    prepared(storage, "aa", "bb")
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, database, str(me)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for me in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    answers = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], answers
    told = [json.loads(out) for out, _ in answers]
    game = storage.game("aa")
    assert game is not None
    # Whoever was told that its change was made has made it, and nobody else has made the same one.
    assert sorted(rev for won, _ in told for rev in won) == list(range(game.rev))
    assert [row.n for row in storage.events("aa")] == list(range(game.rev + 2))
    for me, (won, _) in enumerate(told):
        assert all(storage.idempotency(answer(f"{me} {rev}").scope) for rev in won)
    assert sorted(step for _, first in told for step in first) == list(range(60))
    entries = [leaf.entry for leaf in storage.leaves(1, 0, check_log(storage))]
    assert entries
    assert len(set(entries)) == len(entries)
