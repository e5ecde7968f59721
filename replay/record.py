"""The game record: one document, its events, and nothing else (docs/spec/record.md).

The types are the format.  Field limits that one value can break stand here as constraints; what needs two values (an
order, a sum, a hash) is the verifier's business.  Absent fields are `UNSET`, written ``null`` is None.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

__all__ = [
    "FORMAT",
    "MAX_BRACKETS",
    "MAX_BYTES",
    "MAX_EVENTS",
    "PROTOCOL",
    "Ack",
    "Away",
    "Back",
    "Close",
    "Commit",
    "Draw",
    "Event",
    "GameEvent",
    "House",
    "Join",
    "LogProofs",
    "Move",
    "Open",
    "Pass",
    "Receipt",
    "Record",
    "Roll",
    "Rules",
]

FORMAT = "fairdice/game@1"
PROTOCOL = "fairdice/1"
MAX_BYTES = 32 * 1024 * 1024
MAX_BRACKETS = 2**20
"""Opening brackets, wherever they stand: 32 MiB of "[]," would take a gigabyte of memory; no document comes near."""
MAX_EVENTS = 200_000
MAX_SAFE = 2**53 - 1

# Patterns are searched, and `$` would let a final line feed pass: hence \A and \Z.
KEY = r"\A[a-z][a-z0-9_]{0,31}\Z"
HEX = r"\A[0-9a-f]*\Z"
NAME = r"\A[^\x00-\x1f\x7f-\x9f]*\Z"

# `form` tells `replay.shape` which code a fault of the string has: format.hex, format.name.
Hex16: TypeAlias = Annotated[str, Meta(min_length=32, max_length=32, pattern=HEX, extra={"form": "hex"})]
Hex32: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern=HEX, extra={"form": "hex"})]
Hex64: TypeAlias = Annotated[str, Meta(min_length=128, max_length=128, pattern=HEX, extra={"form": "hex"})]
# The same as Hex32 but for the pattern: the digits of a game's thousands of links are checked in bulk by
# `replay.codec`, because one pattern search each would cost more than all hashing.
Link: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, extra={"form": "hex"})]

Index: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_EVENTS)]
Millis: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SAFE)]
Player: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Piece: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
RollIndex: TypeAlias = Annotated[int, Meta(ge=1, le=65536)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Progress: TypeAlias = Annotated[int, Meta(ge=-3, le=75)]
Key: TypeAlias = Annotated[str, Meta(pattern=KEY)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=NAME, extra={"form": "name"})]
Text: TypeAlias = Annotated[str, Meta(max_length=200)]
RulesId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
By: TypeAlias = Literal["player", "auto", "bot"]
OptionNumber: TypeAlias = Annotated[int, Meta(ge=-MAX_SAFE, le=MAX_SAFE)]
OptionWord: TypeAlias = Annotated[str, Meta(max_length=40)]
OptionValue: TypeAlias = bool | OptionNumber | OptionWord
Links: TypeAlias = Annotated[tuple[Link | None, ...], Meta(min_length=2, max_length=7)]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A piece of the record; unknown fields are refused."""


class Event(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, tag_field="type"):
    """What every event has: its index `n` from 0 and its time `at` in Unix milliseconds, never decreasing."""

    n: Index
    at: Millis


class House(_Part, frozen=True, kw_only=True):
    """The house: its name and its Ed25519 public key (32 bytes, hex)."""

    name: Name
    key: Hex32


class Rules(_Part, frozen=True, kw_only=True):
    """The rule system in force and every one of its options, resolved."""

    id: RulesId
    options: Annotated[dict[Key, OptionValue], Meta(max_length=32)]


class Open(Event, frozen=True, kw_only=True, tag="open"):
    """Fixes everything; its head is the game's identity `gid`."""

    protocol: Literal["fairdice/1"]
    rules: Rules
    players: Annotated[int, Meta(ge=2, le=6)]
    links: Annotated[int, Meta(ge=64, le=65536)]
    away_after_ms: Annotated[int, Meta(ge=10_000, le=86_400_000)]
    returns: Annotated[int, Meta(ge=0, le=1000)]
    signed_moves: bool
    house: House
    nonce: Hex16
    beacon: None
    note: Text | UnsetType = UNSET


class Commit(Event, frozen=True, kw_only=True, tag="commit"):
    """The house's anchor (32 bytes, hex): fixed before any player's."""

    anchor: Hex32


