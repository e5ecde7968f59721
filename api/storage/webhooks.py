"""Webhooks, and the messages that are on their way to them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, tuple_, update

from api.storage import tables
from api.storage.answers import add_answer
from api.storage.contract import Stale
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import DeliveryRow, IdempotencyRow, WebhookRow

__all__ = ["Webhooks", "add_deliveries"]

_WEBHOOK = Mapping(WebhookRow, tables.webhook)
_DELIVERY = Mapping(DeliveryRow, tables.delivery)
_HOOK = tables.webhook.c
_MESSAGE = tables.delivery.c


def add_deliveries(connection: Connection, deliveries: tuple[DeliveryRow, ...]) -> None:
    """Add messages to webhooks."""
    if deliveries:
        connection.execute(insert(tables.delivery), [values(row) for row in deliveries])


class Webhooks(Database):
    """The part of the contract about webhooks and deliveries."""

    def add_webhook(self, webhook: WebhookRow, idempotency: IdempotencyRow | None = None) -> None:
        def unit(connection: Connection) -> None:
            add_answer(connection, idempotency)
            connection.execute(insert(tables.webhook).values(values(webhook)))

        self._write(unit)

    def change_webhook(self, was: WebhookRow, webhook: WebhookRow, idempotency: IdempotencyRow | None = None) -> bool:
        before = values(was)
        changed = {name: value for name, value in values(webhook).items() if value != before[name]}
        there = select(_HOOK.id).where(_HOOK.id == webhook.id)
        change = update(tables.webhook).where(_HOOK.id == webhook.id)
        if "secret" in changed:
            change = change.where(_HOOK.secret == was.secret)

        def unit(connection: Connection) -> bool:
            if connection.execute(there).first() is None:
                return False
            if changed and not connection.execute(change.values(changed)).rowcount:
                raise Stale("storage.stale", "somebody else has changed the secret of this webhook at the same moment")
            add_answer(connection, idempotency)
            return True

        return self._write(unit)

    def delete_webhook(self, webhook_id: str, host: str) -> bool:
        def unit(connection: Connection) -> bool:
            found = connection.execute(delete(tables.webhook).where(_HOOK.id == webhook_id, _HOOK.host == host))
            if not found.rowcount:
                return False
            connection.execute(delete(tables.delivery).where(_MESSAGE.webhook == webhook_id))
            return True

        return self._write(unit)

    def webhooks(self, host: str, mode: str) -> list[WebhookRow]:
        some = select(*_WEBHOOK.columns).where(_HOOK.host == host, _HOOK.mode == mode)
        return _WEBHOOK.all(self._all(some.order_by(_HOOK.created, _HOOK.id)))

    def webhook(self, webhook_id: str) -> WebhookRow | None:
        row = self._one(select(*_WEBHOOK.columns).where(_HOOK.id == webhook_id))
        return None if row is None else _WEBHOOK(row)

    def deliveries(self, webhook_id: str, *, before: tuple[int, str] | None, limit: int) -> list[DeliveryRow]:
        some = select(*_DELIVERY.columns).where(_MESSAGE.webhook == webhook_id)
        if before is not None:
            some = some.where(tuple_(_MESSAGE.created, _MESSAGE.id) < before)
        newest = some.order_by(_MESSAGE.created.desc(), _MESSAGE.id.desc()).limit(limit)
        return _DELIVERY.all(self._all(newest))

    def delivery(self, delivery_id: str) -> DeliveryRow | None:
        row = self._one(select(*_DELIVERY.columns).where(_MESSAGE.id == delivery_id))
        return None if row is None else _DELIVERY(row)

    def add_delivery(self, delivery: DeliveryRow, idempotency: IdempotencyRow | None = None) -> None:
        def unit(connection: Connection) -> None:
            add_answer(connection, idempotency)
            add_deliveries(connection, (delivery,))

        self._write(unit)

    def claim_deliveries(self, now: int, until: int, limit: int) -> list[DeliveryRow]:
        due = select(_MESSAGE.id).where(_MESSAGE.next_at <= now).order_by(_MESSAGE.next_at, _MESSAGE.id).limit(limit)
        # Those that another process is about to claim are skipped (SQLite has one writer at a time anyway).
        mine = due.with_for_update(skip_locked=True).scalar_subquery()
        claim = update(tables.delivery).where(_MESSAGE.id.in_(mine)).values(next_at=until)
        rows = self._write(lambda connection: connection.execute(claim.returning(*_DELIVERY.columns)).all())
        return sorted(_DELIVERY.all(rows), key=lambda row: (row.created, row.id))

    def change_delivery(self, delivery: DeliveryRow) -> None:
        change = update(tables.delivery).where(_MESSAGE.id == delivery.id).values(values(delivery))
        self._write(lambda connection: connection.execute(change))
