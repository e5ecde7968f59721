"""``fairdice database``: making and migrating it, looking whether it is sound, and what to do after a restore."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from api.cli.group import Group, configuration, database_option, json_option, loading, print_json

if TYPE_CHECKING:
    from api.service.restored import Restored

__all__ = ["command"]


@click.group("database", cls=Group)
def command() -> None:
    """Migrate the database, check it, go on after a restore.

    Examples:
      fairdice database migrate
      fairdice database check
      fairdice database restored
    """


@command.command("migrate")
@database_option
@json_option
def migrate(*, database: str | None, as_json: bool) -> None:
    """Make the tables or bring them up to date; make the first keys.

    Run it before the workers of a new version start.  Several at once do no harm: one after the other does what is left
    to do.  A database that is up to date stays as it is.

    Examples:
      fairdice database migrate
    """
    with loading():
        from api.start import database_name, open_service, settled
    found = settled(configuration(database=database), make=True)
    service = open_service(found.config, migrate=True)
    try:
        house = service.keyring.active("house").public.hex()
        tree = service.storage.tree()
    finally:
        service.close()
    name = database_name(found.config)
    if as_json:
        print_json({"database": name, "house_key": house, "log": tree.origin if tree else None})
        return
    click.echo(f"{name} is ready; the house key is {house}.")
    if found.made:
        click.echo(f"A new secret key stands in {found.file} (mode 0600): without it the database is lost.")


@command.command("check")
@database_option
@json_option
def check(*, database: str | None, as_json: bool) -> None:
    """Require that the database is sound.  It answers, has the tables of this version, and opens with the secret key.

    Examples:
      fairdice database check
    """
    with loading():
        from api.start import database_name, open_service, settled
    found = settled(configuration(database=database))
    service = open_service(found.config)
    try:
        games = len(service.storage.open_games())
    finally:
        service.close()
    name = database_name(found.config)
    if as_json:
        print_json({"database": name, "open_games": games})
    else:
        click.echo(f"{name} is sound; {games} open games.")


@command.command("restored")
@click.option(
    "--nothing-lost",
    is_flag=True,
    help="Nothing was stored after the backup was made: close the open games as abandoned; keys and log stay.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
@json_option
def restored(*, nothing_lost: bool, yes: bool, database: str | None, as_json: bool) -> None:
    """Run this after restoring a backup, before the service starts.

    What happened after the backup was made may have been signed and published.  To go on from the backup would sign
    other events in its place: two signed heads for one event number, and a log that forks, are proofs of fraud.  So all
    games that are open in the backup are stopped: nothing is signed for them any more, and they have no result.  The
    house gets a new key, and a new log begins with a new key and a new origin; the old ones stay for what they signed.
    Publish both, and say why.

    --nothing-lost is for a copy that was taken while the service was stopped, and after which it never ran: the open
    games are closed as abandoned, with receipts and in the log.

    Keys of hosts that were revoked after the backup are valid again: revoke them again.

    Examples:
      fairdice database restored
      fairdice database restored --nothing-lost --yes
    """
    with loading():
        from api.service.restored import after_loss, without_loss
        from api.start import open_service, settled
    found = settled(configuration(database=database))
    service = open_service(found.config)
    try:
        if not yes:
            games = len(service.storage.open_games())
            what = "closed as abandoned" if nothing_lost else "stopped for ever; a new house key and a new log begin"
            click.confirm(f"{games} open games will be {what}.  Go on?", abort=True)
        done = without_loss(service) if nothing_lost else after_loss(service)
    finally:
        service.close()
    if as_json:
        print_json(done)
    else:
        _tell(done, nothing_lost=nothing_lost)


def _tell(done: Restored, *, nothing_lost: bool) -> None:
    if nothing_lost:
        click.echo(f"Closed {done.closed} games as abandoned.  Keys and log are the same as before.")
        return
    click.echo(f"Stopped {done.stopped} games; nothing will be signed for them.")
    click.echo(f"The new house key is {done.house_key}.")
    click.echo(f"The new log is {done.log_origin}, with the key\n{done.log_key}")
    click.echo("API keys that were revoked after the backup are valid again: `fairdice host keys` lists them.")
