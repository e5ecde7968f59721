"""Ed25519: keys to refuse (by a second, slow arithmetic), signatures, messages, and no secret shown."""

from __future__ import annotations

import json
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice.encoding import signed_body
from fairdice.errors import KeyRefused, SignatureRefused
from fairdice.keys import (
    PublicKey,
    SecretKey,
    ack_message,
    check_public_key,
    join_message,
    move_message,
    receipt_message,
)
from replay.codec import canonical

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors/protocol.json").read_bytes())
GID = bytes.fromhex(VECTORS["gid"])

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
I = pow(2, (P - 1) // 4, P)  # noqa: E741  a square root of -1

Point = tuple[int, int]


def decompress(y: int, sign: int) -> Point | None:
    """The point with this y and this low bit of x, or None where the curve has none."""
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if x * x % P != x2:
        x = x * I % P
    if x * x % P != x2:
        return None
    return (-x % P if x & 1 != sign else x), y


def add(a: Point, b: Point) -> Point:
    t = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + a[1] * b[0]) * pow(1 + t, -1, P) % P
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - t, -1, P) % P
    return x, y


def times_8(point: Point) -> Point:
    for _ in range(3):
        point = add(point, point)
    return point


def encode(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def refusal(raw: bytes) -> str:
    with pytest.raises(KeyRefused) as error:
        check_public_key(raw)
    return error.value.code


@pytest.mark.parametrize("known", VECTORS["refused_keys"], ids=lambda known: known["key"])
def test_known_refused_keys(known: dict[str, str]) -> None:
    raw = bytes.fromhex(known["key"])
    assert refusal(raw) == known["code"]
    if known["code"] != "party.key_point":
        with pytest.raises(KeyRefused) as error:
            PublicKey(raw)
        assert error.value.code == known["code"]


def test_refused_keys_are_all_small_order_points() -> None:
    """Group theory instead of a list: a point of order 8 makes all eight, and each of them is in the vectors."""
    eighth = next(
        point for y in range(2, 100) if (start := decompress(y, 0)) and add(point := times_order(start), point)[1] == 0
    )
    group = [(0, 1)]
    while len(group) < 8:
        group.append(add(group[-1], eighth))
    assert add(group[-1], eighth) == (0, 1)
    assert all(times_8(point) == (0, 1) for point in group)
    weak = {known["key"] for known in VECTORS["refused_keys"] if known["code"] == "party.key_weak"}
    assert {encode(y, x & 1).hex() for x, y in group} == weak


def times_order(point: Point) -> Point:
    """ORDER times a point: what is left has order 1, 2, 4 or 8."""
    return times(ORDER, point)


def times(factor: int, point: Point) -> Point:
    answer: Point = (0, 1)
    for bit in f"{factor:b}":
        answer = add(answer, answer)
        if bit == "1":
            answer = add(answer, point)
    return answer


@pytest.mark.parametrize("y", range(P, 2**255))
@pytest.mark.parametrize("sign", [0, 1])
def test_every_y_that_is_too_large(y: int, sign: int) -> None:
    assert refusal(encode(y, sign)) == "party.key_encoding"


@given(st.integers(0, P - 1), st.integers(0, 1))
def test_any_y_against_decompression(y: int, sign: int) -> None:
    point = decompress(y, sign)
    if point is None:
        assert refusal(encode(y, sign)) == "party.key_point"
    elif times_8(point) != (0, 1):
        check_public_key(encode(y, sign))


@given(st.binary(min_size=32, max_size=32))
def test_ordinary_keys_are_accepted(seed: bytes) -> None:
    public = SecretKey(seed).public
    check_public_key(public)
    assert PublicKey(public).raw == public


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_keys_have_32_bytes(length: int) -> None:
    for make in (check_public_key, PublicKey, SecretKey):
        with pytest.raises(KeyRefused) as error:
            make(b"\x05" * length)
        assert error.value.code == "party.key_length"


# RFC 8032, section 7.1, tests 1 and 2.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
            "655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
            "b00d291612bb0c00"
        ),
    ),
]


@pytest.mark.parametrize(("seed", "public", "message", "sig"), RFC_8032)
def test_rfc_8032(seed: str, public: str, message: str, sig: str) -> None:
    key = SecretKey(bytes.fromhex(seed))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == sig
    PublicKey(key.public).verify(bytes.fromhex(sig), bytes.fromhex(message))


def message_of(known: dict[str, Any]) -> bytes:
    if known["of"] in {"receipt", "ack"}:
        build = {"receipt": receipt_message, "ack": ack_message}[known["of"]]
        return build(GID, known["n"], bytes.fromhex(known["head"]))
    bind = {"join": join_message, "move": move_message}[known["of"]]
    return bind(bytes.fromhex(known["previous_head"]), signed_body(canonical(known["event"])))


