"""The webhooks of a host, at hand: how long a change goes unnoticed, and where it does not."""

from __future__ import annotations

from msgspec import structs

from api.webhooks.subscriptions import FRESH_S, Subscriptions
from tests.api.webhooks.office import Office

URL = "http://127.0.0.1:9/"


class Watch:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_another_process_changes_is_seen_soon(office: Office) -> None:
    watch = Watch()
    known = Subscriptions(office.storage, now=watch)
    assert known.of("ana", "test") == ()
    webhook, _ = office.webhook(URL)
    watch.now = FRESH_S - 0.001
    assert known.of("ana", "test") == ()
    watch.now = FRESH_S
    assert known.of("ana", "test") == (webhook,)


def test_what_this_process_changes_is_seen_at_once(office: Office) -> None:
    known = Subscriptions(office.storage)
    assert known.of("ana", "test") == ()
    webhook, _ = office.webhook(URL)
    known.forget("ana", "test")
    assert known.of("ana", "test") == (webhook,)


def test_hosts_and_modes_are_kept_apart(office: Office) -> None:
    known = Subscriptions(office.storage)
    webhook, _ = office.webhook(URL)
    assert known.of("ana", "test") == (webhook,)
    assert known.of("ana", "live") == ()
    assert known.of("ben", "test") == ()


def test_disabled_ones_are_left_out(office: Office) -> None:
    webhook, _ = office.webhook(URL)
    office.webhooks.replace(webhook, structs.replace(webhook, disabled=office.now))
    assert Subscriptions(office.storage).of("ana", "test") == ()


def test_the_registry_forgets_after_each_of_its_changes(office: Office) -> None:
    """Without waiting: what is told follows add, change and remove."""

    def there() -> int:
        return len(office.webhooks._subscriptions.of("ana", "test"))

    assert there() == 0
    webhook, _ = office.webhook(URL)
    assert there() == 1
    off = office.webhooks.changed(webhook, office.now, disabled=True)
    assert there() == 0
    office.webhooks.changed(off, office.now, disabled=False)
    assert there() == 1
    office.webhooks.remove(webhook.id, "ana", "test")
    assert there() == 0
