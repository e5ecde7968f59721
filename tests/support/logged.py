"""A transparency log made to measure, and forged records with proofs of it.  Nothing is random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from fairdice.checkpoint import Checkpoint, LogKey, sign_checkpoint
from fairdice.keys import SecretKey
from fairdice.leaves import close_leaf, leaf_bytes, log_proofs, open_leaf
from fairdice.merkle import Tree, leaf_hash
from fairdice.tiles import CHECKPOINT, ENTRIES, WIDTH, bundle, tile_bytes, tiles_of
from replay.record import Close, Draw, LogEntry
from tests.support.forge import Forge, plain

__all__ = ["KEY", "ORIGIN", "VKEY", "Log", "closing", "in_log", "opening", "other"]

ORIGIN = "log.example.com/dice"
KEY = SecretKey(sha256(b"forge: key of the log").digest())
VKEY = LogKey(ORIGIN, KEY.public).vkey


class Log:
    """A log of leaves, whole in memory."""

    def __init__(self, origin: str = ORIGIN, key: SecretKey = KEY) -> None:
        self.origin, self.key = origin, key
        self.entries: list[bytes] = []
        self.tree = Tree()

    def add(self, *leaves: LogEntry | bytes) -> int:
        """Append leaves, or entries as they are; the index of the last."""
        fresh = [leaf if isinstance(leaf, bytes) else leaf_bytes(leaf) for leaf in leaves]
        self.entries += fresh
        self.tree.extend(map(leaf_hash, fresh))
        return len(self.entries) - 1

    def checkpoint(self, size: int | None = None) -> str:
        """The signed note over the first `size` leaves, or over all."""
        size = len(self.entries) if size is None else size
        return sign_checkpoint(Checkpoint(self.origin, size, self.tree.root(size)), self.key)

    def proofs(self, leaves: Sequence[tuple[LogEntry, int]]) -> dict[str, Any]:
        """What a record carries as `log`, as plain JSON."""
        found: dict[str, Any] = plain(log_proofs(self.checkpoint(), len(self.entries), leaves, self.tree.read))
        return found

    def files(self, size: int | None = None) -> dict[str, bytes]:
        """All that the log serves, by path."""
        size = len(self.entries) if size is None else size
        made = {CHECKPOINT: self.checkpoint(size).encode()}
        for tile in tiles_of(size):
            entries = self.entries[tile.index * WIDTH :][: tile.width]
            made[tile.path] = bundle(entries) if tile.level == ENTRIES else tile_bytes(tile, self.tree.read)
        return made


def other(number: int) -> LogEntry:
    """An opening of another game."""
    return open_leaf(sha256(b"another game %d" % number).digest(), 4, sha256(b"its head %d" % number).digest())


def opening(forge: Forge) -> LogEntry:
    """The leaf for the head before the draw."""
    n = next(event.n for event in forge.events if isinstance(event, Draw)) - 1
    return open_leaf(forge.gid, n, forge.heads[n])


def closing(forge: Forge) -> LogEntry:
    """The leaf for the close."""
    close = forge.events[-1]
    assert isinstance(close, Close)
    return close_leaf(forge.gid, close.n, forge.heads[-1], close.status)


def in_log(forge: Forge, leaves: Sequence[LogEntry] | None = None, changes: Mapping[str, Any] | None = None) -> Forge:
    """Put these leaves (None: opening and close) among others into a log, their proofs into the record."""
    log = Log()
    log.add(*map(other, range(3)))
    placed = []
    for number, leaf in enumerate([opening(forge), closing(forge)] if leaves is None else leaves, 1):
        placed.append((leaf, log.add(leaf)))
        log.add(*map(other, range(10 * number, 12 * number)))
    forge.log = log.proofs(placed) | dict(changes or {})
    return forge
