"""The service's own keys: the house's, which sign receipts, and the log's, which sign checkpoints; sealed at rest."""

from __future__ import annotations

from threading import Lock
from typing import Literal, Protocol

from api.service.errors import ServiceError
from api.storage.contract import Storage
from api.storage.rows import KeyRow, TreeRow
from fairdice.checkpoint import Checkpoint, LogKey, sign_checkpoint
from fairdice.encoding import from_hex
from fairdice.keys import KEY_BYTES, SecretKey

__all__ = ["Keyring", "Sealing"]

Purpose = Literal["house", "log"]


class Sealing(Protocol):
    """What encrypts at rest (`api.service.seal.Sealer`)."""

    def seal(self, plain: bytes, context: bytes) -> bytes:
        """Encrypt; `context` must be given again to open."""

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt what `seal` gave.  Raises CodedError."""


class Keyring:
    """The signing keys that stand in the storage, opened when they are first used.

    A key that is retired signs on in the games and the log that it began, and nowhere else.
    """

    def __init__(self, sealer: Sealing) -> None:
        self._sealer = sealer
        self._storage: Storage | None = None
        self._opened: dict[str, SecretKey] = {}
        self._lock = Lock()

    def attach(self, storage: Storage) -> None:
        """Say where the keys are; the storage itself needs `checkpoint` to be opened."""
        self._storage = storage

    @property
    def storage(self) -> Storage:
        """Where the keys are."""
        assert self._storage is not None, "attach comes first"
        return self._storage

    def rows(self, purpose: Purpose) -> list[KeyRow]:
        """All keys of a purpose, the newest first."""
        return self.storage.keys(purpose)

    def active(self, purpose: Purpose) -> SecretKey:
        """The key for what begins now.  Raises ServiceError ``house.no_key``."""
        for row in self.rows(purpose):
            if row.retired is None:
                return self._open(row)
        raise ServiceError("house.no_key", f"there is no {purpose} key: `fairdice key new` makes one")

    def key(self, purpose: Purpose, public: str) -> SecretKey:
        """The key with this public half (hex), retired or not.  Raises ServiceError ``house.no_key``."""
        opened = self._opened.get(public)
        if opened is not None:
            return opened
        for row in self.rows(purpose):
            if row.public == public:
                return self._open(row)
        raise ServiceError("house.no_key", f"the {purpose} key {public[:12]}... is not here", found=public)

    def make(self, purpose: Purpose, at: int, *, retire_others: bool = True) -> SecretKey:
        """Make a key and store it, sealed; those before it retire."""
        key = SecretKey.generate()
        self.add(purpose, key, at, retire_others=retire_others)
        return key

    def make_first(self, purpose: Purpose, at: int) -> None:
        """Make a key if none is in use; of several processes that do so at once, one does."""
        key = SecretKey.generate()
        public = key.public.hex()
        row = KeyRow(public=public, purpose=purpose, sealed=self._sealed(purpose, key), created=at)
        if self.storage.add_first_key(row):
            self._opened[public] = key

    def add(self, purpose: Purpose, key: SecretKey, at: int, *, retire_others: bool = True) -> None:
        """Store a key, sealed."""
        public = key.public.hex()
        row = KeyRow(public=public, purpose=purpose, sealed=self._sealed(purpose, key), created=at)
        self.storage.add_key(row, retire_others=retire_others)
        self._opened[public] = key

    def checkpoint(self, tree: TreeRow, size: int, root: bytes) -> str:
        """Sign the checkpoint of a tree (`api.storage.contract.Checkpointer`)."""
        return sign_checkpoint(Checkpoint(tree.origin, size, root), self.key("log", tree.key))

    def vkey(self, tree: TreeRow) -> str:
        """The verifier key of a tree."""
        return LogKey(tree.origin, from_hex(tree.key, KEY_BYTES)).vkey

    def _sealed(self, purpose: str, key: SecretKey) -> bytes:
        return self._sealer.seal(key.seed, _context(purpose, key.public.hex()))

    def _open(self, row: KeyRow) -> SecretKey:
        with self._lock:
            opened = self._opened.get(row.public)
            if opened is None:
                opened = SecretKey(self._sealer.open(row.sealed, _context(row.purpose, row.public)))
                if opened.public.hex() != row.public:
                    raise ServiceError("house.no_key", "a stored key is not the one it is said to be", found=row.public)
                self._opened[row.public] = opened
            return opened


def _context(purpose: str, public: str) -> bytes:
    return f"{purpose} key {public}".encode()
