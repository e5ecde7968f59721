"""Rolls: known answers, what a digest depends on, and uniformity by counting every case."""

from __future__ import annotations

import hmac
import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice.dice import SALT, Stream, die_of, drawn, roll_digest
from fairdice.errors import DiceError
from replay.systems import SYSTEMS

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors/protocol.json").read_bytes())
GID = bytes.fromhex(VECTORS["gid"])
KNOWN = VECTORS["stream"]
HASHES = st.binary(min_size=32, max_size=32)


def digest_of(roll: dict[str, Any]) -> bytes:
    house, *players = [None if link is None else bytes.fromhex(link) for link in roll["links"]]
    assert house is not None
    return roll_digest(GID, roll["j"], house, players)


def blocks(digest: bytes, count: int) -> bytes:
    """The first blocks of a stream, from the definition and the standard library's HMAC."""
    more = [hmac.digest(digest, b"fairdice/1 more\n" + t.to_bytes(4, "big"), "sha256") for t in range(1, count)]
    return b"".join([digest, *more])


def starting(*first: int) -> Stream:
    return Stream(bytes(first).ljust(32, b"\0"))


@pytest.mark.parametrize("roll", VECTORS["rolls"], ids=lambda roll: f"j{roll['j']}")
def test_known_rolls(roll: dict[str, Any]) -> None:
    digest = digest_of(roll)
    assert digest.hex() == roll["digest"]
    assert die_of(digest) == Stream(digest).die() == roll["die"]


def test_known_draw() -> None:
    draw = VECTORS["draw"]
    digest = digest_of(draw)
    assert digest.hex() == draw["digest"]
    stream = Stream(digest)
    assert stream.shuffle(draw["shuffle"]) == draw["seats"]
    assert stream.uniform(3) == draw["first"]


@pytest.mark.parametrize("draw", VECTORS["draws"], ids=lambda draw: f"{draw['in_use']} {draw['start']}")
def test_known_draws(draw: dict[str, Any]) -> None:
    digest = bytes.fromhex(draw["digest"])
    seats, first = drawn(tuple(draw["in_use"]), digest, colours=draw["colours"], starter=draw["start"])
    assert ([*seats], first) == (draw["seats"], draw["first"])


def test_draws_are_known_for_every_table() -> None:
    """With drawn colours and without, for each number of players of each system."""
    tables = {
        tuple(seats)
        for found in SYSTEMS.values()
        for board in (4, 6)
        for seats in found.seating({"board": board}).values()
    }
    known = {(tuple(draw["in_use"]), draw["colours"]) for draw in VECTORS["draws"]}
    assert known == {(table, colours) for table in tables for colours in (False, True)}


@given(HASHES, st.integers(2, 6))
def test_seats_are_dealt_before_the_first_is_drawn(digest: bytes, players: int) -> None:
    stream = Stream(digest)
    seats = tuple(stream.shuffle(range(players)))
    assert drawn(tuple(range(players)), digest, colours=True, starter="draw") == (seats, stream.uniform(players))
    assert drawn(tuple(range(players)), digest, colours=True, starter="highest") == (seats, None)
    fixed = tuple(range(players)), Stream(digest).uniform(players)
    assert drawn(tuple(range(players)), digest, colours=False, starter="draw") == fixed


def test_known_dice() -> None:
    stream = Stream(bytes.fromhex(KNOWN["digest"]))
    assert [stream.die() for _ in KNOWN["dice"]] == KNOWN["dice"]
    assert len(KNOWN["dice"]) > 32  # goes beyond the first block


def test_known_shuffle() -> None:
    assert Stream(bytes.fromhex(KNOWN["digest"])).shuffle(range(52)) == KNOWN["shuffle_of_0_to_51"]


def test_known_integers() -> None:
    stream = Stream(bytes.fromhex(KNOWN["digest"]))
    assert [[m, stream.uniform(m)] for m, _ in KNOWN["uniform"]] == KNOWN["uniform"]


@given(HASHES, st.integers(1, 65536), HASHES, st.lists(st.none() | HASHES, max_size=6))
def test_digest_is_the_hmac_of_the_definition(gid: bytes, j: int, house: bytes, players: list[bytes | None]) -> None:
    message = b"fairdice/1 roll\n" + gid + j.to_bytes(4, "big") + bytes(32)
    for link in players:
        message += bytes(33) if link is None else b"\1" + link
    assert roll_digest(gid, j, house, players) == hmac.digest(house, message, "sha256")


