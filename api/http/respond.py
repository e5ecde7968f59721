"""Responses: an answer or an error as Flask sends it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response
from flask.globals import request_ctx

from api.http.problems import MEDIA, Refused, problem, status_of
from api.http.sheets import POLICY, render
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.http.call import Answer, Call
    from api.http.seen import Seen
    from api.service.service import Service

__all__ = ["internal", "problem_response", "respond"]

_WAIT_S = {
    "storage.unavailable": 1,
    "storage.stale": 1,
    "storage.not_migrated": 5,
    "service.draining": 1,
    "service.busy": 5,
}
"""Retry-After for what passes by itself."""

_errors = logging.getLogger("fairdice.error")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def respond(call: Call, answer: Answer, seen: Seen) -> Response:
    """The response of an answer: 304 without a body if the client has this version."""
    headers = dict(answer.headers)
    if answer.etag is not None:
        headers["ETag"] = answer.etag
        if answer.status == 200 and answer.lasts and call.etag_matches(answer.etag):
            return Response(status=304, headers=headers)
    if answer.body is None:
        response = Response(status=answer.status, headers=headers)
        del response.headers["Content-Type"]
        return response
    headers["Content-Type"] = answer.media
    if hasattr(answer.body, "__next__"):
        return Response(_guarded(answer.body, answer.media, call, seen), answer.status, headers)
    return Response(call.encoded(answer), answer.status, headers)


def problem_response(service: Service, error: CodedError, seen: Seen) -> Response:
    """The response of an error."""
    seen.code = error.code
    headers = {"Content-Type": MEDIA}
    if error.code in _WAIT_S:
        headers["Retry-After"] = str(_WAIT_S[error.code])
    headers |= _headers_of(error)
    if not _wants_a_page():
        return Response(_document(service, error, seen), status_of(error), headers)
    headers |= {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY, "Vary": "Accept"}
    document = problem(error, url=service.config.url, request_id=seen.request_id)
    return Response(render("problem.html", service.config, problem=document), status_of(error), headers)


def _wants_a_page() -> bool:
    """Whether a person has followed a link: programs ask for JSON, for anything, or for what is under /v1."""
    request = request_ctx.request
    if request.path.startswith(("/v1/", "/log/", "/oembed")) or request.method not in ("GET", "HEAD"):
        return False
    accepts = request.accept_mimetypes
    return accepts["text/html"] > accepts["application/json"]


def internal(error: Exception, seen: Seen) -> CodedError:
    """A fault of the service: logged with its traceback; the client is told the id to ask for, and nothing else."""
    _errors.error("request %s failed", seen.request_id, exc_info=error)
    return Refused("service.error", f"a fault of the service; it is logged under the request id {seen.request_id}")


def _document(service: Service, error: CodedError, seen: Seen) -> bytes:
    return _encode(problem(error, url=service.config.url, request_id=seen.request_id))


def _headers_of(error: CodedError) -> dict[str, str]:
    """The headers that an error brings: its own, Retry-After for a wait, ETag for a game that has moved on."""
    headers = dict(error.headers) if isinstance(error, Refused) else {}
    wait_ms = getattr(error, "wait_ms", None)
    if wait_ms is not None:
        headers["Retry-After"] = str(max(1, -(-wait_ms // 1000)))
    if error.code == "precondition.stale":
        number, head = getattr(error, "n", None), getattr(error, "head", "")
        headers["ETag"] = f'"{number}-{head[:16]}"'
    return headers


def _guarded(stream: Iterator[bytes], media: str, call: Call, seen: Seen) -> Iterator[bytes]:
    """A stream that ends with a problem document if something goes wrong when its status has been sent already."""
    try:
        yield from stream
    except CodedError as error:
        yield _last_words(_document(call.service, error, seen), media)
    except Exception as error:  # noqa: BLE001 - the client must learn that the stream did not end by itself
        yield _last_words(_document(call.service, internal(error, seen), seen), media)
    finally:
        close: Any = getattr(stream, "close", None)
        if close is not None:
            close()


def _last_words(document: bytes, media: str) -> bytes:
    if media.startswith("text/event-stream"):
        return b"event: problem\ndata: " + document + b"\n\n"
    return b'{"problem":' + document + b"}\n"
