"""What goes wrong between a client, its service and its own files; what the house does wrong is a PlayerError."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdice.errors import FairdiceError, PlayerError

__all__ = ["HouseCheats", "KeepError", "ServiceError"]


class ServiceError(FairdiceError):
    """What a service refuses, with the code it gave (such as ``table.stale``), or how it fails.

    `status` is the HTTP status, None where no answer came.  `facts` are the further members of its problem document.
    Of its own making are ``service.unreachable``, ``service.answer`` (an answer that is none: garbage, another
    content, too long), ``service.status`` (an error without a problem document), ``service.url`` and
    ``service.insecure`` (plain HTTP to another machine) and ``service.credential`` (no possible token).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        facts: Mapping[str, Any] | None = None,
        **about: Any,
    ) -> None:
        super().__init__(code, message, **about)
        self.status = status
        self.facts: Mapping[str, Any] = facts or {}


class HouseCheats(PlayerError):
    """What a player's own side does not take from the house (code as PlayerError); `evidence_at` is a folder.

    Where the house's signature shows what it did, the seat never plays on; where nothing is signed - its link does not
    belong, the log does not hold the game - the next run looks again.
    """

    def __init__(self, error: PlayerError, evidence_at: Path) -> None:
        super().__init__(
            error.code,
            error.message,
            event=error.event,
            expected=error.expected,
            found=error.found,
            clause=error.clause,
        )
        self.evidence_at = evidence_at


class KeepError(FairdiceError):
    """``keep.*``: what a player keeps between runs cannot be read, written or used.

    ``keep.locked`` (another program plays this seat), ``keep.unreadable``, ``keep.damaged``, ``keep.failed``
    (the folder or file cannot be written) or ``keep.open`` (others may read it).
    """
