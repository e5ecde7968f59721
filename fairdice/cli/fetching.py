"""The files of a log, from its address on the network or from a folder that holds a copy."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fairdice.checkpoint import MAX_NOTE
from fairdice.cli.faults import Misuse, ReadError
from fairdice.cli.files import read_bytes
from fairdice.errors import LogError
from fairdice.tiles import CHECKPOINT, ENTRIES, MAX_BUNDLE, WIDTH, Fetch, parse_path
from replay.errors import FormatError

if TYPE_CHECKING:
    import httpx

__all__ = ["fetching"]

_SILENCE = 10.0
"""Seconds without a byte after which a server is given up."""
_PATIENCE = 120.0
"""Seconds that one file may take."""


@contextmanager
def fetching(source: str) -> Iterator[Fetch]:
    """A `Fetch` for an address (``https://...`` or ``http://...``) or a folder.

    It raises ReadError ``read.*`` for what cannot be read, LogError ``log.too_large`` for a file that is larger than
    it can be.  Raises Misuse ``usage.extra`` if httpx is not installed.
    """
    if source.startswith(("http://", "https://")):
        with _client() as client:
            yield lambda path: _from_network(client, source.rstrip("/"), path)
    elif os.path.isdir(source):
        yield lambda path: _from_folder(source, path)
    elif "://" in source:
        raise ReadError("read.scheme", f"{source}: a log is read from an http or https address, or from a folder")
    else:
        raise ReadError("read.missing", f"{source}: there is no such folder")


def _limit(path: str) -> int:
    """Most bytes that the file of this path can have."""
    if path == CHECKPOINT:
        return 4 * MAX_NOTE
    return MAX_BUNDLE if parse_path(path).level == ENTRIES else 32 * WIDTH


def _too_large(path: str, limit: int) -> LogError:
    return LogError("log.too_large", f"{path} has more than {limit} bytes", expected=limit, clause="L8")


def _from_folder(folder: str, path: str) -> bytes | None:
    name = os.path.join(folder, *path.split("/"))
    limit = _limit(path)
    try:
        return read_bytes(name, limit)
    except FormatError:
        raise _too_large(path, limit) from None
    except ReadError as error:
        if error.code == "read.missing":
            return None
        error.message = f"{name}: {error.message}"
        raise


def _client() -> httpx.Client:
    try:
        import httpx
    except ImportError:
        raise Misuse(
            "usage.extra",
            "reading a log from the network needs the package httpx: pip install 'fairdice[client]', "
            "or pip install 'httpx>=0.28,<1'; a copy of the log in a folder can be checked without it",
        ) from None
    from fairdice import __version__

    headers = {"User-Agent": f"fairdice/{__version__}", "Accept-Encoding": "gzip, identity"}
    return httpx.Client(timeout=_SILENCE, follow_redirects=True, max_redirects=3, headers=headers)


def _from_network(client: httpx.Client, address: str, path: str) -> bytes | None:
    import httpx

    url, limit = f"{address}/{path}", _limit(path)
    try:
        with client.stream("GET", url) as answer:
            if answer.status_code in (404, 410):
                return None
            if answer.status_code != 200:
                raise ReadError("read.failed", f"{url}: the server answers {answer.status_code}")
            return _body(answer, url, path, limit)
    except httpx.TimeoutException:
        raise ReadError("read.timeout", f"{url}: the server does not answer in time") from None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:  # ValueError: an address that is none
        raise ReadError("read.failed", f"{url}: cannot be read: {str(error) or type(error).__name__}") from None


def _body(answer: httpx.Response, url: str, path: str, limit: int) -> bytes:
    """What the server sends, as long as it is in time and not too much."""
    portions: list[bytes] = []
    left, end = limit, time.monotonic() + _PATIENCE
    for portion in answer.iter_bytes():
        portions.append(portion)
        left -= len(portion)
        if left < 0:
            raise _too_large(path, limit)
        if time.monotonic() > end:
            raise ReadError("read.timeout", f"{url}: the server takes more than {_PATIENCE:.0f} seconds")
    return b"".join(portions)
