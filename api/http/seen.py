"""What is known of a request while it is answered, for the headers of its response and its line in the access log."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.http.limits import Standing
    from api.http.operation import Operation
    from api.service.actor import Actor

__all__ = ["SEEN", "Seen"]

SEEN = "fairdice.seen"
"""Where it stands in the WSGI environment."""

_SANE = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}")


class _Ids:
    """Request ids of this process: random once, then counted."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self._prefix = secrets.token_hex(6)
        self._count = count(1)

    def next(self) -> str:
        return f"{self._prefix}-{next(self._count):x}"


class Seen:
    """One request."""

    __slots__ = ("actor", "code", "methods", "operation", "request_id", "standing", "started")

    def __init__(self, request_id: str | None) -> None:
        """`request_id` is the client's X-Request-Id; one that is not sane is replaced."""
        sane = request_id is not None and _SANE.fullmatch(request_id) is not None
        self.request_id: str = request_id if sane and request_id else _ids.next()
        self.started = time.perf_counter()
        self.operation: Operation | None = None
        self.actor: Actor | None = None
        self.standing: Standing | None = None
        self.code: str | None = None
        """Of the problem it was answered with."""
        self.methods: Mapping[str, Operation] = {}
        """For OPTIONS: the operations of its path, by method."""


_ids = _Ids()
os.register_at_fork(after_in_child=_ids.begin)
