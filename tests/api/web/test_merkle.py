"""The log's tree and leaves in JavaScript: proofs that hold and that do not, as Python has them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice.leaves import check_leaf, leaf_bytes
from fairdice.merkle import leaf_hash, node_hash, verify_inclusion
from replay.errors import CodedError
from replay.record import LogEntry
from tests.api.web.reading import error_of
from tests.vectors.make_log import FOLDER

TREE: dict[str, Any] = json.loads((FOLDER / "tree.json").read_bytes())
PUBLISHED: dict[str, Any] = json.loads((FOLDER / "published.json").read_bytes())
LEAVES: dict[str, Any] = json.loads((FOLDER / "leaves.json").read_bytes())
HASHES = st.binary(min_size=32, max_size=32)


def agree(judge: Any, leaf: bytes, place: tuple[int, int], proof: list[bytes], root: bytes) -> Any:
    """What both say of this proof for a `place`, (index, size): None if it holds."""
    index, size = place
    try:
        verify_inclusion(leaf, index, size, proof, root)
        expected = None
    except CodedError as error:
        expected = error_of(error)
    steps = [step.hex() for step in proof]
    told = judge.ask("verify_inclusion", leaf=leaf.hex(), index=index, size=size, proof=steps, root=root.hex())
    assert told == expected
    return told and told["error"]["code"]


def test_hashes(judge):
    entries = [bytes.fromhex(entry) for entry in PUBLISHED["entries"]]
    assert judge.ask("leaf_hash", entries=PUBLISHED["entries"]) == [leaf_hash(entry).hex() for entry in entries]
    left, right = leaf_hash(b"l"), leaf_hash(b"r")
    assert judge.ask("node_hash", left=left.hex(), right=right.hex()) == node_hash(left, right).hex()


def test_published_proofs(judge):
    for case in PUBLISHED["inclusion"]:
        leaf = leaf_hash(bytes.fromhex(PUBLISHED["entries"][case["index"]]))
        root = bytes.fromhex(PUBLISHED["roots"][case["size"]])
        assert agree(judge, leaf, (case["index"], case["size"]), list(map(bytes.fromhex, case["proof"])), root) is None


def test_every_proof_of_small_trees(judge):
    random = Random(7)
    for case in TREE["inclusion"]:
        index, size, proof = case["index"], case["size"], [bytes.fromhex(step) for step in case["proof"]]
        leaf, root = leaf_hash(str(index).encode()), bytes.fromhex(TREE["roots"][size])
        assert agree(judge, leaf, (index, size), proof, root) is None
        assert agree(judge, leaf_hash(b"other"), (index, size), proof, root) == "log.inclusion"
        assert agree(judge, leaf, (index, size), [*proof, leaf], root) == "log.proof_length"
        assert agree(judge, leaf, (size, size), proof, root) == "log.index"
        if proof:
            assert agree(judge, leaf, (index, size), proof[:-1], root) == "log.proof_length"
            step = random.randrange(len(proof))
            assert agree(judge, leaf, (index, size), [*proof[:step], root, *proof[step + 1 :]], root) == "log.inclusion"
            agree(judge, leaf, (index ^ 1, size), proof, root)


@given(st.data(), st.integers(1, 2**53 - 1))
def test_large_trees(judge, data, size):
    """Beyond what JavaScript's operators on bits can do."""
    index = data.draw(
        st.integers(0, min(size + 1, 2**53 - 1)) | st.integers(max(0, size - 3), min(size + 1, 2**53 - 1))
    )
    leaf = data.draw(HASHES)
    found = agree(judge, leaf, (index, size), [], leaf)
    if found == "log.proof_length":
        told = judge.ask("verify_inclusion", leaf=leaf.hex(), index=index, size=size, proof=[], root=leaf.hex())
        proof = data.draw(st.lists(HASHES, min_size=told["error"]["expected"], max_size=told["error"]["expected"]))
        assert agree(judge, leaf, (index, size), proof, leaf) == "log.inclusion"


@pytest.mark.parametrize("place", range(len(LEAVES["good"])))
def test_leaves(judge, place):
    case = LEAVES["good"][place]
    leaf = json.loads(case["entry"])
    assert judge.ask("check_leaf", leaf=leaf) is None
    shuffled = dict(sorted(leaf.items(), reverse=True))
    raw = judge.ask("leaf_bytes", leaf=shuffled)
    assert bytes.fromhex(raw) == case["entry"].encode() == leaf_bytes(msgspec.convert(leaf, LogEntry))
    assert judge.ask("leaf_hash", entries=[raw]) == [case["leaf"]]


@pytest.mark.parametrize("kind", ["open", "close"])
@pytest.mark.parametrize("status", [None, "finished", "abandoned", "void"])
def test_the_status_of_leaves(judge, kind, status):
    leaf = {"format": "fairdice/leaf@1", "kind": kind, "game": "0" * 64, "n": 1, "head": "1" * 64}
    leaf |= {"status": status} if status else {}
    try:
        check_leaf(msgspec.convert(leaf, LogEntry))
        expected = None
    except CodedError as error:
        expected = error_of(error)
    assert judge.ask("check_leaf", leaf=leaf) == expected
