"""Listeners hear of every change: of this process's own, and of another's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Queue

import pytest

from api.storage.contract import Stale, Storage
from tests.support.databases import Postgres, open_database
from tests.support.stored import change, everything, host, new_game, prepared

SOON = 20
"""Seconds after which a test gives up; none waits that long unless it fails."""


class Heard:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.queue: Queue[str | None] = Queue()

    def __call__(self, game: str | None) -> None:
        self.queue.put(game)

    def next(self) -> str | None:
        return self.queue.get(timeout=SOON)

    def nothing(self) -> bool:
        try:
            self.queue.get_nowait()
        except Empty:
            return True
        return False


@contextmanager
def another(url: str) -> Iterator[Storage]:
    """A second storage on the same database, as another process has it."""
    storage = open_database(url)
    yield storage
    storage.close()


def test_changes_are_heard(storage: Storage) -> None:
    prepared(storage)
    heard = Heard()
    storage.listen(heard)
    changes: list[tuple[Callable[[], object], str | None]] = [
        (lambda: storage.create(new_game("aa")), "aa"),
        (lambda: storage.create(new_game("bb")), "bb"),
        (lambda: storage.append(change("aa", 0)), "aa"),
        (lambda: storage.append(everything("bb", 0)), "bb"),
        (lambda: storage.delete("aa", 1), "aa"),
        (lambda: storage.stop(["bb"], 5), None),
    ]
    for make, game in changes:
        make()
        assert heard.next() == game
    assert heard.nothing()


def test_of_many_changes_the_last_is_heard(storage: Storage) -> None:
    heard = Heard()
    storage.listen(heard)
    prepared(storage, "aa", "bb")
    assert [heard.next(), heard.next()] == ["aa", "bb"]
    for rev in range(50):
        storage.append(change("aa", rev))
    storage.append(change("bb", 0))
    found = [heard.next()]
    while found[-1] != "bb":
        found.append(heard.next())
    assert set(found[:-1]) == {"aa"}


def test_what_did_not_happen_is_not_heard(storage: Storage) -> None:
    heard = Heard()
    storage.listen(heard)
    prepared(storage, "aa")
    assert heard.next() == "aa"
    with pytest.raises(Stale):
        storage.append(change("aa", 7))
    with pytest.raises(Stale):
        storage.append(everything("aa", 7))
    with pytest.raises(Stale):
        storage.delete("aa", 7)
    storage.append(change("aa", 0))
    assert heard.next() == "aa"
    assert heard.nothing()


def test_a_listener_that_has_gone_hears_nothing(storage: Storage) -> None:
    gone, stays = Heard(), Heard()
    forget = storage.listen(gone)
    storage.listen(stays)
    prepared(storage, "aa")
    assert [gone.next(), stays.next()] == ["aa", "aa"]
    forget()
    storage.append(change("aa", 0))
    assert stays.next() == "aa"
    assert gone.nothing()
    forget()


def test_another_process_is_heard(storage: Storage, database: str, kind: str) -> None:
    heard = Heard()
    storage.listen(heard)
    prepared(storage, "aa")
    assert heard.next() == "aa"
    with another(database) as other:
        for rev in range(3):
            other.append(change("aa", rev))
            assert heard.next() == ("aa" if kind == "postgres" else None)


def test_on_sqlite_ones_own_changes_are_not_taken_for_anothers(
    database: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "postgres":
        return  # it says which game it is, whoever has changed it
    looks: Queue[int] = Queue()
    storage = open_database(database)
    prepared(storage, "aa")
    pen = storage._pen  # type: ignore[attr-defined]
    version = pen.version

    def counted() -> int:
        found: int = version()
        looks.put(found)
        return found

    monkeypatch.setattr(pen, "version", counted)
    heard = Heard()
    storage.listen(heard)
    first = looks.get(timeout=SOON)
    storage.append(change("aa", 0))
    assert [looks.get(timeout=SOON) for _ in range(2)] == [first, first]
    storage.append(change("aa", 1))
    assert [heard.next(), heard.next()] == ["aa", "aa"]
    assert heard.nothing()
    storage.close()


def test_after_a_lost_connection_any_game_may_have_changed(postgres: Postgres) -> None:
    storage = open_database(postgres.migrated())
    heard = Heard()
    storage.listen(heard)
    postgres.stop()
    postgres.start()
    assert heard.next() is None
    storage.add_host(host())
    storage.create(new_game("aa"))
    assert heard.next() == "aa"
    storage.close()


def test_listening_begins_while_the_server_is_away(postgres: Postgres) -> None:
    url = postgres.migrated()
    heard = Heard()
    postgres.stop()
    try:
        storage = open_database(url)
        storage.listen(heard)
        assert heard.nothing()
    finally:
        postgres.start()
    assert heard.next() is None
    storage.close()


def test_a_closed_storage_has_no_threads(database: str) -> None:
    storage = open_database(database)
    storage.listen(Heard())
    threads = [part._thread for name in ("_watch", "_ears") if (part := getattr(storage, name, None))]
    assert [thread.is_alive() for thread in threads] == [True]
    storage.close()
    assert [thread.is_alive() for thread in threads] == [False]
