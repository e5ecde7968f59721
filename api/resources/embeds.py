"""Games on other people's pages: in frames, by oEmbed, as pictures.  Only public games are there to be embedded."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from api.config import Config
from api.embeds.drawn import Drawn
from api.embeds.oembed import document, read_url, xml
from api.embeds.picture import board, card, raster, title_of
from api.embeds.served import player
from api.embeds.share import head
from api.embeds.snippet import game_url
from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.operation import Example, Media, operation
from api.http.problems import Refused
from api.http.sheets import digest, render, sheets
from api.http.turns import Turns
from api.resources.shared import ANYWHERE, HTML, fixed
from api.schemas.embeds import EmbedSchema, OembedAnswerSchema, OembedSchema, PictureSchema, RasterSchema
from api.service.rights import check_public, stored_row
from replay.record import Close, Record

__all__: list[str] = []

TURNS = Turns(1, waiting=8, wait_s=10)
"""A picture of a long game takes a processor for some tenths of a second."""
_PICTURES = Drawn(128)
_FRESH = {"Cache-Control": "public, max-age=60"}
_LASTS = {"Cache-Control": "public, max-age=86400"}


def _frame_policy(config: Config) -> str:
    """What the page in a frame may do.

    The service's address stands beside 'self', which means nothing in a frame without an origin of its own (sandbox) in
    older browsers.
    """
    parts = urlsplit(config.url)
    own = f"'self' {parts.scheme}://{parts.netloc}"
    return (
        f"default-src 'none'; script-src {own}; style-src {own}; img-src {own} data:; connect-src {own}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors *; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _record(call: Call, game: str) -> tuple[Record, str]:
    """A public game as it stands, and its ETag.  Raises GameError ``game.unknown``."""
    check_public(stored_row(call.service.storage, game))
    with call.service.hall.looking(game) as live:
        check_public(live.row)
        return live.table.record(), game_etag(live.table.n, live.table.head)


@operation(
    "GET",
    "/embed/<game>",
    summary="A game for a frame",
    tag="docs",
    query=EmbedSchema,
    answers={200: Media("text/html")},
    etag=True,
    hidden=True,
    problems=("game.unknown",),
)
def show_embed(call: Call) -> Answer:
    """The replay alone, for an iframe on any page, even one with sandbox="allow-scripts".

    It tells the page around it its height: {"type": "fairdice-replay:size", "version": 1, "height": pixels}.
    """
    game, config = call.params["game"], call.service.config
    record, _ = _record(call, game)
    title = title_of(record)
    body = render(
        "embed.html",
        config,
        game=game,
        title=title,
        url=game_url(config.url, game),
        closed=_is_closed(record),
        n=call.query.get("n"),
        lang=call.query.get("lang"),
        theme=call.query.get("theme"),
        head=head(config, game, title),
        player=player(),
        style=next(name for name in sheets() if name.startswith("embed.")),
    )
    headers = {
        "Content-Security-Policy": _frame_policy(config),
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
        **ANYWHERE,
        **_FRESH,
    }
    return fixed(body, HTML, headers)


def _is_closed(record: Record) -> bool:
    return isinstance(record.events[-1], Close)


@operation(
    "GET",
    "/oembed",
    summary="oEmbed",
    tag="embeds",
    query=OembedSchema,
    answers={200: OembedAnswerSchema},
    problems=("game.unknown", "embed.url", "embed.format"),
    examples=(
        Example(name="game", summary="A link to a game", status=200, query={"url": "{url}", "maxwidth": "640"}),
        Example(
            name="elsewhere", summary="A link to elsewhere", status=404, query={"url": "https://example.org/games/1"}
        ),
        Example(name="format", summary="Another format", status=501, query={"url": "{url}", "format": "yaml"}),
    ),
)
def show_oembed(call: Call) -> Answer:
    """What a page may show in place of a link to a game, as oEmbed 1.0 has it: a frame, and a picture."""
    config, query = call.service.config, call.query
    if query["format"] not in ("json", "xml"):
        raise Refused("embed.format", f"there is json and xml, not {query['format']}", found=query["format"])
    asked = read_url(query["url"], config.url)
    if asked is None:
        raise Refused("embed.url", f"this is no link to a game of {config.url}", found=query["url"])
    record, _ = _record(call, asked.game)
    found = document(
        asked,
        title_of(record),
        url=config.url,
        house=config.name,
        max_width=query.get("maxwidth"),
        max_height=query.get("maxheight"),
    )
    if query["format"] == "xml":
        return Answer(body=xml(found), media="text/xml; charset=utf-8", headers=_FRESH)
    return Answer(body=found, headers=_FRESH)


@operation(
    "GET",
    "/games/<game>/thumbnail.svg",
    summary="A picture, SVG",
    tag="embeds",
    query=PictureSchema,
    answers={200: Media("image/svg+xml", "The board, or with `view=card` the card for social media.")},
    etag=True,
    problems=("game.unknown", "service.busy"),
    examples=(Example(name="board", summary="The board", status=200, params={"game": "{game}"}),),
)
def show_thumbnail_svg(call: Call) -> Answer:
    """How the game stands; no word on whether it is true, which no picture can tell."""
    if call.query.get("view") == "card":
        return _picture(call, "card", lambda record: card(record).encode(), "image/svg+xml")
    return _picture(call, "board", board, "image/svg+xml")


@operation(
    "GET",
    "/games/<game>/thumbnail.png",
    summary="A picture, PNG",
    tag="embeds",
    query=RasterSchema,
    answers={200: Media("image/png", "The card for social media, or with `view=board` the board.")},
    etag=True,
    problems=("game.unknown", "service.busy"),
    examples=(Example(name="card", summary="The card", status=200, params={"game": "{game}"}, query={"width": "600"}),),
)
def show_thumbnail_png(call: Call) -> Answer:
    """The same for sites that take no SVG: 1200 by 630 pixels, or smaller."""
    width = call.query["width"]
    if call.query.get("view") == "board":
        return _picture(call, f"board {width}", lambda record: raster(board(record).decode(), width), "image/png")
    return _picture(call, f"card {width}", lambda record: raster(card(record), width), "image/png")


def _picture(call: Call, kind: str, draw: Callable[[Record], bytes], media: str) -> Answer:
    record, etag = _record(call, call.params["game"])
    name = f"{kind} {call.params['game']} {etag}"
    tag = f'"{digest(name.encode())}"'
    headers = ANYWHERE | (_LASTS if _is_closed(record) else _FRESH)
    if call.etag_matches(tag):
        return Answer(etag=tag, headers=headers)

    def drawn() -> bytes:
        with TURNS.one():
            return draw(record)

    return Answer(body=_PICTURES.get(tag, drawn), media=media, headers=headers, etag=tag)
