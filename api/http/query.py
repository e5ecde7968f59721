"""Query parameters: each at most once, none that is unknown, fitted to a schema."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MultiDict

from api.http.body import flaws_of
from api.http.problems import Flaw, Refused

__all__ = ["NO_MEMBERS", "read_query"]


def read_query(schema: Schema, given: MultiDict[str, str]) -> dict[str, Any]:
    """The query as its schema has it.  Raises Refused ``request.query``; a flaw's pointer is ``/`` and the name."""
    flaws = [
        Flaw(f"/{name}", "twice", f"the parameter {name} is given {len(values)} times")
        for name, values in given.lists()
        if len(values) > 1
    ]
    values: dict[str, Any] = {}
    if not flaws:
        try:
            values = schema.load(given.to_dict())
        except ValidationError as error:
            flaws = flaws_of(error.messages)
    if flaws:
        raise Refused("request.query", f"the query is wrong: {flaws[0].detail}", errors=flaws)
    return values


NO_MEMBERS = Schema()
"""Takes nothing at all."""
