"""The examples of the document: what is sent in which situation.  `tests/api/test_examples.py` sends them all.

``python -m tests.support.examples`` writes `api/static/examples.json` with the requests as sent and the answers got.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs
from werkzeug.test import TestResponse

from api.http.openapi import template
from api.http.operation import OPERATIONS, Example, Operation
from tests.support.databases import migrated_url
from tests.support.heart import Heart
from tests.support.situations import SITUATIONS, Facts
from tests.support.wire import Wire

__all__ = ["RECORDED", "every", "fill", "record", "send", "shape", "wanted"]

RECORDED = Path(__file__).parents[2] / "api" / "static" / "examples.json"
_LONG = 6000


def _game(name: str, summary: str, needs: str, status: int = 200, **more: Any) -> Example:
    return Example(
        name=name, summary=summary, needs=needs, status=status, who="host", params={"game": "{game}"}, **more
    )


_IF = {"If-Match": "{etag}"}
_NO_GAME = {"game": "0" * 64}

_MORE: dict[str, tuple[Example, ...]] = {
    "create_game": (
        Example(
            name="two-players",
            summary="A game for two, with a room code",
            needs="nothing",
            status=201,
            who="host",
            body={"rules": "star@1", "players": 2, "options": {"pieces": 2}},
        ),
        Example(
            name="with-bots",
            summary="Two house bots, tokens for two players, and a note",
            needs="nothing",
            status=201,
            who="host",
            body={
                "rules": "mensch@1",
                "players": 4,
                "bots": [{"name": "Bot Ada"}, {"name": "Bot Bo", "strategy": "random"}],
                "join": {"code": False, "tokens": 2},
                "note": "Tuesday club, table 3",
            },
        ),
        Example(
            name="unknown-rules",
            summary="There is no such rule system",
            needs="nothing",
            status=422,
            who="host",
            body={"rules": "ludo@9", "players": 2},
        ),
        Example(
            name="flaws",
            summary="A body with two flaws",
            needs="nothing",
            status=422,
            who="host",
            body={"rules": "star@1", "players": "2", "seats": 4},
        ),
    ),
    "make_rematch": (_game("rematch", "The same game once more", "closed", 201),),
    "list_games": (
        Example(
            name="games", summary="The first page", needs="sample", status=200, who="host", query={"status": "closed"}
        ),
    ),
    "show_game": (
        Example(name="public", summary="A public game", status=200, params={"game": "{game}"}),
        Example(name="unknown", summary="No such game", needs="nothing", status=404, params=_NO_GAME),
    ),
    "show_due": (_game("due", "A move is due", "moving"),),
    "show_position": (_game("position", "The position", "rolling"),),
    "delete_game": (_game("delete", "Remove a closed game", "closed", 204, headers=_IF),),
    "show_room_code": (_game("code", "The room code", "joining"),),
    "show_room_code_svg": (_game("svg", "As a picture", "joining"),),
    "show_room_code_png": (_game("png", "As a picture", "joining"),),
    "make_tokens": (_game("one", "A token for one more player", "joining", 201, body={}),),
    "revoke_token": (
        Example(
            name="lost",
            summary="A token that was lost",
            needs="joining",
            status=204,
            who="host",
            params={"game": "{game}", "token": "{token_id}"},
        ),
    ),
    "reserve_seat": (
        Example(name="by-code", summary="By room code", needs="joining", status=201, body={"code": "{code}"}),
        Example(
            name="by-token",
            summary="By player token",
            needs="joining",
            status=201,
            who="player",
            body={"game": "{game}"},
        ),
        Example(
            name="wrong-code", summary="A code that is wrong", needs="nothing", status=404, body={"code": "AAAA-AAAA"}
        ),
    ),
    "join_game": (
        Example(
            name="with-chain",
            summary="With a key and a chain",
            needs="reserved",
            status=201,
            who="player",
            params={"game": "{game}"},
            body="{join}",
        ),
        Example(
            name="plain",
            summary="With a name alone",
            needs="joining",
            status=201,
            who="host",
            params={"game": "{game}"},
            body={"name": "Ana"},
        ),
    ),
    "start_game": (_game("start", "Start a full game", "seated", 201, headers=_IF, body={}),),
    "give_links": (
        _game("one-link", "The first of two links", "contributing", headers=_IF, body={"j": 1, "links": ["{link}"]}),
    ),
    "make_roll": (
        _game("roll", "A roll that needs no links", "rolling", 201, headers=_IF, body={"j": "{j}"}),
        _game(
            "relayed", "The draw, with all links", "contributing", 201, headers=_IF, body={"j": 1, "links": "{links}"}
        ),
        _game("missing", "Links are missing", "contributing", 409, headers=_IF, body={"j": 1}),
    ),
    "list_moves": (_game("moves", "The legal moves", "moving"),),
    "make_move": (
        _game("move", "A legal move", "moving", 201, headers=_IF, body="{move}"),
        _game(
            "illegal",
            "A move that the rules do not allow",
            "moving",
            422,
            headers=_IF,
            body={"player": "{player}", "piece": 0, "from": 40, "to": 45, "lap": 0},
        ),
        _game(
            "stale",
            "The game has moved on",
            "moving",
            412,
            headers={"If-Match": '"1-0123456789abcdef"'},
            body="{move}",
        ),
    ),
    "make_pass": (
        _game("no-choice", "These rules let nobody pass", "moving", 422, headers=_IF, body={"player": "{player}"}),
    ),
    "make_absence": (_game("leave", "A player leaves", "rolling", 201, headers=_IF, body={"player": 0}),),
    "make_return": (_game("back", "It comes back", "away", 201, headers=_IF, body={"player": "{player}"}),),
    "abandon_game": (
        _game("stop", "Stop a game", "rolling", 201, headers=_IF, body={"reason": "the evening is over"}),
    ),
    "make_stream_ticket": (_game("ticket", "A ticket", "rolling", 201, body={}),),
    "stream_game": (Example(name="stream", summary="All of a finished game", status=200, params={"game": "{game}"}),),
    "export_events": (Example(name="lines", summary="All events, one a line", status=200, params={"game": "{game}"}),),
    "show_record": (Example(name="record", summary="The sample game", status=200, params={"game": "{game}"}),),
    "list_events": (
        Example(
            name="events",
            summary="The first two events",
            status=200,
            params={"game": "{game}"},
            query={"after": "-1", "limit": "2"},
        ),
    ),
    "show_report": (Example(name="report", summary="Of the sample game", status=200, params={"game": "{game}"}),),
    "show_log": (Example(name="log", summary="The log after one game", status=200),),
    "show_leaf": (Example(name="leaf", summary="The first leaf", status=200, params={"index": "0"}),),
    "show_consistency": (
        Example(name="grown", summary="From one leaf to two", status=200, query={"from": "1", "to": "2"}),
    ),
    "show_checkpoint": (Example(name="checkpoint", summary="The checkpoint", status=200),),
    "show_tile": (Example(name="entries", summary="Two entries", status=200, params={"tile": "entries/000.p/2"}),),
    "show_old_checkpoint": (
        Example(name="old", summary="Its last word", needs="old_log", status=200, params={"tree": "{tree}"}),
    ),
    "show_old_tile": (
        Example(
            name="old",
            summary="A tile of it",
            needs="old_log",
            status=200,
            params={"tree": "{tree}", "tile": "0/000.p/2"},
        ),
    ),
    "create_webhook": (
        Example(
            name="webhook",
            summary="Be told of the end of games",
            needs="nothing",
            status=201,
            who="host",
            body={"url": "https://93.184.215.14/fairdice", "events": ["game.closed"]},
        ),
    ),
    "list_webhooks": (Example(name="webhooks", summary="All webhooks", needs="webhook", status=200, who="host"),),
    **{
        name: (
            Example(
                name=word,
                summary=summary,
                needs="webhook",
                status=status,
                who="host",
                params={"webhook": "{webhook}"} | ({"delivery": "{delivery}"} if name == "retry_delivery" else {}),
                body=body,
            ),
        )
        for name, word, summary, status, body in (
            ("show_webhook", "webhook", "One webhook", 200, None),
            ("change_webhook", "pause", "Send nothing for a while", 200, {"disabled": True}),
            ("delete_webhook", "remove", "Remove it", 204, None),
            ("rotate_secret", "rotate", "A new secret; the old one signs too for a day", 200, {"overlap_s": 86400}),
            ("send_test", "test", "A message to try it", 202, None),
            ("list_deliveries", "deliveries", "The delivery log", 200, None),
            ("retry_delivery", "retry", "Send it again", 202, None),
        )
    },
}


def wanted(operation: Operation) -> tuple[Example, ...]:
    """The examples of an operation, answers apart."""
    return operation.examples + _MORE.get(operation.name, ())


def fill(value: Any, facts: Facts) -> Any:
    """`value` with the facts that it names in curly brackets; what is nothing else than a name becomes the fact."""
    if isinstance(value, dict):
        return {key: fill(one, facts) for key, one in value.items()}
    if isinstance(value, list):
        return [fill(one, facts) for one in value]
    if isinstance(value, str) and re.fullmatch(r"\{[a-z_]+\}", value):
        return facts[value[1:-1]]
    return value


def send(wire: Wire, operation: Operation, example: Example) -> tuple[Example, TestResponse]:
    """Make the situation and send the example; the example as it was sent, and the response."""
    facts = SITUATIONS[example.needs](wire)
    if "game" in facts:
        facts["etag"] = wire.etag(facts["game"])
    params, query = fill(example.params, facts), fill(example.query, facts)
    headers, body = fill(example.headers, facts), fill(example.body, facts)
    path = template(operation.path)
    for name, value in params.items():
        path = path.replace("{" + name + "}", value)
    if query:
        path += "?" + "&".join(f"{name}={value}" for name, value in query.items())
    key = {"host": wire.key, "player": facts.get("token", ""), "anyone": ""}[example.who]
    match = headers.get("If-Match")
    response = wire.ask(operation.method, path, body, key=key, match=match)
    sent = structs.replace(example, params=params, query=query, headers=headers, body=body)
    return sent, response


def shape(value: Any) -> Any:
    """The form of a JSON value: names and kinds; of an array only that it is one."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in sorted(value.items())}
    return "list" if isinstance(value, list) else type(value).__name__


