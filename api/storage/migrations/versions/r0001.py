"""The first tables."""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeEngine

revision = "r0001"
down_revision = None

_PLAYER = "kind = 'player' AND "
_PUBLIC = "public AND mode = 'live'"


def _table(
    name: str,
    key: str,
    columns: dict[str, type[TypeEngine[Any]]],
    *,
    optional: str = "",
    of: str = "",
    unique: str = "",
    clustered: bool = False,
) -> None:
    """Make a table: its primary key, the columns that may be NULL, ``column -> table`` it refers to, unique columns."""
    constraints: list[PrimaryKeyConstraint | ForeignKeyConstraint | UniqueConstraint] = [
        PrimaryKeyConstraint(*key.split(), name=f"pk_{name}")
    ]
    if of:
        column, _, other = of.partition(" -> ")
        constraints.append(ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{name}_{column}"))
    if unique:
        constraints.append(UniqueConstraint(unique, name=f"uq_{name}_{unique}"))
    made = [
        Column(
            column,
            kind(),
            nullable=column in optional.split(),
            autoincrement="auto" if key == "id" else False,
        )
        for column, kind in columns.items()
    ]
    op.create_table(name, *made, *constraints, sqlite_with_rowid=not clustered)


def _index(table: str, columns: str, *, name: str = "", where: str | None = None, unique: bool = False) -> None:
    names = columns.split()
    condition = None if where is None else text(where)
    full = f"ix_{table}_{name or '_'.join(names)}"
    op.create_index(full, table, names, unique=unique, sqlite_where=condition, postgresql_where=condition)


def upgrade() -> None:
    """Make the tables."""
    _hosts()
    _games()
    _answers()
    _webhooks()
    _log()


def _hosts() -> None:
    _table("host", "id", {"id": Text, "name": Text, "created": BigInteger})
    _table(
        "credential",
        "token_hash",
        {
            "token_hash": LargeBinary,
            "id": Text,
            "kind": Text,
            "host": Text,
            "mode": Text,
            "label": Text,
            "scopes": Text,
            "created": BigInteger,
            "expires": BigInteger,
            "revoked": BigInteger,
        },
        optional="expires revoked",
        of="host -> host",
        unique="id",
    )
    _index("credential", "host kind created id")
    _index("credential", "expires", where=_PLAYER + "expires IS NOT NULL")
    _index("credential", "revoked", where=_PLAYER + "revoked IS NOT NULL")
    _table(
        "signing_key",
        "public",
        {"public": Text, "purpose": Text, "sealed": LargeBinary, "created": BigInteger, "retired": BigInteger},
        optional="retired",
    )


def _games() -> None:
    _table(
        "game",
        "id",
        {
            "id": Text,
            "host": Text,
            "mode": Text,
            "public": Boolean,
            "status": Text,
            "rules": Text,
            "players": SmallInteger,
            "rev": BigInteger,
            "n": BigInteger,
            "head": LargeBinary,
            "deadline": BigInteger,
            "house_key": Text,
            "tip": LargeBinary,
            "settings": LargeBinary,
            "created": BigInteger,
            "updated": BigInteger,
            "code_hash": LargeBinary,
            "code": LargeBinary,
            "reserved_by": LargeBinary,
            "reserved_until": BigInteger,
            "open_leaf": BigInteger,
            "close_leaf": BigInteger,
            "checkpoint": Text,
        },
        optional="deadline code_hash code reserved_by open_leaf close_leaf checkpoint",
        of="host -> host",
    )
    for columns in ("", "status ", "rules ", "status rules "):
        _index("game", f"host mode {columns}created id")
    _index("game", "code_hash", where="code_hash IS NOT NULL", unique=True)
    _index("game", "created id", name="public", where=_PUBLIC)
    _index("game", "status created id", name="public_status", where=_PUBLIC)
    _index("game", "id", name="open", where="status IN ('joining', 'playing')")
    _index("game", "deadline id", name="deadline", where="deadline IS NOT NULL")
    _table(
        "event",
        "game n",
        {"game": Text, "n": BigInteger, "body": LargeBinary, "head": LargeBinary, "sig": LargeBinary},
        clustered=True,
    )
    _table(
        "contribution",
        "game player",
        {"game": Text, "player": SmallInteger, "j": BigInteger, "link": LargeBinary, "ack": LargeBinary},
        clustered=True,
    )
    _table(
        "seat",
        "game token_hash",
        {"game": Text, "token_hash": LargeBinary, "player": SmallInteger, "place": SmallInteger},
        optional="player place",
        of="game -> game",
        clustered=True,
    )


def _answers() -> None:
    _table(
        "idempotency",
        "scope",
        {
            "scope": LargeBinary,
            "fingerprint": LargeBinary,
            "status": SmallInteger,
            "headers": Text,
            "body": LargeBinary,
            "secret": Boolean,
            "created": BigInteger,
        },
    )
    _index("idempotency", "created")
    _index("idempotency", "scope", name="secret", where="secret")


def _webhooks() -> None:
    _table(
        "webhook",
        "id",
        {
            "id": Text,
            "host": Text,
            "mode": Text,
            "url": Text,
            "secret": LargeBinary,
            "events": Text,
            "created": BigInteger,
            "disabled": BigInteger,
            "reason": Text,
        },
        optional="disabled reason",
        of="host -> host",
    )
    _index("webhook", "host mode created id")
    _table(
        "delivery",
        "id",
        {
            "id": Text,
            "webhook": Text,
            "type": Text,
            "game": Text,
            "body": LargeBinary,
            "created": BigInteger,
            "attempts": Integer,
            "next_at": BigInteger,
            "delivered": BigInteger,
            "status": SmallInteger,
            "error": Text,
        },
        optional="game next_at delivered status error",
    )
    _index("delivery", "webhook created id")
    _index("delivery", "game")
    _index("delivery", "next_at id", name="next_at", where="next_at IS NOT NULL")
    _index("delivery", "created", name="finished", where="next_at IS NULL")


def _log() -> None:
    _table(
        "tree",
        "id",
        {
            "id": Integer,
            "origin": Text,
            "key": Text,
            "size": BigInteger,
            "checkpoint": Text,
            "created": BigInteger,
            "frozen": BigInteger,
        },
        optional="frozen",
    )
    _table(
        "leaf",
        "tree index",
        {"tree": Integer, "index": BigInteger, "entry": LargeBinary, "game": Text},
        of="tree -> tree",
        clustered=True,
    )
    _table(
        "node",
        "tree level index",
        {"tree": Integer, "level": SmallInteger, "index": BigInteger, "hash": LargeBinary},
        of="tree -> tree",
        clustered=True,
    )
