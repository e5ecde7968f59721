"""Entries of the log: one spelling each; and the proofs that a record carries."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdice.errors import LogError
from fairdice.leaves import close_leaf, leaf_bytes, log_proofs, open_leaf, read_leaf
from fairdice.merkle import leaf_hash
from replay.codec import canonical
from tests.support.forge import plain
from tests.support.logged import Log, other
from tests.vectors.make_log import FOLDER

KNOWN: dict[str, Any] = json.loads((FOLDER / "leaves.json").read_bytes())
GID, HEAD = bytes(range(32)), bytes(range(1, 33))


@pytest.mark.parametrize("known", KNOWN["good"], ids=["open", "close"])
def test_entries(known: dict[str, Any]) -> None:
    entry = known["entry"].encode()
    assert leaf_bytes(read_leaf(entry)) == entry
    assert leaf_hash(entry).hex() == known["leaf"]


@pytest.mark.parametrize("known", KNOWN["refused"], ids=lambda known: known["about"])
def test_refused_entries(known: dict[str, Any]) -> None:
    with pytest.raises(LogError) as caught:
        read_leaf(known["entry"].encode())
    assert caught.value.code == known["code"]


@pytest.mark.parametrize(
    "raw", [b"\xff", b"\xef\xbb\xbf{}", b"[" * 100, b"{}", b"null", b'{"format":"fairdice/game@1"}']
)
def test_no_entries(raw: bytes) -> None:
    with pytest.raises(LogError) as caught:
        read_leaf(raw)
    assert caught.value.code == "log.entry"


def test_what_a_leaf_says() -> None:
    head = {"format": "fairdice/leaf@1", "game": GID.hex(), "n": 7, "head": HEAD.hex()}
    assert leaf_bytes(open_leaf(GID, 7, HEAD)) == canonical({**head, "kind": "open"})
    assert leaf_bytes(close_leaf(GID, 7, HEAD, "void")) == canonical({**head, "kind": "close", "status": "void"})


def test_proofs_are_in_the_order_of_the_log() -> None:
    log = Log()
    placed = [(other(number), log.add(other(number))) for number in range(5)]
    proofs = log_proofs(log.checkpoint(), 5, [placed[3], placed[1]], log.tree.read)
    assert [each.index for each in proofs.leaves] == [1, 3]
    assert plain(proofs)["leaves"][0]["leaf"] == plain(other(1))
    with pytest.raises(LogError) as caught:
        log_proofs(log.checkpoint(4), 4, [placed[4]], log.tree.read)
    assert caught.value.code == "log.index"
