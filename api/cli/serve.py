"""``fairdice serve``: the service, with nothing to configure."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from api.cli.group import configuration, database_option, loading
from fairdice.cli.command import Command

if TYPE_CHECKING:
    import socket

    from api.cli.greeting import Greeting
    from api.config import Config
    from api.service.service import Service
    from api.start import Settled

__all__ = ["command"]


@click.command("serve", cls=Command)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    metavar="NUMBER",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@database_option
@click.option("--url", metavar="URL", help="The public address, if it is another one than that of --host and --port.")
@click.option(
    "--sample/--no-sample", default=True, show_default=True, help="Have a finished game to look at, and one to watch."
)
def command(*, host: str, port: int, database: str | None, url: str | None, sample: bool) -> None:
    """Run the service for hosts of games.

    With nothing configured it keeps everything in the folder fairdice-data where you are: a SQLite database, a secret
    key that seals what is secret in it, and a test key.  It migrates the database, makes the keys of the house and of
    the log, plays a sample game to look at, and goes on with another while somebody watches.  SIGTERM and Ctrl-C let
    requests in flight finish.

    FAIRDICE_ENV=production makes nothing by itself: it needs FAIRDICE_SECRET_KEYS, an https:// FAIRDICE_URL, and a
    database that `fairdice database migrate` has made.  For many players take gunicorn: docs/howto/operate.md.

    Examples:
      fairdice serve
      fairdice serve --port 8080 --database sqlite:////srv/games.db
    """
    with loading():
        import api.app
        import api.cli.server  # noqa: F401 - missing libraries are told here
    config = configuration(database=database, url=url)
    _serve(config, host, port, has_url=url is not None, sample=sample)


def _serve(config: Config, host: str, port: int, *, has_url: bool, sample: bool) -> None:
    from api.app import create_app
    from api.cli.development import demonstration
    from api.cli.server import Server, listen
    from api.logs import set_up_logs
    from api.start import open_service, settled

    development = config.env == "development"
    bound = listen(host, port)
    set_up_logs()
    with bound:
        config = _with_url(config, host, bound, has_url=has_url)
        found = settled(config, make=development)
        service = open_service(found.config, migrate=development)
        shown = None
        try:
            server = Server(create_app(service), bound, grace_s=30)
            greeting = _greeting(service, found, sample=sample and development)
            service.start()
            if sample and development:
                shown = demonstration(service)
                shown.start()
            click.echo(greeting.text())
            sys.stdout.flush()
            server.run(service.drain)
        finally:
            if shown is not None:
                shown.stop()
            service.close()


def _with_url(config: Config, host: str, bound: socket.socket, *, has_url: bool) -> Config:
    """The configuration with the address that the service really has, unless somebody has said which it is."""
    import os

    from msgspec import structs

    if has_url or "FAIRDICE_URL" in os.environ:
        return config
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return structs.replace(config, url=f"http://{name}:{bound.getsockname()[1]}")


def _greeting(service: Service, found: Settled, *, sample: bool) -> Greeting:
    from api.cli.development import development_key, sample_game
    from api.cli.greeting import Greeting
    from api.start import beside

    development = found.config.env == "development"
    file = beside(found.config, "test-key") if development else None
    return Greeting(
        service=service,
        settled=found,
        key=development_key(service.storage, file) if development else None,
        key_file=file,
        sample=sample_game(service) if sample else None,
    )
