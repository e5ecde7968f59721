"""The webhooks of each host, at hand for every append without asking the database each time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from api.storage.contract import Storage
from api.storage.rows import WebhookRow

__all__ = ["FRESH_S", "Subscriptions"]

FRESH_S = 5.0
"""How long another process may go without hearing of a change of webhooks."""
_MANY = 10_000


class Subscriptions:
    """Remembers the webhooks of a host and mode for a few seconds; for many threads."""

    def __init__(self, storage: Storage, *, now: Callable[[], float] = monotonic) -> None:
        self._storage = storage
        self._now = now
        self._known: dict[tuple[str, str], tuple[float, tuple[WebhookRow, ...]]] = {}

    def of(self, host: str, mode: str) -> tuple[WebhookRow, ...]:
        """The webhooks that are not disabled.  Raises StorageError."""
        known = self._known.get((host, mode))
        now = self._now()
        if known is not None and now < known[0]:
            return known[1]
        webhooks = tuple(row for row in self._storage.webhooks(host, mode) if row.disabled is None)
        if len(self._known) >= _MANY:
            self._known.clear()
        self._known[host, mode] = now + FRESH_S, webhooks
        return webhooks

    def forget(self, host: str, mode: str) -> None:
        """Read again next time: this process has changed them."""
        self._known.pop((host, mode), None)
