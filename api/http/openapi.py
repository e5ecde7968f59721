"""The OpenAPI 3.1 document, made once from the registry of operations; nothing of it is looked at per request."""

from __future__ import annotations

import re
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

import fairdice
from api.config import Config
from api.http.codes import kind_of
from api.http.components import PREFIX, components, problem_schema
from api.http.examples import examples_of
from api.http.operation import Component, Media, Operation
from api.http.problems import MEDIA
from api.http.words import ABOUT, PARAMETERS, TAGS
from replay.systems import SYSTEMS

__all__ = ["document", "problems_of", "template"]

_ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
_ANSWERED = {200: "OK", 201: "Done.", 202: "Accepted.", 204: "Done; nothing to say.", 304: "Not modified."}
_SECURITY = {
    "hostKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "A host's API key, `fd_live_...` or `fd_test_...`, with the scopes `read`, `play`, `admin`.",
    },
    "playerToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "A player's token, `fd_player_...`: it acts for one player, in the games it belongs to.",
    },
}


def document(operations: list[Operation], config: Config) -> dict[str, Any]:
    """The whole document."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        title="fairdice",
        version=fairdice.__version__,
        openapi_version="3.1.0",
        info={"description": ABOUT, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        servers=[{"url": config.url}],
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        plugins=[plugin],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]
    for name, schema in {**components(), "Problem": problem_schema()}.items():
        spec.components.schema(name, schema)
    for name, scheme in _SECURITY.items():
        spec.components.security_scheme(name, scheme)
    order = list(TAGS)
    for operation in sorted(operations, key=lambda one: order.index(one.tag)):
        if not operation.hidden:
            spec.path(template(operation.path), operations={operation.method.lower(): _operation(operation)})
    made = _tidy(spec.to_dict())
    assert isinstance(made, dict)
    made["components"]["schemas"]["NewGame"]["properties"]["rules"]["enum"] = list(SYSTEMS)
    return made


def template(path: str) -> str:
    """A path of Flask's as OpenAPI writes it: ``/v1/games/{game}``."""
    return _ARGUMENT.sub(r"{\2}", path)


def problems_of(operation: Operation) -> tuple[str, ...]:
    """All codes that an operation may answer with: those it declares, and those that follow from what it is."""
    codes = [*operation.problems, "request.limit", "request.malformed", "service.error", "storage.unavailable"]
    codes += ["auth.invalid", "request.query"]
    if "anyone" not in operation.auth:
        codes += ["auth.missing", "auth.kind"]
        codes += ["auth.scope"] if any(name.startswith("host:") for name in operation.auth) else []
    if operation.method in ("POST", "PUT", "PATCH"):
        codes += ["request.media", "request.size"]
        codes += [] if operation.raw else ["request.json", "request.invalid"]
    if operation.idempotent:
        codes += ["idempotency.missing", "idempotency.key", "idempotency.mismatch", "idempotency.in_flight"]
    codes += ["precondition.malformed"]
    if operation.if_match:
        codes += ["precondition.missing", "precondition.stale"]
    if "<" in operation.path:
        codes += ["request.not_found"]
    return tuple(dict.fromkeys(codes))


def _operation(operation: Operation) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.description,
        "tags": [operation.tag],
        "security": _security(operation),
        "parameters": _parameters(operation),
        "responses": {**_answers(operation), **_problems(operation)},
    }
    if operation.method in ("POST", "PUT", "PATCH"):
        made["requestBody"] = _body(operation)
    shown = examples_of(operation)
    if shown:
        made["x-example"] = {name: getattr(shown[0], name) for name in ("params", "query", "headers", "body")}
    return made


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    # Bearer tokens have no scopes in OpenAPI 3.1's sense, but it lets one name the roles that are needed.
    wanted: list[dict[str, list[str]]] = [
        {"hostKey": [name.removeprefix("host:")]} for name in operation.auth if name.startswith("host:")
    ]
    if "player" in operation.auth or "anyone" in operation.auth:
        wanted.append({"playerToken": []})
    if "anyone" in operation.auth:
        wanted.insert(0, {})
        wanted.append({"hostKey": []})
    return wanted


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    made = []
    for kind, name in _ARGUMENT.findall(operation.path):
        about, schema = PARAMETERS[name]
        schema = {"type": "integer", "minimum": 0} if kind == "int" else dict(schema)
        if name == "rules":
            schema = {"type": "string", "enum": list(SYSTEMS)}
        made.append({"name": name, "in": "path", "required": True, "description": about, "schema": schema})
    if operation.query is not None:
        made += [_parameter(field, name) for name, field in operation.query().fields.items()]
    if operation.idempotent:
        made.append(_header("Idempotency-Key", "Fresh for each intent, the same for each retry.", 255))
    if operation.if_match:
        made.append(_header("If-Match", "The ETag of the game as you know it, or `*` for whatever is last.", 40))
    return made


