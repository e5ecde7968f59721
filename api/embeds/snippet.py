"""What a page owner pastes: the two lines of the element, or one frame.  Plain HTML; nothing else is needed."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from api.embeds.served import player

__all__ = ["FRAME", "element", "frame", "game_url", "resizer", "script"]

FRAME = (800, 760)
"""Width and height of a frame in CSS pixels, where nobody says otherwise."""
_RESIZER = "resize.js"


def game_url(url: str, game: str) -> str:
    """The page of a game; `url` is the public address of the service."""
    return f"{url}/games/{game}"


def _embed_url(url: str, game: str, **query: str | int) -> str:
    """The page of a game for a frame: `n`, `lang` and `theme` as the frame's page takes them."""
    asked = urlencode(query)
    return f"{url}/embed/{game}{'?' + asked if asked else ''}"


def script(url: str) -> str:
    """The line that loads the player of this release: other bytes than these are never run."""
    served = player()
    return (
        f'<script type="module" src="{escape(url + served.src)}" integrity="{served.integrity}"'
        ' crossorigin="anonymous"></script>'
    )


def element(url: str, game: str, *, closed: bool) -> str:
    """The line of the replay itself; that of a game still open follows it."""
    api = f"{url}/v1/games/{game}"
    stream = "" if closed else f' stream="{escape(api)}/stream"'
    return f'<fairdice-replay src="{escape(api)}/record"{stream}></fairdice-replay>'


def resizer(url: str) -> str:
    """The line that makes frames as high as the replays in them."""
    served = player()
    return (
        f'<script src="{escape(url + served.path(_RESIZER))}" integrity="{served.files[_RESIZER].integrity}"'
        ' crossorigin="anonymous" defer></script>'
    )


def frame(
    url: str, game: str, title: str, *, width: int | str = "100%", height: int = FRAME[1], **query: str | int
) -> str:
    """A frame that needs no script of the page around it, and may do nothing but run its own.

    Its width is that of its place, or as many CSS pixels as `width` says.
    """
    return (
        f'<iframe src="{escape(_embed_url(url, game, **query))}" title="{escape(title)}" width="{width}"'
        f' height="{height}" sandbox="allow-scripts" loading="lazy" frameborder="0" data-fairdice></iframe>'
    )
