"""Webhooks and deliveries, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from api.storage.contract import Repeated, Stale, Storage, Taken
from api.storage.rows import DeliveryRow, WebhookRow
from tests.support.stored import HOST, answer, delivery, host, webhook


@pytest.fixture
def stored(storage: Storage) -> Storage:
    storage.add_host(host())
    storage.add_host(host("host_2"))
    return storage


@pytest.mark.parametrize("row", [webhook(), webhook(mode="test", events=(), disabled=7, reason="gone")])
def test_a_webhook_comes_back_as_it_was(stored: Storage, row: WebhookRow) -> None:
    assert stored.webhook("wh_1") is None
    stored.add_webhook(row, answer())
    assert stored.webhook("wh_1") == row
    assert stored.idempotency(answer().scope) == answer()


def test_a_webhook_is_added_once(stored: Storage) -> None:
    stored.add_webhook(webhook(), answer())
    with pytest.raises(Taken):
        stored.add_webhook(webhook(url="https://example.org/other"), answer(2))
    with pytest.raises(Repeated):
        stored.add_webhook(webhook("wh_2"), answer())
    assert stored.webhooks(HOST, "live") == [webhook()]
    assert stored.idempotency(answer(2).scope) is None


def test_webhooks_of_a_host(stored: Storage) -> None:
    rows = [
        webhook("wh_2", created=1),
        webhook("wh_1", created=2),
        webhook("wh_3", mode="test"),
        webhook("wh_4", host="host_2"),
    ]
    for row in rows:
        stored.add_webhook(row)
    assert stored.webhooks(HOST, "live") == rows[:2]
    assert stored.webhooks(HOST, "test") == [rows[2]]


def test_a_webhook_is_changed(stored: Storage) -> None:
    stored.add_webhook(webhook())
    other = webhook(url="https://example.org/other", events=("x",), disabled=3, reason="why", secret=b"new")
    assert stored.change_webhook(webhook(), other, answer())
    assert stored.webhook("wh_1") == other
    with pytest.raises(Repeated):
        stored.change_webhook(other, webhook(), answer())
    assert stored.webhook("wh_1") == other
    assert not stored.change_webhook(webhook("wh_2"), webhook("wh_2", url="https://example.org/x"), answer(2))
    assert stored.idempotency(answer(2).scope) is None


def test_two_who_change_a_webhook_do_not_undo_each_other(stored: Storage) -> None:
    was = webhook()
    stored.add_webhook(was)
    assert stored.change_webhook(was, webhook(secret=b"new"), None)
    assert stored.change_webhook(was, webhook(url="https://example.org/other"), None)
    assert stored.webhook("wh_1") == webhook(secret=b"new", url="https://example.org/other")
    with pytest.raises(Stale):
        stored.change_webhook(was, webhook(secret=b"newer"), answer())
    assert stored.idempotency(answer().scope) is None
    assert stored.change_webhook(was, was, answer())


def test_a_webhook_goes_with_its_deliveries(stored: Storage) -> None:
    for row in (webhook(), webhook("wh_2")):
        stored.add_webhook(row)
    stored.add_delivery(delivery())
    stored.add_delivery(delivery("msg_2", webhook="wh_2"))
    assert not stored.delete_webhook("wh_1", "host_2")
    assert not stored.delete_webhook("wh_3", HOST)
    assert stored.delete_webhook("wh_1", HOST)
    assert stored.webhooks(HOST, "live") == [webhook("wh_2")]
    assert stored.delivery("msg_1") is None
    assert stored.delivery("msg_2") is not None


@pytest.mark.parametrize(
    "row",
    [
        delivery(),
        delivery(game=None, attempts=3, next_at=None, delivered=9, status=204),
        delivery(attempts=1, next_at=99, status=500, error="no"),
    ],
)
def test_a_delivery_comes_back_as_it_was(stored: Storage, row: DeliveryRow) -> None:
    assert stored.delivery("msg_1") is None
    stored.add_delivery(row, answer())
    assert stored.delivery("msg_1") == row
    with pytest.raises(Taken):
        stored.add_delivery(row)
    with pytest.raises(Repeated):
        stored.add_delivery(delivery("msg_2"), answer())


def test_the_delivery_log(stored: Storage) -> None:
    rows = [delivery(f"msg_{number}", created=number // 2) for number in range(6)]
    for row in (*rows, delivery("other", webhook="wh_2")):
        stored.add_delivery(row)
    newest = rows[::-1]
    assert stored.deliveries("wh_1", before=None, limit=10) == newest
    assert stored.deliveries("wh_1", before=None, limit=3) == newest[:3]
    assert stored.deliveries("wh_1", before=(1, "msg_3"), limit=10) == newest[3:]


def test_deliveries_that_are_due_are_claimed_once(stored: Storage) -> None:
    times = {"a": 10, "b": 5, "c": 30, "d": None, "e": 10}
    for name, next_at in times.items():
        stored.add_delivery(delivery(name, created=next_at or 0, next_at=next_at))
    claimed = stored.claim_deliveries(20, 50, 2)
    assert sorted((row.id, row.next_at) for row in claimed) == [("a", 50), ("b", 50)]
    assert [row.id for row in stored.claim_deliveries(20, 60, 10)] == ["e"]
    assert stored.claim_deliveries(20, 60, 10) == []
    assert sorted(row.id for row in stored.claim_deliveries(50, 70, 10)) == ["a", "b", "c"]


def test_a_delivery_is_claimed_by_one_of_many(stored: Storage) -> None:
    for number in range(40):
        stored.add_delivery(delivery(f"msg_{number}"))

    def claim(_: int) -> list[str]:
        return [row.id for row in stored.claim_deliveries(100, 200, 4)]

    with ThreadPoolExecutor(8) as pool:
        claimed = [name for names in pool.map(claim, range(24)) for name in names]
    assert sorted(claimed) == sorted(set(claimed))
    claimed += [row.id for row in stored.claim_deliveries(100, 200, 40)]
    assert len(claimed) == 40


def test_a_delivery_is_changed_if_it_is_there(stored: Storage) -> None:
    stored.add_delivery(delivery())
    done = delivery(attempts=2, next_at=None, delivered=9, status=200)
    stored.change_delivery(done)
    assert stored.delivery("msg_1") == done
    stored.change_delivery(delivery("msg_2"))
    assert stored.delivery("msg_2") is None
