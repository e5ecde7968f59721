"""Keys and identities that the caller names: hex, or a file that holds it."""

from __future__ import annotations

import click

from fairdice.cli.files import read_bytes
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import EncodingError
from replay.errors import CodedError

__all__ = ["named_bytes"]

_MAX_FILE = 4096


def named_bytes(value: str) -> bytes:
    """32 bytes in hex, given as such or as the name of a file that holds them.  Raises click.BadParameter."""
    try:
        return from_hex(value, HASH_BYTES)
    except EncodingError:
        pass
    try:
        return from_hex(read_bytes(value, _MAX_FILE).decode("ascii").strip(), HASH_BYTES)
    except (EncodingError, UnicodeDecodeError):
        raise click.BadParameter(f"the file {value!r} does not hold 64 lower-case hex digits") from None
    except CodedError as error:
        raise click.BadParameter(
            f"{value!r} is neither 64 lower-case hex digits nor a file that can be read [{error.code}]"
        ) from None
