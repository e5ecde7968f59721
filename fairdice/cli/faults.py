"""Faults that the command line finds itself, and how every fault is told: one line on standard error, no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from fairdice.errors import FairdiceError
from fairdice.printable import printable
from replay.errors import CodedError

__all__ = ["FAULT", "Misuse", "ReadError", "WriteError", "about", "sentence", "tell", "tell_misuse"]

FAULT = 2
"""The exit code for what cannot be read or written, and for wrong usage."""

_USAGE = {
    "NoSuchCommand": "usage.command",
    "NoSuchOption": "usage.option",
    "MissingParameter": "usage.missing",
    "BadParameter": "usage.value",
    "BadOptionUsage": "usage.value",
}


class ReadError(FairdiceError):
    """``read.*``: a file that cannot be read."""


class WriteError(FairdiceError):
    """``write.*``: a file that cannot be written."""


class Misuse(FairdiceError):
    """``usage.*``: a command that was asked for something it cannot do."""


@contextmanager
def about(source: str) -> Iterator[None]:
    """Name the file that a fault raised inside is about, as the caller named it (``-``: standard input)."""
    try:
        yield
    except CodedError as error:
        if not getattr(error, "__notes__", ()):
            error.add_note("standard input" if source == "-" else source)
        raise


def sentence(error: CodedError) -> str:
    """The fault in one printable line: file, event, what is wrong, where in the document, and the code."""
    parts = list(getattr(error, "__notes__", ()))
    if error.event is not None and not error.path and not error.message.startswith(f"event {error.event}"):
        parts.append(f"event {error.event}")
    place = f" (at {error.path})" if error.path else ""
    return printable(f"{': '.join([*parts, error.message])}{place} [{error.code}]")


def tell(error: CodedError) -> None:
    """Write the fault on standard error."""
    click.echo(f"error: {sentence(error)}", err=True)


def tell_misuse(error: click.ClickException) -> None:
    """Write what click refused on standard error, in the same form, and where help is."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    known = (_USAGE[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in _USAGE)
    message = printable(" ".join(error.format_message().split()))
    click.echo(f"error: {message} [{next(known, 'usage.wrong')}]", err=True)
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(f"Try '{context.command_path} --help'.", err=True)
