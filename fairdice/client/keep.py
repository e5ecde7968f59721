"""What a player keeps between runs of its program: one journal for each seat, in a folder for its owner alone.

A journal is a file of JSON lines that only grows while the game goes on.  What is signed stands in it, on the disk,
before it is sent; so a program that was stopped at any moment goes on as the same player, and never signs two things
for one place.  A line that a crash cut off was never followed by anything, and is dropped.

The folder is the player's memory of the games it has tried to join, too (docs/spec/protocol.md, O3): one journal a
game, made before the first join is signed, and kept without its secrets when the game is over.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fairdice.client.errors import KeepError
from fairdice.client.lock import Lock
from fairdice.durable import sync_folder
from replay.record import GameEvent, Hex32, Receipt

__all__ = ["Attempt", "Header", "Journal", "Keep", "Line"]

_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


class Attempt(Struct, frozen=True, kw_only=True):
    """That a room code was used: `key` is the Idempotency-Key of the reservation, `game` what it led to."""

    url: str
    key: str
    game: Hex32 | None = None


class Header(Struct, frozen=True, kw_only=True):
    """The first line of a journal: whose seat this is."""

    format: str = "fairdice/seat@1"
    game: Hex32
    url: str
    name: str
    token: str | None
    public: Hex32
    """The player's public key."""
    seed: Hex32 | None
    """Its secret half; None once the game is over."""
    contributes: bool
    house_key: Hex32 | None = None
    log_key: str | None = None
    done: bool = False


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A further line: something signed, something seen, or why the player stopped."""

    draft: GameEvent | None = None
    tip: Hex32 | None = None
    """Beside a draft that is a join with an anchor."""
    event: GameEvent | None = None
    receipt: Receipt | None = None
    stopped: str | None = None


class Keep:
    """A folder of journals."""

    __slots__ = ("folder",)

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Use this folder, and make it if it is not there (for its owner alone).

        Raises KeepError ``keep.failed``, or ``keep.open`` if others may read it.
        """
        self.folder = Path(folder).expanduser()
        try:
            self.folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
            mode = stat.S_IMODE(self.folder.stat().st_mode)
        except OSError as error:
            raise _failed(self.folder, error) from None
        if os.name == "posix" and mode & 0o077:
            what = f"{self.folder}: others may read this folder, and keys are kept in it: chmod 700"
            raise KeepError("keep.open", what, found=oct(mode))

    # Attempts -------------------------------------------------------------------------------------------------------

    def lock(self, url: str, what: str) -> Lock:
        """Take hold of an attempt or a game, for this program alone.  Raises KeepError ``keep.locked``."""
        return Lock(self.folder / f"{_name(url, what)}.lock")

    def attempt(self, url: str, code: str) -> Attempt | None:
        """What became of this room code at this service, as far as one knows here."""
        try:
            return _read_attempt((self.folder / f"{_name(url, code)}.code").read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError):
            return None  # as good as none: a new attempt is made

    def put_attempt(self, code: str, attempt: Attempt) -> None:
        """Keep what becomes of a room code.  Raises KeepError ``keep.failed``."""
        _replace(self.folder / f"{_name(attempt.url, code)}.code", msgspec.json.encode(attempt))

    # Journals -------------------------------------------------------------------------------------------------------

    def path(self, game: str) -> Path:
        """The file of a game's journal."""
        return self.folder / f"{game}.seat"

    def knows(self, game: str) -> bool:
        """Whether the player has tried to join this game, ever."""
        return self.path(game).exists()

    def begin(self, header: Header) -> Journal:
        """Begin the journal of a game that is new to this folder.  Raises KeepError."""
        path = self.path(header.game)
        beside = path.with_suffix(".begun")
        _write_new(beside, msgspec.json.encode(header) + b"\n")
        try:
            os.link(beside, path)  # as one step, and never over another
        except FileExistsError:
            raise KeepError("keep.known", f"{path}: there is a journal of this game already") from None
        except OSError:  # a file system without hard links
            os.rename(beside, path)
        else:
            os.unlink(beside)
        sync_folder(self.folder)
        return Journal(path)


class Journal:
    """The journal of one seat.  `header` is its first line, `lines` what stood behind it when it was opened."""

    __slots__ = ("_dirty", "_file", "header", "lines", "path")

    def __init__(self, path: Path) -> None:
        """Open it to go on.  Raises KeepError ``keep.unreadable`` or ``keep.damaged``."""
        self.path = path
        try:
            self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by `close`
            raw = self._file.read()
        except OSError as error:
            raise KeepError("keep.unreadable", f"{path}: {_reason(error)}") from None
        whole = raw.rfind(b"\n") + 1
        if whole < len(raw):
            self._file.truncate(whole)
        self._file.seek(whole)
        first, *rest = raw[:whole].splitlines() or [b""]
        try:
            self.header = msgspec.json.decode(first, type=Header)
            self.lines = [msgspec.json.decode(line, type=Line) for line in rest]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._file.close()
            raise KeepError("keep.damaged", f"{path}: this is no journal of a seat: {error}") from None
        self._dirty = False

    def append(self, line: Line) -> None:
        """Put a line behind the others; it is on the disk after the next `sync`.  Raises KeepError ``keep.failed``."""
        try:
            # One write: a crash leaves the line whole, cut off, or not there.
            self._file.write(_encode(line) + b"\n")
        except OSError as error:
            raise _failed(self.path, error) from None
        self._dirty = True

    def sync(self) -> None:
        """Wait until everything is on the disk.  Raises KeepError ``keep.failed``."""
        if self._dirty:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                raise _failed(self.path, error) from None
            self._dirty = False

    def finish(self) -> None:
        """The game is over: forget key and tips, keep that it was played and the events (O10)."""
        self.header = msgspec.structs.replace(self.header, seed=None, done=True)
        _replace(self.path, msgspec.json.encode(self.header) + b"\n" + b"".join(self._without_secrets()))
        self.path.with_suffix(".begun").unlink(missing_ok=True)

    def _without_secrets(self) -> Iterator[bytes]:
        for raw in self.path.read_bytes().splitlines(keepends=True)[1:]:
            if msgspec.json.decode(raw, type=Line).tip is None:
                yield raw

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


_encode = msgspec.json.Encoder(order="sorted").encode
_read_attempt = msgspec.json.Decoder(Attempt).decode


def _name(url: str, what: str) -> str:
    """A file's name for a code or a game at a service; the code itself stands in no file name."""
    return sha256(f"{url}\n{what}".encode()).hexdigest()[:24]


def _write_new(path: Path, data: bytes) -> None:
    """Write a private file, also over one that a crash left behind."""
    try:
        path.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags, _PRIVATE_FILE), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _failed(path, error) from None


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.part")
    _write_new(beside, data)
    try:
        os.replace(beside, path)
    except OSError as error:
        raise _failed(path, error) from None
    sync_folder(path.parent)


def _failed(path: Path, error: OSError) -> KeepError:
    return KeepError("keep.failed", f"{path}: {_reason(error)}")


def _reason(error: Any) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
