"""oEmbed 1.0: what a page that is given a link to a game may show in its place."""

from __future__ import annotations

import re
from math import ceil
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from msgspec import Struct

from api.embeds.served import player
from api.embeds.snippet import FRAME, frame

__all__ = ["CARD", "Asked", "document", "read_url", "xml"]

CARD = (1200, 630)
"""Width and height of the picture of a game for social media, in pixels."""
_PATH = re.compile(r"/(?:games|embed)/([0-9a-f]{64})")
_QUERY = {"n": "0|[1-9][0-9]{0,4}|1[0-9]{5}", "lang": "|".join(player().languages), "theme": "light|dark"}
_LEAST = 240
_AGE_S = 86400
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Asked(Struct, frozen=True):
    """What a link names: a game, and how it is to be shown."""

    game: str
    query: dict[str, str]
    """`n`, `lang` and `theme`, as far as the link has them."""


def read_url(text: str, url: str) -> Asked | None:
    """Read a link to a page of a game of the service at `url`, or to its frame; None if it is none.

    The scheme and the name of the host may be in capitals, and http stand for https: people type links.
    """
    try:
        given, own = urlsplit(text), urlsplit(url)
        same = given.scheme in ("http", "https") and given.netloc.lower() == own.netloc.lower()
        path = given.path.removeprefix(own.path) if given.path.startswith(own.path) else ""
        query = parse_qs(given.query, max_num_fields=20)
    except ValueError:
        return None
    match = _PATH.fullmatch(path.removesuffix("/"))
    if not same or match is None:
        return None
    given_n = re.fullmatch(r"n=(.+)", given.fragment)
    wanted = {"n": given_n[1]} if given_n else {}
    wanted |= {name: values[0] for name, values in query.items()}
    kept = {name: wanted[name] for name, form in _QUERY.items() if re.fullmatch(form, wanted.get(name, ""))}
    return Asked(match[1], kept)


def document(
    asked: Asked, title: str, *, url: str, house: str, max_width: int | None, max_height: int | None
) -> dict[str, Any]:
    """The answer: a frame of at most this size, and the picture."""
    width = max(_LEAST, min(FRAME[0], max_width or FRAME[0]))
    height = max(_LEAST, min(FRAME[1], max_height or FRAME[1]))
    shrink = min(1.0, (max_width or CARD[0]) / CARD[0], (max_height or CARD[1]) / CARD[1])
    picture = max(_LEAST, int(CARD[0] * shrink))
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": house,
        "provider_url": url,
        "cache_age": _AGE_S,
        "html": frame(url, asked.game, title, width=width, height=height, **asked.query),
        "width": width,
        "height": height,
        "thumbnail_url": f"{url}/games/{asked.game}/thumbnail.png?width={picture}",
        "thumbnail_width": picture,
        "thumbnail_height": ceil(picture * CARD[1] / CARD[0]),
    }


def xml(found: dict[str, Any]) -> bytes:
    """The answer as XML; what XML cannot hold is left out."""
    lines = "".join(f"<{name}>{escape(_NO_XML.sub('', str(value)))}</{name}>" for name, value in found.items())
    return f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>{lines}</oembed>\n'.encode()
