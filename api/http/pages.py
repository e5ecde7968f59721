"""Pages of a list: an opaque cursor, a stable order, and the header Link for what comes next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from api.http.call import Answer, Call
from api.http.problems import Refused

__all__ = ["MAX_LIMIT", "Place", "page", "read_cursor", "write_cursor"]

MAX_LIMIT = 100
Place: TypeAlias = tuple[int, str]
"""Where an item stands in a list: when it was made (Unix ms), and its id."""

# No more than what a database takes.
_decode = msgspec.json.Decoder(
    tuple[Annotated[int, Meta(ge=0, lt=2**53)], Annotated[str, Meta(max_length=100, pattern="^[!-~]*$")]]
).decode


def write_cursor(place: Place) -> str:
    """A cursor for what comes after `place`; whoever reads it learns nothing that the page did not say."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()


def read_cursor(text: str | None) -> Place | None:
    """The place that a cursor names.  Raises Refused ``request.cursor``."""
    if text is None:
        return None
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        return _decode(raw)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        raise Refused("request.cursor", "the cursor is none that a page of this list has given") from None


def page(call: Call, items: Sequence[Any], following: Place | None) -> Answer:
    """The answer for one page; `following` is the place after which the next page begins, None at the end."""
    if following is None:
        return Answer(body={"items": items, "next": None})
    cursor = write_cursor(following)
    return Answer(body={"items": items, "next": cursor}, headers={"Link": call.link(cursor)})