def test_everything_but_moves_enters_the_digest() -> None:
    a, b, zero = b"a" * 32, b"b" * 32, bytes(32)
    digests = {
        roll_digest(GID, 1, a, [a, b]),
        roll_digest(bytes(32), 1, a, [a, b]),
        roll_digest(GID, 2, a, [a, b]),
        roll_digest(GID, 1, b, [a, b]),
        roll_digest(GID, 1, a, [b, a]),
        roll_digest(GID, 1, a, [a, None]),
        roll_digest(GID, 1, a, [None, a]),
        roll_digest(GID, 1, a, [a, zero]),
        roll_digest(GID, 1, a, [a]),
        roll_digest(GID, 1, a, [a, b, None]),
    }
    assert len(digests) == 10
    assert roll_digest(GID, 1, a, [a, b]) == roll_digest(GID, 1, a, (a, b))
    assert bytes(32) == SALT


@pytest.mark.parametrize("wrong", [b"", b"a" * 31, b"a" * 33, b"a" * 64], ids=len)
def test_only_links_of_32_bytes(wrong: bytes) -> None:
    right = b"a" * 32
    bad: list[tuple[bytes, list[bytes | None]]] = [
        (wrong, [right]),
        (right, [None, wrong]),
        (right, [wrong, b"b" * 33]),
    ]
    for house, players in bad:
        with pytest.raises(DiceError) as error:
            roll_digest(GID, 1, house, players)
        assert error.value.code == "roll.link"
    with pytest.raises(DiceError) as error:
        Stream(wrong)
    assert error.value.code == "roll.digest"


@pytest.mark.parametrize("m", range(1, 257))
def test_uniform_counted_over_every_first_byte(m: int) -> None:
    """Each answer has equally many first bytes; the others, fewer than m, let the second byte decide."""
    counts: Counter[int] = Counter()
    rejected = []
    for first in range(256):
        stream = starting(first, 0, 77, 88)
        value = stream.uniform(m)
        if (after := stream.byte()) == 0:
            counts[value] += 1
            assert value == first % m
        else:
            assert (after, value) == (77, 0)
            rejected.append(first)
    assert counts == dict.fromkeys(range(m), 256 // m)
    assert rejected == list(range(256 - 256 % m, 256))


@pytest.mark.parametrize("m", [6, 100, 129, 255])
def test_uniform_counted_over_the_second_byte(m: int) -> None:
    """After a rejected first byte the second is treated just the same, and the third after that."""
    for second in range(256):
        expected = starting(second, 3).uniform(m)
        assert starting(255, second, 3).uniform(m) == expected
        assert starting(255, 255, second, 3).uniform(m) == expected


def test_shuffle_counted_over_every_pair_of_bytes() -> None:
    """Three things need uniform(3), then uniform(2): each of the six orders comes from 85 * 128 pairs of bytes."""
    counts = Counter(tuple(starting(*pair).shuffle("abc")) for pair in product(range(255), range(256)))
    assert len(counts) == 6
    assert set(counts.values()) == {85 * 128}


def test_shuffle_leaves_its_argument() -> None:
    items = [1, 2, 3]
    starting(0, 0).shuffle(items)
    assert items == [1, 2, 3]


@pytest.mark.parametrize("count", [0, 1])
def test_shuffle_of_nothing_to_order_takes_no_byte(count: int) -> None:
    stream = starting(9)
    assert stream.shuffle(range(count)) == list(range(count))
    assert stream.byte() == 9


def test_shuffle_of_too_many() -> None:
    with pytest.raises(DiceError) as error:
        starting().shuffle(range(257))
    assert error.value.code == "roll.bound"


@pytest.mark.parametrize("m", [-6, 0, 257, 2**32])
def test_uniform_bounds(m: int) -> None:
    with pytest.raises(DiceError) as error:
        starting().uniform(m)
    assert error.value.code == "roll.bound"


@pytest.mark.parametrize("first", range(256))
def test_die_of_every_first_byte(first: int) -> None:
    digest = bytes([first, 255, 253, 4]).ljust(32, b"\xff")
    assert die_of(digest) == Stream(digest).die() == (first % 6 + 1 if first < 252 else 5)


def test_blocks_go_on_where_all_of_a_block_is_rejected() -> None:
    digest = b"\xff" * 32
    accepted = [byte for byte in blocks(digest, 2)[32:] if byte < 252]
    assert die_of(digest) == 1 + accepted[0] % 6


@given(HASHES)
def test_stream_is_its_blocks(digest: bytes) -> None:
    stream = Stream(digest)
    assert bytes(stream.byte() for _ in range(32 * 5)) == blocks(digest, 5)


@given(HASHES, st.lists(st.integers(1, 256), max_size=80))
def test_integers_follow_from_the_blocks(digest: bytes, bounds: list[int]) -> None:
    stream = Stream(digest)
    source = iter(blocks(digest, 16))
    for m in bounds:
        assert stream.uniform(m) == next(byte % m for byte in source if byte // m < 256 // m)