def record(folder: Path) -> dict[str, list[Any]]:
    """Send every example; requests and answers, as they are shown."""
    shown: dict[str, list[Any]] = {}
    wire = Wire(Heart(migrated_url("sqlite", folder, sys.exit), access_log=False))
    for operation, example in every():
        sent, response = send(wire, operation, example)
        if response.status_code != example.status:
            sys.exit(f"{operation.name} {example.name}: {response.status} {response.text[:300]}")
        shown.setdefault(operation.name, []).append(_shown(sent, response))
    wire.heart.close()
    return shown


def every() -> list[tuple[Operation, Example]]:
    """All examples of all operations, those last that change the service for all others."""
    found = [(one, example) for one in OPERATIONS if not one.hidden for example in wanted(one)]
    return sorted(found, key=lambda pair: pair[1].needs == "old_log")


def _shown(sent: Example, response: TestResponse) -> dict[str, Any]:
    plain = msgspec.to_builtins(structs.replace(sent, answer=None))
    if response.mimetype in ("application/json", "application/problem+json") and response.data:
        plain["answer"] = _short(response.json)
    if len(json.dumps(plain.get("body"))) > _LONG:
        plain["body"] = _short(plain["body"])
    hidden = re.sub(r"(fd_(?:live|test|player)_|whsec_)[A-Za-z0-9_+/=-]{20,}", r"\1" + "0" * 43, json.dumps(plain))
    found: dict[str, Any] = json.loads(hidden)
    return found


def _short(value: Any) -> Any:
    """A long document with its arrays cut."""
    if len(json.dumps(value)) <= _LONG:
        return value
    for most in (3, 2, 1):
        value = _cut(value, most)
        if len(json.dumps(value)) <= _LONG:
            return value
    return None


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, dict):
        return {key: _cut(one, most) for key, one in value.items()}
    return [_cut(one, most) for one in value[:most]] if isinstance(value, list) else value


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        made = record(Path(name))
    RECORDED.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")
