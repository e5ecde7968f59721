"""The checker of shapes against msgspec: they refuse the same values; it says why, in its own order."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.codec import canonical, decode_record
from replay.errors import FormatError
from replay.record import HEX, Record
from replay.schema import check, convert, decode, shape_of

BASE = json.loads((Path(__file__).parents[1] / "vectors/format/record.json").read_text(encoding="utf-8"))["base"]
CODES = {
    f"format.{name}"
    for name in [
        *("bom", "constant", "depth", "duplicate_key", "event", "float", "hex", "integer", "key", "kind", "length"),
        *("missing", "name", "range", "surrogate", "syntax", "type", "unknown_field", "utf8", "value"),
    ]
}


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that is pinned."""

    p: Annotated[int, msgspec.Meta(ge=-1, le=56)]
    locked: bool = False


class Corner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document unlike the record: untagged objects beside integers, defaults, lists, open bounds."""

    pieces: list[list[int | Pin]]
    turn: Annotated[int, msgspec.Meta(gt=-1, lt=4)] = 0
    rolls: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1)], ...], msgspec.Meta(max_length=3)] = ()
    bonus: Literal[10, 20] | None = None
    word: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] = "a"
    options: dict[str, bool | int | str] = {}


class Loose(msgspec.Struct, frozen=True):
    """A document that takes unknown fields."""

    a: int


CORNER = {
    "pieces": [[1, {"p": 2, "locked": True}], [-1, {"p": 3}]],
    "turn": 1,
    "rolls": [6, 6],
    "bonus": None,
    "options": {"a": True, "b": 1, "c": "x"},
}


def places(value: object, path: tuple = ()) -> list[tuple]:
    """The paths to all values of a document."""
    steps: Any = ()
    if isinstance(value, dict):
        steps = value.items()
    elif isinstance(value, list):
        steps = enumerate(value)
    return [path, *(place for step, inner in steps for place in places(inner, (*path, step)))]


def fault(value: object, type_: type) -> FormatError | None:
    """The error with which `value` is refused, if it is."""
    try:
        check(value, type_)
    except FormatError as error:
        return error
    return None


def msgspec_refuses(value: object, type_: type) -> bool:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        return True
    return False


JUNK = st.sampled_from(
    [
        None, True, False, 0, 1, -1, -4, 3, 6, 7, 200_000, 2**53 - 1, "", "a", "A", "1", "move", "player", "x" * 41,
        "0" * 32, "0" * 64, "F" * 64, "0" * 63, "0" * 128, "x" * 201, "n\n", "\x7f", "fairdice/game@1", "left",
        [], [None], [0], [0, 1], [1, 2, 3, 4, 5, 6, 7, 8], [[0]], ["0" * 64, None], {}, {"a": 1}, {"n": 1, "at": 1},
        {"type": "pass"}, {"type": None}, {"p": 3}, {"p": 57},
    ]
)  # fmt: skip
NAMES = st.sampled_from(
    ["n", "at", "type", "sig", "links", "player", "purpose", "extra", "lap", "format", "log", "note"]
)


@st.composite
def mutated(draw: st.DrawFn, base: Any) -> Any:
    """A document with one to three values changed, dropped, doubled or added."""
    root = {"root": copy.deepcopy(base)}
    for _ in range(draw(st.integers(1, 3))):
        path = ("root", *draw(st.sampled_from(places(root["root"]))))
        holder: Any = root
        for step in path[:-1]:
            holder = holder[step]
        value = holder[path[-1]]
        match draw(st.sampled_from(["change", "change", "drop", "double", "add", "move"])):
            case "change":
                holder[path[-1]] = copy.deepcopy(draw(JUNK))
            case "drop" if len(path) > 1:
                del holder[path[-1]]
            case "double" if isinstance(value, list) and value:
                value.append(copy.deepcopy(value[-1]))
            case "add" if isinstance(value, dict):
                value[draw(NAMES)] = copy.deepcopy(draw(JUNK))
            case "move" if isinstance(value, dict) and "type" in value:
                value["type"] = draw(st.sampled_from(["roll", "move", "pass", "back", "close", "away"]))
    return root["root"]


@given(mutated(BASE))
def test_records_are_refused_exactly_when_msgspec_refuses_them(value):
    """Links apart: their digits have no pattern, `decode_record` looks at them in bulk."""
    error = fault(value, Record)
    if msgspec_refuses(value, Record):
        assert error is not None
    elif error is not None:
        assert error.code == "format.hex"
        links = [link for event in value["events"] if event["type"] in {"draw", "roll"} for link in event["links"]]
        assert any(link is not None and not re.search(HEX, link) for link in links)


@given(mutated(CORNER))
def test_other_documents_are_refused_exactly_when_msgspec_refuses_them(value):
    assert (fault(value, Corner) is not None) is msgspec_refuses(value, Corner)


@given(mutated(BASE), st.booleans())
def test_decode_record_gives_the_fault_of_the_checker(value, spaced):
    raw = json.dumps(value, ensure_ascii=False).encode() if spaced else canonical(value)
    error = fault(value, Record)
    if error is None:
        assert decode_record(raw).record == msgspec.convert(value, Record)
        return
    with pytest.raises(FormatError) as caught:
        decode_record(raw)
    assert vars(caught.value) == vars(error)


@given(st.binary(max_size=4), st.integers(0, 10**6), st.integers(0, 8))
def test_bytes_changed_anywhere_give_a_record_or_a_format_error(new, place, length):
    raw = canonical(BASE)
    place %= len(raw)
    code = ""
    try:
        decode_record(raw[:place] + new + raw[place + length :])
    except FormatError as error:
        code = error.code
    assert code == "" or code in CODES


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"pieces": [[1.5]]}, "format.float", "/pieces/0/0"),
        ({"pieces": [[{"p": 57}]]}, "format.range", "/pieces/0/0/p"),
        ({"pieces": [[{"p": 1, "q": 1}]]}, "format.unknown_field", "/pieces/0/0/q"),
        ({"pieces": [[{"locked": 1}]]}, "format.missing", "/pieces/0/0/p"),
        ({"pieces": ["12"]}, "format.type", "/pieces/0"),
        ({"turn": 4}, "format.range", "/turn"),
        ({"turn": -1}, "format.range", "/turn"),
        ({"rolls": [1, 0]}, "format.range", "/rolls/1"),
        ({"rolls": [1, 1, 1, 1]}, "format.length", "/rolls"),
        ({"bonus": 15}, "format.value", "/bonus"),
        ({"bonus": True}, "format.type", "/bonus"),
        ({"word": "Word"}, "format.value", "/word"),
        ({"options": {"a": None}}, "format.type", "/options/a"),
    ],
)
def test_decode_of_another_document(change, code, path):
    with pytest.raises(FormatError) as caught:
        decode(json.dumps({**CORNER, **change}).encode(), Corner)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_decode_gives_the_typed_document():
    typed = decode(json.dumps(CORNER).encode(), Corner)
    assert typed == convert(CORNER, Corner) == msgspec.convert(CORNER, Corner)
    assert typed.pieces[0][1] == Pin(2, True)


def test_decode_has_a_limit():
    with pytest.raises(FormatError, match=r"format\.size"):
        decode(b'{"a":123}', Loose, max_bytes=8)


def test_open_objects_take_unknown_fields():
    assert decode(b'{"a":1,"b":2}', Loose) == Loose(1)


def test_free_keys_are_checked_in_plain_values_too():
    with pytest.raises(FormatError) as caught:
        check({**CORNER, "options": {"A": 1}}, Corner)
    assert (caught.value.code, caught.value.path) == ("format.key", "/options")


@pytest.mark.parametrize("type_", [float, bytes, tuple[int, str]])
def test_types_that_documents_do_not_have(type_):
    with pytest.raises(NotImplementedError):
        shape_of(type_)


def test_found_is_short():
    with pytest.raises(FormatError) as caught:
        check({**CORNER, "turn": "x" * 10_000}, Corner)
    assert caught.value.found == "x" * 80 + "…"
    assert len(caught.value.message) < 200
