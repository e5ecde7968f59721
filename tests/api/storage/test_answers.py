"""Stored answers, and what is dropped when it is old, on both databases."""

from __future__ import annotations

import pytest

from api.storage.contract import Storage
from tests.support.stored import answer, credential, delivery, host, new_game, prepared, webhook


@pytest.mark.parametrize("secret", [False, True])
def test_an_answer_comes_back_as_it_was(storage: Storage, secret: bool) -> None:
    storage.add_host(host())
    storage.add_webhook(webhook(), answer(secret=secret))
    assert storage.idempotency(answer().scope) == answer(secret=secret)
    assert storage.idempotency(answer(2).scope) is None


def test_what_is_old_is_dropped(storage: Storage) -> None:
    prepared(storage)
    for number, created in enumerate((99, 100, 101)):
        storage.create(new_game(f"{number:02}", answered=answer(number, created=created)))
    kept = [
        delivery("waiting", created=1, next_at=5),
        delivery("young", created=100, next_at=None, delivered=100),
    ]
    for row in (*kept, delivery("done", created=99, next_at=None), delivery("gone", created=1, next_at=None)):
        storage.add_delivery(row)
    tokens = [
        credential("key_1", expires=1, revoked=1),
        credential("tok_1", kind="player", expires=None),
        credential("tok_2", kind="player", expires=100, revoked=100),
        credential("tok_3", kind="player", expires=99),
        credential("tok_4", kind="player", expires=None, revoked=99),
        credential("tok_5", kind="player", expires=1, revoked=1),
    ]
    for token in tokens:
        storage.add_credential(token)
    assert storage.purge(1, 100) == 2
    assert storage.purge(100, 1) == 1 + 3
    assert [storage.idempotency(answer(number).scope) is None for number in range(3)] == [True, False, False]
    assert storage.deliveries("wh_1", before=None, limit=10) == kept[::-1]
    assert [storage.credential(row.token_hash) for row in tokens] == [*tokens[:3], None, None, None]
    assert storage.purge(100, 100) == 0
    assert len(storage.open_games()) == 3
