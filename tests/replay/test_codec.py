"""Canonical bytes against another implementation of RFC 8785; records read, and malformed ones refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from replay.codec import canonical, decode_record, encode
from replay.errors import FormatError
from replay.record import MAX_BYTES, Record
from tests.replay.sample import sample_record

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests/vectors/format/record.json").read_text(encoding="utf-8"))
BASE = canonical(VECTORS["base"]).decode()

KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,31}", fullmatch=True, alphabet=st.characters(codec="ascii"))
TEXT = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.characters(max_codepoint=0x7F)))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), TEXT),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(KEYS, inner)),
    max_leaves=20,
)


def refusal(raw: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        decode_record(raw)
    assert caught.value.__cause__ is None
    return caught.value


# --- canonical ---


@given(VALUES)
@example("".join(map(chr, range(0xA1))) + "\u2028\u2029\ufeff\uffff\U0001f3b2\U0010ffff")
@example([2**53 - 1, -(2**53) + 1, 0, {}, [], ""])
@example({"a_": 1, "a0": 2, "a": 3, "aa": 4, "b": {"z": [], "a": {}}})
def test_canonical_is_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


def test_canonical_body_of_the_protocol_vectors():
    case = json.loads((ROOT / "tests/vectors/protocol.json").read_text(encoding="utf-8"))["events"][0]
    assert canonical(case["event"]) == case["body"].encode()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_typed_text_is_encoded_alike(text):
    class Document(msgspec.Struct):
        zz: int
        text: str

    assert encode(Document(1, text)) == rfc8785.dumps({"zz": 1, "text": text})


def nested(levels: int) -> object:
    value: object = 7
    for _ in range(levels):
        value = [value]
    return value


LOOP: list[object] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        (1.0, "format.float", ""),
        ({"a": [0, float("nan")]}, "format.float", "/a/1"),
        (2**53, "format.integer", ""),
        ([-(2**53)], "format.integer", "/0"),
        (10**4000, "format.integer", ""),
        ({"A": 1}, "format.key", ""),
        ({"a": {"": 1}}, "format.key", "/a"),
        ({"a": {1: 1}}, "format.key", "/a"),
        ({"a\n": 1}, "format.key", ""),
        ({"a": "\ud83c"}, "format.surrogate", "/a"),
        (nested(17), "format.depth", "/0" * 16),
        (LOOP, "format.depth", "/0" * 16),
        ({"events": [1, b"x"]}, "format.type", "/events/1"),
        ({1, 2}, "format.type", ""),
    ],
)
def test_canonical_refuses(value, code, path):
    with pytest.raises(FormatError) as caught:
        canonical(value)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_canonical_takes_sixteen_levels_and_tuples():
    assert canonical(nested(16)) == b"[" * 16 + b"7" + b"]" * 16
    assert canonical({"b": (1, 2), "a": True}) == b'{"a":true,"b":[1,2]}'


# --- records that are read ---


def check_decoded(raw: bytes, document: dict, is_canonical: bool) -> None:
    decoded = decode_record(raw)
    assert decoded.canonical is is_canonical
    assert decoded.bodies == [canonical(event) for event in document["events"]]
    assert decoded.record == msgspec.convert(document, Record)
    rows = [event["links"] for event in document["events"] if event["type"] in {"draw", "roll"}]
    assert decoded.links == [tuple(None if link is None else bytes.fromhex(link) for link in row) for row in rows]


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("rolls", [0, 1, 50, 2500])
def test_canonical_records(rolls, signed, gaps):
    document = sample_record(rolls, signed=signed, gaps=gaps)
    raw = canonical(document)
    check_decoded(raw, document, True)
    check_decoded(raw + b"\n", document, True)


@pytest.mark.parametrize(
    "write",
    [
        lambda document: canonical(document) + b"\n\n",
        lambda document: b" " + canonical(document),
        lambda document: canonical(document).replace(b',"n":7', b', "n":7', 1),
        lambda document: canonical(document).replace(b'"n":60,"player":0', b'"player":0,"n":60', 1),
        lambda document: canonical(document).replace(b'"n":13,"player":1', b'"player":1,"n":13', 1),
        lambda document: canonical(document).replace(
            b'"status":"finished","type":"close"', b'"type":"close","status":"finished"'
        ),
        lambda document: canonical(document).replace(b'"format"', b'"f\\u006frmat"', 1),
        lambda document: canonical(document).replace("Ä".encode(), b"\\u00c4", 1),
        lambda document: json.dumps(document).encode(),
        lambda document: json.dumps(document, indent=2, ensure_ascii=False).encode(),
        lambda document: json.dumps(document, indent="\t").replace("\n", "\r\n").encode(),
    ],
)
def test_other_spellings_are_read_and_give_the_same_bodies(write):
    document = sample_record(30, gaps=True)
    raw = write(document)
    assert raw != canonical(document)
    check_decoded(raw, document, False)


def test_every_event_and_part_of_the_vectors_record():
    check_decoded(BASE.encode(), VECTORS["base"], True)
    kinds = {event["type"] for event in VECTORS["base"]["events"]}
    assert kinds == {"open", "commit", "join", "draw", "roll", "move", "pass", "away", "back", "close"}


def test_rows_of_different_width():
    """Their width is for a later stage to judge; here they must neither be refused nor be mixed up."""
    document = sample_record(40)
    for index, event in enumerate(document["events"]):
        if event["type"] == "roll":
            event["links"] = event["links"][: 2 + index % 3] + [None] * (index % 2)
    check_decoded(canonical(document), document, True)


@given(st.lists(st.lists(st.none() | st.binary(min_size=32, max_size=32), min_size=2, max_size=7), max_size=8))
def test_links_are_the_bytes_that_were_written(rows):
    document = sample_record(len(rows))
    for event, row in zip((e for e in document["events"] if e["type"] == "roll"), rows, strict=True):
        event["links"] = [None if link is None else link.hex() for link in row]
    assert decode_record(canonical(document)).links[1:] == [tuple(row) for row in rows]


def test_true_and_1_stay_apart():
    document = sample_record(1)
    document["events"][0]["rules"]["options"] = {"a": True, "b": 1, "c": "1", "d": False, "e": 0}
    options = decode_record(canonical(document)).record.events[0].rules.options  # type: ignore[union-attr]
    assert [type(value) for value in options.values()] == [bool, int, str, bool, int]


# --- records that are refused ---


@pytest.mark.parametrize("case", VECTORS["cases"], ids=[case["name"] for case in VECTORS["cases"]])
@pytest.mark.parametrize("final", ["", "\n", " \n"], ids=["canonical", "line feed", "white space"])
def test_refused(case, final):
    assert BASE.count(case["find"]) == 1
    raw = BASE.replace(case["find"], case["with"]) + final
    error = refusal(raw.encode())
    assert (error.code, error.path, error.event) == (case["code"], case["path"], case["event"])
    assert len(error.message) < 400
    assert "\n" not in error.message
    json.dumps([error.expected, error.found])


def test_names_of_vectors_are_unique():
    names = [case["name"] for case in VECTORS["cases"]]
    assert len(names) == len(set(names))


def test_every_code_has_a_vector():
    texts = json.loads((ROOT / "tests/vectors/format/text.json").read_text(encoding="utf-8"))
    covered = {case["code"] for case in VECTORS["cases"] + texts["refused"]}
    names = "bom constant depth duplicate_key empty event float hex integer key kind length missing name range size"
    assert covered == {
        f"format.{name}" for name in [*names.split(), "surrogate", "syntax", "type", "unknown_field"]
    } | {
        "format.utf8",
        "format.value",
    }


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "format.empty"),
        (b"\xef\xbb\xbf" + BASE.encode(), "format.bom"),
        (BASE.encode("utf-16"), "format.utf8"),
        (BASE.encode()[:-1], "format.syntax"),
        (b"[" * 100_000, "format.depth"),
        (b'{"events":[{"at":' + b"[" * 100_000, "format.depth"),
        (b"null", "format.type"),
        (b"[]", "format.type"),
        (b"{}", "format.kind"),
        (b'{"ruleset":"mensch@1","options":{},"players":2,"pieces":[[0],[0]],"turn":0,"rolls":[1]}', "format.kind"),
        (b" " * (MAX_BYTES + 1), "format.size"),
        (BASE.encode() + b" " * MAX_BYTES, "format.size"),
    ],
    ids=range(12),
)
def test_other_documents(raw, code):
    assert refusal(raw).code == code


def test_brackets_are_counted_in_a_record_that_is_canonical_too():
    document = sample_record(0)
    document["events"] += [document["events"][-1] | {"reason": "[" * 200}] * 5_139
    raw = canonical(document)
    allowed = raw.replace(b"one process held all chains", b"{" * (2**20 - raw.count(b"[") - raw.count(b"{")), 1)
    assert decode_record(allowed).canonical
    error = refusal(allowed.replace(b'"note":"', b'"note":"[', 1))
    assert (error.code, error.expected, error.found) == ("format.size", 2**20, 2**20 + 1)


@pytest.mark.parametrize(
    ("find", "new", "message"),
    [
        ('"value":5', '"value":7', "value of event 6 must be an integer from 1 to 6, not 7"),
        ('"value":5', '"value":true', "value of event 6 must be an integer from 1 to 6, not true"),
        ('"value":5', '"vlaue":5', "vlaue of event 6 is no field of this object"),
        ('"j":3,', "", "j of event 6 is missing"),
        (
            '"type":"pass"',
            '"type":"skip"',
            (
                'type of event 8 must be "open" or "commit" or "join" or "draw" or "roll" or "move" or "pass" or '
                '"away" or "back" or "close", not "skip"'
            ),
        ),
        (
            '"format":"fairdice/game@1"',
            '"format":"fairdice/game@2"',
            'the document\'s format is "fairdice/game@2", not "fairdice/game@1"',
        ),
        (
            '"' + "c5" * 32 + '"',
            "[]",
            "links[1] of event 6 must be 64 lower-case hex digits or null, not an array of 0",
        ),
        ('"beacon":null', '"beacon":""', 'beacon of event 0 must be null, not ""'),
        ('"purpose":"start"', '"purpose":null', 'purpose of event 5 must be "start", not null'),
    ],
)
def test_messages(find, new, message):
    assert refusal(BASE.replace(find, new).encode()).message == message


def test_position_documents_are_named():
    error = refusal(b'{"ruleset":"mensch@1","pieces":[]}')
    assert error.message == 'this is a position document, not "fairdice/game@1"'


def test_every_link_is_looked_at():
    """One wrong digit, wherever it stands, also where rows are worked through in portions and with gaps."""
    for gaps in (False, True):
        raw = canonical(sample_record(1100, gaps=gaps))
        document = json.loads(raw)
        rolls = [event for event in document["events"] if event["type"] in {"draw", "roll"}]
        for number in (0, 1, 500, 1023, 1024, 1100):
            for p, link in enumerate(rolls[number]["links"]):
                if link is None:
                    continue
                error = refusal(raw.replace(link.encode(), link[:-1].encode() + b"A"))
                assert (error.code, error.path) == ("format.hex", f"/events/{rolls[number]['n']}/links/{p}")


def test_hex_digits_are_these_sixteen():
    raw = canonical(sample_record(1))
    link = json.loads(raw)["events"][7]["links"][2]
    for char in map(chr, range(0x80)):
        if char not in "0123456789abcdef":
            bad = json.dumps(link[:-1] + char).encode()
            assert refusal(raw.replace(json.dumps(link).encode(), bad)).code == "format.hex"


def test_a_record_cut_short_anywhere():
    """In the middle of a letter it is no UTF-8, else it ends too early; but without its final line feed it is whole."""
    raw = BASE.encode() + b"\n"
    codes = [refusal(raw[:length]).code for length in range(len(raw) - 1)]
    assert codes[0] == "format.empty"
    assert set(codes[1:]) == {"format.syntax", "format.utf8"}
    assert codes.count("format.utf8") == len(raw) - 1 - len(BASE)
    assert decode_record(raw[:-1]).canonical


def test_more_events_than_allowed():
    document = sample_record(0)
    event = {"n": 1, "type": "commit", "at": 0, "anchor": "0" * 64}
    document["events"] = [event] * 200_000
    assert len(decode_record(encode(document)).bodies) == 200_000
    document["events"].append(event)
    error = refusal(encode(document))
    assert (error.code, error.path) == ("format.length", "/events")


MEMORY = """
import sys
from replay.codec import decode_record
raw = sys.stdin.buffer.read()
decoded = decode_record(raw)
with open("/proc/self/status") as status:
    peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(len(decoded.links), peak)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
@pytest.mark.parametrize(("indent", "most"), [(None, 100_000), (1, 120_000)])
def test_memory_of_a_long_record(indent, most):
    """25,000 rolls: the file, the record, its bodies and links together, in kilobytes, with Python itself."""
    document = sample_record(25_000)
    raw = canonical(document) if indent is None else json.dumps(document, indent=indent, ensure_ascii=False).encode()
    command = [sys.executable, "-c", MEMORY]
    answer = subprocess.run(command, cwd=ROOT, input=raw, capture_output=True, check=True)
    count, peak = map(int, answer.stdout.split())
    assert count == 25_001
    assert peak < most