@pytest.mark.parametrize("known", VECTORS["signatures"], ids=lambda known: known["of"])
def test_known_signatures(known: dict[str, Any]) -> None:
    key = SecretKey(bytes.fromhex(known["seed"]))
    message = message_of(known)
    assert key.public.hex() == known["key"]
    assert key.sign(message).hex() == known["sig"]
    PublicKey(key.public).verify(bytes.fromhex(known["sig"]), message)


@pytest.mark.parametrize("crafted", VECTORS["crafted_signatures"], ids=lambda crafted: crafted["about"])
def test_crafted_signatures(crafted: dict[str, Any]) -> None:
    """Judged without the cofactor, s below the group order, and no R of small order (docs/spec/protocol.md, B15)."""
    key, sig, message = (bytes.fromhex(crafted[name]) for name in ("key", "sig", "message"))
    check_public_key(key)
    assert equation(key, sig, message) == (crafted.get("equation", crafted["holds"]), True)
    if crafted["holds"]:
        PublicKey(key).verify(sig, message)
    else:
        assert refused(sig, message, key) == "sign.signature"


def equation(key: bytes, sig: bytes, message: bytes) -> tuple[bool, bool]:
    """By the slow arithmetic: whether the signature holds, and whether a careless verifier would say so."""
    base, public, commitment = map(point_of, ((4 * pow(5, -1, P) % P).to_bytes(32, "little"), key, sig[:32]))
    s = int.from_bytes(sig[32:], "little")
    k = int.from_bytes(sha512(sig[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, base), add(commitment, times(k, public))
    return s < ORDER and left == right, times_8(left) == times_8(right)


def point_of(raw: bytes) -> Point:
    number = int.from_bytes(raw, "little")
    point = decompress(number & (2**255 - 1), number >> 255)
    assert point is not None
    return point


def test_messages_are_bound_to_their_purpose() -> None:
    head = bytes(32)
    assert receipt_message(GID, 7, head) == b"fairdice/1 receipt\n" + GID + b"\0\0\0\x07" + head
    assert ack_message(GID, 7, head) == b"fairdice/1 ack\n" + GID + b"\0\0\0\x07" + head
    assert join_message(head, b"{}") == b"fairdice/1 join\n" + head + b"{}"
    assert move_message(head, b"{}") == b"fairdice/1 move\n" + head + b"{}"


KEY = SecretKey(b"\x07" * 32)
SIG = KEY.sign(b"message")


def refused(sig: bytes, message: bytes = b"message", public: bytes = KEY.public) -> str:
    with pytest.raises(SignatureRefused) as error:
        PublicKey(public).verify(sig, message)
    return error.value.code


@pytest.mark.parametrize("bit", range(512))
def test_one_changed_bit_of_a_signature(bit: int) -> None:
    number = int.from_bytes(SIG, "little") ^ (1 << bit)
    assert refused(number.to_bytes(64, "little")) == "sign.signature"


def test_another_message_or_key() -> None:
    assert refused(SIG, b"message ") == "sign.signature"
    assert refused(SIG, b"") == "sign.signature"
    assert refused(SIG, public=SecretKey(b"\x08" * 32).public) == "sign.signature"


@pytest.mark.parametrize("sig", [b"", SIG[:63], SIG + b"\0", bytes(64), b"\xff" * 64], ids=lambda sig: sig.hex()[-8:])
def test_no_signature_at_all(sig: bytes) -> None:
    assert refused(sig) == "sign.signature"


def test_a_signature_cannot_be_altered() -> None:
    """Adding L to s satisfies the same equation; RFC 8032 refuses it, or one signed move would have many signatures."""
    altered = int.from_bytes(SIG[32:], "little") + ORDER
    assert refused(SIG[:32] + altered.to_bytes(32, "little")) == "sign.signature"


def test_the_caller_names_the_code() -> None:
    with pytest.raises(SignatureRefused) as error:
        PublicKey(KEY.public).verify(SIG, b"other", code="head.receipt")
    assert error.value.code == "head.receipt"


@pytest.mark.parametrize("sign", [0, 1])
def test_a_key_off_the_curve_is_named_when_its_signature_fails(sign: int) -> None:
    with pytest.raises(KeyRefused) as error:
        PublicKey(encode(2, sign)).verify(SIG, b"message")
    assert error.value.code == "party.key_point"


def test_fresh_keys_differ() -> None:
    assert SecretKey.generate().public != SecretKey.generate().public


def test_a_secret_key_shows_no_secret() -> None:
    shown = f"{KEY} {KEY!r}"
    assert KEY.public.hex() in shown
    assert (b"\x07" * 32).hex() not in shown
    assert not hasattr(KEY, "__dict__")
