"""Keys of logs and signed notes in JavaScript: read, refused and verified as Python does it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdice.checkpoint import MAX_NOTE, Signed, key_id, parse_checkpoint, parse_key, verify_checkpoint
from replay.errors import CodedError
from tests.api.web.reading import error_of
from tests.vectors.make_log import FOLDER

KNOWN: dict[str, Any] = json.loads((FOLDER / "checkpoint.json").read_bytes())
GOOD = [case["note"] for case in KNOWN["notes"]]
PARTS = [
    "\n",
    "\n\n",
    " ",
    "+",
    "— ",
    "—",
    "=",
    "A",
    "0",
    "9007199254740992",
    "é",
    "🎲",
    "\ufeff",
    "\x85",
    "\t",
    "\x1f",
    "\r",
]


def agree(judge: Any, op: str, expected: Any, **fields: Any) -> Any:
    """What JavaScript says, which is what Python's `expected` gives or raises."""
    try:
        wanted = expected()
    except CodedError as error:
        wanted = error_of(error)
    told = judge.ask(op, **fields)
    assert told == wanted
    return told


def key_told(vkey: str) -> dict[str, Any]:
    key = parse_key(vkey)
    return {"name": key.name, "public": key.public.hex(), "id": key.id.hex(), "vkey": key.vkey}


def note_told(note: str) -> dict[str, Any]:
    signed: Signed = parse_checkpoint(note)
    checkpoint = signed.checkpoint
    return {
        "checkpoint": {
            "origin": checkpoint.origin,
            "size": checkpoint.size,
            "root": checkpoint.root.hex(),
            "text": checkpoint.text,
        },
        "lines": [{"name": line.name, "id": line.id.hex(), "sig": line.sig.hex()} for line in signed.lines],
    }


def test_keys(judge):
    for known in KNOWN["keys"]:
        assert (
            agree(judge, "parse_key", lambda vkey=known["vkey"]: key_told(vkey), vkey=known["vkey"])["id"]
            == known["id"]
        )
        assert (
            judge.ask("key_id", name="é x", key=known["public"]) == key_id("é x", bytes.fromhex(known["public"])).hex()
        )


@pytest.mark.parametrize("known", KNOWN["refused_keys"], ids=lambda known: known["about"])
def test_keys_that_are_refused(judge, known):
    told = agree(judge, "parse_key", lambda: key_told(known["vkey"]), vkey=known["vkey"])
    assert told["error"]["code"] == known["code"]


@settings(max_examples=100)
@given(st.data())
def test_changed_keys(judge, data):
    vkey = data.draw(st.sampled_from([known["vkey"] for known in KNOWN["keys"]]))
    vkey = changed(data, vkey)
    agree(judge, "parse_key", lambda: key_told(vkey), vkey=vkey)


@pytest.mark.parametrize("char", [chr(code) for code in (*range(0x21), 0x2B, 0x7F, 0x85, 0xA0, 0xAD, 0x1680, 0x180E)])
def test_names_of_keys(judge, char):
    check_name(judge, char)


@pytest.mark.parametrize(
    "code", [*range(0x2000, 0x2010), 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF, 0x1F3B2]
)
def test_spaces_in_names_of_keys(judge, code):
    check_name(judge, chr(code))


def check_name(judge: Any, char: str) -> None:
    """White space is what Python takes for it, also where JavaScript has another opinion."""
    vkey = KNOWN["keys"][0]["vkey"]
    _, _, encoded = vkey.split("+", 2)
    name = f"a{char}b"
    vkey = f"{name}+{key_id(name, parse_key(vkey).public).hex()}+{encoded}"
    agree(judge, "parse_key", lambda: key_told(vkey), vkey=vkey)


@pytest.mark.parametrize("case", KNOWN["notes"], ids=lambda case: case["about"])
def test_notes(judge, case):
    told = agree(judge, "parse_checkpoint", lambda: note_told(case["note"]), note=case["note"])
    assert (told["checkpoint"]["origin"], told["checkpoint"]["size"]) == (case["origin"], case["size"])
    assert [line["name"] for line in told["lines"]] == case["signers"]


@pytest.mark.parametrize("case", KNOWN["refused"], ids=lambda case: case["about"])
def test_notes_that_are_refused(judge, case):
    told = agree(judge, "parse_checkpoint", lambda: note_told(case["note"]), note=case["note"])
    assert told["error"]["code"] == "log.checkpoint"


@pytest.mark.parametrize("letter", ["x", "🎲"])
@pytest.mark.parametrize("more", [0, 1])
def test_the_longest_note(judge, letter, more):
    origin, _, rest = GOOD[0].partition("\n")
    note = origin + "\n" + rest.replace("\n\n", f"\n{letter * (MAX_NOTE - len(GOOD[0]) - 1 + more)}\n\n")
    told = agree(judge, "parse_checkpoint", lambda: note_told(note), note=note)
    assert ("error" in told) is bool(more)


def changed(data: st.DataObject, text: str) -> str:
    """The text with one to three changes."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(["", *PARTS])) + text[at + data.draw(st.integers(0, 2)) :]
    return text


@settings(max_examples=200)
@given(st.data())
def test_changed_notes(judge, data):
    note = changed(data, data.draw(st.sampled_from([*GOOD[:4], *(case["note"] for case in KNOWN["refused"][:20])])))
    agree(judge, "parse_checkpoint", lambda: note_told(note), note=note)


@pytest.mark.parametrize("case", KNOWN["verify"], ids=lambda case: case["about"])
def test_signatures(judge, case):
    def verified() -> str:
        return verify_checkpoint(parse_checkpoint(case["note"]), [parse_key(vkey) for vkey in case["vkeys"]]).vkey

    told = agree(judge, "verify_checkpoint", verified, note=case["note"], vkeys=case["vkeys"])
    assert (told["error"]["code"] if "error" in told else None) == case["code"]
