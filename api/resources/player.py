"""The replay player for pages anywhere: the packed files of this release and of those before, and their source."""

from __future__ import annotations

from api.embeds.kept import Packed, current, kept
from api.embeds.served import media_of, player, sources
from api.http.call import Answer, Call
from api.http.operation import Media, operation
from api.http.problems import Refused
from api.resources.shared import ANYWHERE, FOR_EVER, fixed

__all__: list[str] = []

_FRESH = {"Cache-Control": "public, max-age=300"}
_NONE = "there is no such file"


@operation(
    "GET",
    "/player/<name>",
    summary="The player of this release",
    tag="docs",
    answers={200: Media("text/javascript")},
    etag=True,
    compressed=True,
    hidden=True,
)
def show_player(call: Call) -> Answer:
    """For pages that take whatever is the newest; they cannot name an integrity value."""
    found = current().get(call.params["name"])
    if found is None:
        raise Refused("request.not_found", _NONE)
    # Weak: one tag for the file as it is and compressed.
    return _answer(call, found, _FRESH, etag=f'W/"{player().digest[:16]}"')


@operation(
    "GET",
    "/player/<digest>/<name>",
    summary="The player of any release",
    tag="docs",
    answers={200: Media("text/javascript")},
    compressed=True,
    hidden=True,
)
def show_kept_player(call: Call) -> Answer:
    """A file of the release with this digest: it never changes, and stays when the service is upgraded."""
    found = kept(call.service.storage, call.params["digest"], call.params["name"])
    if found is None:
        raise Refused("request.not_found", _NONE)
    return _answer(call, found, FOR_EVER)


def _answer(call: Call, found: Packed, cache: dict[str, str], *, etag: str | None = None) -> Answer:
    headers = {**ANYWHERE, **cache, "Vary": "Accept-Encoding"}
    if call.accepts_gzip:
        headers["Content-Encoding"] = "gzip"
    return Answer(body=found.gzip if call.accepts_gzip else found.plain, media=found.media, headers=headers, etag=etag)


@operation(
    "GET",
    "/source/<path:module>",
    summary="The source of the player",
    tag="docs",
    answers={200: Media("text/javascript")},
    etag=True,
    hidden=True,
)
def show_source(call: Call) -> Answer:
    """The modules that the player is packed from, as they are written: to be read, and to be run without packing."""
    path = sources().get(call.params["module"])
    if path is None:
        raise Refused("request.not_found", _NONE)
    return fixed(path.read_bytes(), media_of(path.name), ANYWHERE | _FRESH)
