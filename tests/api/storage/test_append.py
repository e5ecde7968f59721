"""Changing a game, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from api.storage.contract import Repeated, Stale, Storage, StorageError, Taken
from api.storage.rows import Append, ContributionRow, GameRow, Leaf, SeatRow
from tests.support.stored import (
    answer,
    change,
    check_log,
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


def seen(storage: Storage, name: str) -> list[Any]:
    """All that an append can change."""
    found = credential(f"tok_{name[:4]}_0").token_hash
    return [
        storage.game(name),
        storage.events(name),
        storage.contributions(name),
        storage.seats(name),
        storage.credential(found),
        storage.delivery(f"msg_{name[:4]}_0"),
        storage.tree(),
        storage.leaves(1, 0, 10),
    ]


def test_a_change(storage: Storage) -> None:
    prepared(storage, "aa", "bb")
    others = seen(storage, "bb")
    assert storage.append(change("aa", 0, idempotency=answer())) is None
    expected = game("aa", rev=1, n=2, head=digest(2), status="playing", deadline=1000, updated=1_796_000_000_002)
    assert storage.game("aa") == expected
    assert storage.events("aa") == [event(0), event(1), event(2)]
    assert storage.contributions("aa") == list(change("aa", 0).contributions)
    assert storage.idempotency(answer().scope) == answer()
    assert seen(storage, "bb") == others


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, {}),
        ({"deadline": None}, {"deadline": None}),
        ({"status": "closed"}, {"status": "closed"}),
        ({"settings": b"{}"}, {"settings": b"{}"}),
        ({"code_hash": None}, {"code_hash": None, "code": None}),
        ({"code_hash": b"other"}, {"code_hash": b"other"}),
        ({"reserved_by": None}, {"reserved_by": None}),
        ({"reserved_by": b"other", "reserved_until": 9}, {"reserved_by": b"other", "reserved_until": 9}),
        ({"reserved_until": 0}, {"reserved_until": 0}),
    ],
    ids=str,
)
def test_columns_that_a_change_names_change(storage: Storage, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    storage.add_host(host())
    before: dict[str, Any] = {
        "code_hash": b"hash",
        "code": b"code",
        "reserved_by": b"someone",
        "reserved_until": 5,
        "open_leaf": 3,
    }
    storage.create(new_game("aa", **before))
    storage.append(change("aa", 0, **fields))
    always = {"rev": 1, "n": 2, "head": digest(2), "status": "playing", "deadline": 1000, "updated": 1_796_000_000_002}
    assert storage.game("aa") == game("aa", **{**before, **always, **expected})


def test_a_freed_code_can_be_used_again(storage: Storage) -> None:
    storage.add_host(host())
    storage.create(new_game("aa", code_hash=b"code"))
    storage.append(change("aa", 0, code_hash=None))
    storage.create(new_game("bb", code_hash=b"code"))
    assert storage.game_of_code(b"code") == "bb"


def test_a_change_without_any_event(storage: Storage) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0, n=1, head=digest(1), events=(), contributions=(), reserved_by=b"me"))
    found = storage.game("aa")
    assert isinstance(found, GameRow)
    assert (found.rev, found.n, found.reserved_by) == (1, 1, b"me")
    assert storage.events("aa") == [event(0), event(1)]


def test_many_events_and_contributions_at_once(storage: Storage) -> None:
    prepared(storage, "aa")
    events = tuple(event(n) for n in range(2, 40))
    parts = tuple(ContributionRow(player=p, j=1, link=digest(p), ack=digest(p) * 2) for p in range(6))
    storage.append(change("aa", 0, n=39, events=events, contributions=parts))
    assert storage.events("aa") == [event(0), event(1), *events]
    assert storage.contributions("aa") == list(parts)
    again = (ContributionRow(player=3, j=2, link=digest("new"), ack=digest("new") * 2),)
    storage.append(change("aa", 1, n=39, events=(), contributions=again))
    assert storage.contributions("aa") == [*parts[:3], *again, *parts[4:]]


def test_seats_take_other_values(storage: Storage) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0, seats=(SeatRow(game="aa", token_hash=b"\1", place=2),)))
    assert storage.seat("aa", b"\1") == SeatRow(game="aa", token_hash=b"\1", place=2)
    new = (SeatRow(game="aa", token_hash=b"\1", player=0), SeatRow(game="aa", token_hash=b"\2", player=1))
    storage.append(change("aa", 1, seats=new))
    assert storage.seats("aa") == list(new)


def test_everything_at_once(storage: Storage) -> None:
    prepared(storage, "aa")
    stands = storage.append(everything("aa", 0))
    assert stands is not None
    assert stands.index == 0
    found = storage.game("aa")
    assert found is not None
    assert (found.open_leaf, found.close_leaf, found.checkpoint) == (0, None, stands.checkpoint)
    assert check_log(storage) == 1
    closing = everything("aa", 1, leaf=Leaf(kind="close", entry=b"close"), status="closed")
    stands = storage.append(closing)
    assert stands is not None
    found = storage.game("aa")
    assert found is not None
    assert (found.open_leaf, found.close_leaf, found.checkpoint) == (0, 1, stands.checkpoint)
    assert check_log(storage) == 2
    assert storage.seats("aa") == sorted([*everything("aa", 0).seats, *closing.seats], key=lambda seat: seat.token_hash)
    assert storage.delivery("msg_aa_1") == delivery("msg_aa_1", game="aa")


STALE = [
    pytest.param(change("aa", 0), id="old"),
    pytest.param(change("aa", 2), id="new"),
    pytest.param(change("zz", 0), id="no game"),
    pytest.param(everything("aa", 0), id="everything"),
]


@pytest.mark.parametrize("late", STALE)
def test_a_change_that_comes_too_late_does_nothing(storage: Storage, late: Append) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0))
    before = seen(storage, "aa")
    with pytest.raises(Stale) as caught:
        storage.append(late)
    assert caught.value.code == "storage.stale"
    assert seen(storage, "aa") == before
    assert storage.events("zz") == []


def test_a_change_after_another_head_does_nothing(storage: Storage) -> None:
    """The same `rev`, reached on another way: a database that was set back and has gone on."""
    prepared(storage, "aa")
    before = seen(storage, "aa")
    with pytest.raises(Stale):
        storage.append(change("aa", 0, was=digest("another")))
    assert seen(storage, "aa") == before


def test_a_token_gets_another_end(storage: Storage) -> None:
    prepared(storage, "aa")
    token = credential("tok_1", kind="player", expires=5)
    storage.append(change("aa", 0, credentials=(token,)))
    storage.append(change("aa", 1, credentials=(structs.replace(token, expires=None),)))
    stored = storage.credential(token.token_hash)
    assert stored is not None
    assert stored.expires is None


@pytest.mark.parametrize("rev", [0, 1], ids=["stale too", "in time"])
@pytest.mark.parametrize("make", [change, everything])
def test_a_repeated_request_does_nothing(storage: Storage, make: Any, rev: int) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0, idempotency=answer()))
    before = seen(storage, "aa")
    with pytest.raises(Repeated):
        storage.append(make("aa", rev, idempotency=answer(body=b"another")))
    assert seen(storage, "aa") == before
    assert storage.idempotency(answer().scope) == answer()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"events": (event(2), event(1))}, "storage.taken"),
        ({"credentials": (credential("key_1", token_hash=b"other"),)}, "storage.taken"),
        ({"deliveries": (delivery("old"),)}, "storage.taken"),
        ({"code_hash": b"bb's"}, "storage.taken"),
        ({"seats": (SeatRow(game="zz", token_hash=b"\1"),)}, "storage.refused"),
        ({"deadline": 2**70}, "storage.refused"),
        ({"status": "\ud800"}, "storage.refused"),
    ],
    ids=["event", "credential", "delivery", "code", "seat of no game", "large number", "surrogate"],
)
def test_a_change_that_fails_in_the_middle_does_nothing(storage: Storage, fields: dict[str, Any], code: str) -> None:
    prepared(storage, "aa")
    storage.create(new_game("bb", code_hash=b"bb's"))
    storage.add_credential(credential("key_1"))
    storage.add_delivery(delivery("old"))
    before = seen(storage, "aa")
    with pytest.raises(StorageError) as caught:
        storage.append(everything("aa", 0, **fields))
    assert caught.value.code == code
    assert isinstance(caught.value, Taken) == (code == "storage.taken")
    assert seen(storage, "aa") == before
    assert storage.idempotency(everything("aa", 0).idempotency.scope) is None  # type: ignore[union-attr]
    storage.append(everything("aa", 0))
    assert check_log(storage) == 1


def test_a_leaf_needs_a_log(storage: Storage) -> None:
    storage.add_host(host())
    storage.create(new_game("aa"))
    with pytest.raises(StorageError) as caught:
        storage.append(everything("aa", 0))
    assert caught.value.code == "storage.no_tree"
    assert storage.game("aa") == game("aa")
