"""``fairdice verify``: check game records offline."""

from __future__ import annotations

from typing import Any

import click

from fairdice.cli.command import Command
from fairdice.cli.files import read_bytes
from fairdice.cli.named import named_bytes, trust_options
from fairdice.verify import EarlierReceipt, Report, Trust, verify
from fairdice.verify.assurance import NAMES
from fairdice.verify.report import exit_code
from fairdice.verify.text import lines
from fairdice.verify.verifier import unreadable
from replay.errors import CodedError
from replay.record import MAX_BYTES

__all__ = ["command"]

_COLOURS: dict[str, dict[str, Any]] = {
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "doubt": {"fg": "yellow"},
    "quiet": {"dim": True},
}


def _statements(value: str) -> tuple[str, ...]:
    """Names of assurance statements, separated by commas; ``unchosen:0`` asks about player 0."""
    wanted = tuple(name.strip() for name in value.split(","))
    for name in wanted:
        statement, colon, player = name.partition(":")
        if statement not in NAMES or (colon and not (player.isascii() and player.isdigit())):
            raise click.BadParameter(f"there is no statement {name!r}; there are {', '.join(NAMES)}")
        if colon and statement not in ("unchosen", "unforeseen", "signed"):
            raise click.BadParameter(f"{statement!r} does not speak about single players")
    return wanted


@click.command("verify", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@trust_options("The key the house must have.")
@click.option("--game", type=named_bytes, metavar="HEX|FILE", help="The identity (gid) that the game must have.")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    metavar="FILE",
    help='A receipt kept from earlier: {"game", "n", "head", "sig"} as JSON, or another record of the game.',
)
@click.option(
    "--require",
    "required",
    multiple=True,
    type=_statements,
    metavar="NAME,...",
    help="Statements that must hold, such as unchosen,legal.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON (fairdice/report@1).")
@click.option("--quiet", is_flag=True, help="Write nothing; the exit code tells.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    files: tuple[str, ...],
    house_keys: tuple[bytes, ...],
    player_keys: tuple[bytes, ...],
    log_keys: tuple[str, ...],
    game: bytes | None,
    receipts: tuple[str, ...],
    required: tuple[tuple[str, ...], ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Verify game records: dice, legality and result, offline.

    FILE is a record, or - for standard input.  Every file gets its verdict; a bad one stops nothing.  Without
    --house-key a record only shows that whoever holds the key in it signed it; without --player-key the statements
    about players hold only if these are who you think they are; without --log-key anyone can have written the proofs
    of a log.

    Exit code; of several files 1 over 2 over 3 over 0:
      0  verified
      1  refused, or something that you named does not hold
      2  unreadable, or wrong usage
      3  sound so far, but not closed

    Examples:
      fairdice verify game.json
      fairdice verify game.json --house-key house.pub --require legal,authentic
      fairdice verify game.json --player-key mine.pub --require unchosen
      fairdice verify --json games/*.json > report.json
      cat game.json | fairdice verify -
    """
    require = tuple(name for names in required for name in names)
    trust = Trust(house_keys, player_keys, game, tuple(map(_receipt, receipts)), require, log_keys)
    reports: list[Report] = []
    for number, file in enumerate(files):
        report = _report(file, trust)
        reports.append(report)
        if not as_json and not quiet:
            if number:
                click.echo()
            for line in lines(report, _paint):
                click.echo(line)
    code = exit_code([report.verdict for report in reports])
    if as_json and not quiet:
        _write_json(reports, code)
    if len(files) > 1 and not quiet:
        click.echo(_tally(reports), err=True)
    ctx.exit(code)


def _report(file: str, trust: Trust) -> Report:
    try:
        raw = read_bytes(file, MAX_BYTES)
    except CodedError as error:
        return unreadable(file, error)
    return verify(raw, trust, file=file)


def _paint(text: str, role: str) -> str:
    return click.style(text, **_COLOURS[role])


def _tally(reports: list[Report]) -> str:
    verdicts = [report.verdict for report in reports]
    words = {"verified": "verified", "refused": "refused", "unreadable": "unreadable", "open": "not closed"}
    counts = ", ".join(f"{verdicts.count(v)} {word}" for v, word in words.items() if v in verdicts)
    return f"{len(reports)} files: {counts}"


def _write_json(reports: list[Report], code: int) -> None:
    import msgspec

    document = {"format": "fairdice/report@1", "exit": code, "records": reports}
    click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def _receipt(file: str) -> EarlierReceipt:
    from fairdice.verify.receipt import read_receipt

    try:
        return read_receipt(read_bytes(file, MAX_BYTES))
    except CodedError as error:
        error.message = f"{file}: {error.message}"
        raise
