"""``fairdice demo``: a game played, verified, forged by one byte, and verified again."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from shutil import which

import click
from msgspec import Struct

from fairdice.cli.command import Command
from fairdice.cli.faults import WriteError
from fairdice.cli.files import read_bytes, write_bytes
from fairdice.printable import printable
from replay.codec import decode_record, encode
from replay.record import Join, Roll

__all__ = ["Forgery", "command", "forge"]

_GAME, _FORGED = "game.json", "forged.json"
_VERIFIED, _REFUSED = 0, 1


class Forgery(Struct, frozen=True):
    """One byte of a record, changed: the roll of event `n` says `value` no more, but 6."""

    n: int
    name: str
    """Who rolled."""
    value: int
    offset: int
    """Where the byte is in the file."""
    raw: bytes
    """The forged file."""


@click.command("demo", cls=Command)
@click.option("--keep", metavar="DIR", help="Write the records there and keep them; without it they are deleted.")
@click.pass_context
def command(ctx: click.Context, *, keep: str | None) -> None:
    """Play a game, verify it, forge one byte, verify again.

    Every step is a command that you can type yourself; it is shown before its output.  The exit code is 0 if the honest
    record was verified and the forged one refused, otherwise 1.

    Examples:
      fairdice demo
      fairdice demo --keep demo
    """
    with _folder(keep) as folder:
        convinced = _show(folder)
    _say(
        "",
        "Next:",
        "",
        *(f"  {_typed()} {words}" for words in _next(keep)),
    )
    ctx.exit(0 if convinced else 1)


def _next(keep: str | None) -> list[str]:
    return [
        f"show {shlex.quote(os.path.join(keep, _GAME))}" if keep else "demo --keep demo",
        "play --rules mensch@1 --away -o mine.json",
        "verify mine.json --require legal,signed",
        "rules star@1",
    ]


def _typed() -> str:
    """How to type the command: by its name if the shell finds it, else as it was called this time."""
    called = sys.argv[0]
    return "fairdice" if which("fairdice") or os.path.basename(called) != "fairdice" else shlex.quote(called)


def _show(folder: str) -> bool:
    """The three steps; whether the verifier did its duty."""
    game, forged = os.path.join(folder, _GAME), os.path.join(folder, _FORGED)
    _say("1. PLAY", "", "Four bots play; each has a chain of secret numbers and a key of its own.", "")
    if _run("play", "--rules", "star@1", "--players", "4", "-o", game) != 0:
        return False
    _say("", "2. VERIFY", "", "As a stranger would: offline, with nothing but the file.", "")
    honest = _run("verify", game)
    forgery = forge(read_bytes(game))
    write_bytes(forged, forgery.raw)
    _say(
        "",
        "3. FORGE ONE BYTE, VERIFY AGAIN",
        "",
        f"In event {forgery.n} {printable(forgery.name)} rolls a {forgery.value}.  A six would be nicer.",
        f'Byte {forgery.offset} of the file, "{forgery.value}", becomes "6"; the rest stays as it is.',
        "",
    )
    caught = _run("verify", forged)
    if (honest, caught) != (_VERIFIED, _REFUSED):
        _say("", "This is not as it should be: the first must be verified, the second refused.")
        return False
    _say(
        "",
        f"The numbers that make this roll stand in the record, and they give a {forgery.value}.  They",
        "cannot be exchanged either: everyone had fixed them before the game began.  Nor",
        "can the house's receipt be made to fit by anyone without the house's key.",
    )
    return True


def forge(raw: bytes) -> Forgery:
    """Turn one roll in the middle of a game's canonical record into a six, without anything else."""
    events = decode_record(raw).record.events
    names = {event.player: event.name for event in events if isinstance(event, Join)}
    later = events[len(events) // 2 :]
    roll = next(event for event in later if isinstance(event, Roll) and event.value != 6)
    body = encode(roll)
    offset = raw.index(body) + body.index(b'"value":') + len(b'"value":')
    return Forgery(roll.n, names[roll.player], roll.value, offset, raw[:offset] + b"6" + raw[offset + 1 :])


def _folder(keep: str | None) -> AbstractContextManager[str]:
    if keep is None:
        return tempfile.TemporaryDirectory(prefix="fairdice-")
    try:
        os.makedirs(keep, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WriteError("write.folder", f"{printable(keep)}: the folder cannot be made: {reason.lower()}") from None
    return nullcontext(keep)


def _run(*words: str) -> int:
    """Run a command as if it had been typed, and show it as one types it."""
    from fairdice.cli.program import program

    _say(f"$ fairdice {printable(shlex.join(words))}", "")
    code = program.main(list(words), prog_name="fairdice", standalone_mode=False)
    return code if isinstance(code, int) else 0


def _say(*lines: str) -> None:
    for line in lines:
        click.echo(line)
