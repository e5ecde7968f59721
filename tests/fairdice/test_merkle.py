"""The log's tree: published roots and proofs, every proof of small trees, every change to one refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tamperlog import merkle as other  # type: ignore[import-untyped]

from fairdice.errors import LogError
from fairdice.merkle import (
    EMPTY_ROOT,
    Tree,
    append,
    consistency_nodes,
    consistency_proof,
    inclusion_nodes,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root,
    root_nodes,
    verify_consistency,
    verify_inclusion,
)
from tests.vectors.make_log import FOLDER, entry, make

PUBLISHED: dict[str, Any] = json.loads((FOLDER / "published.json").read_bytes())
SMALL: dict[str, Any] = json.loads((FOLDER / "tree.json").read_bytes())
MOST = 64
LEAVES = [leaf_hash(entry(number)) for number in range(MOST)]
TREE = Tree(LEAVES)


def raw(hashes: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in hashes]


def code(call: Callable[..., object], *given: object) -> str:
    with pytest.raises(LogError) as caught:
        call(*given)
    assert caught.value.message
    return caught.value.code


def published_tree() -> Tree:
    return Tree(leaf_hash(bytes.fromhex(each)) for each in PUBLISHED["entries"])


# Known answers ----------------------------------------------------------------------------------------------------


def test_script_makes_the_files() -> None:
    """`python -m tests.vectors.make_log` makes them anew; look at the difference before it is committed."""
    there = {file.name: file.read_bytes() for file in FOLDER.iterdir() if file.name != "published.json"}
    assert make() == there


def test_published_roots() -> None:
    assert [published_tree().root(size).hex() for size in range(9)] == PUBLISHED["roots"]
    assert EMPTY_ROOT.hex() == PUBLISHED["roots"][0]


@pytest.mark.parametrize("known", PUBLISHED["inclusion"], ids=lambda known: f"{known['index']}-{known['size']}")
def test_published_inclusion(known: dict[str, Any]) -> None:
    tree, index, size = published_tree(), known["index"], known["size"]
    assert inclusion_proof(index, size, tree.read) == raw(known["proof"])
    verify_inclusion(tree.read(0, index), index, size, raw(known["proof"]), tree.root(size))


@pytest.mark.parametrize("known", PUBLISHED["consistency"], ids=lambda known: f"{known['old']}-{known['new']}")
def test_published_consistency(known: dict[str, Any]) -> None:
    tree, old, new = published_tree(), known["old"], known["new"]
    assert consistency_proof(old, new, tree.read) == raw(known["proof"])
    verify_consistency(old, new, tree.root(old), tree.root(new), raw(known["proof"]))


def test_small_trees() -> None:
    roots = raw(SMALL["roots"])
    for known in SMALL["inclusion"]:
        verify_inclusion(
            leaf_hash(entry(known["index"])), known["index"], known["size"], raw(known["proof"]), roots[known["size"]]
        )
    for known in SMALL["consistency"]:
        old, new = known["old"], known["new"]
        verify_consistency(old, new, roots[old], roots[new], raw(known["proof"]))
    assert len(SMALL["inclusion"]) == 17 * 18 // 2
    assert len(SMALL["consistency"]) == 18 * 19 // 2


# By the definition, and by another implementation ------------------------------------------------------------------


def mth(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, as it is written there."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY_ROOT
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return node_hash(mth(leaves[:k]), mth(leaves[k:]))


@pytest.mark.parametrize("size", range(MOST + 1))
def test_every_proof(size: int) -> None:
    """Of every tree of up to 64 leaves: roots by the definition, proofs as another implementation makes them."""
    whole = TREE.root(size)
    assert whole == mth(LEAVES[:size]) == other.merkle_root(LEAVES[:size])
    for index in range(size):
        proof = inclusion_proof(index, size, TREE.read)
        assert proof == other.inclusion_proof(index, LEAVES[:size])
        verify_inclusion(LEAVES[index], index, size, proof, whole)
        other.verify_inclusion(index, size, LEAVES[index], proof, whole)
    for old in range(size + 1):
        proof = consistency_proof(old, size, TREE.read)
        verify_consistency(old, size, TREE.root(old), whole, proof)
        if old:
            assert proof == other.consistency_proof(old, LEAVES[:size])
            other.verify_consistency(old, TREE.root(old), size, whole, proof)


# What must be refused ----------------------------------------------------------------------------------------------


def bent(hashes: list[bytes]) -> Iterator[list[bytes]]:
    """The proof with one bit changed in each hash, without each, with one more at each place, with two exchanged."""
    for place, each in enumerate(hashes):
        bit = (place * 37 + len(hashes) * 11) % 256
        flipped = bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(each))
        yield [*hashes[:place], flipped, *hashes[place + 1 :]]
        yield hashes[:place] + hashes[place + 1 :]
        yield [*hashes[:place], each[:-1], *hashes[place + 1 :]]
    for place in range(len(hashes) + 1):
        yield [*hashes[:place], bytes(32), *hashes[place:]]
        if 0 < place < len(hashes):
            yield [*hashes[: place - 1], hashes[place], hashes[place - 1], *hashes[place + 1 :]]


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_every_bent_inclusion_is_refused(size: int) -> None:
    whole = TREE.root(size)
    for index in range(size):
        leaf, proof = LEAVES[index], inclusion_proof(index, size, TREE.read)
        for changed in bent(proof):
            expected = "log.inclusion" if len(changed) == len(proof) else "log.proof_length"
            assert code(verify_inclusion, leaf, index, size, changed, whole) == expected
        if size > 1:
            assert code(verify_inclusion, LEAVES[(index + 1) % size], index, size, proof, whole) == "log.inclusion"
        assert code(verify_inclusion, leaf, index, size, proof, TREE.root(size - 1)) == "log.inclusion"
        for elsewhere in {index ^ 1, index + 1, index - 1} & set(range(size)):
            wrong = code(verify_inclusion, leaf, elsewhere, size, proof, whole)
            assert wrong in ("log.inclusion", "log.proof_length")


@pytest.mark.parametrize("new", range(1, MOST + 1))
def test_every_bent_consistency_is_refused(new: int) -> None:
    whole = TREE.root(new)
    for old in range(new + 1):
        before, proof = TREE.root(old), consistency_proof(old, new, TREE.read)
        for changed in bent(proof):
            expected = "log.consistency" if len(changed) == len(proof) else "log.proof_length"
            assert code(verify_consistency, old, new, before, whole, changed) == expected
        assert code(verify_consistency, old, new, bytes(32), whole, proof) == "log.consistency"
        if old:
            assert code(verify_consistency, old, new, before, bytes(32), proof) == "log.consistency"
        if 0 < old < new:
            assert code(verify_consistency, old, new, whole, before, proof) == "log.consistency"


def flipped(value: bytes) -> Iterator[bytes]:
    """The hash with each of its 256 bits changed, one at a time."""
    number = int.from_bytes(value, "big")
    yield from ((number ^ 1 << bit).to_bytes(32, "big") for bit in range(256))


@pytest.mark.parametrize("size", range(2, 18))
def test_every_single_bit_counts(size: int) -> None:
    whole = TREE.root(size)
    for index in range(size):
        proof = inclusion_proof(index, size, TREE.read)
        for place, step in enumerate(proof):
            for other_step in flipped(step):
                steps = [*proof[:place], other_step, *proof[place + 1 :]]
                assert code(verify_inclusion, LEAVES[index], index, size, steps, whole) == "log.inclusion"
    for old in range(1, size):
        proof, before = consistency_proof(old, size, TREE.read), TREE.root(old)
        for other_root in flipped(before):
            assert code(verify_consistency, old, size, other_root, whole, proof) == "log.consistency"
        for place, step in enumerate(proof):
            for other_step in flipped(step):
                steps = [*proof[:place], other_step, *proof[place + 1 :]]
                assert code(verify_consistency, old, size, before, whole, steps) == "log.consistency"


@pytest.mark.parametrize(("index", "size"), [(0, 0), (1, 1), (5, 5), (6, 5), (-1, 5), (0, -1)])
def test_no_such_leaf(index: int, size: int) -> None:
    assert code(inclusion_proof, index, size, TREE.read) == "log.index"
    assert code(verify_inclusion, LEAVES[0], index, size, [], LEAVES[0]) == "log.index"


@pytest.mark.parametrize(("old", "new"), [(2, 1), (1, 0), (-1, 1), (-2, -1)])
def test_no_such_sizes(old: int, new: int) -> None:
    assert code(consistency_proof, old, new, TREE.read) == "log.size"
    assert code(verify_consistency, old, new, EMPTY_ROOT, EMPTY_ROOT, []) == "log.size"


def test_the_empty_tree() -> None:
    verify_consistency(0, 0, EMPTY_ROOT, EMPTY_ROOT, [])
    verify_consistency(0, 5, EMPTY_ROOT, TREE.root(5), [])
    assert code(verify_consistency, 0, 0, bytes(32), bytes(32), []) == "log.consistency"
    assert code(verify_consistency, 0, 0, EMPTY_ROOT, bytes(32), []) == "log.consistency"
    assert code(verify_consistency, 0, 5, bytes(32), TREE.root(5), []) == "log.consistency"
    assert code(verify_consistency, 0, 5, EMPTY_ROOT, TREE.root(5), [bytes(32)]) == "log.proof_length"
    assert code(root, -1, TREE.read) == "log.size"
    assert TREE.root(0) == EMPTY_ROOT


def test_a_leaf_is_no_node() -> None:
    """The two kinds of hash cannot stand for one another: a node's bytes as an entry give another hash."""
    left, right = LEAVES[:2]
    assert leaf_hash(left + right) != node_hash(left, right)
    assert code(verify_inclusion, leaf_hash(left + right), 0, 1, [], TREE.root(2)) == "log.inclusion"


