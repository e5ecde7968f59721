"""Texts and records as Python reads them, told as tests/api/web/ops/format.js tells it of JavaScript."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from replay.codec import decode_record, encode
from replay.errors import CodedError, FormatError
from replay.strict import parse
from tests.api.web.told import fault_of

__all__ = ["base64", "error_of", "record_told", "text_told"]


def base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def error_of(error: CodedError) -> dict[str, Any]:
    """A fault as the judge tells it."""
    return {"error": fault_of(error)}


def record_told(raw: bytes) -> dict[str, Any]:
    try:
        decoded = decode_record(raw)
    except FormatError as error:
        return error_of(error)
    return {
        "record": json.loads(encode(decoded.record)),
        "bodies": [body.decode() for body in decoded.bodies],
        "links": [[link.hex() if link else None for link in row] for row in decoded.links],
        "canonical": decoded.canonical,
    }


def text_told(raw: bytes) -> dict[str, Any]:
    try:
        return {"value": parse(raw)}
    except FormatError as error:
        return error_of(error)
