"""Pages of a list: an opaque cursor, a stable order, and the header Link for what comes next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from api.web.call import Answer, Call
from api.web.problems import Refused

__all__ = ["MAX_LIMIT", "page", "read_cursor", "write_cursor"]

MAX_LIMIT = 100
_T = TypeVar("_T")


def write_cursor(place: tuple[Any, ...]) -> str:
    """A cursor for what comes after `place`; whoever reads it learns nothing that the page did not say."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()


def read_cursor(text: str | None, kind: type[_T]) -> _T | None:
    """The place that a cursor names, such as ``tuple[int, str]``.  Raises Refused ``request.cursor``."""
    if text is None:
        return None
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        return msgspec.json.decode(raw, type=kind)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        raise Refused("request.cursor", "the cursor is none that a page of this list has given") from None


def page(call: Call, items: Sequence[Any], following: tuple[Any, ...] | None) -> Answer:
    """The answer for one page; `following` is the place after which the next page begins, None at the end."""
    if following is None:
        return Answer(body={"items": items, "next": None})
    cursor = write_cursor(following)
    return Answer(body={"items": items, "next": cursor}, headers={"Link": call.link(cursor)})
