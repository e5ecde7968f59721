"""Checkpoints: keys and notes as the vectors have them, what is signed, and a note from others."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice.checkpoint import (
    MAX_NOTE,
    Checkpoint,
    LogKey,
    add_signature,
    key_id,
    parse_checkpoint,
    parse_key,
    sign_checkpoint,
    verify_checkpoint,
)
from fairdice.errors import LogError
from fairdice.keys import PublicKey, SecretKey
from replay.errors import CodedError
from tests.support.logged import KEY, ORIGIN, VKEY
from tests.vectors.make_log import FOLDER

KNOWN: dict[str, Any] = json.loads((FOLDER / "checkpoint.json").read_bytes())
ROOT = bytes(range(32))


def about(entry: dict[str, Any]) -> str:
    return str(entry.get("about", entry.get("vkey")))


@pytest.mark.parametrize("known", KNOWN["keys"], ids=about)
def test_keys(known: dict[str, Any]) -> None:
    key = parse_key(known["vkey"])
    assert (key.name, key.id.hex(), key.public.hex()) == (known["name"], known["id"], known["public"])
    assert key.vkey == known["vkey"]


@pytest.mark.parametrize("known", KNOWN["refused_keys"], ids=about)
def test_refused_keys(known: dict[str, Any]) -> None:
    with pytest.raises(CodedError) as caught:
        parse_key(known["vkey"])
    assert caught.value.code == known["code"]


def test_a_note_that_others_have_signed() -> None:
    """The example of Go's package for signed notes: key, id and signature come from another implementation."""
    key = parse_key("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    line = b64decode("x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=")
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    assert line[:4] == key.id
    PublicKey(key.public).verify(line[4:], text.encode())


@pytest.mark.parametrize("known", KNOWN["notes"], ids=about)
def test_notes(known: dict[str, Any]) -> None:
    signed = parse_checkpoint(known["note"])
    checkpoint = signed.checkpoint
    assert (checkpoint.origin, checkpoint.size) == (known["origin"], known["size"])
    assert checkpoint.root == b64decode(known["root"])
    assert [line.name for line in signed.lines] == known["signers"]
    assert known["note"].startswith(checkpoint.text + "\n")


@pytest.mark.parametrize("known", KNOWN["refused"], ids=about)
def test_refused_notes(known: dict[str, Any]) -> None:
    with pytest.raises(LogError) as caught:
        parse_checkpoint(known["note"])
    assert caught.value.code == "log.checkpoint"


@pytest.mark.parametrize("known", KNOWN["verify"], ids=about)
def test_whose_it_is(known: dict[str, Any]) -> None:
    signed, keys = parse_checkpoint(known["note"]), list(map(parse_key, known["vkeys"]))
    if known["code"] is None:
        assert verify_checkpoint(signed, keys) in keys
        return
    with pytest.raises(CodedError) as caught:
        verify_checkpoint(signed, keys)
    assert caught.value.code == known["code"]


def test_nobody_named() -> None:
    with pytest.raises(LogError) as caught:
        verify_checkpoint(parse_checkpoint(sign_checkpoint(Checkpoint(ORIGIN, 1, ROOT), KEY)), [])
    assert caught.value.code == "log.origin"


def test_a_note_is_not_too_long() -> None:
    note = sign_checkpoint(Checkpoint(ORIGIN, 1, ROOT), KEY)
    line = note.rpartition("\n\n")[2]
    while len(note) + len(line) <= MAX_NOTE:
        note += line.replace(ORIGIN, ORIGIN + "x" * 600)
    with pytest.raises(LogError) as caught:
        parse_checkpoint(note + "x" * MAX_NOTE)
    assert caught.value.code == "log.checkpoint"
    with pytest.raises(LogError):
        parse_checkpoint("\ud800" + note)


@pytest.mark.parametrize("origin", ["", "a b", "a+b", "a\u00a0b", "a\u2028b", "a\tb"])
def test_no_name(origin: str) -> None:
    with pytest.raises(LogError) as caught:
        sign_checkpoint(Checkpoint(origin, 1, ROOT), KEY)
    assert caught.value.code in ("log.name", "log.checkpoint")
    with pytest.raises(LogError) as caught:
        add_signature(sign_checkpoint(Checkpoint(ORIGIN, 1, ROOT), KEY), origin, KEY)
    assert caught.value.code == "log.name"


@pytest.mark.parametrize(
    "checkpoint",
    [
        Checkpoint(ORIGIN, -1, ROOT),
        Checkpoint(ORIGIN, 2**53, ROOT),
        Checkpoint(ORIGIN, 1, bytes(31)),
        Checkpoint("a\nb", 1, ROOT),
        Checkpoint(ORIGIN, 1, ROOT, ("",)),
        Checkpoint(ORIGIN, 1, ROOT, ("a\nb",)),
    ],
    ids=["negative", "too large", "short root", "two lines", "empty line", "two further lines"],
)
def test_nothing_is_signed_that_no_reader_would_take(checkpoint: Checkpoint) -> None:
    with pytest.raises(LogError) as caught:
        sign_checkpoint(checkpoint, KEY)
    assert caught.value.code == "log.checkpoint"


def test_the_name_is_part_of_the_id() -> None:
    """The same key under two names is two keys: a log's signature serves no other log."""
    assert key_id("a", KEY.public) != key_id("b", KEY.public)
    first, second = (sign_checkpoint(Checkpoint(name, 1, ROOT), KEY) for name in ("log.example/a", "log.example/b"))
    assert first.rpartition(" ")[2] != second.rpartition(" ")[2]


NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), exclude_characters="+"), min_size=1, max_size=40
)


@given(NAMES, st.integers(0, 2**53 - 1), st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_round_trip(name: str, size: int, root: bytes, seed: bytes) -> None:
    key = SecretKey(seed)
    checkpoint = Checkpoint(name, size, root)
    note = add_signature(sign_checkpoint(checkpoint, key), "witness", SecretKey(bytes(32)))
    signed = parse_checkpoint(note)
    assert signed.checkpoint == checkpoint
    log_key = LogKey(name, key.public)
    assert parse_key(log_key.vkey) == log_key
    assert verify_checkpoint(signed, [parse_key(VKEY), log_key]) == log_key


@given(st.integers(0), st.sampled_from("\n \0—+=/A0\u00e9"))
def test_every_character_counts(place: int, other: str) -> None:
    """A note with one character exchanged is refused."""
    note = sign_checkpoint(Checkpoint(ORIGIN, 12345, ROOT), KEY)
    place %= len(note)
    if note[place] == other:
        return
    with pytest.raises(CodedError) as caught:
        verify_checkpoint(parse_checkpoint(note[:place] + other + note[place + 1 :]), [parse_key(VKEY)])
    assert caught.value.code.startswith("log.")
