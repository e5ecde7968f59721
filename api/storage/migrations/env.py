"""Run by Alembic: migrates over the connection that `api.storage.migrations.upgrade` hands on."""

from __future__ import annotations

from alembic import context

from api.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
