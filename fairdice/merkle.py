"""The log's Merkle tree: hashes, proofs, and checks of proofs (RFC 6962, section 2; docs/spec/log.md).

A **node** (level, index) is the root of the complete subtree over the leaves index * 2^level to
(index + 1) * 2^level - 1; nodes of level 0 are leaf hashes.  Nodes never change once they are complete, so a log stores
each once.  What makes proofs here takes a `Read`, a function that gives the hash of a node, and asks it for at most two
nodes a level: a database answers in O(log n).  All hashes are 32 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TypeAlias

from fairdice.errors import LogError

__all__ = [
    "EMPTY_ROOT",
    "Entry",
    "Node",
    "Read",
    "Tree",
    "append",
    "check_root",
    "consistency_nodes",
    "consistency_proof",
    "fold",
    "inclusion_nodes",
    "inclusion_proof",
    "leaf_hash",
    "node_hash",
    "root",
    "root_nodes",
    "verify_consistency",
    "verify_inclusion",
]

Node: TypeAlias = tuple[int, int]
"""(level, index) of a complete subtree."""
Entry: TypeAlias = tuple[int, int, bytes]
"""A node with its hash: what a log stores."""
Read: TypeAlias = Callable[[int, int], bytes]
"""(level, index) -> the hash of that node, which must be complete."""
_Range: TypeAlias = tuple[int, int]
"""Leaves begin to end - 1, of which a tree somewhere has a subtree that need not be complete."""

EMPTY_ROOT = sha256(b"").digest()
"""The root of the tree without leaves."""


def leaf_hash(entry: bytes) -> bytes:
    """Hash an entry into a leaf.  docs/spec/log.md, L3."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into the one above them."""
    return sha256(b"\x01" + left + right).digest()


# Growing ----------------------------------------------------------------------------------------------------------


def append(size: int, leaves: Iterable[bytes], read: Read) -> list[Entry]:
    """Put leaf hashes behind the `size` leaves of a tree: all nodes that become complete, in the order they do.

    `read` is asked for nodes of the tree as it was, at most one a level.
    """
    fresh: dict[Node, bytes] = {}
    for index, leaf in enumerate(leaves, size):
        level, place, value = 0, index, leaf
        fresh[level, place] = value
        while place & 1:
            left = fresh.get((level, place - 1))
            value = node_hash(read(level, place - 1) if left is None else left, value)
            level, place = level + 1, place >> 1
            fresh[level, place] = value
    return [(level, place, value) for (level, place), value in fresh.items()]


