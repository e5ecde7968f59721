"""Keys and identities that the caller names, as such or by a file that holds them, and the options that take them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from fairdice.cli.files import read_bytes
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import EncodingError
from replay.errors import CodedError

__all__ = ["named_bytes", "named_vkey", "trust_options"]

F = TypeVar("F", bound=Callable[..., Any])

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


def named_vkey(value: str) -> str:
    """A log's vkey, given as such or as the name of a file that holds it.  Raises click.BadParameter."""
    from fairdice.cli.vkeys import read_vkey

    return read_vkey(value)


def trust_options(house: str) -> Callable[[F], F]:
    """Options for keys that a record must have: `house_keys` (which `house` explains), `player_keys`, `log_keys`."""

    def option(flag: str, name: str, kind: Callable[[str], Any], metavar: str, text: str) -> Callable[[F], F]:
        return click.option(flag, name, multiple=True, type=kind, metavar=metavar, help=text)

    options: list[Callable[[F], F]] = [
        option("--house-key", "house_keys", named_bytes, "HEX|FILE", house),
        option("--player-key", "player_keys", named_bytes, "HEX|FILE", "A key a player must have."),
        option("--log-key", "log_keys", named_vkey, "VKEY|FILE", "The key of the log that the game must be in."),
    ]

    def add(command: F) -> F:
        for each in reversed(options):
            command = each(command)
        return command

    return add
