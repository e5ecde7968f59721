"""What every response has, whatever made it: request id, limits, cache and browser headers, a line in the access log.

This is WSGI around the application, so that no error of Flask's can come without it, and the headers cost little.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from api.http.metrics import count_request
from api.http.seen import SEEN, Seen
from api.service.tokens import without_tokens

if TYPE_CHECKING:
    from api.http.operation import Operation

__all__ = ["Envelope", "Routes"]

Routes: TypeAlias = Mapping[str, Mapping[str, "Operation"]]
"""Operations by path and method."""
Headers: TypeAlias = list[tuple[str, str]]
Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_EXPOSED = (
    "Access-Control-Expose-Headers",
    "ETag, Link, Location, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, "
    "Retry-After, X-Request-Id, Idempotent-Replayed",
)
_ORIGIN = ("Access-Control-Allow-Origin", "*")
_ACCEPTED = (
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id",
)
_MAX_AGE = ("Access-Control-Max-Age", "86400")
_NO_SNIFF = ("X-Content-Type-Options", "nosniff")
_NO_STORE = ("Cache-Control", "no-store")
_NO_CACHE = ("Cache-Control", "no-cache")

_CODE = "<code>"
"""The argument of paths that room codes stand in."""

_access = logging.getLogger("fairdice.access")


class Envelope:
    """The application with everything around it that all responses share."""

    def __init__(self, inner: Wsgi, *, log: bool) -> None:
        self._inner = inner
        self._log = log

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request (WSGI, PEP 3333)."""
        seen = environ[SEEN] = Seen(environ.get("HTTP_X_REQUEST_ID"))

        def start(status: str, headers: Headers, *more: Any) -> Any:
            _complete(headers, environ, seen, status)
            count_request(seen, status[:3])
            if self._log and _access.isEnabledFor(logging.INFO):
                _log(_line(environ, seen, status))
            return start_response(status, headers, *more)

        return self._inner(environ, start)


def _log(line: str) -> None:
    """Log a line; where in the program this happens, which `Logger.info` would look up, is no news."""
    _access.handle(logging.LogRecord(_access.name, logging.INFO, __name__, 0, line, None, None))


def _complete(headers: Headers, environ: dict[str, Any], seen: Seen, status: str) -> None:
    """Add what all responses have to the headers of one."""
    names = {name.lower() for name, _ in headers}
    headers += (("X-Request-Id", seen.request_id), _NO_SNIFF)
    if seen.standing is not None and "ratelimit" not in names:
        headers += seen.standing.headers()
    if "cache-control" not in names:
        anonymous = seen.actor is not None and seen.actor.credential is None
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD") and status < "4"
        headers.append(_NO_CACHE if anonymous and reads else _NO_STORE)
    if _is_public(environ, seen):
        headers += (_ORIGIN, _EXPOSED)
        if environ["REQUEST_METHOD"] == "OPTIONS":
            allowed = next((value for name, value in headers if name == "Allow"), "")
            headers += (("Access-Control-Allow-Methods", allowed), _ACCEPTED, _MAX_AGE)


def _is_public(environ: dict[str, Any], seen: Seen) -> bool:
    """Whether a page of any origin may read the response: one of a public operation, or of none at all.

    A preflight is answered as what it asks for would be.
    """
    if seen.operation is not None:
        return seen.operation.public
    if environ["REQUEST_METHOD"] != "OPTIONS":
        return True
    operation = seen.methods.get(environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD", "GET"))
    return operation is None or operation.public


def _line(environ: dict[str, Any], seen: Seen, status: str) -> str:
    """The access log's line.

    Without headers, query, body, and without any path that is no operation's or holds a room code: secrets may stand
    in them.
    """
    actor, operation = seen.actor, seen.operation
    line = {
        "time": time.time_ns() // 1_000_000,
        "request_id": seen.request_id,
        "method": environ["REQUEST_METHOD"],
        "route": operation.path if operation else None,
        "path": without_tokens(environ["PATH_INFO"]) if operation and _CODE not in operation.path else None,
        "status": int(status[:3]),
        "ms": round((time.perf_counter() - seen.started) * 1000, 2),
        "address": environ.get("REMOTE_ADDR"),
        "credential": actor.credential.id if actor and actor.credential else None,
        "code": seen.code,
    }
    return msgspec.json.encode(line).decode()
