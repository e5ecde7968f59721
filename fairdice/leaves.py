"""What stands in the log: leaves that name a game and a head, and a record's proofs (docs/spec/log.md, L1 and L9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import UNSET

from fairdice.errors import LogError
from fairdice.merkle import Read, inclusion_proof
from replay.codec import encode
from replay.errors import FormatError
from replay.record import LogEntry, LogLeaf, LogProofs
from replay.schema import decode

__all__ = ["FORMAT", "Status", "check_leaf", "close_leaf", "leaf_bytes", "log_proofs", "open_leaf", "read_leaf"]

FORMAT: Literal["fairdice/leaf@1"] = "fairdice/leaf@1"
Status: TypeAlias = Literal["finished", "abandoned", "void"]


def open_leaf(gid: bytes, n: int, head: bytes) -> LogEntry:
    """The leaf of a game about to begin: event `n` is the last before the draw, `head` (32 bytes) its head."""
    return LogEntry(format=FORMAT, kind="open", game=gid.hex(), n=n, head=head.hex())


def close_leaf(gid: bytes, n: int, head: bytes, status: Status) -> LogEntry:
    """The leaf of a game that is closed: event `n` is the close, with this status."""
    return LogEntry(format=FORMAT, kind="close", game=gid.hex(), n=n, head=head.hex(), status=status)


def check_leaf(leaf: LogEntry) -> None:
    """A closing leaf has a status, an opening one has none.  Raises LogError ``log.status``."""
    if (leaf.status is UNSET) != (leaf.kind == "open"):
        raise LogError(
            "log.status",
            f'a leaf of kind "{leaf.kind}" has {"no" if leaf.kind == "open" else "a"} status',
            expected=None if leaf.kind == "open" else "a status",
            found=None if leaf.status is UNSET else leaf.status,
            clause="L1",
        )


def leaf_bytes(leaf: LogEntry) -> bytes:
    """The entry that goes into the log: canonical JSON."""
    return encode(leaf)


def read_leaf(entry: bytes) -> LogEntry:
    """Read an entry of the log, which must be canonical JSON.

    Raises LogError ``log.entry`` for anything else, ``log.status`` as `check_leaf`.
    """
    try:
        leaf = decode(entry, LogEntry)
    except FormatError as error:
        raise LogError("log.entry", f"the entry is no leaf: {error.message} [{error.code}]", clause="L1") from None
    if encode(leaf) != entry:
        raise LogError("log.entry", "the entry is a leaf, but not in canonical JSON", clause="L1")
    check_leaf(leaf)
    return leaf


def log_proofs(checkpoint: str, size: int, leaves: Iterable[tuple[LogEntry, int]], read: Read) -> LogProofs:
    """What a record carries as `log`: its leaves, each with its index, and their proofs in the tree of `size` leaves.

    `checkpoint` is the signed note for that size.  The leaves are put into the order of the log.  Raises LogError
    ``log.index`` for a leaf that the checkpoint does not cover yet.
    """
    return LogProofs(
        checkpoint=checkpoint,
        leaves=tuple(
            LogLeaf(leaf=leaf, index=index, proof=tuple(step.hex() for step in inclusion_proof(index, size, read)))
            for leaf, index in sorted(leaves, key=lambda each: each[1])
        ),
    )
