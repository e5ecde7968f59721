"""Small files that their owner alone may read: the secret key and the test key of a service in development."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from fairdice.durable import sync_folder
from replay.errors import CodedError

__all__ = ["SecretFileError", "make_folder", "make_secret", "read_secret", "replace_secret"]

_MOST_BYTES = 4096


class SecretFileError(CodedError):
    """``start.file``: a file with a secret that cannot be used; ``start.folder``: a folder that cannot be made."""


def make_folder(folder: Path) -> bool:
    """Make a folder for its owner alone, if it is not there; whether it was made.

    A folder that is made here is none of the files that a project keeps: git is told to leave it alone.
    Raises SecretFileError ``start.folder``.
    """
    if folder.is_dir():
        return False
    try:
        folder.mkdir(mode=0o700, parents=True)
        (folder / ".gitignore").write_text("*\n", encoding="ascii")
    except OSError as error:
        raise SecretFileError("start.folder", f"the folder {folder} cannot be made: {_words(error)}") from None
    return True


def read_secret(path: Path) -> str | None:
    """What stands in the file, without white space around it; None if there is no such file.

    Raises SecretFileError ``start.file`` for a file that others can read, that belongs to somebody else, or that is
    no plain file.
    """
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unusable(path, _words(error)) from None
    try:
        _check(path, os.fstat(opened))
        return os.read(opened, _MOST_BYTES).decode().strip()
    except (OSError, UnicodeDecodeError):
        raise _unusable(path, "it holds no text") from None
    finally:
        os.close(opened)


def _check(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise _unusable(path, "it is no plain file")
    if os.name != "posix":
        return
    if found.st_mode & 0o077:
        mode = stat.S_IMODE(found.st_mode)
        raise _unusable(path, f"others may open it (mode {mode:04o}): chmod 600 it, or better, take a new secret")
    if found.st_uid != os.geteuid():
        raise _unusable(path, "it belongs to another user")


def make_secret(path: Path, text: str) -> bool:
    """Write a new file of mode 0600; one that is there already is never overwritten.  Whether it was made.

    It appears with all its text at once, and survives a loss of power.  Raises SecretFileError ``start.file``.
    """
    try:
        written = _write(path, text)
        try:
            os.link(written, path)
        except FileExistsError:
            return False
        finally:
            os.unlink(written)
        sync_folder(path.parent)
    except OSError as error:
        raise _unusable(path, f"it cannot be written: {_words(error)}") from None
    return True


def replace_secret(path: Path, text: str) -> None:
    """Write a file of mode 0600 in the place of whatever was there.  Raises SecretFileError ``start.file``."""
    try:
        os.replace(_write(path, text), path)
        sync_folder(path.parent)
    except OSError as error:
        raise _unusable(path, f"it cannot be written: {_words(error)}") from None


def _write(path: Path, text: str) -> str:
    """A file beside `path` with this text, of mode 0600."""
    opened, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with open(opened, "w", encoding="ascii") as file:
            file.write(f"{text}\n")
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return name


def _unusable(path: Path, why: str) -> SecretFileError:
    return SecretFileError("start.file", f"the file {path} cannot be used: {why}")


def _words(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
