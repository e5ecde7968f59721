"""The pages for people: what this is, games, rules, the log, and verifying without uploading anything."""

from __future__ import annotations

from api.embeds.served import player
from api.embeds.share import head, ways
from api.http.call import Answer, Call
from api.http.operation import Media, operation
from api.http.problems import Refused
from api.http.sheets import render, scripts
from api.pages.games import front_game, game_page, listed_games
from api.pages.log import log_page
from api.pages.rules import board_picture, rule_systems, rules_page
from api.resources.shared import HTML, fixed

__all__: list[str] = []

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
_PAGE = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer", "Cache-Control": "public, max-age=60"}
_LISTED = 20


def _page(name: str, call: Call, *, lasts: bool = True, **values: object) -> Answer:
    body = render(name, call.service.config, player=player(), scripts=scripts(), **values)
    headers = _PAGE if lasts else _PAGE | {"Cache-Control": "no-cache"}
    return fixed(body, HTML, headers)


@operation("GET", "/", summary="The start page", tag="docs", answers={200: Media("text/html")}, etag=True, hidden=True)
def show_front(call: Call) -> Answer:
    """What this is, a game that verifies itself, and the last public games."""
    return _page("front.html", call, games=listed_games(call.service, _LISTED), game=front_game(call.service))


@operation(
    "GET",
    "/games/<game>",
    summary="A game's page",
    tag="docs",
    answers={200: Media("text/html")},
    etag=True,
    hidden=True,
    problems=("game.unknown", "service.busy"),
)
def show_game_page(call: Call) -> Answer:
    """The game, replayed and verified, and everything that happened in words; public games only."""
    shown = game_page(call.service, call.params["game"])
    config = call.service.config
    return _page(
        "game.html",
        call,
        lasts=shown.closed,
        game=shown,
        head=head(config, shown.id, shown.title),
        embeds=ways(config, shown.id, shown.title, closed=shown.closed),
    )


@operation(
    "GET", "/verify", summary="Verify a file", tag="docs", answers={200: Media("text/html")}, etag=True, hidden=True
)
def show_verify_page(call: Call) -> Answer:
    """A file is verified in the visitor's browser; nothing is uploaded."""
    return _page("verify.html", call)


@operation("GET", "/rules", summary="All rules", tag="docs", answers={200: Media("text/html")}, etag=True, hidden=True)
def show_rules_list(call: Call) -> Answer:
    """The rule systems, in a list."""
    return _page("rules_list.html", call, systems=rule_systems())


@operation(
    "GET",
    "/rules/<rules>",
    summary="The rules of a game",
    tag="docs",
    answers={200: Media("text/html")},
    etag=True,
    hidden=True,
    problems=("rules.unknown",),
)
def show_rules_page(call: Call) -> Answer:
    """One rule system: its card and its options in words."""
    rules = rules_page(call.params["rules"])
    if rules is None:
        raise Refused("rules.unknown", f"there is no rule system {call.params['rules']!r}")
    return _page("rules.html", call, rules=rules)


@operation(
    "GET",
    "/rules/boards/<board>.svg",
    summary="An empty board",
    tag="docs",
    answers={200: Media("image/svg+xml")},
    etag=True,
    hidden=True,
)
def show_board(call: Call) -> Answer:
    """The board of a rule system as a picture."""
    body = board_picture(call.params["board"])
    if body is None:
        raise Refused("request.not_found", "there is no such board")
    return fixed(body, "image/svg+xml", {"Cache-Control": "public, max-age=3600"})


@operation("GET", "/log", summary="The log", tag="docs", answers={200: Media("text/html")}, etag=True, hidden=True)
def show_log_page(call: Call) -> Answer:
    """How the log stands, its last entries, and how to watch over it."""
    return _page("log.html", call, log=log_page(call.service))
