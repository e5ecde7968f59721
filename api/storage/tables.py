"""The tables: one for each struct of `api.storage.rows`, and the nodes of the log's trees.

A column is named as the field it keeps; times are Unix milliseconds.  Every query has an index that answers it without
reading more rows than it gives, whatever else is stored; tests/api/storage/test_plans.py asks both databases.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

__all__ = [
    "GAME_OPEN",
    "GAME_PUBLIC",
    "REVISION",
    "asset",
    "contribution",
    "credential",
    "delivery",
    "event",
    "game",
    "host",
    "idempotency",
    "leaf",
    "metadata",
    "node",
    "seat",
    "signing_key",
    "tree",
    "webhook",
]

REVISION = "r0002"
"""The last of the migrations that make these tables."""
GAME_OPEN = "status IN ('joining', 'playing')"
"""Games that go on: said in SQL wherever the partial index is to be used."""
GAME_PUBLIC = "public AND mode = 'live'"
"""Games that everyone may look at."""
_PLAYER = "kind = 'player'"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


host = Table(
    "host",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

credential = Table(
    "credential",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("host", ForeignKey("host.id"), nullable=False),
    Column("mode", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),  # JSON array of strings
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("revoked", BigInteger),
    Index(None, "host", "kind", "created", "id"),
    _partial("ix_credential_expires", "expires", where=f"{_PLAYER} AND expires IS NOT NULL"),
    _partial("ix_credential_revoked", "revoked", where=f"{_PLAYER} AND revoked IS NOT NULL"),
)

signing_key = Table(
    "signing_key",
    metadata,
    Column("public", Text, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("retired", BigInteger),
)

game = Table(
    "game",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", ForeignKey("host.id"), nullable=False),
    Column("mode", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("rev", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("deadline", BigInteger),
    Column("house_key", Text, nullable=False),
    Column("tip", LargeBinary, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("code_hash", LargeBinary),
    Column("code", LargeBinary),
    Column("reserved_by", LargeBinary),
    Column("reserved_until", BigInteger, nullable=False),
    Column("open_leaf", BigInteger),
    Column("close_leaf", BigInteger),
    Column("checkpoint", Text),
    Index(None, "host", "mode", "created", "id"),
    Index(None, "host", "mode", "status", "created", "id"),
    Index(None, "host", "mode", "rules", "created", "id"),
    Index(None, "host", "mode", "status", "rules", "created", "id"),
    _partial("ix_game_code_hash", "code_hash", where="code_hash IS NOT NULL", unique=True),
    _partial("ix_game_public", "created", "id", where=GAME_PUBLIC),
    _partial("ix_game_public_status", "status", "created", "id", where=GAME_PUBLIC),
    _partial("ix_game_open", "id", where=GAME_OPEN),
    _partial("ix_game_deadline", "deadline", "id", where="deadline IS NOT NULL"),
)

# No foreign keys in the two tables that every append writes to: it holds the game's row already, and so does who
# deletes the game.
event = Table(
    "event",
    metadata,
    Column("game", Text, primary_key=True),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("sig", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # the events of a game lie together
)

contribution = Table(
    "contribution",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", SmallInteger, primary_key=True, autoincrement=False),
    Column("j", BigInteger, nullable=False),
    Column("link", LargeBinary, nullable=False),
    Column("ack", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

seat = Table(
    "seat",
    metadata,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("token_hash", LargeBinary, primary_key=True),
    Column("player", SmallInteger),
    Column("place", SmallInteger),
    sqlite_with_rowid=False,
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("scope", LargeBinary, primary_key=True),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("status", SmallInteger, nullable=False),
    Column("headers", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("secret", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "created"),
    _partial("ix_idempotency_secret", "scope", where="secret"),
)

webhook = Table(
    "webhook",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", ForeignKey("host.id"), nullable=False),
    Column("mode", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("events", Text, nullable=False),  # JSON array of strings
    Column("created", BigInteger, nullable=False),
    Column("disabled", BigInteger),
    Column("reason", Text),
    Index(None, "host", "mode", "created", "id"),
)

# No foreign keys: a webhook or a game may be deleted while something is on its way to it.
delivery = Table(
    "delivery",
    metadata,
    Column("id", Text, primary_key=True),
    Column("webhook", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("game", Text),
    Column("body", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", BigInteger),
    Column("delivered", BigInteger),
    Column("status", SmallInteger),
    Column("error", Text),
    Index(None, "webhook", "created", "id"),
    Index(None, "game"),
    _partial("ix_delivery_next_at", "next_at", "id", where="next_at IS NOT NULL"),
    _partial("ix_delivery_finished", "created", where="next_at IS NULL"),
)

tree = Table(
    "tree",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("origin", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("checkpoint", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("frozen", BigInteger),
)

leaf = Table(
    "leaf",
    metadata,
    Column("tree", ForeignKey("tree.id"), primary_key=True),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    Column("game", Text, nullable=False),  # no foreign key: the log keeps what it says of a deleted game
    sqlite_with_rowid=False,
)

node = Table(
    "node",
    metadata,
    Column("tree", ForeignKey("tree.id"), primary_key=True),
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

asset = Table(
    "asset",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
)