def _parameter(field: fields.Field[Any], name: str) -> dict[str, Any]:
    whole = isinstance(field, fields.Integer | fields.Boolean)
    schema: dict[str, Any] = {"type": "integer" if whole else "string"}
    schema |= getattr(field, "described", {})
    if field.load_default is not None and isinstance(field.load_default, int | str):
        schema["default"] = int(field.load_default) if isinstance(field.load_default, bool) else field.load_default
    about = str(field.metadata.get("description", ""))
    shown = field.data_key or name
    return {"name": shown, "in": "query", "required": field.required, "description": about, "schema": schema}


def _header(name: str, about: str, longest: int) -> dict[str, Any]:
    # A pattern of what a header can hold at all: the rest is for the server to refuse.
    schema = {"type": "string", "minLength": 1, "maxLength": longest, "pattern": "^[\\x21-\\x7e]+$"}
    if name == "If-Match":
        schema = {"type": "string", "pattern": '^(\\*|"(0|[1-9][0-9]{0,5})-[0-9a-f]{16}")$'}
    return {"name": name, "in": "header", "required": True, "description": about, "schema": schema}


def _body(operation: Operation) -> dict[str, Any]:
    if isinstance(operation.body, Component):
        schema: Any = {"$ref": PREFIX + operation.body.name}
        required = True
    elif operation.body is None:
        schema, required = {"type": "object", "additionalProperties": False}, False
    else:
        schema, required = operation.body, any(field.required for field in operation.body().fields.values())
    content: dict[str, Any] = {"schema": schema}
    sent = [one for one in examples_of(operation) if one.body is not None]
    shown = {one.name: {"summary": one.summary, "value": one.body} for one in sent}
    if shown:
        content["examples"] = shown
    return {"required": required, "content": {"application/json": content}}


def _answers(operation: Operation) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for status, what in operation.answers.items():
        answer: dict[str, Any] = {"description": _ANSWERED.get(status, "OK"), "headers": _headers(operation, status)}
        if isinstance(what, Media):
            answer["description"] = what.about or answer["description"]
            answer["content"] = {what.type: {"schema": {} if what.type == "application/json" else {"type": "string"}}}
        elif what is not None:
            schema = {"$ref": PREFIX + what.name} if isinstance(what, Component) else what
            media = what.media if isinstance(what, Component) else "application/json"
            content: dict[str, Any] = {"schema": schema}
            content |= _shown(operation, status)
            answer["content"] = {media: content}
        made[str(status)] = answer
    if operation.method == "GET" and operation.etag:
        made["304"] = {"description": "The client has this version already (If-None-Match)."}
    return made


def _shown(operation: Operation, status: int) -> dict[str, Any]:
    """The examples that are answered with this status, if there are any."""
    shown = {
        one.name: {"summary": one.summary, "value": one.answer}
        for one in examples_of(operation)
        if one.status == status and one.answer is not None
    }
    return {"examples": shown} if shown else {}


def _headers(operation: Operation, status: int) -> dict[str, Any]:
    text: dict[str, Any] = {"schema": {"type": "string"}}
    made: dict[str, Any] = {"X-Request-Id": text}
    if operation.etag or operation.if_match:
        made["ETag"] = text
    if operation.idempotent and status < 300:
        made["Idempotent-Replayed"] = {
            "schema": {"type": "string", "enum": ["true"]},
            "description": "this is the stored answer to the first request",
        }
    return made


def _problems(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in problems_of(operation):
        by_status.setdefault(kind_of(code).status, []).append(code)
    return {str(status): _problem(operation, status, codes) for status, codes in sorted(by_status.items())}


def _problem(operation: Operation, status: int, codes: list[str]) -> dict[str, Any]:
    content = {"schema": {"$ref": PREFIX + "Problem"}} | _shown(operation, status)
    said = "; ".join(f"`{code}`: {kind_of(code).title.lower()}" for code in codes)
    return {"description": said, "content": {MEDIA: content}, "x-codes": codes}


def _name(schema: type[Schema] | Schema) -> str:
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Schema")


def _described(_self: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """What our fields say of themselves."""
    return dict(getattr(field, "described", {}))


def _tidy(value: Any) -> Any:
    """References that stand alone, and null beside them where it is allowed."""
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _tidy(item) for key, item in value.items()}
    if "$ref" in made and "type" in made:
        kind, ref = made.pop("type"), made.pop("$ref")
        made.pop("additionalProperties", None)
        if isinstance(kind, list) and "null" in kind:
            made["anyOf"] = [{"$ref": ref}, {"type": "null"}]
        else:
            made["$ref"] = ref
    if "enum" in made and isinstance(made.get("type"), list) and "null" in made["type"] and None not in made["enum"]:
        made["enum"] = [*made["enum"], None]
    return made
