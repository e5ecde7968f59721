"""The command line: `fairdice COMMAND`.

Nothing is imported here but what every command needs; a command's module is loaded when the command is called.
"""

from __future__ import annotations

import atexit
import gc
from typing import NoReturn

__all__ = ["main"]

_MANY = 200_000


def main() -> NoReturn:
    """Run the command line with the process's arguments and end the process (the console script `fairdice`)."""
    # Loading modules makes thousands of objects of which none is garbage; looking for it, on the way and once more at
    # the end of the process, would take a fifth of the time of `fairdice verify`.
    gc.set_threshold(_MANY)
    atexit.register(gc.freeze)
    try:
        from fairdice.cli.program import program
        from fairdice.cli.streams import use_utf8

        use_utf8()
        program.main(prog_name="fairdice")
    except KeyboardInterrupt:  # in the moments before click or after it
        pass
    raise SystemExit(130)
