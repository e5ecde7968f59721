"""The migrations, each a file in `versions`: what brings a database of any version to the tables of this one."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from api.storage.contract import NotMigrated

__all__ = ["head", "upgrade"]

_ONE_AT_A_TIME = Lock()  # Alembic's context is one for the whole process


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def head() -> str | None:
    """The last migration."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Do all migrations that the database has not had, within the transaction of this connection.

    Raises `NotMigrated` for a database with migrations that are not known here.
    """
    config = _config()
    config.attributes["connection"] = connection
    try:
        with _ONE_AT_A_TIME:
            command.upgrade(config, "head")
    except CommandError as error:
        what = f"the database was made by a newer version of fairdice than this one: {error}"
        raise NotMigrated("storage.not_migrated", what, expected=head()) from error
