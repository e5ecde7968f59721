"""What is stored, as values: one struct per table, and the changes that are made in one transaction.

Times are Unix milliseconds, hashes and links raw bytes, game identities lower-case hex.  What is called *sealed* is
encrypted (`api.service.seal`); what is called a *hash* is SHA-256 of a secret that is not stored.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "Append",
    "AssetRow",
    "ContributionRow",
    "CredentialRow",
    "DeliveryRow",
    "EventRow",
    "GameQuery",
    "GameRow",
    "HostRow",
    "IdempotencyRow",
    "KeyRow",
    "Leaf",
    "LeafRow",
    "Mode",
    "NewGame",
    "SeatRow",
    "Sequenced",
    "Status",
    "TreeRow",
    "WebhookRow",
]

Mode: TypeAlias = Literal["live", "test"]
Status: TypeAlias = Literal["joining", "playing", "closed", "stopped"]
"""``stopped``: open when a backup was restored; nothing is ever signed for it again."""


class _Row(Struct, frozen=True, kw_only=True):
    """A row of a table."""


class HostRow(_Row, frozen=True, kw_only=True):
    """A host of games."""

    id: str
    name: str
    created: int


class CredentialRow(_Row, frozen=True, kw_only=True):
    """A host's API key or a player's token, by its hash (32 bytes)."""

    token_hash: bytes
    id: str
    """Public, to speak of it: ``key_...`` or ``tok_...``."""
    kind: Literal["host", "player"]
    host: str
    mode: Mode
    label: str
    scopes: tuple[str, ...]
    created: int
    expires: int | None = None
    revoked: int | None = None


class AssetRow(_Row, frozen=True, kw_only=True):
    """A file that browsers load, of the release whose files have this digest (32 hex digits); `body` is gzip."""

    digest: str
    name: str
    body: bytes
    created: int


class KeyRow(_Row, frozen=True, kw_only=True):
    """A signing key of the house or of the log: public half in hex, seed sealed."""

    public: str
    purpose: Literal["house", "log"]
    sealed: bytes
    created: int
    retired: int | None = None


class GameRow(_Row, frozen=True, kw_only=True):
    """A game and how it stands.  `rev` counts every change of it: who has the same `rev` has the same game."""

    id: str
    host: str
    mode: Mode
    public: bool
    status: Status
    rules: str
    players: int
    rev: int
    n: int
    """The index of the last event."""
    head: bytes
    deadline: int | None
    """When the service must act by itself; None: it need not."""
    house_key: str
    tip: bytes
    """Sealed."""
    settings: bytes
    """JSON of `api.service.settings.Settings`."""
    created: int
    updated: int
    code_hash: bytes | None = None
    code: bytes | None = None
    """The room code, sealed."""
    reserved_by: bytes | None = None
    """Hash of the credential that holds the next seat."""
    reserved_until: int = 0
    open_leaf: int | None = None
    close_leaf: int | None = None
    checkpoint: str | None = None
    """The signed checkpoint that covers the last leaf of this game."""


class SeatRow(_Row, frozen=True, kw_only=True):
    """A credential's part in a game: the player it is; before it has joined, the place kept for it, if one is."""

    game: str
    token_hash: bytes
    player: int | None = None
    place: int | None = None


class EventRow(_Row, frozen=True, kw_only=True):
    """An event: canonical JSON, the head that covers it (32 bytes) and the receipt's signature (64 bytes)."""

    n: int
    body: bytes
    head: bytes
    sig: bytes


class ContributionRow(_Row, frozen=True, kw_only=True):
    """The last link and ack (64 bytes) of a player, for roll `j`; the link is sealed as long as others are missing."""

    player: int
    j: int
    link: bytes
    ack: bytes


class IdempotencyRow(_Row, frozen=True, kw_only=True):
    """The answer to a POST: `scope` is the hash of credential and key, `fingerprint` that of the request."""

    scope: bytes
    fingerprint: bytes
    status: int
    headers: str
    """JSON object."""
    body: bytes
    """Sealed if `secret`."""
    secret: bool
    created: int


class WebhookRow(_Row, frozen=True, kw_only=True):
    """Where a host wants to be told; the secret is sealed."""

    id: str
    host: str
    mode: Mode
    url: str
    secret: bytes
    events: tuple[str, ...]
    """Types of events wanted."""
    created: int
    disabled: int | None = None
    reason: str | None = None


class DeliveryRow(_Row, frozen=True, kw_only=True):
    """One message to one webhook, and what became of it."""

    id: str
    """The ``webhook-id``: the same at every attempt."""
    webhook: str
    type: str
    game: str | None
    body: bytes
    created: int
    attempts: int = 0
    next_at: int | None = None
    """When to try next; None: delivered or given up."""
    delivered: int | None = None
    status: int | None = None
    """HTTP status of the last attempt."""
    error: str | None = None


class Leaf(_Row, frozen=True, kw_only=True):
    """A leaf to be put into the transparency log with this change."""

    kind: Literal["open", "close"]
    entry: bytes
    """Canonical JSON of `fairdice/leaf@1`."""


class LeafRow(_Row, frozen=True, kw_only=True):
    """A leaf that stands in the log."""

    index: int
    entry: bytes
    game: str


class TreeRow(_Row, frozen=True, kw_only=True):
    """A transparency log: its origin, its key, and how far it has come."""

    id: int
    origin: str
    key: str
    size: int
    checkpoint: str
    """The signed note of `size`; empty before the first leaf."""
    created: int
    frozen: int | None = None
    """When it was given up for a new one (after a restore)."""


class Sequenced(_Row, frozen=True, kw_only=True):
    """Where a leaf has come to stand, and the signed checkpoint that covers it."""

    index: int
    checkpoint: str


class NewGame(_Row, frozen=True, kw_only=True):
    """A game to be created with its first events, all or nothing."""

    row: GameRow
    events: tuple[EventRow, ...]
    seats: tuple[SeatRow, ...] = ()
    credentials: tuple[CredentialRow, ...] = ()
    idempotency: IdempotencyRow | None = None
    deliveries: tuple[DeliveryRow, ...] = ()


class Append(_Row, frozen=True, kw_only=True):
    """One change of a game, all or nothing: it takes place only if the game's `rev` is still the one given."""

    game: str
    rev: int
    was: bytes
    """The head before this change: the change takes place only if it is still the last one."""
    n: int
    """The index of the last event after this change."""
    head: bytes
    status: Status
    deadline: int | None
    at: int
    events: tuple[EventRow, ...] = ()
    contributions: tuple[ContributionRow, ...] = ()
    """Each takes the place of the player's contribution before."""
    seats: tuple[SeatRow, ...] = ()
    """New ones, or other values for those of the same credential."""
    credentials: tuple[CredentialRow, ...] = ()
    """New player tokens, or another end for those that are there."""
    settings: bytes | UnsetType = UNSET
    code_hash: bytes | UnsetType | None = UNSET
    reserved_by: bytes | UnsetType | None = UNSET
    reserved_until: int | UnsetType = UNSET
    leaf: Leaf | None = None
    idempotency: IdempotencyRow | None = None
    deliveries: tuple[DeliveryRow, ...] = ()


class GameQuery(_Row, frozen=True, kw_only=True):
    """Which of a host's games to list: newest first, after the game `before` = (created, id)."""

    host: str
    mode: Mode
    status: Status | None = None
    rules: str | None = None
    before: tuple[int, str] | None = None
    limit: int = 50
