"""One record under examination: what was read, and what all stages look at."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct

from fairdice.encoding import TAG_EVENT, ZERO_HASH
from replay.codec import Decoded, LinkBytes
from replay.engine import Game
from replay.presence import Presence
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Receipt, Record, Roll

__all__ = ["Case", "DueRoll", "EarlierReceipt", "Trust"]


class EarlierReceipt(Struct, frozen=True):
    """A receipt that the caller kept: the house's signature over head `n`, and the head itself if it was kept too."""

    n: int
    sig: bytes
    head: bytes | None = None
    game: bytes | None = None


class Trust(Struct, frozen=True):
    """What the caller knows from elsewhere.  A verifier takes its trusted keys as arguments; it fetches nothing."""

    house_keys: tuple[bytes, ...] = ()
    """Keys of the house, 32 bytes each: the record's must be one of them."""
    player_keys: tuple[bytes, ...] = ()
    """Keys of players, 32 bytes each: every one must be a player's of this game."""
    game: bytes | None = None
    """The gid, 32 bytes, that the record must have."""
    receipts: tuple[EarlierReceipt, ...] = ()
    require: tuple[str, ...] = ()
    """Names of assurance statements that must hold, such as ``unchosen`` or ``unchosen:0``."""


class DueRoll(Struct, frozen=True, gc=False):
    """What must be true of a draw or roll because of what went before: its index and who gives a link to it."""

    index: int
    contributors: tuple[bool, ...]
    due_since: int
    """Index of the event after which the roll was due."""


class Case:
    """A decoded record, its events by kind, its heads.

    Made once the format is known to be good; the attributes from `opening` on are there once the order is.
    """

    __slots__ = ("bodies", "canonical", "game", "heads", "links", "record", "trust")

    def __init__(self, decoded: Decoded, trust: Trust) -> None:
        self.record: Record = decoded.record
        self.bodies = decoded.bodies
        self.links: list[LinkBytes] = decoded.links
        self.canonical = decoded.canonical
        self.trust = trust
        self.heads = _heads(decoded.bodies)
        self.game: Game | None = None
        """The replayed game, once the stage `rules` has passed."""

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """All events in order."""
        return self.record.events

    @property
    def gid(self) -> bytes:
        """The game's identity: the head of its opening."""
        return self.heads[0]

    @property
    def opening(self) -> Open:
        """The opening; the order must have been checked."""
        event = self.record.events[0]
        assert isinstance(event, Open)
        return event

    @property
    def commit(self) -> Commit | None:
        """The house's commitment, if the record comes so far."""
        event = self.record.events[1] if len(self.record.events) > 1 else None
        return event if isinstance(event, Commit) else None

    @property
    def joins(self) -> list[Join]:
        """The joins in player order."""
        last = 2 + self.opening.players
        return [event for event in self.record.events[2:last] if isinstance(event, Join)]

    @property
    def close(self) -> Close | None:
        """The close, if the record has one."""
        event = self.record.events[-1]
        return event if isinstance(event, Close) else None

    @property
    def receipt(self) -> Receipt:
        """The house's receipt for the last event."""
        return self.record.receipt

    def rolls(self) -> list[Draw | Roll]:
        """The draw and all rolls in order."""
        return [event for event in self.record.events if type(event) is Roll or type(event) is Draw]

    def due_rolls(self) -> Iterator[DueRoll]:
        """For each draw and roll in turn: what the events before it make of it (docs/spec/record.md, R8).

        Whether a roll is due when a player is declared away shows in what comes next: a roll, or a move.
        """
        joins = self.joins
        presence = Presence([join.anchor is not None for join in joins], self.opening.returns)
        events = self.record.events
        since = 1 + len(joins)
        for event in events:
            kind = type(event)
            if kind is Roll or kind is Draw:
                yield DueRoll(presence.index, presence.contributors, since)
                presence.rolled()
            elif kind is Away:
                assert isinstance(event, Away)
                if presence.leave(event.player, roll_due=self._roll_follows(event.n)):
                    since = event.n
                continue
            elif kind is Back:
                assert isinstance(event, Back)
                presence.come_back(event.player)
                continue
            elif kind is not Move and kind is not Pass:
                continue
            since = event.n
            presence.roll_due()

    def _roll_follows(self, n: int) -> bool:
        """Whether a roll was due at event n: the next event that is no absence is a draw, a roll or a void close."""
        for event in self.record.events[n + 1 :]:
            if isinstance(event, Away | Back):
                continue
            return isinstance(event, Draw | Roll) or (isinstance(event, Close) and event.status == "void")
        return False


def _heads(bodies: list[bytes]) -> list[bytes]:
    """The head of each event (32 bytes): docs/spec/protocol.md, "Heads"."""
    heads = []
    head = ZERO_HASH
    for body in bodies:
        head = sha256(TAG_EVENT + head + body).digest()
        heads.append(head)
    return heads
