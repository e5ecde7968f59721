"""What the service refuses, by subject."""

from __future__ import annotations

from typing import Any

from replay.errors import CodedError

__all__ = ["GameError", "SeatError", "ServiceError", "StaleError"]


class ServiceError(CodedError):
    """Base of everything that the service itself refuses."""


class GameError(ServiceError):
    """``game.*``: no such game for this caller, or not as it stands."""


class SeatError(ServiceError):
    """``seat.*``: who sits where, and who may act for whom.  `wait_ms` says when it is worth trying again."""

    def __init__(self, code: str, message: str, *, wait_ms: int | None = None, **facts: Any) -> None:
        super().__init__(code, message, **facts)
        self.wait_ms = wait_ms


class StaleError(ServiceError):
    """``precondition.stale``: the game is not where the caller believes it to be.

    `n`, `head` (hex) and `due` say where it is.
    """

    def __init__(self, n: int, head: str, due: dict[str, Any]) -> None:
        super().__init__("precondition.stale", f"event {n} is the last, and its head is not the one named in If-Match")
        self.n, self.head, self.due = n, head, due
