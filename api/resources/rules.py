"""The catalogue of rule systems, as `replay.catalog` has it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from api.http.call import Answer, Call
from api.http.operation import Component, Example, operation
from api.http.problems import Refused
from replay.catalog import catalog

__all__: list[str] = []


@operation(
    "GET",
    "/v1/rules",
    summary="All rule systems",
    tag="rules",
    answers={200: Component("Catalog")},
    etag=True,
    examples=(Example(name="rules", summary="The whole catalogue", status=200),),
)
def list_rules(call: Call) -> Answer:
    """Every rule system with its options, rule card and layout, and every board: what a client needs to offer games and
    to draw them.  The same document as `fairdice rules --json`.
    """
    return _answer("")


@operation(
    "GET",
    "/v1/rules/<rules>",
    summary="One rule system",
    tag="rules",
    answers={200: Component("RuleSystem")},
    etag=True,
    problems=("rules.unknown",),
    examples=(Example(name="star", summary="The system star@1", status=200, params={"rules": "star@1"}),),
)
def show_rules(call: Call) -> Answer:
    """One rule system: its options with all choices in words, its rule card, its layout."""
    return _answer(call.params["rules"])


def _answer(name: str) -> Answer:
    made = _bodies().get(name)
    if made is None:
        raise Refused("rules.unknown", f"there is no rule system {name!r}", expected=sorted(filter(None, _bodies())))
    body, etag = made
    return Answer(body=body, etag=etag, headers={"Cache-Control": "public, max-age=300"})


@cache
def _bodies() -> dict[str, tuple[bytes, str]]:
    """Body and ETag by rule system, those of the whole catalogue under ""."""
    whole = catalog()
    return {"": _made(whole), **{system["id"]: _made(system) for system in whole["systems"]}}


def _made(document: dict[str, Any]) -> tuple[bytes, str]:
    body = msgspec.json.encode(document)
    return body, f'"{sha256(body).hexdigest()[:16]}"'
