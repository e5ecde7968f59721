"""ETags and the conditional headers: what a client has seen, against how the game stands."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from api.http.problems import Refused

__all__ = ["Wanted", "game_etag", "matches", "read_if_match"]

Wanted: TypeAlias = tuple[int, str] | Literal["*"]
"""What If-Match asks for: the index of an event and the first 16 hex digits of its head; or whatever is last."""

# A proxy that compresses answers makes their tags weak, or adds a suffix; what they name of the game is the same.
_GAME_TAG = re.compile(r'(?:W/)?"(0|[1-9][0-9]{0,5})-([0-9a-f]{16})(?:-{1,2}(?:gzip|br|zstd|deflate))?"')
_TAG = re.compile(r'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*?)(?:-{1,2}(?:gzip|br|zstd|deflate))?"')


def game_etag(n: int, head: bytes) -> str:
    """The ETag of a game whose last event is `n` with this head."""
    return f'"{n}-{head[:8].hex()}"'


def read_if_match(text: str | None) -> Wanted | None:
    """Read If-Match.  Raises Refused ``precondition.malformed`` for what is no ETag of a game."""
    if text is None:
        return None
    text = text.strip()
    if text == "*":
        return "*"
    match = _GAME_TAG.fullmatch(text)
    if match is None:
        what = 'If-Match must be an ETag of a game, "<n>-<16 hex digits>" with its quotes, or *'
        raise Refused("precondition.malformed", what)
    return int(match[1]), match[2]


def matches(if_none_match: str, etag: str) -> bool:
    """Whether an If-None-Match header names this ETag; compared weakly (RFC 9110, section 13.1.2)."""
    if if_none_match.strip() == "*":
        return True
    return etag.removeprefix("W/").removesuffix('"') in _TAG.findall(if_none_match)
