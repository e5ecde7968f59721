"""What the commands of the service share: groups whose help keeps its lines, the option that names the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdice.cli.command import Command

if TYPE_CHECKING:
    from api.config import Config

__all__ = ["Group", "configuration", "database_option", "day", "json_option", "loading", "print_json", "table"]

F = TypeVar("F", bound=Callable[..., Any])


class Group(Command, click.Group):
    """A command with commands of its own."""

    command_class = Command


def database_option(command: F) -> F:
    """``--database``: the database, if it is not the one of the environment."""
    option = click.option(
        "--database",
        metavar="URL",
        help="The database: sqlite:///FILE or postgresql://...; by default that of FAIRDICE_DATABASE, or"
        " sqlite:///fairdice-data/fairdice.db.",
    )
    return option(command)


def json_option(command: F) -> F:
    """``--json``: for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


@contextmanager
def loading() -> Iterator[None]:
    """Import the service's modules; say in one sentence how to get them if they are not there."""
    try:
        import sqlalchemy  # noqa: F401 - later it would be missed in the middle of the work

        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("api", "fairdice", "replay"):
            raise
        from fairdice.cli.faults import Misuse

        raise Misuse(
            "usage.extra", f"the service is not installed here ({error.name} is missing): pip install 'fairdice[api]'"
        ) from None


def configuration(**given: Any) -> Config:
    """The configuration of the environment; what is None in `given` stays the environment's."""
    from api.config import read_config

    return read_config(**{name: value for name, value in given.items() if value is not None})


def print_json(value: Any) -> None:
    """Write one JSON document."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def table(rows: list[tuple[str, ...]]) -> None:
    """Write rows in columns; the first row is the heading."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def day(at: int) -> str:
    """A time (Unix ms) as a day in UTC."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
