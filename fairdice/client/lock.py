"""A file that one program at a time holds; the system lets go of it when the program ends, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

from fairdice.client.errors import KeepError

__all__ = ["Lock"]


class Lock:
    """Held from its making until `release`."""

    __slots__ = ("_number",)

    def __init__(self, path: Path) -> None:
        """Take hold of it.  Raises KeepError ``keep.locked`` if another program has it, or ``keep.failed``."""
        try:
            self._number: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise KeepError("keep.failed", f"{path}: {(error.strerror or str(error)).lower()}") from None
        try:
            _take(self._number)
        except OSError:
            os.close(self._number)
            self._number = None
            what = "another program plays this seat just now; a second player needs a folder of its own"
            raise KeepError("keep.locked", what) from None

    def release(self) -> None:
        """Let go of it.  The file stays: whoever waits for it must wait for the same one."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


if os.name == "nt":  # pragma: no cover - tests run elsewhere

    def _take(number: int) -> None:
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _take(number: int) -> None:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
