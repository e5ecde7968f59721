"""What the service asks of its storage, whatever the database.

Every method that writes is one durable transaction: when it returns, the change survives a crash of the process and of
the machine; when it raises, nothing of it has happened (`Unavailable` alone leaves that open: the answer of a commit
may be lost with the connection).  All methods may be called by many threads at once, and several processes may share
one database.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from api.storage.rows import (
    Append,
    AssetRow,
    ContributionRow,
    CredentialRow,
    DeliveryRow,
    EventRow,
    GameQuery,
    GameRow,
    HostRow,
    IdempotencyRow,
    KeyRow,
    LeafRow,
    NewGame,
    SeatRow,
    Sequenced,
    TreeRow,
    WebhookRow,
)
from replay.errors import CodedError

__all__ = [
    "Checkpointer",
    "Listener",
    "Lost",
    "NotMigrated",
    "Repeated",
    "Resealer",
    "Stale",
    "Storage",
    "StorageError",
    "Taken",
    "Unavailable",
]

Checkpointer: TypeAlias = Callable[[TreeRow, int, bytes], str]
"""Signs the checkpoint of a tree: (tree, size, root of 32 bytes) to the signed note."""
Listener: TypeAlias = Callable[[str | None], None]
"""Told which game has changed, by this process or another; None: perhaps any."""
Resealer: TypeAlias = Callable[[str, str, bytes], bytes]
"""Seals anew: (what it is, whose, sealed value) to the new sealed value."""


class StorageError(CodedError):
    """``storage.*``: base of what a storage raises."""


class Stale(StorageError):
    """``storage.stale``: the game is not at the `rev` given (or is not there); nothing was changed."""


class Repeated(StorageError):
    """``storage.repeated``: an answer is stored for this idempotency key already; nothing was changed."""


class Taken(StorageError):
    """``storage.taken``: something of this name is there already; nothing was changed."""


class Unavailable(StorageError):
    """``storage.unavailable``: the database cannot be reached, or was lost on the way: read again what is true."""


class Lost(StorageError):
    """``storage.lost``: what the database has of a game is not what was acknowledged: it was set back, or changed."""


class NotMigrated(StorageError):
    """``storage.not_migrated``: the database does not have the tables of this version."""


class Storage(ABC):
    """All that is kept.  `api.storage.open_storage` gives the one of a database URL."""

    # The database itself -------------------------------------------------------------------------------------------

    @abstractmethod
    def check(self) -> None:
        """Require that the database answers and has this version's tables: `Unavailable`, `NotMigrated`."""

    @abstractmethod
    def migrate(self) -> None:
        """Bring the tables to this version; safe to be called by several processes, one after the other does it."""

    @abstractmethod
    def close(self) -> None:
        """Finish what is being written and let go of all connections and threads."""

    @abstractmethod
    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change of a game, soon after it, until the function that is given back is called.

        It is called in some thread of the storage's and must return at once.
        """

    # Hosts and credentials -----------------------------------------------------------------------------------------

    @abstractmethod
    def add_host(self, host: HostRow) -> None:
        """Raises `Taken`."""

    @abstractmethod
    def hosts(self) -> list[HostRow]:
        """All hosts, the oldest first."""

    @abstractmethod
    def add_credential(self, credential: CredentialRow, idempotency: IdempotencyRow | None = None) -> None:
        """Raises `Taken`, `Repeated`."""

    @abstractmethod
    def credential(self, token_hash: bytes) -> CredentialRow | None:
        """The credential with this hash, revoked and expired ones too."""

    @abstractmethod
    def credentials(self, host: str) -> list[CredentialRow]:
        """The API keys of a host (no player tokens), the oldest first."""

    @abstractmethod
    def revoke(self, credential_id: str, host: str, at: int) -> bool:
        """Make a credential invalid from `at` on (an earlier end stays); whether there is one of this host."""

    # Signing keys --------------------------------------------------------------------------------------------------

    @abstractmethod
    def add_key(self, key: KeyRow, *, retire_others: bool) -> None:
        """Add a key; with `retire_others` all others of its purpose retire at its `created`.  Raises `Taken`."""

    @abstractmethod
    def add_first_key(self, key: KeyRow) -> bool:
        """Add a key unless one of its purpose is in use, whoever else tries at that moment; whether it was added."""

    @abstractmethod
    def keys(self, purpose: str) -> list[KeyRow]:
        """All keys of a purpose, the newest first."""

    @abstractmethod
    def reseal(self, reseal: Resealer) -> int:
        """Replace every sealed value by what `reseal` makes of it, in one transaction; how many there were.

        `reseal` is told what it is and whose: ``house key`` and ``log key`` with the public half, ``tip`` and ``code``
        with the game, ``webhook`` with its id.  Secret stored answers are dropped.
        """

    # Games ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def create(self, game: NewGame) -> None:
        """Raises `Taken` (its id or room code), `Repeated`."""

    @abstractmethod
    def append(self, change: Append) -> Sequenced | None:
        """Make one change of a game; where its leaf stands, if it has one.  Raises `Stale`, `Repeated`.

        `code_hash` None frees the room code; the columns `open_leaf`/`close_leaf` and `checkpoint` follow from `leaf`.
        """

    @abstractmethod
    def game(self, game: str) -> GameRow | None:
        """A game."""

    @abstractmethod
    def game_of_code(self, code_hash: bytes) -> str | None:
        """The game with this room code."""

    @abstractmethod
    def games(self, query: GameQuery) -> list[GameRow]:
        """A host's games, as the query says."""

    @abstractmethod
    def public_games(self, *, status: str | None, limit: int, tests: bool = False) -> list[GameRow]:
        """Public games, the newest first: live ones, and with `tests` those of test keys as well."""

    @abstractmethod
    def events(self, game: str, *, after: int = -1, limit: int | None = None) -> list[EventRow]:
        """The events of a game from `after` + 1 on, ascending."""

    @abstractmethod
    def contributions(self, game: str) -> list[ContributionRow]:
        """The last contribution of each player."""

    @abstractmethod
    def seats(self, game: str) -> list[SeatRow]:
        """The credentials with a part in a game."""

    @abstractmethod
    def seat(self, game: str, token_hash: bytes) -> SeatRow | None:
        """The part of this credential in a game."""

    @abstractmethod
    def due(self, now: int, limit: int) -> list[str]:
        """Games whose deadline has come, the earliest first."""

    @abstractmethod
    def open_games(self) -> list[str]:
        """All games that are joining or playing."""

    @abstractmethod
    def stop(self, games: Iterable[str], at: int) -> int:
        """Mark games as stopped (after a restore), without any event; how many were open."""

    @abstractmethod
    def delete(self, game: str, rev: int, idempotency: IdempotencyRow | None = None) -> None:
        """Remove a game with its events, seats, contributions and deliveries; the log keeps its hashes.

        Raises `Stale`.
        """

    # Answers to POSTs ----------------------------------------------------------------------------------------------

    @abstractmethod
    def idempotency(self, scope: bytes) -> IdempotencyRow | None:
        """The stored answer."""

    @abstractmethod
    def purge(self, before: int, deliveries_before: int) -> int:
        """Drop what has grown old; how many rows.

        Answers, and player tokens that are revoked or have expired, go with `before`, finished deliveries with
        `deliveries_before`.
        """

    # Files for browsers --------------------------------------------------------------------------------------------

    @abstractmethod
    def add_assets(self, assets: Sequence[AssetRow]) -> None:
        """Add files of a release; those that are there stay as they are."""

    @abstractmethod
    def asset(self, digest: str, name: str) -> AssetRow | None:
        """A file of any release that ever served from this database."""

    # The transparency log ------------------------------------------------------------------------------------------

    @abstractmethod
    def tree(self) -> TreeRow | None:
        """The log in use."""

    @abstractmethod
    def trees(self) -> list[TreeRow]:
        """All logs there ever were, the newest first."""

    @abstractmethod
    def new_tree(self, origin: str, key: str, at: int, *, first: bool = False) -> TreeRow:
        """Begin a new log; one that was in use is frozen, or with `first` kept and given instead of a new one.

        The first checkpoint (of size 0) is signed at once.
        """

    @abstractmethod
    def leaves(self, tree: int, start: int, count: int) -> list[LeafRow]:
        """Leaves `start` to `start + count - 1`, as far as there are."""

    @abstractmethod
    def nodes(self, tree: int, wanted: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        """Hashes of complete subtrees by (level, index); level 0 holds the leaf hashes."""

    # Webhooks ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def add_webhook(self, webhook: WebhookRow, idempotency: IdempotencyRow | None = None) -> None:
        """Raises `Taken`, `Repeated`."""

    @abstractmethod
    def change_webhook(self, was: WebhookRow, webhook: WebhookRow, idempotency: IdempotencyRow | None = None) -> bool:
        """Change what differs from `was`, the row as it was read; whether there is one with this id.

        Two who change different things do not undo each other.  Raises `Stale` if both change the secret, `Repeated`.
        """

    @abstractmethod
    def delete_webhook(self, webhook_id: str, host: str) -> bool:
        """Remove a webhook with its deliveries; whether there was one."""

    @abstractmethod
    def webhooks(self, host: str, mode: str) -> list[WebhookRow]:
        """A host's webhooks, the oldest first."""

    @abstractmethod
    def webhook(self, webhook_id: str) -> WebhookRow | None:
        """A webhook."""

    @abstractmethod
    def deliveries(self, webhook_id: str, *, before: tuple[int, str] | None, limit: int) -> list[DeliveryRow]:
        """The delivery log, newest first, after (created, id)."""

    @abstractmethod
    def delivery(self, delivery_id: str) -> DeliveryRow | None:
        """A delivery."""

    @abstractmethod
    def add_delivery(self, delivery: DeliveryRow, idempotency: IdempotencyRow | None = None) -> None:
        """Raises `Taken`, `Repeated`."""

    @abstractmethod
    def claim_deliveries(self, now: int, until: int, limit: int) -> list[DeliveryRow]:
        """Deliveries whose time has come: each is given to one caller alone, and comes due again at `until`."""

    @abstractmethod
    def change_delivery(self, delivery: DeliveryRow) -> None:
        """Replace the row with this id, if it is still there."""
