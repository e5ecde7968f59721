"""``fairdice host``: hosts of games and their API keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from api.cli.group import Group, configuration, database_option, day, json_option, loading, print_json, table

if TYPE_CHECKING:
    from api.storage.contract import Storage
    from api.storage.rows import CredentialRow, HostRow

__all__ = ["command"]

_MODES = ("test", "live")
_SCOPES = ("read", "play", "admin")
_DAY_MS = 86_400_000


@click.group("host", cls=Group)
def command() -> None:
    """Administer hosts of games and their API keys.

    A key is shown once, when it is made; the database has its hash only.

    Examples:
      fairdice host add "Board Café"
      fairdice host grant "Board Café" --mode live --label server-1
      fairdice host keys "Board Café"
      fairdice host revoke "Board Café" key_0123456789abcdef01234567
    """


def _storage(database: str | None) -> Storage:
    with loading():
        from api.start import open_tables
    return open_tables(configuration(database=database))


@command.command("add")
@click.argument("name")
@database_option
@json_option
def add(*, name: str, database: str | None, as_json: bool) -> None:
    """Add a host.  It has no key yet: `fairdice host grant` makes one.

    Examples:
      fairdice host add "Board Café"
    """
    storage = _storage(database)
    from api.service.hall import now_ms
    from api.service.tokens import new_id
    from api.storage.rows import HostRow
    from fairdice.cli.faults import Misuse

    try:
        if not name.strip() or not name.isprintable() or len(name) > 80:
            raise Misuse("usage.value", "a host's name has 1 to 80 printable characters")
        if any(name in (row.id, row.name) for row in storage.hosts()):
            raise Misuse("usage.value", f"there is a host of this name already: {name}")
        row = HostRow(id=new_id("host"), name=name, created=now_ms())
        storage.add_host(row)
    finally:
        storage.close()
    if as_json:
        print_json({"host": row.id, "name": row.name})
    else:
        click.echo(f"Added {row.name}: {row.id}")


@command.command("list")
@database_option
@json_option
def list_(*, database: str | None, as_json: bool) -> None:
    """List all hosts.

    Examples:
      fairdice host list --json
    """
    storage = _storage(database)
    try:
        hosts = storage.hosts()
    finally:
        storage.close()
    if as_json:
        print_json([{"host": row.id, "name": row.name, "created": row.created} for row in hosts])
    else:
        table([("HOST", "NAME", "ADDED"), *((row.id, row.name, day(row.created)) for row in hosts)])


@command.command("grant")
@click.argument("host")
@click.option(
    "--mode", type=click.Choice(_MODES), default="test", show_default=True, help="Whether it makes test or live games."
)
@click.option(
    "--scope",
    type=click.Choice(_SCOPES),
    default="play",
    show_default=True,
    help="read: look; play: that, and create and drive games; admin: that, and keys and webhooks.",
)
@click.option("--label", default="", help="What it is for, to tell it from others.")
@click.option("--days", type=click.IntRange(1, 3650), help="It expires after so many days; by default never.")
@database_option
@json_option
def grant(
    *, host: str, mode: str, scope: str, label: str, days: int | None, database: str | None, as_json: bool
) -> None:
    """Make an API key for a host (name or id) and show it, this once.

    Examples:
      fairdice host grant "Board Café" --mode live --scope admin
      fairdice host grant "Board Café" --scope read --label dashboard --days 90
    """
    storage = _storage(database)
    from api.service.hall import now_ms
    from api.service.tokens import hash_token, new_host_key, new_id
    from api.storage.rows import CredentialRow
    from fairdice.cli.faults import Misuse

    try:
        if (label and not label.isprintable()) or len(label) > 80:
            raise Misuse("usage.value", "a label has at most 80 printable characters")
        owner = _find(storage, host)
        now = now_ms()
        kind = "live" if mode == "live" else "test"
        key = new_host_key(kind)  # type: ignore[arg-type]
        row = CredentialRow(
            token_hash=hash_token(key),
            id=new_id("key"),
            kind="host",
            host=owner.id,
            mode=kind,  # type: ignore[arg-type]
            label=label,
            scopes=(scope,),
            created=now,
            expires=now + days * _DAY_MS if days else None,
        )
        storage.add_credential(row)
    finally:
        storage.close()
    if as_json:
        print_json(_shown(row) | {"key": key})
    else:
        click.echo(f"{key}\n\nThis is {row.id}, a {mode} key of {owner.name} with scope {scope}.")
        click.echo("It is not shown again: the database has its hash only.")


@command.command("keys")
@click.argument("host")
@database_option
@json_option
def keys(*, host: str, database: str | None, as_json: bool) -> None:
    """List the API keys of a host (its name or id).

    Examples:
      fairdice host keys "Board Café"
    """
    storage = _storage(database)
    from api.service.hall import now_ms

    try:
        rows = storage.credentials(_find(storage, host).id)
    finally:
        storage.close()
    if as_json:
        print_json([_shown(row) for row in rows])
        return
    now = now_ms()
    cells = [
        (row.id, row.mode, " ".join(row.scopes), day(row.created), _state(row, now), row.label or "-") for row in rows
    ]
    table([("KEY", "MODE", "SCOPE", "MADE", "STATE", "LABEL"), *cells])


@command.command("revoke")
@click.argument("host")
@click.argument("key")
@database_option
@json_option
def revoke(*, host: str, key: str, database: str | None, as_json: bool) -> None:
    """Revoke an API key (its id, key_...) of a host.  It is invalid everywhere within 5 seconds.

    Examples:
      fairdice host revoke "Board Café" key_0123456789abcdef01234567
    """
    storage = _storage(database)
    from api.service.hall import now_ms
    from fairdice.cli.faults import Misuse

    try:
        owner, now = _find(storage, host), now_ms()
        if not storage.revoke(key, owner.id, now):
            shown = key if key.startswith("key_") else "of this id"
            raise Misuse("usage.value", f"{owner.name} has no key {shown}; `fairdice host keys` lists their ids")
    finally:
        storage.close()
    if as_json:
        print_json({"id": key, "revoked": now})
    else:
        click.echo(f"Revoked {key}.")


def _find(storage: Storage, host: str) -> HostRow:
    """The host with this name or id."""
    from fairdice.cli.faults import Misuse

    for row in storage.hosts():
        if host in (row.id, row.name):
            return row
    raise Misuse("usage.value", f"there is no host {host}: `fairdice host list` lists them")


def _shown(row: CredentialRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "host": row.host,
        "mode": row.mode,
        "scopes": row.scopes,
        "label": row.label,
        "created": row.created,
        "expires": row.expires,
        "revoked": row.revoked,
    }


def _state(row: CredentialRow, now: int) -> str:
    ends = [at for at in (row.revoked, row.expires) if at is not None]
    if not ends:
        return "valid"
    if min(ends) > now:
        return f"valid until {day(min(ends))}"
    return f"{'revoked' if row.revoked == min(ends) else 'expired'} {day(min(ends))}"
