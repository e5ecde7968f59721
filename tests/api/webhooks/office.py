"""What the tests of webhooks share: a real storage with one host, a clock that is set, a deliverer driven by hand."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from msgspec import structs

from api.service.seal import Sealer
from api.storage import open_storage
from api.storage.contract import Storage
from api.storage.rows import DeliveryRow, HostRow, WebhookRow
from api.webhooks.deliverer import LEASE_MS, Deliverer
from api.webhooks.guard import Guard
from api.webhooks.messages import TYPES, trial_message
from api.webhooks.registry import Webhooks

__all__ = ["SEALER", "Office", "storage_in"]

SEALER = Sealer([bytes(32)])


def storage_in(folder: Path) -> Storage:
    """The storage whose file is in this folder."""
    return open_storage(f"sqlite:///{folder}/webhooks.db", checkpointer=lambda *_: "")


class Office:
    """A house with one host `ana`."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder = folder
        self.storage = storage_in(folder)
        self.storage.migrate()
        self.now = int(time.time() * 1000)
        for host in ("ana", "ben"):
            self.storage.add_host(HostRow(id=host, name=host, created=self.now))
        self.guard = Guard(private=True)
        self.webhooks = Webhooks(self.storage, SEALER, self.guard)
        self.seen: list[str] = []
        self.deliverer = self.made(**options)

    def made(self, **options: Any) -> Deliverer:
        """A deliverer on this office's clock."""
        given = {"clock": lambda: self.now, "chance": lambda: 0.0, "observer": lambda seen, _: self.seen.append(seen)}
        return Deliverer(self.storage, SEALER, self.guard, **given | options)

    def webhook(self, url: str, *events: str) -> tuple[WebhookRow, str]:
        """A stored webhook and its secret."""
        row, secret = self.webhooks.draft("ana", "test", url, events or TYPES, self.now)
        self.webhooks.add(row, None)
        return row, secret

    def message(self, webhook: WebhookRow, **fields: Any) -> DeliveryRow:
        """A stored message that is due."""
        row = structs.replace(trial_message(webhook, self.now), **fields)
        self.storage.add_delivery(row)
        return row

    def pump(self) -> int:
        """Make one attempt at each message that is due; how many there were."""
        claimed = self.storage.claim_deliveries(self.now, self.now + LEASE_MS, 1000)
        for row in claimed:
            self.deliverer.deliver(row)
        return len(claimed)

    def again(self, row: DeliveryRow) -> DeliveryRow:
        """The message as it stands now."""
        found = self.storage.delivery(row.id)
        assert found is not None
        return found

    def hook(self, row: WebhookRow) -> WebhookRow:
        """The webhook as it stands now."""
        found = self.storage.webhook(row.id)
        assert found is not None
        return found
