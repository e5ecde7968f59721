"""The background worker that sends messages: any number of processes share the work.

A message is claimed with a lease, sent, and what became of it is stored.  A process that dies in between lets the
lease lapse, and another sends the message again with the same ``webhook-id``: at least once, never silently not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from random import random
from threading import Condition, Thread
from time import monotonic, time
from typing import TypeVar

from msgspec import structs

from api.service.signing import Sealing
from api.storage.contract import Storage
from api.storage.rows import DeliveryRow, WebhookRow
from api.webhooks.errors import AttemptFailed, UrlRefused
from api.webhooks.guard import Guard
from api.webhooks.health import Health
from api.webhooks.lanes import Lanes, PutOff
from api.webhooks.schedule import DELAYS_MS, next_attempt
from api.webhooks.secrets import open_secrets
from api.webhooks.sender import Answer, Sender
from api.webhooks.signing import signature_headers
from replay.errors import CodedError

__all__ = ["LEASE_MS", "Deliverer", "Observer"]

LEASE_MS = 60_000
"""After this long a message that was claimed and of which nothing was heard is sent again."""
_GONE = 410
_HELD = 64
# So many messages wait in memory at most: they must be sent before their lease lapses.
T = TypeVar("T")
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
        self._clock, self._chance = clock, chance
        self.observer = observer
        """Told of every attempt: what came of it, and how many seconds it took."""
        self._workers, self._poll_s, self._timeout_s = workers, poll_s, timeout_s
        self._lanes = Lanes(wide=max(1, workers - 2), narrow=max(1, workers // 4))
        self._health = Health(storage)
        self._ready: SimpleQueue[DeliveryRow | None] = SimpleQueue()
        self._changed = Condition()
        self._busy = 0
        self._woken = False
        self._stopping = False
        self.threads: list[Thread] = []
        """Those that run, once it is started."""

    # The threads --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin; once only."""
        targets = [("webhooks", self._dispatch), *((f"webhook-{each}", self._work) for each in range(self._workers))]
        self.threads = [Thread(target=target, name=name, daemon=True) for name, target in targets]
        for thread in self.threads:
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
            self._ready.put(None)
        until = monotonic() + patience_s
        for thread in self.threads:
            thread.join(max(0.0, until - monotonic()))

    def _dispatch(self) -> None:
        while not self._stopping:
            found = self._guarded(self._claim) or 0
            with self._changed:
                if not found and not self._woken and not self._stopping:
                    self._changed.wait(self._poll_s * (0.5 + self._chance()))
                self._woken = False
                self._changed.wait_for(lambda: self._has_room or self._stopping)
        self._guarded(lambda: self._put_off([(message, self._clock()) for message in self._lanes.drained()]))

    @property
    def _has_room(self) -> bool:
        return self._busy < self._workers and self._lanes.held < _HELD

    def _claim(self) -> int:
        """Claim as many messages as there are idle workers, and hand them over; how many there were."""
        now, idle = self._clock(), self._workers - self._busy
        if idle < 1:  # workers have taken what was held since room was found: no limit must become a negative one
            return 0
        claimed = self._storage.claim_deliveries(now, now + LEASE_MS, idle)
        for message in claimed:
            entry = self._lanes.enter(message, now)
            if entry == "go":
                self._hand_over(message)
            elif entry != "held":
                self._put_off([(message, entry)])
        return len(claimed)

    def _hand_over(self, message: DeliveryRow) -> None:
        with self._changed:
            self._busy += 1
        self._ready.put(message)

    def _put_off(self, messages: Sequence[PutOff]) -> None:
        for message, until in messages:
            self._storage.change_delivery(structs.replace(message, next_at=until))

    def _work(self) -> None:
        while (message := self._ready.get()) is not None and not self._stopping:
            began = monotonic()
            self._guarded(partial(self.deliver, message))
            took_ms = (monotonic() - began) * 1000
            following, put_off = self._lanes.leave(message.webhook, took_ms, self._clock())
            if following is not None:
                self._hand_over(following)
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()
            self._guarded(partial(self._put_off, put_off))

    def _guarded(self, act: Callable[[], T]) -> T | None:
        """Do something of which this thread must not end: what was claimed comes again once its lease has lapsed."""
        try:
            return act()
        except CodedError as error:
            _logger.warning("webhooks: left for later: %s", error.code)
        except Exception:
            _logger.exception("webhooks: left for later")
        return None

    # One message --------------------------------------------------------------------------------------------------

    def deliver(self, delivery: DeliveryRow) -> None:
        """Make one attempt at a claimed message and store what became of it.  Raises StorageError."""
        webhook = self._storage.webhook(delivery.webhook)
        if webhook is None or webhook.disabled is not None:
            why = "the webhook is disabled" if webhook else "the webhook was removed"
            self._storage.change_delivery(structs.replace(delivery, next_at=None, error=why))
            return
        began = monotonic()
        result = self._attempt(webhook, delivery)
        took_s = monotonic() - began
        self.observer(self._record(delivery, result), took_s)

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
            self._storage.change_webhook(webhook, structs.replace(webhook, disabled=now, reason=reason))
            _logger.info("webhooks: %s disabled: %s", webhook_id, reason)


def _reason(result: Answer | str) -> str:
    if isinstance(result, str):
        return result
    redirect = " (redirects are not followed)" if 300 <= result.status < 400 else ""
    return f"answered {result.status}{redirect}: {result.text}".rstrip(": ")