def test_a_proof_for_a_far_larger_tree_ends() -> None:
    """Sizes come from others: the work is that of the proof and of its length, not of the size."""
    assert code(verify_inclusion, LEAVES[0], 2**53 - 2, 2**53 - 1, [bytes(32)] * 64, bytes(32)) == "log.proof_length"
    assert code(verify_consistency, 1, 2**53 - 1, bytes(32), bytes(32), []) == "log.proof_length"


# What is stored ----------------------------------------------------------------------------------------------------


def test_nodes_are_stored_once_and_read_sparingly() -> None:
    stored: dict[tuple[int, int], bytes] = {}
    asked: list[tuple[int, int]] = []

    def read(level: int, index: int) -> bytes:
        asked.append((level, index))
        return stored[level, index]

    for size in range(MOST):
        asked.clear()
        fresh = append(size, [LEAVES[size]], read)
        assert fresh[0] == (0, size, LEAVES[size])
        assert len(asked) == len(fresh) - 1 <= 6
        for level, index, value in fresh:
            assert (level, index) not in stored
            stored[level, index] = value
        asked.clear()
        assert root(size + 1, read) == TREE.root(size + 1)
        assert asked == root_nodes(size + 1)
    assert len(stored) == 2 * MOST - 1
    for index, old in ((0, 1), (17, 33), (63, 50)):
        asked.clear()
        inclusion_proof(index, MOST, read)
        assert sorted(asked) == sorted(inclusion_nodes(index, MOST))
        asked.clear()
        consistency_proof(old, MOST - 1, read)
        assert sorted(asked) == sorted(consistency_nodes(old, MOST - 1))
        assert len(asked) <= 12


