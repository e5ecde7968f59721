"""The strict parse against its vectors, and against the standard library on random texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from replay.errors import FormatError
from replay.scan import MAX_DEPTH, Scan
from replay.strict import parse

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/format/text.json").read_text(encoding="utf-8"))


def ids(cases: list[dict[str, Any]]) -> list[str]:
    return [case["name"] for case in cases]


def raw_of(case: dict[str, Any]) -> bytes:
    if "hex" in case:
        return bytes.fromhex(case["hex"])
    if "repeat" in case:
        text, times = case["repeat"]
    else:
        text, times = case["text"], 1
    return str(text).encode() * int(times)


def refusal(raw: bytes, **limits: int) -> FormatError:
    with pytest.raises(FormatError) as caught:
        parse(raw, **limits)
    assert caught.value.__cause__ is None
    return caught.value


@pytest.mark.parametrize("case", VECTORS["refused"], ids=ids(VECTORS["refused"]))
def test_refused(case):
    error = refusal(raw_of(case))
    assert (error.code, error.path) == (case["code"], case["path"])


@pytest.mark.parametrize("case", VECTORS["accepted"], ids=ids(VECTORS["accepted"]))
def test_accepted(case):
    value = parse(raw_of(case))
    assert json.dumps(value) == json.dumps(case["value"])
    Scan(case["text"], MAX_DEPTH).run()


def test_names_of_vectors_are_unique():
    names = ids(VECTORS["refused"] + VECTORS["accepted"])
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a":1,\n "b":\n  ä}', "line 3, column 3"),
        ("[1,\r\n2,\r\n3.0]", "line 3, column 1"),
        ('["🎲", x]', "line 1, column 7"),
        ('{"a":1,\n"b":2,\n"a":3}', "line 3, column 1"),
        ("[\n", "line 2, column 1"),
    ],
)
def test_messages_name_line_and_column(text, place):
    assert place in refusal(text.encode()).message


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'["abc', "the document ends where a character or escape of a string should be"),
        (b"[1", "the document ends where a comma or ] should be"),
        (b'{"a":1}\0', "U+0000 stands where the end should be"),
        ("{}".encode("utf-16-le"), "UTF-16"),
        ("\ufeff\u1234\u1235".encode("utf-16-le"), "UTF-16"),
        ("\ufeff\u1234\u1235".encode("utf-16-be"), "UTF-16"),
        (b"[\xe4]", "not UTF-8 at byte 1"),
        (b'{"a":1,"a":2}', 'the key "a" stands twice'),
    ],
)
def test_messages_say_what_is_wrong(raw, words):
    assert words in refusal(raw).message


def test_found_is_short():
    error = refusal(b"7" * 5000)
    assert isinstance(error.found, str)
    assert len(error.found) < 100
    assert len(error.message) < 200


def test_size_comes_first():
    error = refusal(b"\xff" * 11, max_bytes=10)
    assert (error.code, error.expected, error.found) == ("format.size", 10, 11)
    assert parse(b"[12345678]", max_bytes=10) == [12345678]


def test_depth_can_be_chosen():
    assert parse(b"[[1]]", max_depth=2) == [[1]]
    assert refusal(b"[[[]]]", max_depth=2).path == "/0/0"


def test_thirty_two_megabytes():
    """Of one string, of numbers, of nothing: read or refused, never an error of Python's own."""
    size = 32 * 1024 * 1024
    assert parse(b'"' + b"a" * (size - 2) + b'"') == "a" * (size - 2)
    assert refusal(b"[" * size).code == "format.size"
    assert refusal(b" " * size).code == "format.empty"
    assert refusal(b" " * (size + 1)).code == "format.size"
    assert refusal(b'"' + b"\\n" * (size // 2 - 1) + b"'").code == "format.syntax"


def test_event_is_named():
    error = refusal(b'{"events":[{"n":0},{"n":1.5}]}')
    assert (error.event, error.path) == (1, "/events/1/n")


# Texts that are JSON or nearly: from the pieces of JSON, in any order.
PIECES = [
    *'{}[]:,"\\',
    *["true", "null", "NaN", "-Infinity", "0", "-", "-0", "1", "9007199254740992", ".5", "e1"],
    *['"a"', '"b":', '"a":', '"A":', '"\\u0061":', '"\\ud800"', '"\\ud83c\\udfb2"', '"\\x"'],
    *[" ", "\n", "\x0b", "ä", "\0", "1,", "[1,2,", '"x","y",'],
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**54), 2**54),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["\ud800", "\udfff"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["a", "b1", "c_", "B", ""]), inner, max_size=3)
    ),
    max_leaves=12,
)


def restricted(value: Any, depth: int = 0) -> bool:
    """Whether a value that the standard library read may stand in a document, asked in the simplest way."""
    match value:
        case dict():
            fine = depth < MAX_DEPTH and all(key.isascii() and key[:1].islower() and key.islower() for key in value)
            return fine and all(restricted(inner, depth + 1) for inner in value.values())
        case list():
            return depth < MAX_DEPTH and all(restricted(inner, depth + 1) for inner in value)
        case float():
            return False
        case str():
            return not any(0xD800 <= ord(char) <= 0xDFFF for char in value)
        case bool() | None:
            return True
    return isinstance(value, int) and abs(value) < 2**53


def agree(text: str) -> None:
    """The parse and the scan take the same texts, and of what the standard library takes exactly the restricted."""
    accepted = True
    try:
        value = parse(text.encode())
    except FormatError:
        accepted = False
    else:
        assert json.dumps(value) == json.dumps(json.loads(text))
        assert restricted(value)
    assert scanned(text) is accepted


def scanned(text: str) -> bool:
    """Whether the scan finds no fault."""
    try:
        Scan(text, MAX_DEPTH).run()
    except FormatError:
        return False
    return True


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join).filter(lambda text: "\0" not in text[:4]))
@example("[1,2,[1,2,")
@example('{"a":"\\ud83c\\udfb2"}')
def test_parse_and_scan_agree_on_pieces(text):
    agree(text)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_parse_takes_what_is_restricted(value, escape, indent):
    text = json.dumps(value, ensure_ascii=escape, indent=indent)
    if not escape and any("\ud800" <= char <= "\udfff" for char in text):
        assert refusal(text.encode("utf-8", "surrogatepass")).code == "format.utf8"
        return
    agree(text)
    if restricted(value):
        assert parse(text.encode()) == value
    else:
        assert refusal(text.encode()).code in {
            "format.constant",
            "format.float",
            "format.integer",
            "format.key",
            "format.surrogate",
        }


@given(st.binary(max_size=40))
def test_any_bytes_give_a_value_or_a_format_error(raw):
    code = "format."
    try:
        parse(raw)
    except FormatError as error:
        code = error.code
    assert code.startswith("format.")
