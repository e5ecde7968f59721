"""What becomes of messages: taken, tried again, given up; whatever receivers, other processes and crashes do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from standardwebhooks import Webhook

from api.storage.contract import Unavailable
from api.storage.rows import DeliveryRow, WebhookRow
from api.webhooks.deliverer import LEASE_MS, Deliverer
from api.webhooks.guard import Guard
from api.webhooks.schedule import DELAYS_MS, next_attempt
from tests.api.webhooks.office import SEALER, Office, storage_in
from tests.api.webhooks.receiver import Receiver, Request, hanging, receiver, saying

ROOT = Path(__file__).parents[3]
HOUR = 3_600_000
DAY = 24 * HOUR


def signed_by(secret: str, request: Request) -> bool:
    """Whether a signature is the one that the second implementation makes of this message."""
    at = datetime.fromtimestamp(int(request.headers["webhook-timestamp"]), UTC)
    expected = Webhook(secret).sign(request.headers["webhook-id"], at, request.body.decode())
    return expected in request.headers["webhook-signature"].split(" ")


# Taken --------------------------------------------------------------------------------------------------------------


def test_a_message_is_taken_at_the_first_attempt(office: Office, host: Receiver) -> None:
    webhook, secret = office.webhook(host.url)
    row = office.message(webhook)
    assert office.pump() == 1
    (request,) = host.requests
    assert (request.body, request.headers["webhook-id"]) == (row.body, row.id)
    assert Webhook(secret).verify(request.body, request.headers)["type"] == "webhook.test"
    after = office.again(row)
    assert after == structs.replace(row, attempts=1, next_at=None, delivered=office.now, status=204)
    assert office.pump() == 0
    assert office.seen == ["delivered"]


def test_an_attempt_is_signed_for_its_own_time(office: Office, host: Receiver) -> None:
    """Receivers refuse what is older than five minutes: a retry must not be."""
    host.script = [saying(500)]
    webhook, secret = office.webhook(host.url)
    row = office.message(webhook)
    office.pump()
    office.now += DELAYS_MS[0]
    office.pump()
    first, second = host.requests
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == row.id
    assert int(second.headers["webhook-timestamp"]) - int(first.headers["webhook-timestamp"]) == DELAYS_MS[0] // 1000
    assert signed_by(secret, first)
    assert signed_by(secret, second)


def test_both_secrets_sign_during_a_rotation(office: Office, host: Receiver) -> None:
    webhook, old = office.webhook(host.url)
    after, new = office.webhooks.rotated(webhook, office.now, 24 * 3600)
    office.webhooks.replace(webhook, after)
    office.message(webhook)
    office.pump()
    office.now += DAY
    office.message(webhook)
    office.pump()
    during, later = host.requests
    assert signed_by(old, during)
    assert signed_by(new, during)
    assert not signed_by(old, later)
    assert signed_by(new, later)
    Webhook(old).verify(during.body, during.headers)
    Webhook(new).verify(during.body, during.headers)


# Not taken ----------------------------------------------------------------------------------------------------------


def test_the_pauses_between_attempts(office: Office, host: Receiver) -> None:
    host.then = saying(503, b"not now")
    row = office.message(office.webhook(host.url)[0])
    for attempt, delay in enumerate(DELAYS_MS, 1):
        assert office.pump() == 1
        after = office.again(row)
        assert (after.attempts, after.status, after.error) == (attempt, 503, "answered 503: not now")
        assert after.next_at == office.now + delay
        office.now += delay - 1
        assert office.pump() == 0
        office.now += 1
    assert office.pump() == 1
    after = office.again(row)
    assert (after.attempts, after.next_at, after.delivered) == (10, None, None)
    assert office.seen == ["failed"] * 9 + ["given_up"]
    assert len(host.requests) == 10
    assert len({request.headers["webhook-id"] for request in host.requests}) == 1


@pytest.mark.parametrize("attempts", range(1, len(DELAYS_MS) + 1))
def test_jitter_makes_a_pause_a_tenth_longer_at_most(attempts: int) -> None:
    delay = DELAYS_MS[attempts - 1]
    assert next_attempt(attempts, 7, lambda: 0.0) == 7 + delay
    assert next_attempt(attempts, 7, lambda: 1.0) == 7 + delay + delay // 10


FAILURES = {
    "redirect": (saying(302, Location="http://127.0.0.1:1/"), 302, "answered 302 (redirects are not followed)"),
    "client error": (saying(404, b"no such hook"), 404, "answered 404: no such hook"),
    "server error": (saying(500, b"\xff" * 5000), 500, "answered 500: " + "\ufffd" * 1024),
    "nothing": (hanging, None, "no answer in time"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_what_the_log_says_of_a_failure(office: Office, host: Receiver, name: str) -> None:
    host.then, status, error = FAILURES[name]
    row = office.message(office.webhook(host.url)[0])
    office.deliverer = office.made(timeout_s=0.5)
    office.pump()
    after = office.again(row)
    assert (after.status, after.error, after.attempts) == (status, error, 1)
    assert after.next_at == office.now + DELAYS_MS[0]


def test_a_redirect_to_the_inside_is_not_followed(office: Office, host: Receiver) -> None:
    with receiver() as inside:
        host.then = saying(301, Location=inside.url)
        office.message(office.webhook(host.url)[0])
        office.pump()
        assert (len(host.requests), inside.requests) == (1, [])


class Turning:
    """A name server that answers something else each time."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, _name: str, _seconds: float) -> Sequence[str]:
        self.asked += 1
        return self.answers[min(self.asked, len(self.answers)) - 1]