@given(st.lists(st.integers(0, 20), max_size=8))
def test_in_portions_as_one_by_one(portions: list[int]) -> None:
    tree, count = Tree(), 0
    for portion in portions:
        before = tree.size
        nodes = append(before, map(leaf_hash, map(entry, range(count, count + portion))), tree.read)
        tree.extend(map(leaf_hash, map(entry, range(count, count + portion))))
        count += portion
        assert all(tree.read(level, index) == value for level, index, value in nodes)
        assert tree.size == count
    assert tree.root() == Tree(map(leaf_hash, map(entry, range(count)))).root()
    assert all(tree.root(size) == mth([leaf_hash(entry(n)) for n in range(size)]) for size in {0, count // 2, count})


@given(st.integers(0, 2**53 - 1), st.integers(1, 2**53 - 1), st.data())
def test_proofs_of_trees_of_any_size_read_few_nodes(one: int, size: int, data: st.DataObject) -> None:
    """In a tree all of whose nodes of a level are the same nothing needs to be stored."""
    levels = [LEAVES[0]]
    for _ in range(53):
        levels.append(node_hash(levels[-1], levels[-1]))

    def read(level: int, index: int) -> bytes:
        assert (index + 1) << level <= size
        return levels[level]

    index = one % size
    proof = inclusion_proof(index, size, read)
    verify_inclusion(LEAVES[0], index, size, proof, root(size, read))
    assert len(proof) <= 53
    assert len(inclusion_nodes(index, size)) <= 2 * 53
    old = data.draw(st.integers(0, size))
    steps = consistency_proof(old, size, read)
    verify_consistency(old, size, root(old, read), root(size, read), steps)
    assert len(consistency_nodes(old, size)) <= 2 * 53


def test_a_tree_says_what_it_has_not() -> None:
    assert code(Tree(LEAVES[:5]).read, 1, 2) == "log.node"
    assert code(Tree().read, 0, 0) == "log.node"


def test_the_files_are_where_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs/spec/log.md").read_text(encoding="utf-8")
    assert all(f"`{file.name}`" in page for file in FOLDER.iterdir())
