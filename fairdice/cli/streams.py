"""Standard input and output: UTF-8 whatever the locale says, colour only where a person sees it."""

from __future__ import annotations

import os
import sys
from typing import TextIO

__all__ = ["colour_wanted", "finish", "in_colour", "silence", "use_utf8"]


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
    for stream in (sys.stdout, sys.stderr):
        _drop(stream)


def finish() -> None:
    """Write what is still to be written, and drop what cannot be: the interpreter would try again and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            _drop(stream)


def _drop(stream: TextIO | None) -> None:
    try:
        number = stream.fileno() if stream is not None else None
    except (OSError, ValueError):  # none with a file behind it
        return
    if number is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
