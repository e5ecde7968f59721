"""Records of games, as they stand: the document, its proofs of the log, and what a verifier says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET, structs

from api.service.errors import ServiceError
from api.service.livegame import LiveGame
from api.service.signing import Keyring
from api.storage.contract import Storage
from api.storage.rows import GameRow, TreeRow
from fairdice.checkpoint import parse_checkpoint
from fairdice.encoding import from_hex
from fairdice.keys import KEY_BYTES
from fairdice.leaves import log_proofs, read_leaf
from fairdice.merkle import Node, consistency_nodes, consistency_proof, inclusion_nodes, inclusion_proof
from fairdice.verify import Report, Trust, verify
from replay.codec import encode
from replay.record import LogEntry, LogProofs

__all__ = ["Records"]


class Records:
    """Reads; for many threads."""

    def __init__(self, storage: Storage, keyring: Keyring) -> None:
        self._storage = storage
        self._keyring = keyring

    def record(self, game: LiveGame) -> bytes:
        """The record so far, canonical JSON; with the proofs of the log as they were at its last leaf.

        So the bytes of a closed game never change.
        """
        log = self.proofs(game.row)
        return encode(structs.replace(game.table.record(), log=UNSET if log is None else log))

    def report(self, record: bytes, *, logged: bool) -> Report:
        """What a verifier says that trusts this service's keys; it is no better than the service's word."""
        house = tuple(from_hex(row.public, KEY_BYTES) for row in self._keyring.rows("house"))
        # Whoever names a log asks for its proofs, and before the start there are none.
        logs = tuple(self._keyring.vkey(tree) for tree in self._storage.trees()) if logged else ()
        return verify(record, Trust(house_keys=house, log_keys=logs), file="record")

    # The log ------------------------------------------------------------------------------------------------------

    def proofs(self, row: GameRow) -> LogProofs | None:
        """The leaves of a game under the checkpoint that covers the last of them; None before the first."""
        if row.checkpoint is None:
            return None
        checkpoint = parse_checkpoint(row.checkpoint).checkpoint
        tree = self.tree(checkpoint.origin)
        indices = [index for index in (row.open_leaf, row.close_leaf) if index is not None]
        leaves = [(self.leaf(tree, index), index) for index in indices]
        known = self._nodes(tree, [node for index in indices for node in inclusion_nodes(index, checkpoint.size)])
        return log_proofs(row.checkpoint, checkpoint.size, leaves, lambda level, index: known[level, index])

    def tree(self, origin: str) -> TreeRow:
        """The log with this origin.  Raises ServiceError ``log.unknown``."""
        for tree in self._storage.trees():
            if tree.origin == origin:
                return tree
        raise ServiceError("log.unknown", f"there is no log {origin}", found=origin)

    def leaf(self, tree: TreeRow, index: int) -> LogEntry:
        """A leaf of a log.  Raises ServiceError ``log.index``."""
        rows = self._storage.leaves(tree.id, index, 1)
        if not rows:
            raise ServiceError("log.index", f"the log has no leaf {index}", expected=tree.size, found=index)
        return read_leaf(rows[0].entry)

    def inclusion(self, tree: TreeRow, index: int, size: int) -> list[bytes]:
        """The inclusion proof of a leaf in the tree of `size` leaves.  Raises LogError ``log.index``."""
        known = self._nodes(tree, inclusion_nodes(index, size))
        return inclusion_proof(index, size, lambda level, at: known[level, at])

    def consistency(self, tree: TreeRow, old: int, new: int) -> list[bytes]:
        """The proof that the tree of `new` leaves begins with that of `old`.  Raises LogError ``log.size``."""
        known = self._nodes(tree, consistency_nodes(old, new))
        return consistency_proof(old, new, lambda level, at: known[level, at])

    def hashes(self, tree: TreeRow, level: int, start: int, count: int) -> bytes:
        """`count` hashes of one level of the tree, one after the other (32 bytes each)."""
        wanted = [(level, index) for index in range(start, start + count)]
        known = self._nodes(tree, wanted)
        return b"".join(known[node] for node in wanted)

    def entries(self, tree: TreeRow, start: int, count: int) -> list[bytes]:
        """Entries of the log."""
        return [row.entry for row in self._storage.leaves(tree.id, start, count)]

    def _nodes(self, tree: TreeRow, wanted: Sequence[Node] | Iterable[Node]) -> dict[Node, bytes]:
        return self._storage.nodes(tree.id, list(dict.fromkeys(wanted)))