class Tree:
    """A whole tree in memory, for tests and small logs; `read` is its `Read`."""

    __slots__ = ("_nodes", "size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        """Take leaf hashes."""
        self._nodes: dict[Node, bytes] = {}
        self.size = 0
        self.extend(leaves)

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Append leaf hashes."""
        for level, index, value in append(self.size, leaves, self.read):
            self._nodes[level, index] = value
            self.size += level == 0

    def read(self, level: int, index: int) -> bytes:
        """The hash of a node.  Raises LogError ``log.node`` if the tree has no such node."""
        found = self._nodes.get((level, index))
        if found is None:
            raise LogError("log.node", f"the tree has no node {index} of level {level}", found=[level, index])
        return found

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves, or over all."""
        return root(self.size if size is None else size, self.read)


# Making roots and proofs ------------------------------------------------------------------------------------------


def root_nodes(size: int) -> list[Node]:
    """The nodes that the tree of this size is put together of, from left to right: one for each bit of `size`."""
    return _cover((0, size))


def root(size: int, read: Read) -> bytes:
    """The root over the first `size` leaves (RFC 6962, section 2.1)."""
    _check_size(size)
    return fold(read(level, index) for level, index in root_nodes(size))


def inclusion_nodes(index: int, size: int) -> list[Node]:
    """All nodes that `inclusion_proof` reads."""
    return [node for part in _inclusion(index, size) for node in _cover(part)]


def inclusion_proof(index: int, size: int, read: Read) -> list[bytes]:
    """The proof that leaf `index` is in the tree of `size` leaves, from the leaf upwards (RFC 6962, section 2.1.1).

    Raises LogError ``log.index`` for a leaf that is not below `size`.
    """
    return [_hash(part, read) for part in _inclusion(index, size)]


def consistency_nodes(old: int, new: int) -> list[Node]:
    """All nodes that `consistency_proof` reads."""
    return [node for part in _consistency(old, new) for node in _cover(part)]


def consistency_proof(old: int, new: int, read: Read) -> list[bytes]:
    """The proof that the tree of `new` leaves begins with the one of `old` leaves (RFC 6962, section 2.1.2).

    Empty for `old` = 0 and `old` = `new`.  Raises LogError ``log.size`` for `old` > `new`.
    """
    return [_hash(part, read) for part in _consistency(old, new)]


def fold(hashes: Iterable[bytes]) -> bytes:
    """Hash subtrees, each smaller than the one before it, into the tree above them: `EMPTY_ROOT` for none."""
    value: bytes | None = None
    for each in reversed(list(hashes)):
        value = each if value is None else node_hash(each, value)
    return EMPTY_ROOT if value is None else value


def _hash(part: _Range, read: Read) -> bytes:
    return fold(read(level, index) for level, index in _cover(part))


def _cover(part: _Range) -> list[Node]:
    """The nodes that make up these leaves; `begin` is a multiple of the least power of two that holds them all."""
    begin, end = part
    nodes = []
    for level in reversed(range((end - begin).bit_length())):
        if (end - begin) >> level & 1:
            nodes.append((level, begin >> level))
            begin += 1 << level
    return nodes


def _middle(begin: int, end: int) -> int:
    """Where a tree over these leaves, two at least, splits: after the largest power of two below their number."""
    return begin + (1 << (end - begin - 1).bit_length() - 1)


def _inclusion(index: int, size: int) -> list[_Range]:
    """The subtrees beside the way from leaf `index` to the root, from the leaf upwards."""
    _check_index(index, size)
    begin, end = 0, size
    parts: list[_Range] = []
    while end - begin > 1:
        middle = _middle(begin, end)
        if index < middle:
            parts.append((middle, end))
            end = middle
        else:
            parts.append((begin, middle))
            begin = middle
    return parts[::-1]


def _consistency(old: int, new: int) -> list[_Range]:
    """The subtrees from which both roots can be computed, the smallest first."""
    _check_sizes(old, new)
    begin, end = 0, new
    parts: list[_Range] = []
    while old and end != old:
        middle = _middle(begin, end)
        if old <= middle:
            parts.append((middle, end))
            end = middle
        else:
            parts.append((begin, middle))
            begin = middle
    if begin:  # otherwise the old root itself is that subtree, and whoever asks knows it
        parts.append((begin, end))
    return parts[::-1]


# Checking ---------------------------------------------------------------------------------------------------------


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes) -> None:
    """Require that leaf hash `leaf` is at `index` in the tree of `size` leaves with the root `expected`.

    Raises LogError: ``log.index`` (not below `size`), ``log.proof_length`` (another number of hashes than the proof
    has for this place), ``log.inclusion`` (the proof leads to another root).  RFC 9162, section 2.1.3.2.
    """
    _check_length("inclusion", len(_inclusion(index, size)), len(proof), "L4")
    place, last = index, size - 1
    value = leaf
    for step in proof:
        if place & 1 or place == last:
            value = node_hash(step, value)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            value = node_hash(value, step)
        place, last = place >> 1, last >> 1
    check_root(value, expected, "log.inclusion", "the inclusion proof leads to another root", clause="L4")


def verify_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Require that the tree of `new` leaves and `new_root` begins with the tree of `old` leaves and `old_root`.

    Raises LogError: ``log.size`` (`old` > `new`), ``log.proof_length`` (another number of hashes than the proof has for
    these sizes), ``log.consistency`` (it leads to another old or new root; or the old tree is empty, or both are of one
    size, and the roots do not fit that).  RFC 9162, section 2.1.4.2.
    """
    _check_length("consistency", len(_consistency(old, new)), len(proof), "L5")
    if not old or old == new:
        same = new_root if old else EMPTY_ROOT
        check_root(old_root, same, "log.consistency", f"there are two roots for {old} leaves", clause="L5")
        if not new:
            check_root(new_root, EMPTY_ROOT, "log.consistency", "a tree without leaves has one root", clause="L5")
        return
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    # A complete old tree is itself the subtree with which the proof would begin.
    before = after = proof[0] if old & (old - 1) else old_root
    for step in proof[1:] if old & (old - 1) else proof:
        if place & 1 or place == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, step)
        place, last = place >> 1, last >> 1
    check_root(before, old_root, "log.consistency", "the consistency proof leads to another old root", clause="L5")
    check_root(after, new_root, "log.consistency", "the consistency proof leads to another new root", clause="L5")


def check_root(found: bytes, expected: bytes, code: str, message: str, *, clause: str = "L3") -> None:
    """Require that two hashes are the same.  Raises LogError with this code."""
    if found != expected:
        raise LogError(code, message, expected=expected.hex(), found=found.hex(), clause=clause)


def _check_length(kind: str, expected: int, found: int, clause: str) -> None:
    if found != expected:
        raise LogError(
            "log.proof_length",
            f"the {kind} proof has {found} hashes; for this place in a tree of this size it has {expected}",
            expected=expected,
            found=found,
            clause=clause,
        )


def _check_size(size: int) -> None:
    if size < 0:
        raise LogError("log.size", f"no tree has {size} leaves", found=size)


def _check_index(index: int, size: int) -> None:
    if not 0 <= index < size:
        raise LogError("log.index", f"the tree of {size} leaves has no leaf {index}", expected=size, found=index)


def _check_sizes(old: int, new: int) -> None:
    if not 0 <= old <= new:
        raise LogError(
            "log.size", f"a tree of {new} leaves does not begin with one of {old}", expected=new, found=old, clause="L5"
        )
