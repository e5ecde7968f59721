"""What goes wrong, said with a stable code.

Every error that a caller can cause carries a `code` such as ``rules.move`` that never changes once released, a
sentence for people, and the facts as fields.  Checks raise; they never return False.
"""

from __future__ import annotations

from typing import Any

__all__ = ["CodedError", "FormatError", "OptionError", "PositionError", "ReplayError", "RuleError"]


class CodedError(Exception):
    """An error with a stable code and the facts it is about.

    `code` is ``stage.name``, lower case.  `message` is one sentence for people.  `event` is the index of the event it
    is about, or None.  `path` is a JSON Pointer (RFC 6901) into the document, or "".  `expected` and `found` are plain
    JSON values (or None where the fault has no such pair).  `clause` names the clause of docs/spec that is broken.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        event: int | None = None,
        path: str = "",
        expected: Any = None,
        found: Any = None,
        clause: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.event = event
        self.path = path
        self.expected = expected
        self.found = found
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class ReplayError(CodedError):
    """Base of everything that `replay` raises."""


class FormatError(ReplayError):
    """``format.*``: the bytes are not a document of the expected shape."""


class OptionError(ReplayError):
    """``option.*``: an unknown rule system, a bad option, or options that do not go together."""


class PositionError(ReplayError):
    """``position.*``: a well-formed position document that describes no possible position."""


class RuleError(ReplayError):
    """``rules.*``: an event that the rules do not allow where it stands."""
