"""Chains: known answers, what a link is bound to, gaps, and how little a chain keeps."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice import chain as chain_module
from fairdice.chain import MAX_LINKS, Chain, check, link_prefix, previous
from fairdice.errors import ChainError

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors/protocol.json").read_bytes())
GID = bytes.fromhex(VECTORS["gid"])
TIP = bytes(range(32))


def all_links(gid: bytes, party: int, length: int, tip: bytes) -> list[bytes]:
    """Links 0..length, from the definition alone."""
    links = [tip]
    for k in range(length, 0, -1):
        text = b"fairdice/1 link\n" + gid + party.to_bytes(4, "big") + k.to_bytes(4, "big") + links[0]
        links.insert(0, sha256(text).digest())
    return links


@pytest.mark.parametrize("known", VECTORS["chains"], ids=lambda known: f"party{known['party']}")
def test_known_chains(known: dict[str, Any]) -> None:
    chain = Chain(GID, known["party"], known["length"], bytes.fromhex(known["tip"]))
    assert chain.anchor.hex() == known["anchor"]
    for k, link in known["links"].items():
        assert chain.link(int(k)).hex() == link
    for roll in [VECTORS["draw"], *VECTORS["rolls"]]:
        if (link := roll["links"][known["party"]]) is not None:
            assert chain.link(roll["j"]).hex() == link


@given(st.integers(1, 70), st.integers(0, 6), st.data())
def test_links_in_any_order(length: int, party: int, data: st.DataObject) -> None:
    links = all_links(GID, party, length, TIP)
    chain = Chain(GID, party, length, TIP)
    assert chain.anchor == links[0]
    for k in data.draw(st.lists(st.integers(1, length))):
        assert chain.link(k) == links[k]


@pytest.mark.parametrize("length", [1, 2, 3, 64, 100, 4096])
def test_all_links_of_a_chain(length: int) -> None:
    chain = Chain(GID, 2, length, TIP)
    assert [chain.link(k) for k in range(1, length + 1)] == all_links(GID, 2, length, TIP)[1:]


@pytest.mark.parametrize(("length", "kept"), [(64, 16), (4096, 128), (MAX_LINKS, 512)])
def test_a_chain_keeps_few_links_and_hashes_little(length: int, kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = 0

    def counted(prefix: bytes, k: int, link: bytes) -> bytes:
        nonlocal hashes
        hashes += 1
        return previous(prefix, k, link)

    monkeypatch.setattr(chain_module, "previous", counted)
    chain = Chain(GID, 0, length, TIP)
    assert hashes == length
    for k in range(1, length + 1):
        chain.link(k)
        assert len(chain._marks) + len(chain._stretch) <= kept
    assert hashes < 2 * length


@pytest.mark.parametrize("k", [-1, 0, 65, 2**40])
def test_no_such_link(k: int) -> None:
    with pytest.raises(ChainError) as error:
        Chain(GID, 0, 64, TIP).link(k)
    assert error.value.code == "chain.index"


@pytest.mark.parametrize(
    ("length", "tip", "code"),
    [
        (64, TIP[:31], "chain.tip"),
        (64, TIP + b"\0", "chain.tip"),
        (64, b"", "chain.tip"),
        (0, TIP, "chain.length"),
        (-5, TIP, "chain.length"),
        (MAX_LINKS + 1, TIP, "chain.length"),
    ],
)
def test_no_such_chain(length: int, tip: bytes, code: str) -> None:
    with pytest.raises(ChainError) as error:
        Chain(GID, 0, length, tip)
    assert error.value.code == code


def test_fresh_chains_differ() -> None:
    assert Chain.generate(GID, 0, 64).anchor != Chain.generate(GID, 0, 64).anchor


def test_a_chain_shows_no_link() -> None:
    chain = Chain(GID, 1, 64, TIP)
    chain.link(7)
    shown = f"{chain} {chain!r}"
    assert chain.anchor.hex() in shown
    assert not any(link.hex()[:8] in shown or repr(link) in shown for link in all_links(GID, 1, 64, TIP)[1:])


@given(st.integers(0, 63), st.integers(1, 64), st.integers(0, 6))
def test_gaps_are_hashed_over(last_k: int, gap: int, party: int) -> None:
    k = min(last_k + gap, 64)
    links = all_links(GID, party, 64, TIP)
    check(link_prefix(GID, party), k, links[k], last_k, links[last_k])


def flip(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])


LINKS = all_links(GID, 3, 64, TIP)


@pytest.mark.parametrize(
    ("prefix", "k", "link", "last_k", "last_link"),
    [
        pytest.param(link_prefix(flip(GID), 3), 9, LINKS[9], 6, LINKS[6], id="another game"),
        pytest.param(link_prefix(GID, 2), 9, LINKS[9], 6, LINKS[6], id="another party"),
        pytest.param(link_prefix(GID, 3), 10, LINKS[9], 6, LINKS[6], id="shifted up"),
        pytest.param(link_prefix(GID, 3), 8, LINKS[9], 6, LINKS[6], id="shifted down"),
        pytest.param(link_prefix(GID, 3), 9, flip(LINKS[9]), 6, LINKS[6], id="another link"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[6], 6, LINKS[6], id="the last link again"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[9], 6, flip(LINKS[6]), id="another last link"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[9], 5, LINKS[6], id="last link at another index"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[9], 0, flip(LINKS[0]), id="another anchor"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[9][:31], 6, LINKS[6], id="short"),
        pytest.param(link_prefix(GID, 3), 9, LINKS[9] + b"\0", 6, LINKS[6], id="long"),
        pytest.param(link_prefix(GID, 3), 9, b"", 6, LINKS[6], id="empty"),
    ],
)
def test_a_link_serves_nowhere_else(prefix: bytes, k: int, link: bytes, last_k: int, last_link: bytes) -> None:
    check(link_prefix(GID, 3), 9, LINKS[9], 6, LINKS[6])
    with pytest.raises(ChainError) as error:
        check(prefix, k, link, last_k, last_link)
    assert error.value.code == "chain.link"


def test_the_fault_says_what_it_found() -> None:
    with pytest.raises(ChainError) as error:
        check(link_prefix(GID, 3), 2, LINKS[3], 0, LINKS[0])
    prefix = link_prefix(GID, 3)
    assert error.value.expected == LINKS[0].hex()
    assert error.value.found == previous(prefix, 1, previous(prefix, 2, LINKS[3])).hex()
    assert "anchor" in error.value.message


@pytest.mark.parametrize(("k", "last_k"), [(6, 6), (5, 6), (0, 0), (-1, 0), (MAX_LINKS + 1, 0), (2**33, 0)])
def test_links_only_go_up(k: int, last_k: int) -> None:
    with pytest.raises(ChainError) as error:
        check(link_prefix(GID, 3), k, TIP, last_k, TIP)
    assert error.value.code == "chain.index"
