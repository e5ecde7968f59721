"""``fairdice join``: play a seat at somebody's table, with one's own chain and key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdice.cli.command import Command
from fairdice.cli.faults import Misuse, tell
from fairdice.cli.files import read_bytes, write_bytes
from fairdice.cli.named import named_bytes, named_vkey
from fairdice.dice import Stream
from fairdice.local.bots import BOTS
from fairdice.printable import printable

if TYPE_CHECKING:
    from fairdice.cli.seated import Tells
    from fairdice.client import HouseCheats, Seat
    from fairdice.verify import Report

__all__ = ["command", "default_keep"]

_CHEATED = 1
_NOT_OVER = 3
_MAX_TOKEN_FILE = 4096
_LONGEST_NAME = 40


def default_keep() -> Path:
    """Where seats are kept unless --keep says otherwise."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "fairdice" / "seats"
    state = os.environ.get("XDG_STATE_HOME", "")
    # A path that is not absolute is to be ignored, says the XDG Base Directory Specification.
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "fairdice" / "seats"


@click.command("join", cls=Command)
@click.argument("url", metavar="URL")
@click.argument("code", required=False, metavar="[CODE]")
@click.option("--name", required=True, metavar="NAME", help="Your name at the table; it stays in the record for ever.")
@click.option("--bot", type=click.Choice(list(BOTS)), help="Let a bot play for you.")
@click.option("--house-key", type=named_bytes, metavar="HEX|FILE", help="The key the house must have.")
@click.option("--log-key", type=named_vkey, metavar="VKEY|FILE", help="The key the house's transparency log must have.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where your keys, chains and games are kept; by default fairdice/seats in ~/.local/state.",
)
@click.option(
    "--token", metavar="FILE", help="A file with a player token, - for standard input; CODE is then the game's id."
)
@click.option("--no-chain", is_flag=True, help="Bring no chain: have no part in the dice.")
@click.option("--polling", is_flag=True, help="Ask for events again and again instead of following a stream.")
@click.option("--plain-http", is_flag=True, help="Speak plain HTTP to another machine, too.")
@click.option("--json", "as_json", is_flag=True, help="Write a line of JSON for each event; needs --bot.")
@click.option("-o", "--output", metavar="FILE", help="Where the record goes; - is standard output.")
def command(
    *,
    url: str,
    code: str | None,
    name: str,
    bot: str | None,
    house_key: bytes | None,
    log_key: str | None,
    keep: Path | None,
    token: str | None,
    no_chain: bool,
    polling: bool,
    plain_http: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Play a seat at a table of a fairdice service.

    CODE is the room code that the host shows; URL is the service's address, or the whole address that the host's QR
    code holds.  You bring a chain and a key of your own.  Your program follows the game with doubts: it replays it,
    checks every receipt, link, roll and move as it happens, gives its links only when they are due, and stops where the
    house cheats, with the evidence in a folder.

    Your key and chain are made for this game and kept in a folder for you alone, from before they are used.  Whatever
    stops the program, the same command goes on with the same seat.  One folder plays one player of a game.

    At the end the record is fetched, verified, and written to a file named by the first 12 digits of the game's
    identity, or to -o FILE.

    Exit code:
      0  the game is over and its record verified
      1  the house cheated, or its record is refused
      2  wrong usage, or the service refuses or does not answer
      3  you left, or nobody answers, before the game was over

    Examples:
      fairdice join https://dice.example K7M2QX34 --name Ana
      fairdice join https://dice.example/join/K7M2QX34 --name Ana --house-key house.pub
      fairdice join http://127.0.0.1:8000 K7M2QX34 --name Robo --bot greedy --json -o game.json
      fairdice join https://dice.example 5c0f...e2 --token my.token --name Ana
      fairdice join https://dice.example K7M2QX34 --name Ben --keep ~/ben
    """
    url, code = _address(url, code)
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable() or not name.strip():
        raise Misuse("usage.name", f"--name must have 1 to {_LONGEST_NAME} characters that can be seen", found=name)
    if as_json and bot is None:
        raise Misuse("usage.json", "--json needs --bot: whoever reads JSON cannot be asked for a move")
    given = {"house_key": house_key, "log_key": log_key, "contributes": not no_chain, "polling": polling}
    if plain_http:
        given["plain_http"] = True
    if token is None:
        given["code"] = code
    else:
        given |= {"token": _token(token), "game": code}
    return _play(url, name, keep or default_keep(), bot, given, as_json=as_json, output=output)


def _address(url: str, code: str | None) -> tuple[str, str]:
    """The service's address and the code; both may stand in a join address."""
    if code is None:
        url, found, code = url.partition("/join/")
        if not found or not code or "/" in code:
            raise Misuse("usage.code", "after the address of the service comes the room code")
    base, operation, _ = url.partition("/v1")
    if operation:
        raise Misuse("usage.url", f"the address of the service is meant, not one of its operations: {base}", found=url)
    return url, code


def _token(file: str) -> str:
    try:
        return read_bytes(file, _MAX_TOKEN_FILE).decode("ascii").strip()
    except UnicodeDecodeError:
        raise click.BadParameter(f"the file {file!r} holds no token", param_hint="'--token'") from None


def _play(
    url: str, name: str, keep: Path, bot: str | None, given: dict[str, Any], *, as_json: bool, output: str | None
) -> int:
    try:
        from fairdice.client import HouseCheats, Seat
    except ModuleNotFoundError as error:
        if error.name != "httpx":
            raise
        what = 'this command needs the library httpx: pip install "fairdice[client]"'
        raise Misuse("usage.extra", what) from None
    from fairdice.cli.seated import Bot, Person, Tells, Went

    tells = Tells(as_json=as_json)
    asks = Person(tells) if bot is None else Bot(BOTS[bot](Stream(os.urandom(32))))
    try:
        with Seat.join(url, name=name, keep=keep, tell=tells.seen, **given) as seat:
            tells.begin(seat.game)
            for turn in seat.turns():
                asks(turn)
            return _left(seat) if seat.left else _end(seat, tells, as_json=as_json, output=output)
    except HouseCheats as error:
        return _cheated(error)
    except Went:
        click.echo("The seat is kept: the same command goes on with it.", err=True)
        return _NOT_OVER
    except KeyboardInterrupt:
        click.echo("\nThe seat is kept: the same command goes on with it.", err=True)
        raise


def _left(seat: Seat) -> int:
    click.echo(f"You have left game {seat.game[:12]}; a stand-in plays on.\nThe same command comes back.", err=True)
    return _NOT_OVER


def _cheated(error: HouseCheats) -> int:
    tell(error)
    if error.code == "player.house_key":
        click.echo("Nothing was signed.  If --house-key was mistyped: the same command with the right one.", err=True)
        return _CHEATED
    click.echo("The house cheats, or something between it and you does: nothing more is signed here.", err=True)
    click.echo(f"What shows it is in {printable(str(error.evidence_at))}", err=True)
    return _CHEATED


def _end(seat: Seat, tells: Tells, *, as_json: bool, output: str | None) -> int:
    """The record, verified and written."""
    import msgspec

    raw, report = seat.record()
    path = output if output is not None else f"{seat.game[:12]}.json"
    good = report.verdict == "verified"
    write_bytes(path, raw if good else seat.own_record())
    where = "on standard output" if path == "-" else f"in {printable(path)}"
    if as_json and path != "-":
        click.echo(msgspec.json.encode({"record": path, "verdict": report.verdict, "fault": report.fault}))
    else:
        tells.board()
    click.echo(_verdict(report, where), err=True)
    return 0 if good else _CHEATED


def _verdict(report: Report, where: str) -> str:
    if report.fault is None:
        return f"The record is {where}: verified."
    return printable(
        f"The house's record is refused: {report.fault.message} [{report.fault.code}].  The game as it was seen here, "
        f"with the house's receipt, is {where}."
    )