class Noting:
    """Stands in for the sender: notes where it was to connect."""

    def __init__(self) -> None:
        self.addresses: list[list[str]] = []

    def post(self, _target: Any, addresses: Sequence[Any], *_: Any) -> Any:
        self.addresses.append([str(address) for address in addresses])
        raise Unavailable("storage.unavailable", "the rest does not matter here")


def test_a_name_that_turns_inside_after_it_was_checked(office: Office, host: Receiver) -> None:
    """The URL was public when it was given; at the attempt it leads to loopback, where this receiver listens."""
    names = Turning(["93.184.215.14"], ["127.0.0.1"])
    office.guard = Guard(resolver=names)
    office.deliverer = office.made()
    office.guard.check(url := f"https://hooks.example.com:{host.server_port}/")
    was = office.webhook(host.url)[0]
    webhook = structs.replace(was, url=url)
    office.webhooks.replace(was, webhook)
    row = office.message(webhook)
    office.pump()
    after = office.again(row)
    assert after.error == "hooks.example.com leads to an address that is not public"
    assert after.next_at == office.now + DELAYS_MS[0]
    assert host.requests == []


def test_the_connection_goes_to_the_very_address_that_was_checked(office: Office, host: Receiver) -> None:
    names, sender = Turning(["93.184.215.14", "2606:2800:21f:cb07::1"], ["127.0.0.1"]), Noting()
    office.guard = Guard(resolver=names)
    was = office.webhook(host.url)[0]
    webhook = structs.replace(was, url="https://hooks.example.com/")
    office.webhooks.replace(was, webhook)
    office.message(webhook)
    office.deliverer = office.made(sender=sender)
    with pytest.raises(Unavailable):
        office.pump()
    assert (names.asked, sender.addresses) == (1, [["93.184.215.14", "2606:2800:21f:cb07::1"]])


# Webhooks that end ----------------------------------------------------------------------------------------------------


def test_410_disables_the_webhook(office: Office, host: Receiver) -> None:
    host.then = saying(410)
    webhook, _ = office.webhook(host.url)
    first, second = office.message(webhook), office.message(webhook, next_at=office.now + 1)
    office.pump()
    assert (office.again(first).next_at, office.again(first).status) == (None, 410)
    hook = office.hook(webhook)
    assert (hook.disabled, hook.reason) == (office.now, "the receiver answered 410 Gone")
    office.now += 1
    assert office.pump() == 1
    assert (office.again(second).next_at, office.again(second).error) == (None, "the webhook is disabled")
    assert len(host.requests) == 1
    assert office.seen == ["gone"]


