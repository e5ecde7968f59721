"""``fairdice key``: the keys of the house and of the log, and the secret key that seals them at rest."""

from __future__ import annotations

import click

from api.cli.group import Group, configuration, database_option, day, json_option, loading, print_json, table

__all__ = ["command"]


@click.group("key", cls=Group)
def command() -> None:
    """Administer the house's keys, the log's, and encryption at rest.

    Examples:
      fairdice key list
      fairdice key new house
      fairdice key secret
      fairdice key reseal
    """


@command.command("list")
@database_option
@json_option
def list_(*, database: str | None, as_json: bool) -> None:
    """List the public halves of all signing keys, and the logs.

    Examples:
      fairdice key list --json
    """
    with loading():
        from api.start import open_tables
    storage = open_tables(configuration(database=database))
    from fairdice.checkpoint import LogKey

    try:
        keys = [row for purpose in ("house", "log") for row in storage.keys(purpose)]
        trees = [(tree, LogKey(tree.origin, bytes.fromhex(tree.key)).vkey) for tree in storage.trees()]
    finally:
        storage.close()
    if as_json:
        print_json(
            {
                "keys": [
                    {"purpose": row.purpose, "key": row.public, "created": row.created, "retired": row.retired}
                    for row in keys
                ],
                "logs": [
                    {"origin": tree.origin, "key": vkey, "size": tree.size, "frozen": tree.frozen}
                    for tree, vkey in trees
                ],
            }
        )
        return
    rows = [
        (row.purpose, row.public, day(row.created), f"retired {day(row.retired)}" if row.retired else "in use")
        for row in keys
    ]
    table([("FOR", "KEY", "MADE", "STATE"), *rows])
    click.echo()
    logs = [(vkey, str(tree.size), f"frozen {day(tree.frozen)}" if tree.frozen else "in use") for tree, vkey in trees]
    table([("LOG", "LEAVES", "STATE"), *logs])


@command.command("new")
@click.argument("purpose", type=click.Choice(["house", "log"]))
@click.option("--stop-games", is_flag=True, help="Stop the games that are open in the old log: they get no result.")
@database_option
@json_option
def new(*, purpose: str, stop_games: bool, database: str | None, as_json: bool) -> None:
    """Make a new key for the house or the log; the old one retires.

    house: games that are opened from now on are signed with the new key.  The old one stays, and signs on in the games
    that it opened.  Publish the new one where your players find the old one: who trusts only the old one refuses new
    games.

    log: a log belongs to its key, so a new log begins, with a new origin; the old one is frozen and stays as it is.  A
    game has both its leaves in one log: with games under way this is refused, or --stop-games stops them for ever.  Do
    it while the service is stopped, when the key may be known to others.  (`fairdice database restored` does it too.)

    Examples:
      fairdice key new house
      fairdice key new log
    """
    with loading():
        from api.service.hall import now_ms
        from api.service.restored import begin_log
        from api.start import open_service, settled
    service = open_service(settled(configuration(database=database)).config)
    try:
        if purpose == "house":
            made = service.keyring.make("house", now_ms()).public.hex()
        else:
            made = service.keyring.vkey(begin_log(service, stop_games=stop_games))
    finally:
        service.close()
    if as_json:
        print_json({"purpose": purpose, "key": made})
    else:
        click.echo(f"The {purpose} key in use is now\n{made}")


@command.command("secret")
def secret() -> None:
    """Print a new secret key for FAIRDICE_SECRET_KEYS.  It is kept nowhere.

    Without it the database is lost: keep a copy where the database's backups are not.

    Examples:
      fairdice key secret
    """
    from api.service.seal import new_secret_key

    click.echo(new_secret_key())


@command.command("reseal")
@database_option
@json_option
def reseal(*, database: str | None, as_json: bool) -> None:
    """Seal everything anew with the first of the secret keys.

    To change the secret key: put the new one first in FAIRDICE_SECRET_KEYS, with the old one after it, everywhere;
    restart; run this; then take the old one away.  (Room codes that were given out before work as long as the old one
    is there.)

    Examples:
      fairdice key reseal
    """
    with loading():
        from api.start import open_service, settled
    service = open_service(settled(configuration(database=database)).config)
    try:
        count = service.storage.reseal(service.sealer.reseal)
    finally:
        service.close()
    if as_json:
        print_json({"resealed": count})
    else:
        click.echo(f"Sealed {count} values anew.")
