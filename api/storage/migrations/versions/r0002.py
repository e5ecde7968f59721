"""Files for browsers, which outlast the release that brought them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, LargeBinary, PrimaryKeyConstraint, Text

revision = "r0002"
down_revision = "r0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "asset",
        Column("digest", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("digest", "name", name="pk_asset"),
    )