def test_a_message_whose_webhook_is_gone_ends(office: Office, host: Receiver) -> None:
    webhook, _ = office.webhook(host.url)
    office.webhooks.remove(webhook.id, "ana", "test")
    row = office.message(webhook)
    office.pump()
    assert (office.again(row).next_at, office.again(row).error) == (None, "the webhook was removed")
    assert host.requests == []


def run_out(office: Office, webhook: WebhookRow, age: int) -> DeliveryRow:
    """A message made `age` ms ago whose last attempt is now."""
    return office.message(webhook, created=office.now - age, attempts=len(DELAYS_MS), error="answered 500")


@pytest.mark.parametrize(
    ("others", "dead"),
    [
        ([], True),
        ([{"delivered": 4 * DAY}], False),
        ([{"delivered": 6 * DAY}], True),
        ([{"created": 4 * DAY, "attempts": 3}], True),
        ([{"created": 1 * DAY, "delivered": 1 * DAY}], False),
        ([{"created": 4 * DAY, "delivered": 4 * DAY}], False),
    ],
    ids=[
        "nothing else",
        "an older one lately",
        "an older one long ago",
        "others failed",
        "one today",
        "one in between",
    ],
)
def test_a_webhook_that_took_nothing_for_five_days(
    office: Office, host: Receiver, others: list[dict[str, int]], dead: bool
) -> None:
    host.then = saying(500)
    webhook, _ = office.webhook(host.url)
    run_out(office, webhook, 5 * DAY)
    for other in others:
        fields = {name: office.now - ms if name != "attempts" else ms for name, ms in other.items()}
        office.message(webhook, **{"created": office.now - 7 * DAY, "next_at": None} | fields)
    office.pump()
    hook = office.hook(webhook)
    assert (hook.disabled, hook.reason) == (
        (office.now, "no message was taken for five days") if dead else (None, None)
    )


def test_a_webhook_that_fails_for_less_than_five_days_goes_on(office: Office, host: Receiver) -> None:
    host.then = saying(500)
    webhook, _ = office.webhook(host.url)
    run_out(office, webhook, 5 * DAY - HOUR)
    office.pump()
    assert office.hook(webhook).disabled is None
    office.now += HOUR
    run_out(office, webhook, 4 * DAY)
    office.pump()
    assert office.hook(webhook).disabled == office.now


def test_failures_before_the_last_success_do_not_count(office: Office, host: Receiver) -> None:
    host.then = saying(500)
    webhook, _ = office.webhook(host.url)
    office.message(webhook, created=office.now - 7 * DAY, next_at=None, attempts=10)
    office.message(webhook, created=office.now - 6 * DAY, next_at=None, attempts=1, delivered=office.now - 6 * DAY)
    run_out(office, webhook, 3 * DAY)
    office.pump()
    assert office.hook(webhook).disabled is None


def test_a_long_log_is_read_to_where_it_matters(office: Office, host: Receiver) -> None:
    host.then = saying(500)
    webhook, _ = office.webhook(host.url)
    for _ in range(450):
        office.message(webhook, created=office.now - DAY, next_at=None, attempts=10)
    office.message(webhook, created=office.now - 2 * DAY, next_at=None, attempts=1, delivered=office.now - 2 * DAY)
    run_out(office, webhook, 6 * DAY)
    office.pump()
    assert office.hook(webhook).disabled is None


# Again, because the host asks -----------------------------------------------------------------------------------------


