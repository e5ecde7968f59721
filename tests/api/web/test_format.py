"""Texts and records read by JavaScript and by Python: the same values and bytes, or the same fault and place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.codec import canonical
from replay.pointer import event_of, pointer, shorten
from replay.record import MAX_SAFE, Record
from replay.schema import shape_of
from replay.shape import Choice, Elements, Fields, Members, Number, Shape, Text
from tests.api.web.reading import base64, record_told, text_told
from tests.replay.sample import sample_record
from tests.replay.test_codec import VALUES
from tests.replay.test_strict import raw_of

VECTORS = Path(__file__).parents[2] / "vectors"
TEXTS: dict[str, Any] = json.loads((VECTORS / "format/text.json").read_bytes())
RECORDS: dict[str, Any] = json.loads((VECTORS / "format/record.json").read_bytes())
BASE = canonical(RECORDS["base"]).decode()


def agree(judge: Any, raws: list[bytes]) -> list[Any]:
    """What both say of these records, which must be the same; gives it."""
    told = judge.ask("read_records", records=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == record_told(raw), raw[:2000]
    return list(told)


# --- vectors ---


@pytest.mark.parametrize("case", TEXTS["refused"], ids=[case["name"] for case in TEXTS["refused"]])
def test_texts_that_are_refused(judge, case):
    raw = raw_of(case)
    (told,) = judge.ask("read_texts", texts=[base64(raw)])
    assert (told["error"]["code"], told["error"]["path"]) == (case["code"], case["path"])
    assert told == text_told(raw)


@pytest.mark.parametrize("case", TEXTS["accepted"], ids=[case["name"] for case in TEXTS["accepted"]])
def test_texts_that_are_accepted(judge, case):
    (told,) = judge.ask("read_texts", texts=[base64(raw_of(case))])
    assert told == {"value": case["value"]}


def test_malformed_records(judge):
    raws = [BASE.replace(case["find"], case["with"]).encode() for case in RECORDS["cases"]]
    for case, told in zip(RECORDS["cases"], agree(judge, raws), strict=True):
        found = told["error"]
        assert [found[key] for key in ("code", "path", "event")] == [case[key] for key in ("code", "path", "event")]


@pytest.mark.parametrize("folder", ["records", "sound", "mutations"])
def test_records_of_the_vectors(judge, folder):
    names = sorted(path for path in (VECTORS / folder).glob("*.json") if path.stem not in {"index", "manifest"})
    assert names
    agree(judge, [path.read_bytes() for path in names])


# --- records that are read ---


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("rolls", [0, 1, 60])
def test_canonical_records(judge, rolls, gaps):
    raw = canonical(sample_record(rolls, gaps=gaps, signed=gaps))
    for told in agree(judge, [raw, raw + b"\n"]):
        assert told["canonical"] is True


def test_other_spellings_give_the_same_bodies(judge):
    document = sample_record(12, gaps=True)
    plain = canonical(document)
    spellings = [
        plain + b"\n\n",
        plain + b" ",
        plain + b"\r\n",
        b" " + plain,
        plain.replace(b',"n":7', b', "n":7', 1),
        plain.replace(b'"n":13,"player":1', b'"player":1,"n":13', 1),
        plain.replace(b'"format"', b'"f\\u006frmat"', 1),
        plain.replace("Ä".encode(), b"\\u00c4", 1),
        plain.replace("🎲".encode(), b"\\ud83c\\udfb2", 1),
        plain.replace(b"one process", b"one\\u0020process", 1),
        json.dumps(document).encode(),
        json.dumps(document, indent="\t", ensure_ascii=False).replace("\n", "\r\n").encode(),
    ]
    assert len({plain, *spellings}) == len(spellings) + 1
    expected = record_told(plain)
    for told in agree(judge, spellings):
        assert told == expected | {"canonical": False}


def test_escapes_that_are_canonical(judge):
    document = sample_record(0)
    document["events"][0]["note"] = "".join(map(chr, range(0x80))) + "\u2028\u2029\ufeff\uffff\U0010ffff"
    (told,) = agree(judge, [canonical(document)])
    assert told["canonical"] is True


def test_a_long_record(judge):
    raw = canonical(sample_record(3000, gaps=True))
    assert judge.ask("verdicts", records=[base64(raw), base64(raw.replace(b":", b": "))]) == ["canonical", "read"]


@settings(max_examples=50)
@given(st.lists(VALUES, min_size=1, max_size=20))
def test_canonical_json(judge, values):
    assert judge.ask("canonical", values=values) == [canonical(value).decode() for value in values]


# --- limits of every field ---

WRONG_TYPES: tuple[Any, ...] = (None, True, 0, "0", [], {}, [0], {"type": "roll"})


def around(shape: Shape, present: Any = None) -> Iterator[Any]:
    """Values at the limits of a shape and just beyond, and such of another type; `present` has this shape."""
    yield from WRONG_TYPES
    for rule in shape.rules.values():
        match rule:
            case Number(least, most) if least is not None and most is not None:
                yield from (n for n in (least - 1, least, most, most + 1) if abs(n) <= MAX_SAFE)
            case Choice(values):
                yield from (*values, *(str(value)[:-1] for value in values), *(f"{value} " for value in values), 7)
            case Text(shortest, longest):
                assert longest is not None
                for size in {max(shortest or 1, 1) - 1, shortest or 0, longest, longest + 1}:
                    yield from (letter * size for letter in ("a", "g", "F", "\x1f", "\x7f", "\x9f", "\xa0", "🎲"))
            case Elements(element, shortest, longest):
                good = present[0] if present else next(value for value in around(element) if fits(value, element))
                sizes = {max(shortest or 1, 1) - 1, shortest or 0, *((longest, longest + 1) if longest else ())}
                yield from ([good] * size for size in sizes if size < 100)
                yield from ([good, value] for value in around(element) if shortest in {None, 1, 2})
            case Members(value, _, most):
                assert most is not None
                yield from ({f"k{n}": 1 for n in range(size)} for size in (most, most + 1))
                yield from ({"constructor": inner, "zz": 1} for inner in around(value))


def fits(value: Any, shape: Shape) -> bool:
    try:
        shape.check(value)
    except Exception:  # noqa: BLE001
        return False
    return True


def fields_of(shape: Shape) -> Fields:
    found = shape.rules["object"]
    assert isinstance(found, Fields)
    return found


def members(shape: Shape, value: dict[str, Any], path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Shape]]:
    """The place and the shape of every field that an object of this shape may have."""
    fields = fields_of(shape)
    variant = fields.variants[value[fields.tag]] if fields.tag else fields.variants[""]
    for name, field in variant.fields.items():
        yield (*path, name), field
        inner = field.rules.get("object")
        if isinstance(inner, Fields):
            yield from members(field, value[name], (*path, name))
        elements = field.rules.get("array")
        if isinstance(elements, Elements) and isinstance(elements.element.rules.get("object"), Fields):
            for index, element in enumerate(value[name]):
                yield from members(elements.element, element, (*path, name, index))


def whole() -> dict[str, Any]:
    """A record with an event of every type, an ack and a leaf."""
    document = sample_record(2, signed=True)
    first, commit, join, *_ = document["events"]
    kinds = {event["type"]: event for event in document["events"]}
    others = [
        {"type": "pass", "player": 0, "by": "bot"},
        {"type": "away", "player": 0, "reason": "left"},
        {"type": "back", "player": 0},
    ]
    events = [first, commit, join, kinds["draw"], kinds["roll"], kinds["move"], *others, kinds["close"]]
    document["events"] = [event | {"n": n, "at": 5} for n, event in enumerate(events)]
    entry = {"format": "fairdice/leaf@1", "kind": "open", "game": "0" * 64, "n": 1, "head": "1" * 64}
    document["log"] = {"checkpoint": "x", "leaves": [{"leaf": entry, "index": 3, "proof": ["2" * 64]}]}
    document["acks"] = document["acks"][:1]
    return document


def replaced(document: dict[str, Any], path: tuple[Any, ...], value: Any) -> bytes:
    changed = deepcopy(document)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value
    return canonical(changed)


DOCUMENT = whole()
PLACES = list(members(shape_of(Record), DOCUMENT))


def value_at(path: tuple[Any, ...]) -> Any:
    """What stands there in the document; None if nothing."""
    place: Any = DOCUMENT
    for step in path:
        place = place.get(step) if isinstance(place, dict) else place[step]
    return place


def test_every_type_of_event_is_in_the_document(judge):
    events = dict(PLACES)["events",].rules["array"]
    assert isinstance(events, Elements)
    assert {event["type"] for event in DOCUMENT["events"]} == set(fields_of(events.element).variants)
    (told,) = agree(judge, [canonical(DOCUMENT)])
    assert "error" not in told


@pytest.mark.parametrize(("path", "shape"), PLACES, ids=[pointer(path) for path, _ in PLACES])
def test_the_limits_of_every_field(judge, path, shape):
    raws = [replaced(DOCUMENT, path, value) for value in [..., *around(shape, value_at(path))]]
    raws += [replaced(DOCUMENT, (*path[:-1], name), 1) for name in ("zzz", "aaa", "constructor")]
    types: list[Any] = [..., "lopen", "constructor", 1, []]
    raws += [replaced(DOCUMENT, (*path[:-1], "type"), value) for value in types]
    agree(judge, raws)


# --- places ---


def test_places(judge):
    paths: list[list[str | int]] = [
        [],
        ["events"],
        ["events", 3],
        ["events", 3, "links", 0],
        ["acks", 1],
        ["events", "x", 1],
    ]
    assert judge.ask("places_of", paths=paths) == [[pointer(tuple(path)), event_of(tuple(path))] for path in paths]


def test_short_forms(judge):
    values: list[Any] = [
        "",
        "a" * 80,
        "a" * 81,
        "🎲" * 80,
        "🎲" * 81,
        "a" + "🎲" * 90,
        [],
        [1] * 9,
        {},
        {"a": 1},
        None,
        5,
        False,
    ]
    assert judge.ask("shorten", values=values) == [shorten(value) for value in values]


def test_facts_that_are_not_given(judge):
    absent = {"event": None, "path": "", "expected": None, "found": None, "clause": ""}
    assert judge.ask("bare_fault") == {"code": "format.empty", **absent, "facts": {}}