class Join(Event, frozen=True, kw_only=True, tag="join"):
    """A player, with anchor and key if it brings them; `sig` (64 bytes, hex) when there is a key."""

    player: Player
    kind: Literal["human", "bot"]
    name: Name
    anchor: Hex32 | None
    key: Hex32 | None
    sig: Hex64 | UnsetType = UNSET


class Draw(Event, frozen=True, kw_only=True, tag="draw"):
    """The draw: board seat of each player, and who is first (None: start rolls follow)."""

    j: RollIndex
    links: Links
    seats: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=6)]
    first: Player | None


class Roll(Event, frozen=True, kw_only=True, tag="roll"):
    """One roll of the die, from link j of every contributor."""

    j: RollIndex
    player: Player
    links: Links
    value: Die
    purpose: Literal["start"] | UnsetType = UNSET


class Move(Event, frozen=True, kw_only=True, tag="move"):
    """One move.  `from` and `to` are progress; systems with other actions add the optional fields."""

    player: Player
    piece: Piece
    from_: Progress = field(name="from")
    to: Progress
    by: By
    sig: Hex64 | UnsetType = UNSET
    lap: Annotated[int, Meta(ge=0, le=MAX_EVENTS)] | UnsetType = UNSET
    bonus: Literal[10, 20] | UnsetType = UNSET
    captured: Player | UnsetType = UNSET
    action: Literal["enter", "move", "moonwalk", "invade", "recover", "free"] | UnsetType = UNSET
    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=MAX_EVENTS)] | UnsetType = UNSET
    column: Player | UnsetType = UNSET


class Pass(Event, frozen=True, kw_only=True, tag="pass"):
    """A declined move, where the rules let a player decline."""

    player: Player
    by: By
    sig: Hex64 | UnsetType = UNSET


class Away(Event, frozen=True, kw_only=True, tag="away"):
    """A player is out: it contributes nothing and a stand-in plays for it until it is back."""

    player: Player
    reason: Literal["timeout", "left"]
    sig: Hex64 | UnsetType = UNSET


class Back(Event, frozen=True, kw_only=True, tag="back"):
    """A player that was away plays again."""

    player: Player
    sig: Hex64 | UnsetType = UNSET


class Close(Event, frozen=True, kw_only=True, tag="close"):
    """The end of the record."""

    status: Literal["finished", "abandoned", "void"]
    reason: Text | None
    ranking: Annotated[tuple[tuple[Player, ...], ...], Meta(max_length=6)] | None
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=MAX_SAFE)], ...], Meta(max_length=6)] | None


GameEvent: TypeAlias = Open | Commit | Join | Draw | Roll | Move | Pass | Away | Back | Close


class Receipt(_Part, frozen=True, kw_only=True):
    """The house's signature over head n."""

    n: Index
    sig: Hex64


class Ack(_Part, frozen=True, kw_only=True):
    """A player's signature over head n: "this is the history I have seen"."""

    player: Player
    n: Index
    sig: Hex64


class LogEntry(_Part, frozen=True, kw_only=True):
    """One leaf of the transparency log."""

    format: Literal["fairdice/leaf@1"]
    kind: Literal["open", "close"]
    game: Hex32
    n: Index
    head: Hex32
    status: Literal["finished", "abandoned", "void"] | UnsetType = UNSET


class LogLeaf(_Part, frozen=True, kw_only=True):
    """A leaf, its index in the log and its inclusion proof (32-byte hashes, hex; RFC 6962)."""

    leaf: LogEntry
    index: Annotated[int, Meta(ge=0, le=MAX_SAFE)]
    proof: Annotated[tuple[Hex32, ...], Meta(max_length=64)]


class LogProofs(_Part, frozen=True, kw_only=True):
    """The game's leaves under one signed checkpoint of the transparency log."""

    checkpoint: Annotated[str, Meta(max_length=65536)]
    leaves: Annotated[tuple[LogLeaf, ...], Meta(max_length=16)]


class Record(_Part, frozen=True, kw_only=True):
    """The document of one game."""

    format: Literal["fairdice/game@1"]
    events: Annotated[tuple[GameEvent, ...], Meta(min_length=1, max_length=MAX_EVENTS)]
    receipt: Receipt
    acks: Annotated[tuple[Ack, ...], Meta(max_length=6)]
    log: LogProofs | UnsetType = UNSET
