"""Responses: an answer or an error as Flask sends it, and the headers that every response has."""

from __future__ import annotations

import re
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Request, Response

from api.web.problems import MEDIA, Refused, problem, status_of
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service
    from api.web.auth import Actor
    from api.web.call import Answer, Call
    from api.web.limits import Standing
    from api.web.operation import Operation

__all__ = ["EXPOSED", "Seen", "headers_of", "problem_response", "respond"]

EXPOSED = (
    "ETag, Link, Location, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, "
    "Retry-After, X-Request-Id, Idempotent-Replayed, Deprecation, Sunset"
)
ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"

_REQUEST_ID = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}")
_SECONDS = {"storage.unavailable": 1, "storage.not_migrated": 5, "service.draining": 1, "storage.stale": 1}


class Seen:
    """What is known of a request while it is answered: for the response's headers and the access log."""

    __slots__ = ("actor", "code", "operation", "request_id", "standing", "started")

    def __init__(self, request_id: str | None) -> None:
        fit = request_id is not None and _REQUEST_ID.fullmatch(request_id)
        self.request_id: str = request_id if fit and request_id else secrets.token_hex(12)
        self.started = time.perf_counter()
        self.operation: Operation | None = None
        self.actor: Actor | None = None
        self.standing: Standing | None = None
        self.code: str | None = None


def respond(call: Call, answer: Answer) -> Response:
    """The response of an answer: 304 without a body if the client has this version."""
    headers = dict(answer.headers)
    if answer.etag is not None:
        headers["ETag"] = answer.etag
        if answer.status == 200 and call.etag_matches(answer.etag):
            return Response(status=304, headers=headers)
    if answer.body is None:
        return Response(status=answer.status, headers=headers)
    if hasattr(answer.body, "__next__"):
        return Response(answer.body, answer.status, headers, mimetype=None, content_type=answer.media)
    return Response(call.encoded(answer), answer.status, headers, content_type=answer.media)


def problem_response(service: Service, error: CodedError, seen: Seen) -> Response:
    """The response of an error."""
    seen.code = error.code
    document = problem(error, url=service.config.url, request_id=seen.request_id)
    headers: dict[str, str] = {}
    if error.code in _SECONDS:
        headers["Retry-After"] = str(_SECONDS[error.code])
    headers |= headers_of(error)
    return Response(_encode(document), status_of(error), headers, content_type=MEDIA)


def headers_of(error: CodedError) -> dict[str, str]:
    """The headers that an error brings: its own, Retry-After for a wait, ETag for a game that has moved on."""
    headers = dict(error.headers) if isinstance(error, Refused) else {}
    wait_ms = getattr(error, "wait_ms", None)
    if wait_ms is not None:
        headers["Retry-After"] = str(max(1, -(-wait_ms // 1000)))
    if error.code == "precondition.stale" and hasattr(error, "head"):
        headers["ETag"] = f'"{error.n}-{error.head[:16]}"'  # type: ignore[attr-defined]
    return headers


def finish(request: Request, response: Response, seen: Seen, *, public: bool) -> None:
    """The headers that every response has."""
    headers = response.headers
    headers["X-Request-Id"] = seen.request_id
    headers["X-Content-Type-Options"] = "nosniff"
    if seen.standing is not None and "RateLimit" not in headers:
        for name, value in seen.standing.headers():
            headers[name] = value
    if "Cache-Control" not in headers:
        reads = request.method in ("GET", "HEAD") and seen.actor is not None and seen.actor.credential is None
        headers["Cache-Control"] = "no-cache" if reads and response.status_code < 400 else "no-store"
    if public:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = EXPOSED


_encode: Any = msgspec.json.Encoder(enc_hook=str).encode
