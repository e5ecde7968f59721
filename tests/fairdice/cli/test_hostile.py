"""What no document is: every command that reads one refuses it with one line, a stable code, and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fairdice.cli.running import fairdice
from tests.fairdice.sample import events, record_bytes

FORMAT = Path(__file__).parents[2] / "vectors" / "format"
TEXTS = json.loads((FORMAT / "text.json").read_text(encoding="utf-8"))["refused"]
EDITS = json.loads((FORMAT / "record.json").read_text(encoding="utf-8"))

READERS = [["moves"], ["show"], ["show", "--json"], ["show", "--svg", "-"], ["show", "--at", "3"]]


def raw(case: dict[str, Any]) -> bytes:
    if "hex" in case:
        return bytes.fromhex(case["hex"])
    if "repeat" in case:
        text, times = case["repeat"]
        return str(text).encode() * int(times)
    return str(case["text"]).encode("utf-8", "surrogatepass")


def refused(words: list[str], given: bytes, code: str) -> None:
    ended = fairdice(words[0], "-", *words[1:], given=given)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: standard input: ")
    assert ended.err.endswith(f" [{code}]\n")
    assert ended.err[:-1].isprintable()
    assert len(ended.err) < 1000


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case["name"])
def test_texts(case: dict[str, Any], words: list[str]) -> None:
    refused(words, raw(case), case["code"])


@pytest.mark.parametrize("case", EDITS["cases"], ids=lambda case: case.get("name", case["with"])[:40])
def test_malformed_records(case: dict[str, Any]) -> None:
    text = json.dumps(EDITS["base"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert text.count(case["find"]) == 1
    refused(["show"], text.replace(case["find"], case["with"]).encode("utf-8", "surrogatepass"), case["code"])


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("null", "format.type"),
        ("[]", "format.type"),
        ('"text"', "format.type"),
        ('{"format":"fairdice/game@2","events":[]}', "format.kind"),
        ('{"format":"\\u001b[31m\\u202e"}', None),
    ],
)
def test_documents_of_other_kinds(text: str, code: str | None, words: list[str]) -> None:
    of_a_record = words[0] == "show"
    refused(words, text.encode(), code or ("format.kind" if of_a_record else "format.unknown_field"))


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_files_that_cannot_be_read(words: list[str], tmp_path: Path) -> None:
    for path, code in [(tmp_path, "read.directory"), (tmp_path / "no\x1b[31m", "read.missing")]:
        ended = fairdice(words[0], str(path), *words[1:])
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.endswith(f" [{code}]\n")
        assert ended.err[:-1].isprintable()


def test_a_record_is_no_position_and_says_so() -> None:
    record = record_bytes(events("star@1", 2, most=20))
    ended = fairdice("moves", "-", given=record)
    assert ended.code == 2
    assert "[format." in ended.err


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_every_truncation_of_a_record(words: list[str]) -> None:
    """Whatever is cut off, the answer is a code; no length gives a traceback."""
    record = record_bytes(events("star@1", 2, most=9))
    for length in range(0, len(record) - 1, 37):
        ended = fairdice(words[0], "-", *words[1:], given=record[:length])
        assert ended.code == 2
        assert "[format." in ended.err


def test_any_byte_changed() -> None:
    """A byte of a record made another one: shown, shown in part, or refused with a code."""
    record = record_bytes(events("star@1", 2, most=30))
    codes = set()
    for place in range(0, len(record), 29):
        for byte in (b"0", b'"', b"\xff", b"}"):
            ended = fairdice("show", "-", given=record[:place] + byte + record[place + 1 :])
            codes.add(ended.code)
            assert ended.code == 0 or ended.err.count("[") >= 1
    assert codes == {0, 1, 2}