def test_what_was_given_up_can_be_sent_again(office: Office, host: Receiver) -> None:
    webhook, _ = office.webhook(host.url)
    row = office.message(webhook, attempts=10, next_at=None, created=office.now - 6 * DAY)
    host.script = [saying(500)]
    office.webhooks.again(webhook, row.id, office.now)
    office.pump()
    assert (office.again(row).attempts, office.again(row).next_at) == (11, None)
    assert office.hook(webhook).disabled is None, "asking for an old message is no reason to disable"
    office.webhooks.again(webhook, row.id, office.now)
    office.pump()
    assert (office.again(row).delivered, office.again(row).error) == (office.now, None)
    assert [request.headers["webhook-id"] for request in host.requests] == [row.id] * 2


def test_what_was_taken_can_be_sent_again_and_stays_taken(office: Office, host: Receiver) -> None:
    webhook, _ = office.webhook(host.url)
    row = office.message(webhook)
    office.pump()
    taken, host.then = office.now, saying(500)
    office.now += 1000
    office.webhooks.again(webhook, row.id, office.now)
    office.pump()
    after = office.again(row)
    assert (after.delivered, after.next_at, after.status, after.attempts) == (taken, None, 500, 2)


# Several processes, and their ends ------------------------------------------------------------------------------------


def test_two_deliverers_share_the_work(office: Office, host: Receiver) -> None:
    webhooks = [office.webhook(host.url)[0] for _ in range(4)]
    rows = [office.message(webhooks[number % 4]) for number in range(60)]
    other = storage_in(office.folder)
    deliverers = [
        Deliverer(storage, SEALER, office.guard, workers=4, poll_s=0.05) for storage in (office.storage, other)
    ]
    for deliverer in deliverers:
        deliverer.start()
    host.await_requests(60)
    for deliverer in deliverers:
        deliverer.stop(patience_s=30)
    other.close()
    assert Counter(request.headers["webhook-id"] for request in host.requests) == {row.id: 1 for row in rows}
    assert all(office.again(row).delivered for row in rows)


def test_a_deliverer_is_woken(office: Office, host: Receiver) -> None:
    webhook, _ = office.webhook(host.url)
    deliverer = office.made(poll_s=3600.0)
    deliverer.start()
    try:
        for count in range(1, 4):
            office.message(webhook)
            deliverer.wake()
            host.await_requests(count)
    finally:
        deliverer.stop(patience_s=30)


def test_one_that_lost_its_lease_does_not_undo_what_another_did(office: Office, host: Receiver) -> None:
    row = office.message(office.webhook(host.url)[0])
    (slow,) = office.storage.claim_deliveries(office.now, office.now + LEASE_MS, 10)
    office.now += LEASE_MS
    office.pump()
    delivered = office.again(row)
    host.then = saying(500)
    office.deliverer.deliver(slow)
    assert office.again(row) == delivered


CRASH = """
import os, signal, sys
from pathlib import Path
from tests.api.webhooks.office import SEALER, storage_in
from api.webhooks.deliverer import LEASE_MS, Deliverer
from api.webhooks.guard import Guard

folder, now, point = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
storage = storage_in(folder)
deliverer = Deliverer(storage, SEALER, Guard(private=True), clock=lambda: now)

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if point == "before the attempt":
    deliverer._attempt = die
else:
    deliverer._record = die
for row in storage.claim_deliveries(now, now + LEASE_MS, 10):
    deliverer.deliver(row)
"""


