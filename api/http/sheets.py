"""The pages: the reference, made of the OpenAPI document, and the list of all problems; plain HTML without scripts."""

from __future__ import annotations

import json
import re
import shlex
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

import fairdice
from api.config import Config
from api.http.codes import CODES, FAMILIES, kind_of
from api.http.components import PREFIX
from api.http.operation import OPERATIONS
from api.http.words import TAGS

__all__ = ["POLICY", "digest", "join_page", "problems_page", "reference_page", "render", "scripts", "sheets"]

_STATIC = Path(__file__).parents[1] / "static"
_MEDIA = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of pages without scripts."""
_LONG = 1500
"""Bodies of more characters are sent from a file."""


def digest(body: bytes) -> str:
    """The first 16 hex digits of the SHA-256 of a body."""
    return sha256(body).hexdigest()[:16]


@cache
def sheets() -> dict[str, tuple[bytes, str]]:
    """Static files by the name under which they are served, which holds their hash: body and media type."""
    found = {}
    for path in sorted(_STATIC.iterdir()):
        if path.suffix in _MEDIA:
            body = path.read_bytes()
            found[f"{path.stem}.{digest(body)}{path.suffix}"] = (body, _MEDIA[path.suffix])
    return found


@cache
def scripts() -> dict[str, str]:
    """Scripts of pages by their stem: the name under which they are served."""
    return {served.partition(".")[0]: served for served in sheets() if served.endswith(".js")}


def reference_page(document: dict[str, Any], config: Config) -> bytes:
    """The reference page of a document."""
    sections = [
        {"tag": tag, "about": about, "operations": _operations(document, tag, config)} for tag, about in TAGS.items()
    ]
    schemas = [
        {"name": name, "about": schema.get("description", ""), "rows": _rows(schema), "anyof": _choices(schema)}
        for name, schema in sorted(document["components"]["schemas"].items())
    ]
    return render("reference.html", config, sections=sections, schemas=schemas)


def problems_page(config: Config) -> bytes:
    """All codes by family, with status, title and explanation."""
    families: dict[str, list[dict[str, Any]]] = {}
    # What operations name has a line of its own, so that the `type` of every such problem leads somewhere.
    named = {code: kind_of(code) for operation in OPERATIONS for code in operation.problems}
    for code, kind in (named | CODES).items():
        families.setdefault(code.partition(".")[0], []).append({"code": code, "kind": kind})
    for entries in families.values():
        entries.sort(key=lambda entry: str(entry["code"]))
    for name, kind in FAMILIES.items():
        families.setdefault(name, []).append({"code": f"{name}.*", "kind": kind})
    return render("problems.html", config, families=families)


def join_page(code: str, config: Config) -> bytes:
    """What a player finds behind a room code."""
    return render("join.html", config, code=code)


def _operations(document: dict[str, Any], tag: str, config: Config) -> list[dict[str, Any]]:
    found = []
    for path, item in document["paths"].items():
        for method, one in item.items():
            if tag in one["tags"]:
                found.append(_operation(path, method, one, config))
    return found


def _operation(path: str, method: str, one: dict[str, Any], config: Config) -> dict[str, Any]:
    answers = {status: answer for status, answer in one["responses"].items() if status < "4"}
    refusals = {status: answer["x-codes"] for status, answer in one["responses"].items() if status >= "4"}
    body = one.get("requestBody", {}).get("content", {}).get("application/json")
    return {
        "id": one["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": one["summary"],
        "paragraphs": [" ".join(part.split()) for part in one["description"].split("\n\n")],
        "who": _who(one["security"]),
        "parameters": one["parameters"],
        "body": None if body is None or _nothing(body) else _shape(body["schema"]),
        "answers": [_answer(status, answer) for status, answer in answers.items()],
        "refusals": refusals,
        "curl": _curl(path, method, one, config),
    }


def _nothing(body: dict[str, Any]) -> bool:
    """Whether a body has no members."""
    schema: dict[str, Any] = body["schema"]
    return schema.get("additionalProperties") is False and not schema.get("properties")


def _who(security: list[dict[str, list[str]]]) -> str:
    if {} in security:
        return "anyone, within what they may see"
    words = []
    for way in security:
        if "hostKey" in way:
            words.append(f"host key with scope {way['hostKey'][0]}")
        if "playerToken" in way:
            words.append("player token")
    return " or ".join(words)


def _answer(status: str, answer: dict[str, Any]) -> dict[str, Any]:
    contents: dict[str, Any] = answer.get("content", {})
    media = next(iter(contents), "")
    content = contents.get(media, {})
    shown = [
        {"summary": one["summary"], "text": json.dumps(one["value"], indent=2, ensure_ascii=False)}
        for one in content.get("examples", {}).values()
    ]
    shape = _shape(content["schema"]) if media == "application/json" and content else None
    return {"status": status, "about": answer["description"], "media": media, "shape": shape, "examples": shown}


def _curl(path: str, method: str, one: dict[str, Any], config: Config) -> str:
    """The first example as a command: what is a secret comes from the environment."""
    shown = one.get("x-example", {})
    for name, value in shown.get("params", {}).items():
        path = path.replace("{" + name + "}", value)
    query = "&".join(f"{name}={value}" for name, value in shown.get("query", {}).items())
    address = f"{config.url}{path}{'?' + query if query else ''}"
    lines = [f"curl {'' if method == 'get' else f'-X {method.upper()} '}{shlex.quote(address)}"]
    if {} not in one["security"]:
        secret = "$FAIRDICE_KEY" if any("hostKey" in way for way in one["security"]) else "$FAIRDICE_TOKEN"
        lines.append(f'-H "Authorization: Bearer {secret}"')
    names = {parameter["name"] for parameter in one["parameters"] if parameter["in"] == "header"}
    if "Idempotency-Key" in names:
        lines.append('-H "Idempotency-Key: $(uuidgen)"')
    if "If-Match" in names:
        lines.append("-H " + shlex.quote(f"If-Match: {shown.get('headers', {}).get('If-Match', '*')}"))
    if "requestBody" in one and not _nothing(one["requestBody"]["content"]["application/json"]):
        text = json.dumps(shown.get("body", {}), ensure_ascii=False)
        lines.append("-H 'Content-Type: application/json'")
        lines.append("--data-binary @body.json" if len(text) > _LONG else "-d " + shlex.quote(text))
    return " \\\n  ".join(lines)


def _rows(schema: dict[str, Any]) -> list[dict[str, Any]]:
    wanted = set(schema.get("required", ()))
    return [
        {"name": name, "shape": _shape(one), "about": one.get("description", ""), "required": name in wanted}
        for name, one in schema.get("properties", {}).items()
    ]


def _choices(schema: dict[str, Any]) -> list[Markup]:
    return [_shape(one) for one in schema.get("anyOf", ())] if "properties" not in schema else []


def _shape(schema: dict[str, Any]) -> Markup:
    """A schema in a few words, with links to those that have a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(PREFIX))
        return Markup('<a href="#schema-{0}">{0}</a>').format(name)
    if "anyOf" in schema:
        return Markup(" or ").join(map(_shape, schema["anyOf"]))
    if "enum" in schema:
        return Markup(" | ").join(Markup("<code>{}</code>").format(json.dumps(value)) for value in schema["enum"])
    if "const" in schema:
        return Markup("<code>{}</code>").format(json.dumps(schema["const"]))
    kind = schema.get("type", "anything")
    words = " or ".join(kind) if isinstance(kind, list) else kind
    if "items" in schema and "array" in words:
        return Markup("{} of {}").format(words, _shape(schema["items"]))
    return escape(words + _bounds(schema))


def _bounds(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None and high < 2**53 - 1:
        return f" {low} to {high}"
    if re.fullmatch(r"\^\[0-9a-f\]\{\d+\}\$", schema.get("pattern", "")):
        return f", {schema.get('maxLength', 64)} hex digits"
    return ""


def _code(text: str) -> Markup:
    """Text in which backticks mark code."""
    parts = str(text).split("`")
    made = [Markup("<code>{}</code>").format(part) if odd % 2 else escape(part) for odd, part in enumerate(parts)]
    return Markup("").join(made)


@cache
def _environment() -> Environment:
    loader = PackageLoader("api", "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["code"] = _code
    return made


def render(name: str, config: Config, **values: Any) -> bytes:
    """A page from its template."""
    sheet = next(served for served in sheets() if served.startswith("pages."))
    mark = next(served for served in sheets() if served.startswith("mark."))
    page = _environment().get_template(name)
    root = urlsplit(config.url).path
    named = {"config": config, "root": root, "version": fairdice.__version__, "sheet": sheet, "mark": mark}
    return page.render(named, **values).encode()
