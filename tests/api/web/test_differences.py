"""The ways in which JSON, numbers and strings differ between JavaScript and Python: here both read each text alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.codec import canonical
from tests.api.web.reading import base64, record_told, text_told
from tests.replay.sample import sample_record
from tests.replay.test_strict import raw_of

RECORD = canonical(sample_record(5, gaps=True, signed=True))
SPELLED = RECORD.replace(b"[", b"[ ").replace(b"::", b":: \n")

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/format/differences.json").read_bytes())
GROUPS = {group["about"]: (group["read"], [raw_of(case) for case in group["texts"]]) for group in VECTORS["groups"]}


@pytest.mark.parametrize("about", GROUPS)
def test_texts(judge, about):
    read, texts = GROUPS[about]
    told = judge.ask("read_texts", texts=[base64(text) for text in texts])
    for text, answer in zip(texts, told, strict=True):
        assert answer == text_told(text), text[:200]
        assert ("error" not in answer) is read, text[:200]


@pytest.mark.parametrize("about", GROUPS)
def test_texts_in_a_record(judge, about):
    """In the place of values, as further elements and members, before and behind it."""
    raws = []
    for text in GROUPS[about][1]:
        if len(text) < 1000:
            raws += [RECORD.replace(b'"one process', text + b'"', 1)]
            raws += [RECORD.replace(b'"auto_move":true', b'"auto_move":' + text, 1)]
            raws += [RECORD.replace(b'"acks":[', b'"acks":[' + text + b",", 1)]
            raws += [RECORD.replace(b'"value":', b'"value":' + text + b',"value":', 1)]
            raws += [text + RECORD, RECORD + text]
    told = judge.ask("read_records", records=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == record_told(raw), raw


LARGEST = 2**25


@pytest.mark.parametrize(
    ("once", "again", "size"),
    [
        (b"", b" ", LARGEST + 1),
        (b"", b" ", LARGEST),
        (b"", b"[", LARGEST),
        (b"", b"{", 2**20),
        (b"", b"{", 2**20 + 1),
        (b"[", b"[],", 2**21),
        (b"[", b"0,", 2**21),
        (b"", b"7", 2**22),
        (b'"', b"a", LARGEST),
        (b'"', b"\\n", 2**21),
        (b'{"a":"', "🎲".encode(), 2**22),
    ],
    ids=repr,
)
def test_large_texts(judge, once, again, size):
    raw = once + again * ((size - len(once)) // len(again))
    assert judge.ask("read_texts", texts=[base64(raw)]) == [text_told(raw)]


def test_brackets_in_a_record_that_is_canonical(judge):
    document = sample_record(0)
    close = document["events"][-1] | {"reason": "[" * 200}
    document["events"] += [close] * 5_120
    few = canonical(document)
    document["events"] += [close] * 30
    many = canonical(document)
    assert few.count(b"[") + few.count(b"{") < 2**20 < many.count(b"[") + many.count(b"{")
    told = judge.ask("verdicts", records=[base64(few), base64(many)])
    assert told == ["canonical", record_told(many)]
    assert told[1]["error"]["code"] == "format.size"


@pytest.mark.parametrize("raw", [RECORD, SPELLED])
def test_options_have_no_members_but_those_of_the_record(judge, raw):
    assert judge.ask("option_members", record=base64(raw)) == ["auto_move", "leave", "pieces", "teams"]


# --- at random ---

SHORT = tuple(text for _, texts in GROUPS.values() for text in texts if len(text) < 100)
# What is inserted: most of it is a fault of some kind.
TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"0", b"-", b"-0", b"1.5", b"e5", b"9007199254740993", b"null"]
TOKENS += [b"true", b"NaN", "ä".encode(), "🎲".encode(), b" ", b"\n", b"\0"]
TOKENS += [b"\\", b"\\u", b"\\ud800", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"[[],[]],"]
TOKENS += [b'"a":1,', b'"__proto__":1,', b'"n":0,', b'"type":"roll",', b'"constructor":1,', b'"\\u0061":1,']


@st.composite
def mutations(draw: st.DrawFn, texts: tuple[bytes, ...]) -> bytes:
    raw = bytearray(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(raw)))
        match draw(st.sampled_from(["flip", "insert", "cut", "copy", "swap"])):
            case "flip" if at < len(raw):
                raw[at] ^= 1 << draw(st.integers(0, 7))
            case "insert":
                raw[at:at] = draw(st.sampled_from(TOKENS))
            case "cut":
                del raw[at : at + draw(st.integers(1, 80))]
            case "copy":
                raw[at:at] = raw[at : at + draw(st.integers(1, 80))]
            case _:
                raw[at : at + 1] = draw(st.sampled_from(TOKENS))
    return bytes(raw)


@settings(max_examples=150)
@given(st.lists(mutations((RECORD, SPELLED)), min_size=1, max_size=8))
def test_records_with_changed_bytes(judge, raws):
    told = judge.ask("read_records", records=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == record_told(raw)


@settings(max_examples=150)
@given(st.lists(mutations(SHORT), min_size=1, max_size=20))
def test_texts_with_changed_bytes(judge, raws):
    told = judge.ask("read_texts", texts=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == text_told(raw)


@settings(max_examples=150)
@given(st.lists(st.lists(st.sampled_from(TOKENS), max_size=12).map(b"".join), min_size=1, max_size=20))
def test_texts_of_tokens(judge, raws):
    told = judge.ask("read_texts", texts=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == text_told(raw)


@settings(max_examples=100)
@given(st.lists(st.binary(max_size=12), min_size=1, max_size=20))
def test_bytes(judge, raws):
    told = judge.ask("read_texts", texts=[base64(raw) for raw in raws])
    for raw, answer in zip(raws, told, strict=True):
        assert answer == text_told(raw)


def test_every_byte_alone_and_in_a_string(judge):
    raws = [bytes([byte]) for byte in range(256)] + [b'"' + bytes([byte]) + b'"' for byte in range(256)]
    told: list[Any] = judge.ask("read_texts", texts=[base64(raw) for raw in raws])
    assert told == [text_told(raw) for raw in raws]
