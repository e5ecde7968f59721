"""Bytes, heads, chains and dice in JavaScript: the known answers, and what Python gives."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdice.chain import Chain, check, link_prefix
from fairdice.dice import Stream, die_of, drawn, roll_digest
from fairdice.encoding import (
    TAG_ACK,
    TAG_EVENT,
    TAG_JOIN,
    TAG_LINK,
    TAG_MORE,
    TAG_MOVE,
    TAG_RECEIPT,
    TAG_ROLL,
    from_hex,
    signed_body,
    u32,
)
from replay.codec import canonical
from replay.errors import CodedError
from tests.api.web.reading import error_of
from tests.replay.sample import sample_record

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors/protocol.json").read_bytes())
GID = bytes.fromhex(KNOWN["gid"])
DIGESTS = st.binary(min_size=32, max_size=32)


def test_tags(judge):
    tags = [TAG_EVENT, TAG_LINK, TAG_ROLL, TAG_MORE, TAG_RECEIPT, TAG_ACK, TAG_JOIN, TAG_MOVE]
    purposes = [tag.decode().split()[1] for tag in tags]
    assert judge.ask("tag", purposes=purposes) == [tag.hex() for tag in tags]


def test_numbers(judge):
    numbers = [0, 1, 255, 256, 65535, 65536, 199_999, 2**31 - 1, 2**31, 2**32 - 1]
    assert judge.ask("u32", numbers=numbers) == [u32(number).hex() for number in numbers]


@pytest.mark.parametrize("text", ["", "00", "0f", "0F", "0", "0g", " 0", "00 ", "fff", "ff" * 32, "é0"])
@pytest.mark.parametrize("length", [0, 1, 32])
def test_hex(judge, text, length):
    try:
        expected: Any = from_hex(text, length).hex()
    except CodedError as error:
        expected = error_of(error)
    assert judge.ask("from_hex", text=text, length=length) == expected


@given(st.binary(max_size=100), st.binary(max_size=3))
def test_bytes(judge, raw, more):
    assert judge.ask("to_hex", raw=raw.hex()) == raw.hex()
    assert judge.ask("concat", parts=[raw.hex(), "", more.hex()]) == (raw + more).hex()
    assert judge.ask("same", one=raw.hex(), other=raw.hex()) is True
    assert judge.ask("same", one=(raw + b"x").hex(), other=(raw + b"y").hex()) is False
    assert judge.ask("same", one=raw.hex(), other=(raw + b"y").hex()) is False


def test_heads(judge):
    last = "00" * 32
    for event in KNOWN["events"]:
        (body,) = judge.ask("canonical", values=[event["event"]])
        assert body == event.get("body", body)
        last = judge.ask("head", previous=last, body=body)
        assert last == event["head"]


@pytest.mark.parametrize("case", KNOWN["bodies"], ids=[case["about"] for case in KNOWN["bodies"]])
def test_canonical_bodies(judge, case):
    assert judge.ask("canonical", values=[case["value"]]) == [bytes.fromhex(case["body"]).decode()]


def test_signed_bodies(judge):
    events = sample_record(3, signed=True)["events"]
    away = {"type": "away", "n": 5, "at": 6, "player": 1, "reason": "left", "sig": "ab" * 64}
    name = {
        "type": "join",
        "n": 1,
        "at": 2,
        "player": 0,
        "name": '"n":1,"sig":',
        "kind": "human",
        "anchor": None,
        "key": None,
    }
    asked = [event for event in events if event["type"] in {"join", "move"}] + [away, name, events[-1]]
    for event in asked:
        body = canonical(event)
        assert judge.ask("signed_body", body=body.decode()) == signed_body(body).decode()


@pytest.mark.parametrize("known", KNOWN["chains"], ids=lambda known: f"party {known['party']}")
def test_chains(judge, known):
    prefix = judge.ask("link_prefix", gid=GID.hex(), party=known["party"])
    assert prefix == link_prefix(GID, known["party"]).hex()
    links, k = known["links"] | {"0": known["anchor"]}, known["length"]
    link = links[str(k)]
    while k:
        link, k = judge.ask("previous_link", prefix=prefix, k=k, link=link), k - 1
        assert link == links.get(str(k), link)
    assert link == known["anchor"]


def test_links_that_are_checked(judge):
    chain = Chain(GID, 2, 64, bytes(range(32)))
    prefix = link_prefix(GID, 2)
    cases = [
        (1, chain.link(1), 0, chain.anchor),
        (5, chain.link(5), 0, chain.anchor),
        (64, chain.link(64), 3, chain.link(3)),
        (5, chain.link(4), 0, chain.anchor),
        (5, chain.link(5), 3, chain.link(4)),
    ]
    for k, link, last_k, last in cases:
        try:
            check(prefix, k, link, last_k, last)
            expected = None
        except CodedError as error:
            expected = error_of(error)
        told = judge.ask("check_link", prefix=prefix.hex(), k=k, link=link.hex(), last_k=last_k, last=last.hex())
        assert told == expected


def test_rolls(judge):
    for roll in KNOWN["rolls"]:
        told = judge.ask("roll", gid=GID.hex(), j=roll["j"], links=roll["links"])
        assert told == [roll["digest"], roll["die"]]


@settings(max_examples=30)
@given(st.integers(1, 65536), st.lists(st.none() | DIGESTS, min_size=2, max_size=6), DIGESTS)
def test_rolls_at_random(judge, j, players, house):
    digest = roll_digest(GID, j, house, players)
    links = [link and link.hex() for link in (house, *players)]
    assert judge.ask("roll", gid=GID.hex(), j=j, links=links) == [digest.hex(), die_of(digest)]


def test_the_draw(judge):
    draw = KNOWN["draw"]
    assert judge.ask("roll", gid=GID.hex(), j=draw["j"], links=draw["links"])[0] == draw["digest"]
    assert judge.ask("shuffle", digest=draw["digest"], items=[0, 1, 2]) == draw["seats"]


def test_draws(judge):
    for case in KNOWN["draws"]:
        told = judge.ask(
            "drawn", seats=case["in_use"], digest=case["digest"], colours=case["colours"], starter=case["start"]
        )
        assert told == {"seats": case["seats"], "first": case["first"]}


@settings(max_examples=50)
@given(DIGESTS, st.booleans(), st.sampled_from(["first", "draw", "highest"]))
def test_draws_at_random(judge, digest, colours, starter):
    seats, first = drawn((0, 1, 3, 5), digest, colours=colours, starter=starter)
    told = judge.ask("drawn", seats=[0, 1, 3, 5], digest=digest.hex(), colours=colours, starter=starter)
    assert told == {"seats": list(seats), "first": first}


def test_the_stream(judge):
    known = KNOWN["stream"]
    dice = [number + 1 for number in judge.ask("uniform", digest=known["digest"], bounds=[6] * len(known["dice"]))]
    assert dice == known["dice"]
    assert judge.ask("shuffle", digest=known["digest"], items=list(range(52))) == known["shuffle_of_0_to_51"]


def test_streams_of_every_bound(judge):
    random = Random(5)
    for _ in range(5):
        digest = random.randbytes(32)
        bounds = [random.randint(1, 256) for _ in range(400)] + [1, 256, 129, 255]
        stream = Stream(digest)
        expected = [stream.uniform(bound) for bound in bounds]
        assert judge.ask("uniform", digest=digest.hex(), bounds=bounds) == expected


def test_dice_of_first_bytes(judge):
    digests = [bytes([first]) + bytes([second]) * 31 for first in range(256) for second in (0, 251, 252, 255)]
    assert judge.ask("die", digests=[digest.hex() for digest in digests]) == [die_of(digest) for digest in digests]
