"""Standard input and output: UTF-8 whatever the locale says, colour only where a person sees it."""

from __future__ import annotations

import os
import sys

__all__ = ["colour_wanted", "in_colour", "silence", "use_utf8"]


def use_utf8() -> None:
    """Write UTF-8 to standard output and standard error, line feeds as they are, also under ``LC_ALL=C``.

    What cannot be written (file names that are no text) is escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def colour_wanted() -> bool:
    """Whether the user has not forbidden colours (https://no-color.org) and the terminal can show them."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def in_colour() -> bool:
    """Whether standard output is a terminal that may be sent colours."""
    return colour_wanted() and sys.stdout is not None and sys.stdout.isatty()


def silence() -> None:
    """Drop what is still to be written: nobody reads standard output any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (AttributeError, OSError, ValueError):  # no such stream, or none with a file behind it
            continue
