"""JSON Schemas of the documents that `replay` and `fairdice` define by their types: record, position, report."""

from __future__ import annotations

from typing import Any

import msgspec

from fairdice.verify import Report
from replay.position import Position
from replay.record import Record
from replay.systems import SYSTEMS
from replay.whatif import Asked

__all__ = ["PREFIX", "components", "problem_schema"]

PREFIX = "#/components/schemas/"
_EVENTS = ("Open", "Commit", "Join", "Draw", "Roll", "Move", "Pass", "Away", "Back", "Close")
_NAMES = {
    **{name: f"{name}Event" for name in _EVENTS},
    "House": "RecordHouse",
    "LogLeaf": "RecordLeaf",
    "Rules": "RecordRules",
    "Summary": "ReportSummary",
    "Statement": "ReportStatement",
    "Stage": "ReportStage",
    "Fault": "ReportFault",
    "PlayerLine": "ReportPlayer",
}


def components() -> dict[str, Any]:
    """Schemas by name, made of the types that the documents are read with."""
    _, made = msgspec.json.schema_components((Record, Position, Asked, Report), ref_template=PREFIX + "{name}")
    schemas = {_NAMES.get(name, name): _tidy(schema) for name, schema in made.items()}
    events = [f"{name}Event" for name in _EVENTS]
    schemas["Event"] = {
        "title": "Event",
        "description": "An event of a game (docs/spec/record.md).",
        "anyOf": [{"$ref": PREFIX + name} for name in events],
        "discriminator": {
            "propertyName": "type",
            "mapping": {name.removesuffix("Event").lower(): PREFIX + name for name in events},
        },
    }
    schemas["PositionRequest"] = {
        "description": "A position document, or one with a move that is asked about.",
        "anyOf": [{"$ref": PREFIX + "Position"}, {"$ref": PREFIX + "PositionQuestion"}],
    }
    schemas["PositionQuestion"] = {
        "type": "object",
        "required": ["position"],
        "properties": {"position": {"$ref": PREFIX + "Position"}, "move": {"$ref": PREFIX + "Asked"}},
        "additionalProperties": False,
    }
    schemas["Catalog"] = _catalog()
    schemas["RuleSystem"] = _system()
    return schemas


def _catalog() -> dict[str, Any]:
    return {
        "description": "All rule systems, options and boards (`replay.catalog`).",
        "type": "object",
        "required": ["format", "marks", "boards", "systems"],
        "properties": {
            "format": {"const": "fairdice/catalog@1"},
            "marks": {"type": "array", "items": {"type": "string"}},
            "boards": {"type": "object", "additionalProperties": {"type": "object"}},
            "systems": {"type": "array", "items": {"$ref": PREFIX + "RuleSystem"}},
        },
    }


def _system() -> dict[str, Any]:
    option = {
        "type": "object",
        "required": ["name", "kind", "help", "clause", "default", "choices"],
        "properties": {
            "name": {"type": "string", "enum": sorted({o.name for s in SYSTEMS.values() for o in s.options})},
            "kind": {"type": "string", "enum": ["flag", "number", "word"]},
            "help": {"type": "string"},
            "clause": {"type": "string"},
            "default": {"type": ["boolean", "integer", "string"]},
            "choices": {"type": "array", "items": {"type": "object", "required": ["value", "says"]}},
        },
    }
    return {
        "description": "One rule system: its options, rule card and layout.",
        "type": "object",
        "required": ["id", "title", "summary", "players", "options", "card", "layout", "layouts"],
        "properties": {
            "id": {"type": "string", "enum": list(SYSTEMS)},
            "title": {"type": "string"},
            "summary": {"type": "string"},
            "players": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            "options": {"type": "array", "items": option},
            "card": {"type": "array", "items": {"type": "object"}},
            "layout": {"type": "object"},
            "layouts": {"type": "array", "items": {"type": "object"}},
        },
    }


def problem_schema() -> dict[str, Any]:
    """The schema of every error."""
    text = {"type": "string"}
    whole = {"type": "integer", "minimum": 0}
    flaw = {
        "type": "object",
        "required": ["pointer", "code", "detail"],
        "properties": {"pointer": {**text, "description": "JSON Pointer (RFC 6901)"}, "code": text, "detail": text},
    }
    return {
        "description": "What went wrong (RFC 9457).  `code` is stable, `detail` is for people; the rest are facts.",
        "type": "object",
        "required": ["type", "title", "status", "detail", "code", "request_id"],
        "properties": {
            "type": {**text, "format": "uri", "description": "where this code is explained"},
            "title": text,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": text,
            "code": {**text, "pattern": "^[a-z]+\\.[a-z0-9_]+$"},
            "request_id": {**text, "description": "to be named when asking for help"},
            "errors": {"type": "array", "items": flaw, "description": "every flaw of a body or query"},
            "event": {**whole, "description": "the event it is about"},
            "path": {**text, "description": "JSON Pointer to what it is about"},
            "expected": {"description": "the value that was expected"},
            "found": {"description": "the value that was found"},
            "clause": {**text, "description": "the clause of docs/spec"},
            "n": {**whole, "description": "precondition.stale: the game's last event"},
            "head": {**text, "description": "precondition.stale: its head"},
            "due": {"$ref": PREFIX + "Standing"},
        },
    }


def _tidy(schema: Any) -> Any:
    """The same with our names, and patterns as JSON Schema (ECMA-262) has them."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {}
    for key, value in schema.items():
        if key == "$ref":
            name = value.removeprefix(PREFIX)
            tidy[key] = PREFIX + _NAMES.get(name, name)
        elif key == "mapping":
            tidy[key] = {tag: PREFIX + _NAMES.get(ref.removeprefix(PREFIX), "") for tag, ref in value.items()}
        elif key == "pattern" and isinstance(value, str):
            tidy[key] = value.replace("\\A", "^").replace("\\Z", "$")
        elif key == "title":
            tidy[key] = _NAMES.get(value, value) if isinstance(value, str) else _tidy(value)
        elif key == "description" and isinstance(value, str):
            tidy[key] = " ".join(value.split())
        else:
            tidy[key] = _tidy(value)
    return tidy
