"""What goes wrong between a client, its service and its own files; what the house does wrong is a PlayerError."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairdice.errors import FairdiceError

__all__ = ["KeepError", "ServiceError"]


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


class KeepError(FairdiceError):
    """``keep.*``: what a player keeps between runs cannot be read, written or used.

    ``keep.locked`` (another program plays this seat), ``keep.unreadable``, ``keep.damaged``, ``keep.failed``
    (the folder or file cannot be written) or ``keep.open`` (others may read it).
    """
