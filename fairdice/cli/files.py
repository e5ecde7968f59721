"""Files in and out: ``-`` is standard input or output, every failure has a code, nothing is left half written."""

from __future__ import annotations

import os
import stat
import sys
from typing import BinaryIO

from fairdice.cli.faults import ReadError, WriteError
from replay.errors import FormatError
from replay.record import MAX_BYTES

__all__ = ["read_bytes", "write_bytes"]

_PORTION = 1 << 20


def read_bytes(path: str, limit: int = MAX_BYTES) -> bytes:
    """Everything in the file, or on standard input for ``-``.

    Raises ReadError ``read.missing``, ``read.directory``, ``read.permission`` or ``read.failed``; FormatError
    ``format.size`` for more than `limit` bytes, of which no more are read (so that /dev/zero ends too).
    """
    try:
        if path == "-":
            if sys.stdin is None:
                raise ReadError("read.failed", "there is no standard input")
            return _limited(sys.stdin.buffer, limit)
        with open(path, "rb") as file:
            return _limited(file, limit)
    except FileNotFoundError:
        raise ReadError("read.missing", "there is no such file") from None
    except IsADirectoryError:
        raise ReadError("read.directory", "this is a directory, not a file") from None
    except PermissionError:
        if os.path.isdir(path):  # what Windows says of a directory
            raise ReadError("read.directory", "this is a directory, not a file") from None
        raise ReadError("read.permission", "no permission to read the file") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise ReadError("read.failed", f"the file cannot be read: {_reason(error)}") from None


def _limited(file: BinaryIO, limit: int) -> bytes:
    portions: list[bytes] = []
    left = limit + 1
    while left > 0:
        portion = file.read(min(left, _PORTION))
        if not portion:
            return b"".join(portions)
        portions.append(portion)
        left -= len(portion)
    raise FormatError("format.size", f"the file has more than {_size(limit)}", expected=limit)


def _size(count: int) -> str:
    mega, rest = divmod(count, 1 << 20)
    return f"{count} bytes" if rest else f"{mega} MiB"


def write_bytes(path: str, data: bytes, *, replace: bool = True) -> None:
    """Write `data` to the file, or to standard output for ``-``.

    A file that exists is replaced in one step: who reads it meanwhile sees the old or the new, never a part.  Raises
    WriteError ``write.missing`` (no such folder), ``write.directory``, ``write.permission`` or ``write.failed``, and
    without `replace` ``write.exists``.
    BrokenPipeError passes.
    """
    if not path:
        raise WriteError("write.missing", "the name of the file to write is empty")
    name = "standard output" if path == "-" else path
    try:
        if path == "-":
            if sys.stdout is None:
                raise WriteError("write.failed", f"{name}: there is none")
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            _put(os.path.realpath(path), data, replace=replace)
    except BrokenPipeError:
        raise
    except FileExistsError:
        raise WriteError("write.exists", f"{name}: there is such a file already; --force replaces it") from None
    except FileNotFoundError:
        raise WriteError("write.missing", f"{name}: there is no such folder") from None
    except IsADirectoryError:
        raise WriteError("write.directory", f"{name}: this is a directory, not a file") from None
    except PermissionError:
        raise WriteError("write.permission", f"{name}: no permission to write the file") from None
    except (OSError, ValueError) as error:
        raise WriteError("write.failed", f"{name}: cannot be written: {_reason(error)}") from None


def _put(path: str, data: bytes, *, replace: bool) -> None:
    """Write beside `path` and rename; what is no ordinary file (/dev/null, a pipe) is written to as it is."""
    mode = 0o666
    try:
        there = os.stat(path)
    except FileNotFoundError:
        pass
    else:
        if stat.S_ISDIR(there.st_mode):
            raise IsADirectoryError
        if not stat.S_ISREG(there.st_mode):
            with open(path, "wb") as file:
                file.write(data)
            return
        if not replace:
            raise FileExistsError
        if not os.access(path, os.W_OK):
            raise PermissionError
        mode = stat.S_IMODE(there.st_mode)
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name[:100]}.{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(beside, flags, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace or not _link(beside, path):
            os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise


def _link(beside: str, path: str) -> bool:
    """Give the file its name, unless somebody has made one of this name meanwhile; False where this cannot be done."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        return False  # a file system without links
    os.unlink(beside)
    return True


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
