"""Signing keys, and sealing everything anew, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from api.storage.contract import Storage, Taken
from tests.support.databases import open_database
from tests.support.stored import answer, game, host, key, new_game, webhook


def test_keys_are_listed_by_purpose_the_newest_first(storage: Storage) -> None:
    rows = [key("aa", created=1), key("bb", created=3), key("cc", created=2), key("dd", purpose="log")]
    for row in rows:
        storage.add_key(row, retire_others=False)
    assert storage.keys("house") == [rows[1], rows[2], rows[0]]
    assert storage.keys("log") == [rows[3]]


def test_a_new_key_retires_the_others_of_its_purpose(storage: Storage) -> None:
    storage.add_key(key("aa", created=1, retired=2), retire_others=False)
    storage.add_key(key("bb", created=3), retire_others=False)
    storage.add_key(key("cc", purpose="log"), retire_others=False)
    storage.add_key(key("dd", created=7), retire_others=True)
    retired = [(row.public, row.retired) for row in storage.keys("house")]
    assert retired == [("dd", None), ("bb", 7), ("aa", 2)]
    assert storage.keys("log")[0].retired is None


def test_a_key_that_is_there_retires_nobody(storage: Storage) -> None:
    storage.add_key(key("aa"), retire_others=False)
    storage.add_key(key("bb", retired=9), retire_others=False)
    with pytest.raises(Taken):
        storage.add_key(key("bb", created=40), retire_others=True)
    assert {row.public: row.retired for row in storage.keys("house")} == {"aa": None, "bb": 9}


def fill(storage: Storage) -> None:
    storage.add_host(host())
    storage.add_key(key("aa"), retire_others=False)
    storage.add_key(key("bb", purpose="log"), retire_others=False)
    storage.create(new_game("01", code=b"code", code_hash=b"hash", answered=answer(1, secret=True)))
    storage.create(new_game("02", answered=answer(2)))
    storage.add_webhook(webhook())


def test_everything_sealed_is_sealed_anew(storage: Storage) -> None:
    fill(storage)
    told: set[tuple[str, str]] = set()

    def reseal(what: str, whose: str, sealed: bytes) -> bytes:
        told.add((what, whose))
        return b"<" + sealed + b">"

    assert storage.reseal(reseal) == 6
    assert told == {
        ("house key", "aa"),
        ("log key", "bb"),
        ("tip", "01"),
        ("tip", "02"),
        ("code", "01"),
        ("webhook", "wh_1"),
    }
    assert {row.sealed for purpose in ("house", "log") for row in storage.keys(purpose)} == {b"<\0sealed\xff>"}
    assert storage.game("01") == game("01", tip=b"<\0tip\xff>", code=b"<code>", code_hash=b"hash")
    assert storage.game("02") == game("02", tip=b"<\0tip\xff>")
    assert storage.webhook("wh_1") == webhook(secret=b"<\0secret\xff>")
    assert storage.idempotency(answer(1).scope) is None
    assert storage.idempotency(answer(2).scope) == answer(2)


def test_resealing_is_all_or_nothing(storage: Storage) -> None:
    fill(storage)

    def reseal(what: str, whose: str, sealed: bytes) -> bytes:
        if sealed == webhook().secret:
            raise LookupError("another key")
        return b"new"

    with pytest.raises(LookupError, match="another key"):
        storage.reseal(reseal)
    assert storage.keys("house") == [key("aa")]
    assert storage.game("02") == game("02")
    assert storage.idempotency(answer(1).scope) == answer(1, secret=True)


def test_many_rows_are_sealed_anew(storage: Storage) -> None:
    for number in range(2100):
        storage.add_key(key(f"{number:04}", purpose="log"), retire_others=False) if number % 100 == 0 else None
    assert storage.reseal(lambda what, whose, sealed: b"new") == 21
    assert {row.sealed for row in storage.keys("log")} == {b"new"}


def test_of_many_who_make_the_first_key_one_does(database: str) -> None:
    """Workers that are started together on a new database: one key, one log."""
    stores = [open_database(database) for _ in range(4)]
    start = Barrier(len(stores))

    def first(number: int) -> tuple[bool, int]:
        start.wait()
        store = stores[number]
        added = store.add_first_key(key(f"{number:02}" * 32))
        return added, store.new_tree("example.org/log", store.keys("house")[0].public, number, first=True).id

    with ThreadPoolExecutor(len(stores)) as pool:
        done = list(pool.map(first, range(len(stores))))
    assert sorted(added for added, _ in done) == [False, False, False, True]
    assert len({tree for _, tree in done}) == 1
    assert len(stores[0].keys("house")) == len(stores[0].trees()) == 1
    stores[0].add_key(key("aa" * 32, created=99), retire_others=True)
    assert not stores[0].add_first_key(key("bb" * 32))
    for store in stores:
        store.close()
