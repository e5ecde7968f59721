"""`fairdice` itself: the table of commands, loaded one by one when called, and the one place where faults are told.

Other packages add commands as entry points of the group ``fairdice.commands``; these are looked for when a name is not
in the table, and for the list in the help.  Their modules are loaded for that list: they should import what is heavy
inside their functions, as the commands here do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from fairdice import __version__
from fairdice.cli.faults import FAULT, WriteError, tell, tell_misuse
from fairdice.cli.streams import colour_wanted, finish, silence
from replay.errors import CodedError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["COMMANDS", "ENTRY_POINTS", "Program", "program"]

ENTRY_POINTS = "fairdice.commands"

COMMANDS: Mapping[str, str] = {
    "play": "Play a whole game with local bots and write its record.",
    "join": "Play a seat at a table of a fairdice service.",
    "verify": "Verify game records: dice, legality and result, offline.",
    "log": "Check a transparency log: the public list of all games of a house.",
    "show": "Show a game: the board, the events in words, a picture.",
    "moves": "List the legal moves of a position, or judge a move.",
    "rules": "Explain the rule systems and their options.",
    "demo": "Play a game, verify it, forge one byte, verify again.",
    "completion": "Print the script that completes commands in a shell.",
}
"""Name of each command and its line in the help; the command is `command` in the module of its name."""

_INTERRUPTED = 130
_NOBODY_READS = 141
_DEFECT = 70


class Program(click.Group):
    """The group of all commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted(_entry_points())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command = import_module(f"fairdice.cli.{cmd_name}").command
        else:
            found = _entry_points().get(cmd_name)
            command = _load(found) if found is not None else None
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands: those of the table from the table, without loading them."""
        rows = list(COMMANDS.items())
        for name, found in sorted(_entry_points().items()):
            command = _load(found)
            line = f"(cannot be loaded from {found.value})" if command is None else command.get_short_help_str(80)
            rows.append((name, line))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> click.Context:
        if not colour_wanted():
            extra["color"] = False  # click by itself looks at the stream alone
        with _noticing():
            return super().make_context(info_name, args, *rest, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _noticing():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command.  Standalone, end the process: no fault leaves here as a traceback."""

        def run() -> Any:
            # Not by click's own way: it writes faults in another form and ends with 1 where we end with 130 or 141.
            return super(Program, self).main(
                args, prog_name, complete_var, standalone_mode=False, windows_expand_args=windows_expand_args, **extra
            )

        if not standalone_mode:
            return run()
        if f"_{(prog_name or 'fairdice').upper()}_COMPLETE" in os.environ:
            from fairdice.cli.completion import prepare

            prepare()
        try:
            code = _guarded(run)
        except OSError:  # not even standard error can be written to
            code = FAULT
        finish()
        sys.exit(code)


class _NobodyReads(Exception):
    """Standard output is closed by whoever read it.  Not an OSError: click would end the process with 1."""


@contextmanager
def _noticing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _NobodyReads from None


def _guarded(run: Any) -> int:
    """The exit code of `run`, its faults told."""
    try:
        try:
            answer = run()
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except BrokenPipeError:
            raise _NobodyReads from None
        except OSError as error:
            raise WriteError("write.failed", f"cannot write: {error.strerror or error}") from None
    except CodedError as error:
        tell(error)
        if isinstance(error, WriteError):
            silence()  # or Python would try once more to write what is left, and complain
        return FAULT
    except click.ClickException as error:
        tell_misuse(error)
        return FAULT
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except _NobodyReads:
        silence()
        return _NOBODY_READS
    except Exception as error:  # a defect of ours is told, too
        if os.environ.get("FAIRDICE_TRACEBACK"):
            raise
        click.echo(f"error: this is a defect of fairdice: {type(error).__name__}: {error!s:.200} [internal]", err=True)
        click.echo("Set FAIRDICE_TRACEBACK=1 to see where.", err=True)
        return _DEFECT
    return answer if isinstance(answer, int) else 0


def _entry_points() -> dict[str, EntryPoint]:
    """The commands of other packages, by name; a name of the table stays the table's."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=ENTRY_POINTS) if found.name not in COMMANDS}


def _load(found: EntryPoint) -> click.Command | None:
    try:
        command = found.load()
    except (ImportError, AttributeError):
        return None
    return command if isinstance(command, click.Command) else None


@click.command(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`fairdice COMMAND --help` explains a command and gives examples.  Exit codes: 0 done, 1 refused or "
    "illegal, 2 unreadable or wrong usage; verify has 3 for a game that is not closed yet.",
)
@click.version_option(__version__, prog_name="fairdice", message="%(prog)s %(version)s")
def program() -> None:
    """Dice that nobody can choose or foresee, and game records that a stranger can verify offline."""
