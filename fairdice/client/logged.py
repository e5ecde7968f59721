"""What a player asks of the transparency log before it gives its first link (docs/spec/protocol.md, O4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from fairdice.checkpoint import Checkpoint, LogKey, parse_checkpoint, verify_checkpoint
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import PlayerError
from fairdice.leaves import check_leaf, leaf_bytes
from fairdice.live.watcher import Watcher
from fairdice.merkle import leaf_hash, verify_inclusion
from replay.errors import CodedError
from replay.record import LogEntry, LogLeaf, LogProofs

__all__ = ["check_opening"]


def check_opening(watcher: Watcher, proofs: LogProofs | None, keys: Sequence[LogKey]) -> None:
    """Require that the log holds the game as this watcher knows it, all joins included, before its first roll.

    `proofs` is what the house shows; its checkpoint must be signed by one of `keys`.  Raises PlayerError
    ``player.log``.
    """
    opened = [leaf for leaf in proofs.leaves if leaf.leaf.kind == "open"] if proofs is not None else []
    if proofs is None or not opened:
        _refuse("the house shows no proof that the game's opening is in the log")
    try:
        signed = parse_checkpoint(proofs.checkpoint)
        verify_checkpoint(signed, keys)
        for one in opened:
            _check_included(one, signed.checkpoint)
    except CodedError as error:
        _refuse(f"the proof that the opening is in the log: {error.message} [{error.code}]", cause=error)
    _check_game(watcher, opened[-1].leaf)


def _check_included(one: LogLeaf, checkpoint: Checkpoint) -> None:
    check_leaf(one.leaf)
    proof = [from_hex(step, HASH_BYTES) for step in one.proof]
    verify_inclusion(leaf_hash(leaf_bytes(one.leaf)), one.index, checkpoint.size, proof, checkpoint.root)


def _check_game(watcher: Watcher, leaf: LogEntry) -> None:
    """The leaf names this game, and a head that covers all joins, this watcher's own among them."""
    joined = len(watcher.joins) + 1
    seen = watcher.receipt(leaf.n)
    expected = seen.head.hex() if seen is not None else None
    if leaf.game != watcher.gid.hex():
        _refuse("the leaf that the house shows is that of another game")
    if leaf.n < joined or expected is None:
        _refuse(f"the leaf covers events 0 to {leaf.n}; all have joined with event {joined}")
    if leaf.head != expected:
        _refuse("the log holds another history of this game than the one seen here")


def _refuse(message: str, *, cause: CodedError | None = None) -> NoReturn:
    facts = {"expected": cause.expected, "found": cause.found} if cause is not None else {}
    raise PlayerError("player.log", message, clause="O4", **facts) from cause
