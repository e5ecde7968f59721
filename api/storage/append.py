"""The hot path: one change of a game.

What nearly every change is made of - the game's row, events, contributions, the stored answer - is written in SQL, in
the way that is fastest on each database (`_put`); what few changes have comes after it, the same on both.  The first
statement finds the game by its `rev`, so that a change that comes too late does nothing at all.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from msgspec import UNSET
from sqlalchemy import Connection, select, update

from api.storage import tables
from api.storage.contract import Checkpointer, Repeated
from api.storage.database import Database
from api.storage.games import put_seats, stale
from api.storage.hosts import put_credentials
from api.storage.log import add_leaf
from api.storage.rows import Append, IdempotencyRow, Leaf, Sequenced
from api.storage.webhooks import add_deliveries

__all__ = ["Appends", "game_columns", "is_plain", "repeated"]

_OPTIONAL = ("settings", "code_hash", "reserved_by", "reserved_until")


def repeated() -> Repeated:
    """What to say to who asks for the same thing a second time."""
    return Repeated("storage.repeated", "an answer to this request is stored already")


def game_columns(change: Append) -> dict[str, Any]:
    """The columns of a game's row that a change gives other values, `rev` apart."""
    found: dict[str, Any] = {
        "n": change.n,
        "head": change.head,
        "status": change.status,
        "deadline": change.deadline,
        "updated": change.at,
    }
    for name in _OPTIONAL:
        if (value := getattr(change, name)) is not UNSET:
            found[name] = value
    if change.code_hash is None:
        found["code"] = None
    return found


def is_plain(change: Append) -> bool:
    """Whether a change is nothing but what `_put` writes."""
    return change.leaf is None and not (change.seats or change.credentials or change.deliveries)


class Appends(Database):
    """The part of the contract about changing a game."""

    checkpointer: Checkpointer

    @abstractmethod
    def _put(self, connection: Connection, change: Append) -> bool:
        """Write the game's row, events, contributions and answer; False, and nothing is written, if it is stale."""

    def append(self, change: Append) -> Sequenced | None:
        return self._write(lambda connection: self._unit(connection, change), change.game)

    def _unit(self, connection: Connection, change: Append) -> Sequenced | None:
        if not self._put(connection, change):
            raise self._late(connection, change)
        if is_plain(change):
            return None
        put_seats(connection, change.seats)
        put_credentials(connection, change.credentials)
        add_deliveries(connection, change.deliveries)
        # Last: the log is locked from here to the end of the transaction.
        return None if change.leaf is None else self._sequence(connection, change.game, change.leaf)

    def _late(self, connection: Connection, change: Append) -> Exception:
        """Why a change comes too late: who repeats a request shall hear that, and not that the game has moved on."""
        answer: IdempotencyRow | None = change.idempotency
        if answer is None:
            return stale(change.game)
        table = tables.idempotency
        stored = connection.execute(select(table.c.scope).where(table.c.scope == answer.scope)).first()
        return stale(change.game) if stored is None else repeated()

    def _sequence(self, connection: Connection, game: str, leaf: Leaf) -> Sequenced:
        stands = add_leaf(connection, leaf, game, self.checkpointer)
        place = {f"{leaf.kind}_leaf": stands.index, "checkpoint": stands.checkpoint}
        connection.execute(update(tables.game).where(tables.game.c.id == game).values(place))
        return stands
