"""Stored answers to POSTs, and what is dropped when it has grown old."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert

from api.storage import tables
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import IdempotencyRow

__all__ = ["Answers", "add_answer"]

_ANSWER = Mapping(IdempotencyRow, tables.idempotency)


def add_answer(connection: Connection, answer: IdempotencyRow | None) -> None:
    """Store the answer to a POST with what it did: before everything else, so that a repetition is told as one."""
    if answer is not None:
        connection.execute(insert(tables.idempotency).values(values(answer)))


class Answers(Database):
    """The part of the contract about stored answers."""

    def idempotency(self, scope: bytes) -> IdempotencyRow | None:
        rows = self._rows(f"SELECT {_ANSWER.text} FROM idempotency WHERE scope = {self.mark}", (scope,))
        return _ANSWER(rows[0]) if rows else None

    def purge(self, before: int, deliveries_before: int) -> int:
        answer, delivery, token = tables.idempotency.c, tables.delivery.c, tables.credential.c
        old = [
            delete(tables.idempotency).where(answer.created < before),
            delete(tables.delivery).where(delivery.next_at.is_(None), delivery.created < deliveries_before),
            delete(tables.credential).where(token.kind == "player", token.expires < before),
            delete(tables.credential).where(token.kind == "player", token.revoked < before),
        ]
        return self._write(lambda connection: sum(connection.execute(each).rowcount for each in old))
