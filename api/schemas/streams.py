"""Queries of streams."""

from __future__ import annotations

from api.schemas.fields import Strict, Text
from api.schemas.paging import QueryFlag, QueryWhole

__all__ = ["FollowSchema", "StreamSchema"]

_AFTER = {"description": "those after event n"}
_TICKET = {"description": "a ticket, for who cannot send Authorization"}


class StreamSchema(Strict):
    """From where a stream is followed."""

    after = QueryWhole(
        ge=-1,
        le=199_999,
        load_default=None,
        metadata={"description": "those after event n, all with -1; else new ones"},
    )
    ticket = Text(shortest=1, longest=200, metadata=_TICKET)


class FollowSchema(Strict):
    """Which lines."""

    after = QueryWhole(ge=-1, le=199_999, load_default=-1, metadata=_AFTER)
    follow = QueryFlag(load_default=False, metadata={"description": "1: later events too, as they come"})
    ticket = Text(shortest=1, longest=200, metadata=_TICKET)
