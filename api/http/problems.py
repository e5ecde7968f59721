"""Errors as `application/problem+json` (RFC 9457): the same document for everything that goes wrong.

A problem's status and title come from its code alone (`api.http.codes`); its detail and facts from the error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from api.http.codes import kind_of
from replay.errors import CodedError

__all__ = ["MEDIA", "Flaw", "Refused", "problem", "status_of"]

MEDIA = "application/problem+json"
_STANDING = ("n", "head", "due")
_FACTS = ("event", "path", "expected", "found", "clause")


class Flaw(Struct, frozen=True):
    """One thing that is wrong with a request: where (a JSON Pointer into the body or a query parameter), and what."""

    pointer: str
    code: str
    detail: str


class Refused(CodedError):
    """What the HTTP interface refuses: an error with further facts for the problem document and headers for the answer.

    `facts` become members of the problem document, `headers` those of the answer; `errors` list several flaws.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        errors: Sequence[Flaw] = (),
        headers: Mapping[str, str] | None = None,
        facts: Mapping[str, Any] | None = None,
        path: str = "",
        expected: Any = None,
        found: Any = None,
    ) -> None:
        super().__init__(code, message, path=path, expected=expected, found=found)
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.facts = dict(facts or {})


def status_of(error: CodedError) -> int:
    """The HTTP status that an error is answered with."""
    return kind_of(error.code).status


def problem(error: CodedError, *, url: str, request_id: str) -> dict[str, Any]:
    """The problem document of an error; `url` is the public address of the service, without a slash at its end."""
    kind = kind_of(error.code)
    document: dict[str, Any] = {
        "type": f"{url}/docs/problems#{error.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": error.message,
        "code": error.code,
        "request_id": request_id,
    }
    for name in _FACTS:
        value = getattr(error, name)
        if value is not None and value != "":
            document[name] = value
    if error.code == "precondition.stale":
        document |= {name: getattr(error, name, None) for name in _STANDING}
    if isinstance(error, Refused):
        if error.errors:
            document["errors"] = msgspec.to_builtins(error.errors)
        document.update(error.facts)
    return document