@pytest.mark.parametrize(("point", "sent"), [("before the attempt", 0), ("before the record", 1)])
def test_a_process_that_dies_in_between(office: Office, host: Receiver, point: str, sent: int) -> None:
    """After kill -9 the message is sent again, with the same id, once the lease has lapsed; not before."""
    row = office.message(office.webhook(host.url)[0])
    died = subprocess.run(
        [sys.executable, "-c", CRASH, str(office.folder), str(office.now), point],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    assert len(host.requests) == sent
    office.now += LEASE_MS - 1
    assert office.pump() == 0
    office.now += 1
    assert office.pump() == 1
    assert [request.headers["webhook-id"] for request in host.requests] == [row.id] * (sent + 1)
    assert (office.again(row).delivered, office.again(row).attempts) == (office.now, 1)


def test_a_stop_does_not_wait_for_a_receiver_that_hangs(office: Office, host: Receiver) -> None:
    host.then = hanging
    row = office.message(office.webhook(host.url)[0])
    deliverer = office.made(timeout_s=3600.0)
    deliverer.start()
    host.await_requests(1)
    deliverer.stop(patience_s=0.1)
    after = office.again(row)
    assert (after.attempts, after.next_at) == (0, office.now + LEASE_MS), "left to whoever comes after the lease"
    host.ended.set()  # the attempt under way fails; what it gives is stored if there is time
    for thread in deliverer.threads:
        thread.join(30)


def test_a_storage_that_is_away_for_a_while(office: Office, host: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    claim, failures = office.storage.claim_deliveries, [Unavailable("storage.unavailable", "away"), ValueError("odd")]

    def away(now: int, until: int, limit: int) -> list[DeliveryRow]:
        if failures:
            raise failures.pop()
        return claim(now, until, limit)

    monkeypatch.setattr(office.storage, "claim_deliveries", away)
    office.message(office.webhook(host.url)[0])
    deliverer = office.made(poll_s=0.01)
    deliverer.start()
    host.await_requests(1)
    deliverer.stop(patience_s=30)
    assert failures == []


def test_a_secret_that_does_not_open_stops_nobody_else(office: Office, host: Receiver) -> None:
    broken, _ = office.webhook(host.url)
    office.webhooks.replace(broken, structs.replace(broken, secret=b"\x01" + bytes(40)))
    office.message(broken)
    sound = office.message(office.webhook(host.url)[0])
    deliverer = office.made(poll_s=0.01)
    deliverer.start()
    host.await_requests(1)
    deliverer.stop(patience_s=30)
    assert [request.headers["webhook-id"] for request in host.requests] == [sound.id]


# A receiver that is slow ----------------------------------------------------------------------------------------------


def test_a_receiver_that_hangs_does_not_hold_up_the_others(office: Office, host: Receiver) -> None:
    with receiver() as slow:
        slow.then = hanging
        tardy, quick = office.webhook(slow.url)[0], office.webhook(host.url)[0]
        for _ in range(40):
            office.message(tardy, next_at=office.now - 10)
        rows = [office.message(quick) for _ in range(10)]
        deliverer = office.made(workers=4, poll_s=0.01, timeout_s=3600.0)
        deliverer.start()
        host.await_requests(10)
        assert len(slow.requests) == 2, "two of four workers wait for it; the others go on"
        slow.ended.set()
        deliverer.stop(patience_s=30)
        assert all(office.again(row).delivered for row in rows)


def test_a_burst_for_one_receiver_is_sent_in_one_go(office: Office, host: Receiver) -> None:
    """The clock stands still: nothing may have been put off."""
    webhook, _ = office.webhook(host.url)
    rows = [office.message(webhook) for _ in range(200)]
    deliverer = office.made(poll_s=3600.0)
    deliverer.start()
    host.await_requests(200)
    deliverer.stop(patience_s=30)
    assert all(office.again(row).delivered for row in rows)


def test_what_was_held_at_a_stop_is_due_for_others_at_once(office: Office, host: Receiver) -> None:
    host.then = hanging
    webhook, _ = office.webhook(host.url)
    rows = [office.message(webhook) for _ in range(10)]
    deliverer = office.made(workers=4, timeout_s=3600.0)
    deliverer.start()
    host.await_requests(2)
    deliverer.stop(patience_s=1.0)
    due = Counter(office.again(row).next_at for row in rows)
    assert due == {office.now: 8, office.now + LEASE_MS: 2}
    host.ended.set()
    for thread in deliverer.threads:
        thread.join(30)


def test_more_attempts_than_workers_claim_nothing(office: Office) -> None:
    """A worker that goes on with what was held counts twice for a moment; "at most -1" would be all there is."""
    webhook, _ = office.webhook("http://127.0.0.1:9/hook")
    due = office.message(webhook)
    office.deliverer._busy = 9
    assert office.deliverer._claim() == 0
    assert office.again(due) == due
