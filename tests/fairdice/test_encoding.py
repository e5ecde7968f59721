"""Tags, integers, hex, heads, and what of an event is signed."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice import encoding
from fairdice.encoding import ZERO_HASH, from_hex, head, signed_body, u32
from fairdice.errors import EncodingError
from replay.codec import canonical
from replay.strict import parse

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors/protocol.json").read_bytes())
TAGS = {name: getattr(encoding, name) for name in encoding.__all__ if name.startswith("TAG_")}


@pytest.mark.parametrize("name", TAGS)
def test_a_tag_is_its_name(name: str) -> None:
    assert TAGS[name] == f"fairdice/1 {name.removeprefix('TAG_').lower()}\n".encode()


def test_no_tag_begins_another() -> None:
    assert len(TAGS) == 8
    assert not any(other.startswith(tag) for tag, other in permutations(TAGS.values(), 2))


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "00000000"), (1, "00000001"), (65536, "00010000"), (2**32 - 1, "ffffffff")]
)
def test_u32(number: int, expected: str) -> None:
    assert u32(number).hex() == expected


@pytest.mark.parametrize("number", [-1, 2**32, 10**30])
def test_u32_out_of_range(number: int) -> None:
    with pytest.raises(EncodingError) as error:
        u32(number)
    assert error.value.code == "format.u32"


@given(st.binary(max_size=64))
def test_hex_round_trip(raw: bytes) -> None:
    assert from_hex(raw.hex(), len(raw)) == raw


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00112233aabbccd",
        "00112233aabbccdd00",
        "00112233AABBCCDD",
        "00112233aabbccdD",
        "00112233aabbccdg",
        "0x112233aabbccdd",
        " 00112233aabbccdd",
        "00112233 aabbccdd",
        "00112233aabbccdd\n",
        "\uff10\uff10112233aabbccdd",
        "0011223\x00aabbccdd",
        "\ud800",
    ],
)
def test_hex_has_one_spelling(text: str) -> None:
    with pytest.raises(EncodingError) as error:
        from_hex(text, 8)
    assert error.value.code == "format.hex"


@pytest.mark.parametrize("known", VECTORS["bodies"], ids=lambda known: known["about"])
def test_known_bodies(known: dict[str, Any]) -> None:
    body = bytes.fromhex(known["body"])
    assert canonical(known["value"]) == body
    assert parse(body) == known["value"]


def test_heads_and_game_identity() -> None:
    previous = ZERO_HASH
    for entry in VECTORS["events"]:
        body = canonical(entry["event"])
        if "body" in entry:
            assert body.decode() == entry["body"]
        previous = head(previous, body)
        assert previous.hex() == entry["head"]
    assert VECTORS["gid"] == VECTORS["events"][0]["head"]


# Strings that try to look like a member of the event around them.
NASTY = st.lists(
    st.one_of(
        st.text(max_size=4), st.sampled_from(['"at":1,', '"n":', '"sig":"', '\\"at":5,', '","n":7,"x":"', "\\", ","])
    )
).map("".join)
MILLIS = st.integers(0, 2**53 - 1)
SMALL = st.integers(-3, 75)
SIG = st.binary(min_size=64, max_size=64).map(bytes.hex)
PLACE = {"n": st.integers(0, 200_000), "at": MILLIS, "player": st.integers(0, 5)}

SIGNED_EVENTS = st.one_of(
    st.fixed_dictionaries(
        {**PLACE, "type": st.just("join"), "kind": st.just("human"), "name": NASTY, "anchor": st.none(), "key": SIG},
        optional={"sig": SIG},
    ),
    st.fixed_dictionaries(
        {**PLACE, "type": st.just("move"), "piece": SMALL, "from": SMALL, "to": SMALL, "by": st.just("player")},
        optional={
            "sig": SIG,
            "action": st.just("enter"),
            "dice": st.lists(st.integers(1, 6), min_size=1, max_size=5),
            "captured": SMALL,
            "column": SMALL,
        },
    ),
    st.fixed_dictionaries({**PLACE, "type": st.just("pass"), "by": st.just("player")}, optional={"sig": SIG}),
    st.fixed_dictionaries({**PLACE, "type": st.just("away"), "reason": st.just("left")}, optional={"sig": SIG}),
    st.fixed_dictionaries({**PLACE, "type": st.just("back")}, optional={"sig": SIG}),
)


@given(SIGNED_EVENTS)
def test_signed_body_is_the_event_without_three_members(event: dict[str, Any]) -> None:
    signed = canonical({key: value for key, value in event.items() if key not in {"n", "at", "sig"}})
    assert signed_body(canonical(event)) == signed
    assert signed_body(signed) == signed
