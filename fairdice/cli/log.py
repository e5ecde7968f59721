"""``fairdice log``: look at a transparency log as a whole."""

from __future__ import annotations

from typing import Any, Literal

import click
from msgspec import Struct

from fairdice.checkpoint import LogKey, Signed, parse_key
from fairdice.cli.command import Command, Group
from fairdice.cli.faults import ReadError
from fairdice.cli.fetching import fetching
from fairdice.cli.files import read_bytes, write_bytes
from fairdice.cli.log_text import lines
from fairdice.cli.vkeys import read_vkey
from fairdice.errors import LogError
from fairdice.monitor import GameLeaves, Leaf, LogView, check_record, read_checkpoint, read_log
from fairdice.tiles import CHECKPOINT
from fairdice.verify import verify
from fairdice.verify.case import Case, Trust
from fairdice.verify.report import Fault
from replay.codec import decode_record
from replay.errors import CodedError
from replay.record import MAX_BYTES

__all__ = ["LogReport", "RecordLine", "command"]

_EXIT = {"sound": 0, "refused": 1, "unreadable": 2}
_MAX_STATE = 1 << 18


class RecordLine(Struct, frozen=True, omit_defaults=True):
    """A record that was held against the log."""

    file: str
    verdict: Literal["sound", "refused", "unreadable"]
    fault: Fault | None
    game: str | None = None
    opened: list[Leaf] = []
    closed: list[Leaf] = []


class LogReport(Struct, frozen=True, omit_defaults=True):
    """What a check of a log found: `fairdice/log-report@1` (docs/spec/log.md, L10)."""

    format: Literal["fairdice/log-report@1"]
    exit: int
    log: str
    verdict: Literal["sound", "refused", "unreadable"]
    fault: Fault | None
    checkpoint: str | None = None
    """As it was served: with the log's signature it is evidence, also against the log."""
    origin: str | None = None
    size: int | None = None
    root: str | None = None
    key_named: bool | None = None
    seen: int | None = None
    """The size at the last visit; absent at the first, and without a file for it."""
    games: int | None = None
    unclosed: list[GameLeaves] = []
    repeated: list[GameLeaves] = []
    records: list[RecordLine] = []


@click.group("log", cls=Group)
def command() -> None:
    """Check a transparency log: the public list of all games of a house.

    Examples:
      fairdice log check https://dice.example/log --log-key log.vkey
      fairdice log check --help
    """


@command.command("check", cls=Command)
@click.argument("log", metavar="URL|DIR")
@click.option(
    "--log-key", "log_keys", multiple=True, type=read_vkey, metavar="VKEY|FILE", help="The key the log must have."
)
@click.option(
    "--state", metavar="FILE", help="Where the checkpoint is kept from one visit to the next; made if it is not there."
)
@click.option("--record", "records", multiple=True, metavar="FILE", help="A game record whose leaves must be there.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON (fairdice/log-report@1).")
@click.option("--quiet", is_flag=True, help="Write nothing; the exit code tells.")
@click.pass_context
def check(
    ctx: click.Context,
    *,
    log: str,
    log_keys: tuple[str, ...],
    state: str | None,
    records: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Read a whole log and check it.

    URL is the log's address, DIR a folder with a copy of its files.  The checkpoint must be signed by --log-key,
    every entry must be a leaf and lead up to the root that the checkpoint commits to, and with --state the log must
    begin with all that it had at the last visit.
    An address needs the package httpx: pip install 'fairdice[client]'.

    Games with an opening and no close, and games with several openings or closes, are listed; they are no
    fault by themselves.

    Exit code, 1 over 2 over 0:
      0  sound
      1  refused: the log, or a record, does not hold
      2  unreadable, or wrong usage

    Examples:
      fairdice log check https://dice.example/log --log-key log.vkey --state seen.checkpoint
      fairdice log check ./copy --log-key log.vkey --record game.json
      fairdice log check ./copy --json > log-report.json
    """
    keys = list(map(parse_key, log_keys))
    seen = _seen(state)
    view, note, fault, unreadable = _read(log, keys, seen)
    found = [_record(file, view) for file in records] if view is not None else []
    report = _report(log, view, note, fault, found, unreadable=unreadable, key_named=bool(keys), seen=seen)
    if as_json and not quiet:
        _write_json(report)
    elif not quiet:
        for line in lines(report):
            click.echo(line)
    if view is not None and state is not None:
        write_bytes(state, view.note.encode())
    ctx.exit(report.exit)


def _seen(state: str | None) -> Signed | None:
    """The checkpoint of the last visit.  Raises LogError ``log.checkpoint`` if the file holds something else."""
    if state is None:
        return None
    try:
        return read_checkpoint(read_bytes(state, _MAX_STATE))[1]
    except ReadError as error:
        if error.code == "read.missing":
            return None
        error.message = f"{state}: {error.message}"
        raise
    except CodedError as error:
        error.message = f"{state}: {error.message}"
        raise


def _read(log: str, keys: list[LogKey], seen: Signed | None) -> tuple[LogView | None, str | None, Fault | None, bool]:
    """The log, and its checkpoint as it was served; or the first fault, and whether the log could not even be read."""
    served: list[bytes] = []
    try:
        with fetching(log) as fetch:

            def remembering(path: str) -> bytes | None:
                raw = fetch(path)
                if path == CHECKPOINT and raw is not None:
                    served.append(raw)
                return raw

            view = read_log(remembering, keys, seen)
            return view, view.note, None, False
    except CodedError as error:
        if error.code.startswith("usage."):
            raise
        note = served[0].decode(errors="replace") if served else None
        no_log = isinstance(error, ReadError) or not served or error.code == "log.checkpoint"
        return None, note, Fault.of(error), no_log


def _record(file: str, view: LogView) -> RecordLine:
    """One record, held against the log."""
    try:
        raw = read_bytes(file, MAX_BYTES)
        case = Case(decode_record(raw), Trust())
    except CodedError as error:
        return RecordLine(file, "unreadable", Fault.of(error))
    gid = case.gid.hex()
    report = verify(raw)
    if report.fault is not None:
        return RecordLine(file, "refused", report.fault, gid)
    try:
        game = check_record(case, view)
    except LogError as error:
        return RecordLine(file, "refused", Fault.of(error), gid)
    return RecordLine(file, "sound", None, gid, game.opened, game.closed)


def _report(
    log: str,
    view: LogView | None,
    note: str | None,
    fault: Fault | None,
    records: list[RecordLine],
    *,
    unreadable: bool,
    key_named: bool,
    seen: Signed | None,
) -> LogReport:
    verdict: Any = "sound" if fault is None else "unreadable" if unreadable else "refused"
    codes = {_EXIT[verdict], *(_EXIT[line.verdict] for line in records)}
    exit_code = next(code for code in (1, 2, 0) if code in codes)
    if view is None:
        return LogReport("fairdice/log-report@1", exit_code, log, verdict, fault, checkpoint=note)
    checkpoint = view.checkpoint.checkpoint
    return LogReport(
        "fairdice/log-report@1",
        exit_code,
        log,
        verdict,
        fault,
        checkpoint=note,
        origin=checkpoint.origin,
        size=checkpoint.size,
        root=checkpoint.root.hex(),
        key_named=key_named,
        seen=None if seen is None else seen.checkpoint.size,
        games=len(view.games),
        unclosed=view.unclosed,
        repeated=view.repeated,
        records=records,
    )


def _write_json(report: LogReport) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
