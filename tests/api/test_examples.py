"""Every example of the document is sent: its status is the one it says, its answer has the form that is documented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from werkzeug.test import TestResponse

from api.http.components import PREFIX
from api.http.openapi import template
from api.http.operation import OPERATIONS, Example, Operation
from tests.support.databases import migrated_url
from tests.support.examples import RECORDED, every, send, shape, wanted
from tests.support.heart import Heart
from tests.support.wire import Wire

_JSON = ("application/json", "application/problem+json")


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder = tmp_path_factory.mktemp("examples")
    heart = Heart(migrated_url("sqlite", folder, lambda: pytest.fail("no server is needed")), access_log=False)
    yield Wire(heart)
    heart.close()


@pytest.fixture(scope="module")
def described(wire: Wire) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(wire.get("/openapi.json").data)
    return found


def schema_of(described: dict[str, Any], operation: Operation, status: int, media: str) -> dict[str, Any] | None:
    """The schema of an answer with all that it refers to."""
    item = described["paths"][template(operation.path)][operation.method.lower()]
    content = item["responses"][str(status)].get("content", {}).get(media)
    if content is None or media not in _JSON:
        return None
    return {**content["schema"], "components": described["components"]}


def test_every_example(wire: Wire, described: dict[str, Any]) -> None:
    recorded = msgspec.json.decode(RECORDED.read_bytes(), type=dict[str, list[Example]])
    flaws = []
    for operation, example in every():
        _, response = send(wire, operation, example)
        found = list(flaws_of(described, operation, example, response, recorded.get(operation.name, ())))
        flaws += [f"{operation.name}, {example.name}: {flaw}" for flaw in found]
    assert not flaws, "\n".join(flaws)


def flaws_of(
    described: dict[str, Any],
    operation: Operation,
    example: Example,
    response: TestResponse,
    recorded: Iterable[Example],
) -> Iterator[str]:
    """What is wrong with the answer to an example."""
    if response.status_code != example.status:
        yield f"{response.status} {response.text[:300]}"
        return
    schema = schema_of(described, operation, example.status, response.mimetype or "")
    if schema is not None:
        validator = jsonschema_rs.Draft202012Validator(schema)
        for flaw in validator.iter_errors(msgspec.json.decode(response.data)):
            yield f"{flaw.instance_path}: {flaw.message[:200]}"
    shown = [one for one in recorded if one.name == example.name]
    if len(shown) != 1:
        yield "is not recorded: python -m tests.support.examples"
    elif shown[0].answer is not None and len(response.data) < 6000 and response.mimetype in _JSON:
        now = shape(msgspec.json.decode(response.data))
        if shape(shown[0].answer) != now:
            yield "has another form than the recorded answer: python -m tests.support.examples"


def test_every_operation_has_an_example(wire: Wire) -> None:
    assert [one.name for one in OPERATIONS if not one.hidden and not wanted(one)] == []


def test_what_is_recorded_is_wanted(wire: Wire) -> None:
    recorded = msgspec.json.decode(RECORDED.read_bytes(), type=dict[str, list[Example]])
    names = {(one.name, example.name) for one in OPERATIONS for example in wanted(one)}
    assert {(name, example.name) for name, examples in recorded.items() for example in examples} <= names


def test_answers_tell_what_is_documented_and_no_more(wire: Wire, described: dict[str, Any]) -> None:
    """The document lets clients expect more than it names; what there is today is named."""
    for operation, example in every():
        if example.status >= 300 or example.needs == "old_log":
            continue
        _, response = send(wire, operation, example)
        schema = schema_of(described, operation, example.status, response.mimetype or "")
        if schema is None or "$ref" not in schema:
            continue
        wholly = schema["components"]["schemas"][schema["$ref"].removeprefix(PREFIX)]
        if "properties" in wholly:
            unnamed = set(msgspec.json.decode(response.data)) - set(wholly["properties"])
            assert not unnamed, f"{operation.name}: {unnamed}"


def test_document_is_openapi(described: dict[str, Any]) -> None:
    assert described["openapi"] == "3.1.0"
    names = [one["operationId"] for item in described["paths"].values() for one in item.values()]
    assert len(names) == len(set(names))


def test_path_names(described: dict[str, Any]) -> None:
    assert all("<" not in path for path in described["paths"])
