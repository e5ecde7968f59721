"""``fairdice embed``: a game as one HTML file that replays and verifies it, wherever it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdice.cli.command import Command
from fairdice.cli.named import trust_options

if TYPE_CHECKING:
    from fairdice.verify import Trust

__all__ = ["command"]


def _language(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    from api.embeds.served import player

    known = player().languages
    if value is not None and value not in known:
        raise click.BadParameter(f"there are no words in {value!r}; there are {', '.join(known)}")
    return value


@click.command("embed", cls=Command)
@click.argument("file", type=click.Path(readable=False), metavar="FILE")
@click.option(
    "-o", "--output", type=click.Path(readable=False), metavar="OUT", help="The file to write; - is standard output."
)
@click.option("--lang", metavar="LANG", callback=_language, help="The player's language; the visitor's own by default.")
@click.option("--title", metavar="TEXT", help="The page's title; rules and players by default.")
@trust_options("The key the house must have: the page asks for it.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def command(
    *,
    file: str,
    output: str | None,
    lang: str | None,
    title: str | None,
    house_keys: tuple[bytes, ...],
    player_keys: tuple[bytes, ...],
    log_keys: tuple[str, ...],
    force: bool,
) -> None:
    """Write a game as one HTML file that replays it and verifies it where it is opened.

    FILE is a record, or - for standard input.  The page holds the record, the player, and its words in all languages;
    it works from disk and from mail, without a network.  Without --output it gets the name of FILE with .html, where
    you are.

    A record that `fairdice verify` refuses is written all the same: the page says so, and so does this command.  The
    page is as trustworthy as whoever hands it on: what it shows is checked by the program that it brings.

    Exit code: 0; 2 if FILE cannot be read or OUT cannot be written.

    Examples:
      fairdice embed game.json
      fairdice embed game.json -o replay.html --lang sk --title "Tuesday club"
      fairdice embed game.json -o replay.html --house-key house.pub --force
    """
    from api.embeds.single import single
    from fairdice.cli.faults import about
    from fairdice.cli.files import read_bytes, write_bytes
    from fairdice.verify import Trust
    from replay.codec import decode_record

    trust = Trust(house_keys=house_keys, player_keys=player_keys, log_keys=log_keys)
    with about(file):
        raw = read_bytes(file)
        record = decode_record(raw).record
    page = single(raw, record, lang=lang, title=title, trust=trust)
    target = output or ("-" if file == "-" else f"{Path(file).stem}.html")
    write_bytes(target, page, replace=force)
    _warn(raw, trust, file)
    if target != "-":
        click.echo(f"{target}: {len(page)} bytes", err=True)


def _warn(raw: bytes, trust: Trust, file: str) -> None:
    """Say on standard error what the page will say of a record that is not verified."""
    from fairdice.printable import printable
    from fairdice.verify import verify

    report = verify(raw, trust, file=file)
    if report.verdict == "open":
        click.echo("note: the game is not closed; the page says so", err=True)
    elif report.fault is not None:
        where = f"event {report.fault.event}: " if report.fault.event is not None else ""
        said = printable(f"{where}{report.fault.message}")
        click.echo(f"warning: the record is refused: {said} [{report.fault.code}]; the page says so", err=True)
