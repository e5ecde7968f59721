"""A host's webhooks: made, changed, removed, tried; and what is told to them when a game changes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from api.service.signing import Sealing
from api.service.tokens import new_id
from api.storage.contract import Storage
from api.storage.rows import Append, DeliveryRow, GameRow, IdempotencyRow, Mode, NewGame, WebhookRow
from api.webhooks.errors import WebhookError
from api.webhooks.guard import Guard
from api.webhooks.messages import deliveries_of, trial_message
from api.webhooks.secrets import new_secrets, open_secrets
from api.webhooks.signing import secret_of
from api.webhooks.subscriptions import Subscriptions

__all__ = ["MAX_WEBHOOKS", "OVERLAP_S", "Webhooks"]

MAX_WEBHOOKS = 20
"""Of one host and mode."""
OVERLAP_S = 24 * 3600
"""How long a secret that was replaced signs on, unless its host wants it shorter."""


class Webhooks:
    """For many threads.  `wake` is called once a message is stored that is due (`Deliverer.wake`)."""

    def __init__(
        self, storage: Storage, sealer: Sealing, guard: Guard, *, wake: Callable[[], None] = lambda: None
    ) -> None:
        self._storage, self._sealer, self._guard, self._wake = storage, sealer, guard, wake
        self._subscriptions = Subscriptions(storage)

    # What happens at games ----------------------------------------------------------------------------------------

    def told(self, before: GameRow, change: Append | NewGame) -> tuple[DeliveryRow, ...]:
        """The messages to be stored together with a change (its `deliveries`).

        `before` is the game as it stood; of a new game its first row.  When they are stored, call `sent`.
        """
        return deliveries_of(self._subscriptions.of(before.host, before.mode), before, change)

    def sent(self, deliveries: tuple[DeliveryRow, ...]) -> None:
        """Have messages that are stored now sent at once."""
        if deliveries:
            self._wake()

    # What a host has ----------------------------------------------------------------------------------------------

    def all(self, host: str, mode: Mode) -> list[WebhookRow]:
        """A host's webhooks, the oldest first."""
        return self._storage.webhooks(host, mode)

    def one(self, webhook_id: str, host: str, mode: Mode) -> WebhookRow:
        """A webhook of this host.  Raises WebhookError ``webhook.unknown``, also for that of another host."""
        row = self._storage.webhook(webhook_id)
        if row is None or (row.host, row.mode) != (host, mode):
            raise _unknown("webhook", webhook_id)
        return row

    def draft(self, host: str, mode: Mode, url: str, events: tuple[str, ...], now: int) -> tuple[WebhookRow, str]:
        """Make a webhook, not yet stored, and its secret ``whsec_...``.

        Raises UrlRefused, WebhookError ``webhook.too_many``.
        """
        self._guard.check(url)
        if len(self._storage.webhooks(host, mode)) >= MAX_WEBHOOKS:
            raise WebhookError("webhook.too_many", f"a host has at most {MAX_WEBHOOKS} webhooks", expected=MAX_WEBHOOKS)
        fresh, webhook_id = new_secrets(), new_id("wh")
        row = WebhookRow(
            id=webhook_id,
            host=host,
            mode=mode,
            url=url,
            secret=fresh.sealed(self._sealer, webhook_id),
            events=events,
            created=now,
        )
        return row, secret_of(fresh.newest)

    def add(self, webhook: WebhookRow, idempotency: IdempotencyRow | None) -> None:
        """Store what `draft` made.  Raises `Repeated`."""
        self._storage.add_webhook(webhook, idempotency)
        self._subscriptions.forget(webhook.host, webhook.mode)

    def changed(
        self,
        webhook: WebhookRow,
        now: int,
        *,
        url: str | None = None,
        events: tuple[str, ...] | None = None,
        disabled: bool | None = None,
    ) -> WebhookRow:
        """Change what is given, and store it.  Raises UrlRefused, WebhookError ``webhook.unknown``."""
        was = webhook
        if url is not None and url != webhook.url:
            self._guard.check(url)
            webhook = structs.replace(webhook, url=url)
        if events is not None:
            webhook = structs.replace(webhook, events=events)
        if disabled is True and webhook.disabled is None:
            webhook = structs.replace(webhook, disabled=now, reason="disabled by its host")
        if disabled is False:
            webhook = structs.replace(webhook, disabled=None, reason=None)
        self.replace(was, webhook)
        return webhook

    def remove(self, webhook_id: str, host: str, mode: Mode) -> None:
        """Remove a webhook and everything on its way to it.  Raises WebhookError ``webhook.unknown``."""
        self.one(webhook_id, host, mode)
        if not self._storage.delete_webhook(webhook_id, host):
            raise _unknown("webhook", webhook_id)
        self._subscriptions.forget(host, mode)

    # Secrets ------------------------------------------------------------------------------------------------------

    def rotated(self, webhook: WebhookRow, now: int, overlap_s: int) -> tuple[WebhookRow, str]:
        """Make a new secret, not yet stored: the row with it and ``whsec_...``; those before end after `overlap_s`."""
        after = open_secrets(webhook.secret, self._sealer, webhook.id).rotated(now, overlap_s * 1000)
        return structs.replace(webhook, secret=after.sealed(self._sealer, webhook.id)), secret_of(after.newest)

    def replace(self, was: WebhookRow, webhook: WebhookRow, idempotency: IdempotencyRow | None = None) -> None:
        """Store what has changed of a webhook.  Raises `Repeated`, `Stale`, WebhookError ``webhook.unknown``."""
        if not self._storage.change_webhook(was, webhook, idempotency):
            raise _unknown("webhook", webhook.id)
        self._subscriptions.forget(webhook.host, webhook.mode)

    # Messages -----------------------------------------------------------------------------------------------------

    def test(self, webhook: WebhookRow, now: int) -> DeliveryRow:
        """Make a test message, not yet stored.  Raises WebhookError ``webhook.disabled``."""
        _require_enabled(webhook)
        return trial_message(webhook, now)

    def post(self, delivery: DeliveryRow, idempotency: IdempotencyRow | None) -> None:
        """Store a message and have it sent.  Raises `Repeated`."""
        self._storage.add_delivery(delivery, idempotency)
        self._wake()

    def deliveries(self, webhook: WebhookRow, before: tuple[int, str] | None, limit: int) -> list[DeliveryRow]:
        """The delivery log, newest first, after (created, id)."""
        return self._storage.deliveries(webhook.id, before=before, limit=limit)

    def again(self, webhook: WebhookRow, delivery_id: str, now: int) -> DeliveryRow:
        """Have a message sent again now, whatever became of it, with the same id.

        Raises WebhookError ``webhook.unknown`` or ``webhook.disabled``.
        """
        row = self._storage.delivery(delivery_id)
        if row is None or row.webhook != webhook.id:
            raise _unknown("delivery", delivery_id)
        _require_enabled(webhook)
        row = structs.replace(row, next_at=now)
        self._storage.change_delivery(row)
        self._wake()
        return row


def _require_enabled(webhook: WebhookRow) -> None:
    if webhook.disabled is not None:
        what = "nothing is sent to a disabled webhook: enable it first"
        raise WebhookError("webhook.disabled", what, found=webhook.reason)


def _unknown(what: str, found: str) -> WebhookError:
    return WebhookError("webhook.unknown", f"there is no such {what}, or it is not yours to see", found=found[:80])
