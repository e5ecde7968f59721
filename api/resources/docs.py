"""The document of the interface, and the pages made of it."""

from __future__ import annotations

from functools import cache

import msgspec

from api.config import Config
from api.http.call import Answer, Call
from api.http.openapi import document
from api.http.operation import OPERATIONS, Example, Media, operation
from api.http.problems import Refused
from api.http.sheets import POLICY, join_page, problems_page, reference_page, sheets
from api.resources.shared import FOR_EVER, HTML, fixed
from api.service.tokens import read_room_code

__all__: list[str] = []

_PAGE = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", "Cache-Control": "public, max-age=300"}


@operation(
    "GET",
    "/openapi.json",
    summary="This document",
    tag="docs",
    answers={200: Media("application/json", "OpenAPI 3.1.")},
    etag=True,
    examples=(Example(name="document", summary="The document", status=200),),
)
def show_document(call: Call) -> Answer:
    """What you are reading, for machines."""
    return fixed(_document(call.service.config), "application/json", {"Cache-Control": "public, max-age=300"})


@operation(
    "GET",
    "/docs",
    summary="The reference page",
    tag="docs",
    answers={200: Media("text/html", "The page.")},
    etag=True,
    examples=(Example(name="page", summary="The page", status=200),),
)
def show_reference(call: Call) -> Answer:
    """What you are reading, for people."""
    return fixed(_reference(call.service.config), HTML, _PAGE)


@operation(
    "GET",
    "/docs/problems",
    summary="All problems",
    tag="docs",
    answers={200: Media("text/html", "The page.")},
    etag=True,
    examples=(Example(name="page", summary="The page", status=200),),
)
def show_problems(call: Call) -> Answer:
    """Every `code` with its status and what it means: the `type` of a problem leads here."""
    return fixed(_problems(call.service.config), HTML, _PAGE)


@operation(
    "GET",
    "/join/<code>",
    summary="What a room code leads to",
    tag="docs",
    answers={200: Media("text/html", "The page.")},
    hidden=True,
)
def show_join(call: Call) -> Answer:
    """How to sit down with a room code.

    Whether a table waits behind it is not looked up: nobody can try codes here.
    """
    code = read_room_code(call.params["code"])
    if code is None:
        raise Refused("request.not_found", "this is no room code")
    return Answer(body=join_page(code, call.service.config), media=HTML, headers=_PAGE | {"Cache-Control": "no-store"})


@operation(
    "GET",
    "/static/<sheet>",
    summary="Static files of the pages",
    tag="docs",
    answers={200: Media("text/css")},
    hidden=True,
)
def show_sheet(call: Call) -> Answer:
    """A file's name holds its hash, so it never changes."""
    found = sheets().get(call.params["sheet"])
    if found is None:
        raise Refused("request.not_found", "there is no such file")
    body, media = found
    return Answer(body=body, media=media, headers=FOR_EVER)


@cache
def _document(config: Config) -> bytes:
    return msgspec.json.encode(document(OPERATIONS, config))


@cache
def _reference(config: Config) -> bytes:
    return reference_page(document(OPERATIONS, config), config)


@cache
def _problems(config: Config) -> bytes:
    return problems_page(config)
