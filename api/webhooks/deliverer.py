"""The background worker that sends messages: any number of processes share the work.

A message is claimed with a lease, sent, and what became of it is stored.  A process that dies in between lets the
lease lapse, and another sends the message again with the same ``webhook-id``: at least once, never silently not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from random import random
from threading import Condition, Thread
from time import monotonic, time

from msgspec import structs

from api.service.signing import Sealing
from api.storage.contract import Storage, StorageError
from api.storage.rows import DeliveryRow, WebhookRow
from api.webhooks.errors import AttemptFailed, UrlRefused
from api.webhooks.guard import Guard
from api.webhooks.health import Health
from api.webhooks.lanes import Lanes
from api.webhooks.schedule import DELAYS_MS, next_attempt
from api.webhooks.secrets import open_secrets
from api.webhooks.sender import Answer, Sender
from api.webhooks.signing import signature_headers
from replay.errors import CodedError

__all__ = ["LEASE_MS", "Deliverer", "Observer"]

LEASE_MS = 60_000
"""After this long a message that was claimed and of which nothing was heard is sent again."""
_GONE = 410
Observer = Callable[[str, float], None]
"""Told of each attempt: ``delivered``, ``failed``, ``given_up`` or ``gone``, and how many seconds it took."""

_logger = logging.getLogger(__name__)


def _now() -> int:
    return int(time() * 1000)


class Deliverer:
    """Sends what is due, `workers` at once.  `start` it, `wake` it when something has been stored, `stop` it."""

    def __init__(
        self,
        storage: Storage,
        sealer: Sealing,
        guard: Guard,
        *,
        sender: Sender | None = None,
        clock: Callable[[], int] = _now,
        chance: Callable[[], float] = random,
        observer: Observer = lambda _outcome, _seconds: None,
        workers: int = 8,
        poll_s: float = 1.0,
        timeout_s: float = 10.0,
    ) -> None:
        """Prepare.

        `clock` gives Unix milliseconds; `poll_s` is how long what other processes have stored may go unnoticed;
        `timeout_s` is for a whole attempt, name and answer included.
        """
        self._storage, self._sealer, self._guard = storage, sealer, guard
        self._sender = sender or Sender()
        self._clock, self._chance, self._observer = clock, chance, observer
        self._workers, self._poll_s, self._timeout_s = workers, poll_s, timeout_s
        self._lanes = Lanes(max(1, workers // 4))
        self._health = Health(storage)
        self._claimed: SimpleQueue[DeliveryRow | None] = SimpleQueue()
        self._changed = Condition()
        self._busy = 0
        self._woken = False
        self._stopping = False
        self._threads: list[Thread] = []

    # The threads --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin; once only."""
        targets = [("webhooks", self._dispatch), *((f"webhook-{each}", self._work) for each in range(self._workers))]
        self._threads = [Thread(target=target, name=name, daemon=True) for name, target in targets]
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Say that something may be due now; returns at once."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def stop(self, patience_s: float = 2.0) -> None:
        """Claim nothing more and wait a little for attempts under way; those that take longer are made again later."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        for _ in range(self._workers):
            self._claimed.put(None)
        until = monotonic() + patience_s
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _dispatch(self) -> None:
        while not self._stopping:
            try:
                found = self.claim()
            except Exception as error:  # this thread must not end before it is told to
                if isinstance(error, StorageError):
                    _logger.warning("webhooks: nothing claimed: %s", error.code)
                else:
                    _logger.exception("webhooks: nothing claimed")
                found = 0
            with self._changed:
                if not found and not self._woken and not self._stopping:
                    self._changed.wait(self._poll_s * (0.5 + self._chance()))
                self._woken = False
                self._changed.wait_for(lambda: self._busy < self._workers or self._stopping)

    def claim(self) -> int:
        """Claim as many messages as there are idle workers, and hand them over; how many there were."""
        now = self._clock()
        claimed = self._storage.claim_deliveries(now, now + LEASE_MS, self._workers - self._busy)
        with self._changed:
            self._busy += len(claimed)
        for delivery in claimed:
            self._claimed.put(delivery)
        return len(claimed)

    def _work(self) -> None:
        while (delivery := self._claimed.get()) is not None:
            try:
                if not self._stopping:
                    self.deliver(delivery)
            except CodedError as error:  # the lease lapses, and it is tried again
                _logger.warning("webhooks: %s of %s left for later: %s", delivery.id, delivery.webhook, error.code)
            except Exception:
                _logger.exception("webhooks: %s of %s left for later", delivery.id, delivery.webhook)
            finally:
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()

    # One message --------------------------------------------------------------------------------------------------

    def deliver(self, delivery: DeliveryRow) -> None:
        """Make one attempt at a claimed message and store what became of it.  Raises StorageError."""
        webhook = self._storage.webhook(delivery.webhook)
        if webhook is None or webhook.disabled is not None:
            why = "the webhook is disabled" if webhook else "the webhook was removed"
            self._storage.change_delivery(structs.replace(delivery, next_at=None, error=why))
            return
        put_off = self._lanes.enter(webhook.id, self._clock())
        if put_off is not None:
            self._storage.change_delivery(structs.replace(delivery, next_at=put_off))
            return
        began = monotonic()
        try:
            result = self._attempt(webhook, delivery)
        finally:
            took = monotonic() - began
            self._lanes.leave(webhook.id, took * 1000, self._clock())
        self._observer(self._record(delivery, result), took)

    def _attempt(self, webhook: WebhookRow, delivery: DeliveryRow) -> Answer | str:
        """Send it: the answer, or why there is none."""
        deadline = monotonic() + self._timeout_s
        at = self._clock()
        keys = open_secrets(webhook.secret, self._sealer, webhook.id).keys(at)
        headers = signature_headers(delivery.id, at, delivery.body, keys)
        try:
            target = self._guard.target(webhook.url)
            addresses = self._guard.addresses(target, deadline - monotonic())
            return self._sender.post(target, addresses, headers, delivery.body, deadline)
        except (UrlRefused, AttemptFailed) as error:
            return error.message

    def _record(self, claimed: DeliveryRow, result: Answer | str) -> str:
        """Store what an attempt gave; what that is called."""
        now = self._clock()
        taken = isinstance(result, Answer) and 200 <= result.status < 300
        row = self._storage.delivery(claimed.id)
        if row is None or (row.delivered is not None and claimed.delivered is None and not taken):
            return "failed"  # removed meanwhile, or another process got through after our lease had lapsed
        status = result.status if isinstance(result, Answer) else None
        row = structs.replace(row, attempts=row.attempts + 1, status=status, next_at=None)
        if taken:
            self._storage.change_delivery(structs.replace(row, delivered=now, error=None))
            return "delivered"
        row = structs.replace(row, error=_reason(result))
        if status == _GONE:
            self._storage.change_delivery(row)
            self._disable(row.webhook, now, "the receiver answered 410 Gone")
            return "gone"
        # A message that had been taken once was sent again because its host asked: that is tried once.
        next_at = next_attempt(row.attempts, now, self._chance) if row.delivered is None else None
        self._storage.change_delivery(structs.replace(row, next_at=next_at))
        if row.attempts == len(DELAYS_MS) + 1 and self._health.is_dead(row.webhook, now):
            self._disable(row.webhook, now, "no message was taken for five days")
        return "failed" if next_at is not None else "given_up"

    def _disable(self, webhook_id: str, now: int, reason: str) -> None:
        webhook = self._storage.webhook(webhook_id)
        if webhook is not None and webhook.disabled is None:
            self._storage.change_webhook(structs.replace(webhook, disabled=now, reason=reason))
            _logger.info("webhooks: %s disabled: %s", webhook_id, reason)


def _reason(result: Answer | str) -> str:
    if isinstance(result, str):
        return result
    redirect = " (redirects are not followed)" if 300 <= result.status < 400 else ""
    return f"answered {result.status}{redirect}: {result.text}".rstrip(": ")
