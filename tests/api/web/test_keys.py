"""Ed25519 in JavaScript: which keys are refused, signatures, and what is signed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fairdice.encoding import signed_body
from fairdice.keys import PublicKey, SecretKey, check_public_key
from replay.codec import canonical
from replay.errors import CodedError
from tests.api.web.reading import error_of

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors/protocol.json").read_bytes())
P = 2**255 - 19
SECRET = SecretKey(bytes(range(32)))
MESSAGE = b"fairdice/1 ack\n" + bytes(68)


def refusal_of(raw: bytes) -> Any:
    try:
        check_public_key(raw)
    except CodedError as error:
        return error_of(error)
    return None


def verified(key: bytes, sig: bytes, message: bytes) -> Any:
    try:
        PublicKey(key).verify(sig, message)
    except CodedError as error:
        return error_of(error)
    return True


def test_node_can_verify(judge):
    assert judge.ask("has_ed25519") is True


@pytest.mark.parametrize("known", KNOWN["refused_keys"], ids=lambda known: known["why"])
def test_keys_that_are_refused(judge, known):
    told = judge.ask("check_key", key=known["key"])
    assert told["error"]["code"] == known["code"]
    assert told == refusal_of(bytes.fromhex(known["key"]))


@settings(max_examples=100)
@given(st.binary(min_size=32, max_size=32) | st.binary(max_size=64))
@example(SECRET.public)
@example((P - 1).to_bytes(32, "little"))
@example(P.to_bytes(32, "little"))
@example((P + 1 + 2**255).to_bytes(32, "little"))
@example((2**255 - 1).to_bytes(32, "little"))
@example((1 + 2**255).to_bytes(32, "little"))
@example((2).to_bytes(32, "little"))
@example((3).to_bytes(32, "little"))
def test_keys(judge, raw):
    assert judge.ask("check_key", key=raw.hex()) == refusal_of(raw)


@pytest.mark.parametrize("case", KNOWN["signatures"], ids=lambda case: case["of"])
def test_signatures(judge, case):
    body = signed_body(canonical(case["event"])).decode() if "event" in case else None
    places = {"n": case.get("n"), "head": case.get("head"), "previous": case.get("previous_head")}
    message = judge.ask("message", of=case["of"], gid=KNOWN["gid"], body=body, **places)
    assert judge.ask("verify_signature", key=case["key"], sig=case["sig"], message=message) is True


@pytest.mark.parametrize("case", KNOWN["crafted_signatures"], ids=lambda case: case["about"])
def test_signatures_that_somebody_crafted(judge, case):
    told = judge.ask("verify_signature", key=case["key"], sig=case["sig"], message=case["message"])
    assert (told is True) is case["holds"]
    assert told == verified(*(bytes.fromhex(case[name]) for name in ("key", "sig", "message")))


@pytest.mark.parametrize("change", ["sig", "last of sig", "message", "key", "s + order", "short", "long", "none"])
def test_what_does_not_hold(judge, change):
    key, sig, message = SECRET.public, SECRET.sign(MESSAGE), MESSAGE
    match change:
        case "sig":
            sig = bytes([sig[0] ^ 1]) + sig[1:]
        case "last of sig":
            sig = sig[:63] + bytes([sig[63] ^ 1])
        case "message":
            message += b"\n"
        case "key":
            key = SecretKey(bytes(32)).public
        case "s + order":
            order = 2**252 + 27742317777372353535851937790883648493
            sig = sig[:32] + (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
        case "short":
            sig = sig[:63]
        case "long":
            sig += b"\0"
        case "none":
            sig = b""
    expected = verified(key, sig, message)
    assert expected["error"]["code"] == "sign.signature"
    assert judge.ask("verify_signature", key=key.hex(), sig=sig.hex(), message=message.hex()) == expected


def test_a_code_that_was_asked_for(judge):
    told = judge.ask("verify_signature", key=SECRET.public.hex(), sig="00" * 64, message="", code="head.receipt")
    assert told["error"]["code"] == "head.receipt"


def test_a_key_that_is_no_point(judge):
    """Or no key at all: that is said when the signature does not hold."""
    for raw in ((2).to_bytes(32, "little"), bytes(32), b"\xff" * 32, b"1"):
        told = judge.ask("verify_signature", key=raw.hex(), sig="00" * 64, message="00")
        assert told["error"]["code"].startswith("party.key_")
        assert told == verified(raw, bytes(64), b"\0")


def test_many_signatures_of_one_key_at_once(judge):
    messages = [bytes([number]) * number for number in range(100)]
    checks = [[SECRET.sign(message).hex(), message.hex()] for message in messages]
    assert judge.ask("verify_signatures", key=SECRET.public.hex(), checks=checks) == [True] * 100
