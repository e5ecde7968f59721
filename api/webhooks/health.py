"""Which webhooks have failed for so long that nothing more is sent to them."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from api.storage.contract import Storage
from api.storage.rows import DeliveryRow
from api.webhooks.schedule import LONGEST_MS

__all__ = ["PATIENCE_MS", "Health"]

PATIENCE_MS = 5 * 24 * 3_600_000
"""A webhook that took nothing for so long is disabled."""
_PAGE = 200


class Health:
    """Reads it out of the delivery log, seldom: only once a message is given up, and not before it can be true."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._not_before: dict[str, int] = {}
        self._lock = Lock()

    def is_dead(self, webhook: str, now: int) -> bool:
        """Whether all messages of the last five days failed, and some are as old as that."""
        with self._lock:
            if now < self._not_before.get(webhook, 0):
                return False
        since = self._failing_since(webhook, now)
        with self._lock:
            self._not_before[webhook] = since + PATIENCE_MS
        return now >= since + PATIENCE_MS

    def _failing_since(self, webhook: str, now: int) -> int:
        """When the last message was taken, or the present run of failures began: with its oldest message."""
        since, unbroken = now, True
        for row in self._newest_first(webhook):
            if row.created < now - PATIENCE_MS - LONGEST_MS:
                break  # whatever became of older ones was over five days ago
            if row.delivered is not None:
                if row.delivered > now - PATIENCE_MS:
                    return row.delivered
                unbroken = False
            elif row.attempts and unbroken:
                since = row.created
        return since

    def _newest_first(self, webhook: str) -> Iterator[DeliveryRow]:
        before: tuple[int, str] | None = None
        while page := self._storage.deliveries(webhook, before=before, limit=_PAGE):
            yield from page
            before = (page[-1].created, page[-1].id)
