"""Creating, reading, listing, stopping and deleting games, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from api.storage.contract import Repeated, Stale, Storage, Taken
from api.storage.rows import GameQuery, NewGame, SeatRow
from tests.support.stored import (
    HOST,
    answer,
    change,
    credential,
    delivery,
    digest,
    event,
    everything,
    game,
    host,
    new_game,
    prepared,
)

FULL = game(
    "aa",
    mode="test",
    public=True,
    deadline=2**41,
    code_hash=digest("code"),
    code=b"\0code",
    reserved_by=digest("someone"),
    reserved_until=77,
    open_leaf=3,
    close_leaf=2**40,
    checkpoint="origin\n1\n",
)


@pytest.mark.parametrize("row", [game("aa"), FULL], ids=["bare", "full"])
def test_a_game_comes_back_as_it_was(storage: Storage, row: Any) -> None:
    storage.add_host(host())
    seats = (
        SeatRow(game="aa", token_hash=b"\1", player=0),
        SeatRow(game="aa", token_hash=b"\2", place=3),
    )
    token = credential("tok_1", kind="player")
    storage.create(
        NewGame(
            row=row,
            events=(event(0), event(1)),
            seats=seats,
            credentials=(token,),
            idempotency=answer(),
            deliveries=(delivery(),),
        )
    )
    assert storage.game("aa") == row
    assert storage.events("aa") == [event(0), event(1)]
    assert storage.seats("aa") == list(seats)
    assert storage.seat("aa", b"\2") == seats[1]
    assert storage.credential(token.token_hash) == token
    assert storage.idempotency(answer().scope) == answer()
    assert storage.delivery("msg_1") == delivery()
    assert storage.contributions("aa") == []


def test_what_is_not_there_is_none(storage: Storage) -> None:
    assert storage.game("aa") is None
    assert storage.game_of_code(b"code") is None
    assert storage.events("aa") == []
    assert storage.contributions("aa") == []
    assert storage.seats("aa") == []
    assert storage.seat("aa", b"\1") is None
    assert storage.idempotency(b"scope") is None
    assert storage.open_games() == []


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (new_game("aa"), Taken),
        (new_game("bb", code_hash=b"code"), Taken),
        (new_game("bb", answered=answer(body=b"another")), Repeated),
        (new_game("aa", answered=answer()), Repeated),
    ],
    ids=["id", "code", "request", "request and id"],
)
def test_nothing_is_created_twice(storage: Storage, other: NewGame, error: type[Exception]) -> None:
    storage.add_host(host())
    first = new_game("aa", code_hash=b"code", answered=answer())
    storage.create(first)
    with pytest.raises(error):
        storage.create(other)
    assert storage.open_games() == ["aa"]
    assert storage.game("aa") == first.row
    assert storage.events("bb") == []


def test_a_game_is_found_by_its_code(storage: Storage) -> None:
    storage.add_host(host())
    storage.create(new_game("aa", code_hash=b"code"))
    storage.create(new_game("bb", code_hash=b"other"))
    storage.create(new_game("cc"))
    assert storage.game_of_code(b"code") == "aa"
    assert storage.game_of_code(b"other") == "bb"


@pytest.mark.parametrize(
    ("after", "limit", "expected"),
    [(-1, None, [0, 1, 2, 3]), (1, None, [2, 3]), (0, 2, [1, 2]), (3, 5, []), (-1, 0, [])],
)
def test_events_from_one_on(storage: Storage, after: int, limit: int | None, expected: list[int]) -> None:
    prepared(storage, "aa", "bb")
    for rev in range(2):
        storage.append(change("aa", rev))
    assert [row.n for row in storage.events("aa", after=after, limit=limit)] == expected


def fill(storage: Storage) -> None:
    storage.add_host(host())
    storage.add_host(host("host_2"))
    rows = [
        game("a1", created=1, status="closed"),
        game("a2", created=2, rules="mensch@1", public=True),
        game("a3", created=3, status="playing"),
        game("a4", created=3, status="closed", public=True),
        game("a5", created=5, mode="test", public=True),
        game("a6", created=6, host="host_2", status="stopped", public=True),
    ]
    for row in rows:
        storage.create(NewGame(row=row, events=(event(0),)))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["a4", "a3", "a2", "a1"]),
        ({"limit": 2}, ["a4", "a3"]),
        ({"limit": 2, "before": (3, "a3")}, ["a2", "a1"]),
        ({"before": (3, "a4")}, ["a3", "a2", "a1"]),
        ({"before": (1, "a1")}, []),
        ({"status": "closed"}, ["a4", "a1"]),
        ({"status": "closed", "before": (3, "a4")}, ["a1"]),
        ({"rules": "mensch@1"}, ["a2"]),
        ({"rules": "star@1", "status": "closed"}, ["a4", "a1"]),
        ({"rules": "mensch@1", "status": "closed"}, []),
        ({"mode": "test"}, ["a5"]),
        ({"host": "host_2"}, ["a6"]),
        ({"host": "host_3"}, []),
    ],
    ids=str,
)
def test_a_hosts_games(storage: Storage, query: dict[str, Any], expected: list[str]) -> None:
    fill(storage)
    found = storage.games(GameQuery(**{"host": HOST, "mode": "live", **query}))
    assert [row.id for row in found] == expected


@pytest.mark.parametrize(
    ("status", "limit", "expected"),
    [(None, 10, ["a6", "a4", "a2"]), (None, 1, ["a6"]), ("closed", 10, ["a4"]), ("playing", 10, [])],
)
def test_public_games(storage: Storage, status: str | None, limit: int, expected: list[str]) -> None:
    fill(storage)
    assert [row.id for row in storage.public_games(status=status, limit=limit)] == expected


def test_public_games_of_test_keys(storage: Storage) -> None:
    fill(storage)
    storage.create(new_game("t1", mode="test", public=True, created=10**13))
    assert [row.id for row in storage.public_games(status=None, limit=10)] == ["a6", "a4", "a2"]
    with_tests = [row.id for row in storage.public_games(status=None, limit=10, tests=True)]
    assert with_tests[0] == "t1"
    assert {"a6", "a4", "a2"} <= set(with_tests)


def test_games_that_are_due(storage: Storage) -> None:
    storage.add_host(host())
    for name, deadline in (("aa", 300), ("bb", 100), ("cc", None), ("dd", 200), ("ee", 100)):
        storage.create(new_game(name, deadline=deadline))
    assert storage.due(99, 10) == []
    assert storage.due(200, 10) == ["bb", "ee", "dd"]
    assert storage.due(1000, 2) == ["bb", "ee"]


def test_stopping(storage: Storage) -> None:
    storage.add_host(host())
    for name, status in (("aa", "joining"), ("bb", "playing"), ("cc", "closed"), ("dd", "playing")):
        storage.create(new_game(name, status=status, deadline=5, rev=7))
    assert storage.open_games() == ["aa", "bb", "dd"]
    assert storage.stop(["dd", "aa", "cc", "aa", "none"], 99) == 2
    assert storage.open_games() == ["bb"]
    assert storage.game("aa") == game("aa", status="stopped", rev=8, updated=99)
    assert storage.game("cc") == game("cc", status="closed", deadline=5, rev=7)
    assert storage.due(1000, 10) == ["bb", "cc"]
    assert storage.stop([], 99) == 0


def test_many_are_stopped(storage: Storage) -> None:
    storage.add_host(host())
    storage.create(new_game("aa"))
    storage.create(new_game("zz"))
    assert storage.stop([f"b{number}" for number in range(1200)] + ["zz", "aa"], 99) == 2


def test_a_deleted_game_leaves_only_its_leaf(storage: Storage) -> None:
    prepared(storage, "aa", "bb")
    storage.append(everything("aa", 0))
    storage.append(everything("bb", 0))
    storage.delete("aa", 1, answer("delete"))
    assert storage.game("aa") is None
    assert storage.events("aa") == []
    assert storage.seats("aa") == []
    assert storage.contributions("aa") == []
    assert storage.delivery("msg_aa_0") is None
    assert storage.idempotency(answer("delete").scope) == answer("delete")
    assert [leaf.game for leaf in storage.leaves(1, 0, 10)] == ["aa", "bb"]
    assert len(storage.events("bb")) == 3
    assert len(storage.seats("bb")) == 1
    assert len(storage.contributions("bb")) == 1
    assert storage.delivery("msg_bb_0") is not None


@pytest.mark.parametrize(("name", "rev"), [("aa", 0), ("aa", 2), ("zz", 1)])
def test_only_the_game_as_it_was_seen_is_deleted(storage: Storage, name: str, rev: int) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0))
    with pytest.raises(Stale):
        storage.delete(name, rev, answer())
    assert len(storage.events("aa")) == 3
    assert storage.idempotency(answer().scope) is None


def test_a_game_is_deleted_once_for_one_request(storage: Storage) -> None:
    prepared(storage, "aa", "bb")
    storage.delete("aa", 0, answer())
    with pytest.raises(Repeated):
        storage.delete("bb", 0, answer())
    assert storage.game("bb") is not None
