"""The command line: `fairdice COMMAND`.

Nothing is imported here but what every command needs; a command's module is loaded when the command is called.
"""

from __future__ import annotations

from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line with the process's arguments and end the process (the console script `fairdice`)."""
    try:
        from fairdice.cli.program import program
        from fairdice.cli.streams import use_utf8

        use_utf8()
        program.main(prog_name="fairdice")
    except KeyboardInterrupt:  # in the moments before click or after it
        pass
    raise SystemExit(130)
