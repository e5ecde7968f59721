"""A log's key on the command line: the vkey itself, or the name of a file that holds it."""

from __future__ import annotations

import click

from fairdice.checkpoint import parse_key
from fairdice.cli.files import read_bytes
from replay.errors import CodedError

__all__ = ["read_vkey"]

_MAX_KEY_FILE = 4096


def read_vkey(value: str) -> str:
    """The vkey that `value` is, or that stands in the file of this name.  Raises click.BadParameter."""
    text, where = value, f"{value!r}"
    if value.count("+") < 2:
        try:
            text, where = read_bytes(value, _MAX_KEY_FILE).decode().strip(), f"the file {value!r}"
        except (CodedError, UnicodeDecodeError) as error:
            code = f" [{error.code}]" if isinstance(error, CodedError) else ""
            raise click.BadParameter(f"{value!r} is neither a log's key nor a file that holds one{code}") from None
    try:
        return parse_key(text).vkey
    except CodedError as error:
        raise click.BadParameter(f"{where} is no log's key: {error.message} [{error.code}]") from None
