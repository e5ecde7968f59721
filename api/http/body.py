"""The body of a request: read within its limit, as one JSON object with one meaning, and fitted to its schema."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import msgspec
from marshmallow import Schema, ValidationError

from api.http.problems import Flaw, Refused
from replay.pointer import pointer

__all__ = ["fit", "flaws_of", "parse", "read"]

JSON = "application/json"


def read(environ: dict[str, Any], max_bytes: int) -> bytes:
    """The bytes of the body of a WSGI request.

    Raises Refused ``request.size`` before more than `max_bytes` are read, ``request.media`` for a body that is not
    declared as JSON, ``request.malformed`` if its length is no number or it ends early.
    """
    raw = _bytes(environ, max_bytes)
    if raw:
        declared = environ.get("CONTENT_TYPE", "")
        if declared != JSON and declared.partition(";")[0].strip().lower() != JSON:
            what = f"the body must be sent with Content-Type: {JSON}"
            raise Refused("request.media", what, expected=JSON, found=declared[:100])
        coding = environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
        if coding != "identity":
            what = "the body must be sent as it is, without Content-Encoding"
            raise Refused("request.media", what, expected="identity", found=coding[:100])
    return raw


def _bytes(environ: dict[str, Any], max_bytes: int) -> bytes:
    source = environ["wsgi.input"]
    declared = environ.get("CONTENT_LENGTH") or ""
    if not declared:
        # Without a length there is a body only if the server knows where it ends (chunks).
        raw: bytes = source.read(max_bytes + 1) if environ.get("wsgi.input_terminated") else b""
        if len(raw) > max_bytes:
            _too_large(max_bytes, None)
        return raw
    if not (declared.isascii() and declared.isdigit() and len(declared) < 16):
        raise Refused("request.malformed", "Content-Length must be a number of bytes")
    length = int(declared)
    if length > max_bytes:
        _too_large(max_bytes, length)
    try:
        raw = source.read(length) if length else b""
    except OSError:
        raw = b""
    if len(raw) != length:
        raise Refused("request.malformed", "the body ended before its declared length", expected=length, found=len(raw))
    return raw


def parse(raw: bytes) -> dict[str, Any]:
    """Read a JSON object; no body at all is an empty one.  Raises Refused ``request.json``.

    Keys are unique and strings well-formed Unicode, so that nobody can read another meaning.
    """
    if not raw:
        return {}
    try:
        value = _decode(raw.decode())
        if b"\\u" in raw:
            msgspec.json.encode(value)
    except RecursionError:
        raise Refused("request.json", "the body has too many levels") from None
    except UnicodeDecodeError as error:
        raise Refused("request.json", f"the body is not UTF-8 at byte {error.start}") from None
    except UnicodeEncodeError:
        raise Refused("request.json", "the body has half a surrogate pair in a string") from None
    except ValueError as error:
        raise Refused("request.json", f"the body is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise Refused("request.json", "the body must be a JSON object")
    return value


def fit(schema: Schema, body: dict[str, Any]) -> dict[str, Any]:
    """The body as its schema has it.  Raises Refused ``request.invalid`` with every flaw and its JSON Pointer."""
    try:
        fitted: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        flaws = flaws_of(error.messages)
        first = flaws[0]
        what = f"{first.pointer or 'the body'}: {first.detail}"
        more = len(flaws) - 1
        raise Refused(
            "request.invalid", what + (f" (and {more} more)" if more else ""), errors=flaws, path=first.pointer
        ) from None
    return fitted


def flaws_of(messages: Any) -> list[Flaw]:
    """What marshmallow found, as flaws in the order of the body's schema.

    A message of our fields is ``code|sentence``; marshmallow's own become ``invalid``.
    """
    return [Flaw(pointer(path), *_coded(message)) for path, message in _leaves(messages, ())]


def _leaves(messages: Any, path: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], str]]:
    if isinstance(messages, dict):
        found = []
        for key, inner in messages.items():
            found += _leaves(inner, path if key == "_schema" else (*path, key))
        return found
    return [(path, str(message)) for message in (messages if isinstance(messages, list) else [messages])]


def _coded(message: str) -> tuple[str, str]:
    code, bar, detail = message.partition("|")
    return (code, detail) if bar else ("invalid", message)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {json.dumps(twice[:40])} occurs twice")
    return members


def _constant(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not JSON")


def _too_large(allowed: int, found: int | None) -> NoReturn:
    what = f"the body has more than the {allowed} bytes allowed here"
    raise Refused("request.size", what, expected=allowed, found=found)


_decode = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant, strict=True).decode
