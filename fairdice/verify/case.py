"""One record under examination: what was read, and what all stages look at."""

from __future__ import annotations

from hashlib import sha256

from msgspec import UNSET, Struct, UnsetType

from fairdice.encoding import TAG_EVENT, ZERO_HASH
from fairdice.keys import PublicKey, receipt_message
from replay.codec import Decoded, LinkBytes
from replay.engine import Game
from replay.errors import CodedError
from replay.presence import Presence
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Receipt, Record, Roll

__all__ = ["Case", "DueRoll", "EarlierReceipt", "Logged", "Trust"]


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
    log_keys: tuple[str, ...] = ()
    """Keys of logs as vkeys (docs/spec/log.md, L6): one of them must have signed the record's checkpoint."""


class DueRoll(Struct, frozen=True, gc=False):
    """What must be true of a draw or roll because of what went before: its index and who gives a link to it."""

    index: int
    contributors: tuple[bool, ...]
    due_since: int
    """Index of the event after which the roll was due."""


class Logged(Struct, frozen=True, gc=False):
    """What the proofs of a transparency log show: in which log, under which size, which leaves."""

    origin: str
    size: int
    key_named: bool
    """Whether the checkpoint is signed by a key that the caller named."""
    opened: int | None
    """Index in the log of the leaf for the head before the draw; without a draw, of the last opening."""
    closed: int | None
    """Index in the log of the leaf for the close."""


class Case:
    """A decoded record, its events by kind, its heads.

    Made once the format is known to be good; what `opening`, `commit`, `joins` and `due_rolls` give is sound once the
    order has been checked.
    """

    __slots__ = (
        "_due_rolls",
        "_receipt_fault",
        "absences",
        "bodies",
        "canonical",
        "flawed",
        "game",
        "heads",
        "joins",
        "links",
        "logged",
        "moves",
        "record",
        "rolls",
        "trust",
    )

    def __init__(self, decoded: Decoded, trust: Trust) -> None:
        self.record: Record = decoded.record
        self.bodies = decoded.bodies
        self.links: list[LinkBytes] = decoded.links
        self.canonical = decoded.canonical
        self.trust = trust
        self.heads = _heads(decoded.bodies)
        events = decoded.record.events
        self.joins = [event for event in events[2:8] if type(event) is Join]
        """The joins in player order: six at most, after the opening and the commitment."""
        self.rolls = [event for event in events if type(event) is Roll or type(event) is Draw]
        """The draw and all rolls in order; `links` are theirs."""
        self.moves = [event for event in events if type(event) is Move or type(event) is Pass]
        """All moves and passes in order."""
        self.absences = [event for event in events if type(event) is Away or type(event) is Back]
        """Who was declared away and who came back, in order."""
        self.game: Game | None = None
        """The replayed game, once the stage `rules` has passed."""
        self.logged: Logged | None = None
        """What the log proves, once the stage `log` has passed."""
        self.flawed = False
        """Whether a stage has failed so far."""
        self._due_rolls: list[DueRoll] | None = None
        self._receipt_fault: CodedError | UnsetType | None = UNSET

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
    def close(self) -> Close | None:
        """The close, if the record has one."""
        event = self.record.events[-1]
        return event if isinstance(event, Close) else None

    @property
    def drawn(self) -> int | None:
        """The index of the draw, if the record has one; the order must have been checked."""
        return self.rolls[0].n if self.rolls else None

    @property
    def receipt(self) -> Receipt:
        """The house's receipt for the last event."""
        return self.record.receipt

    @property
    def house(self) -> PublicKey:
        """The house's key.  Raises KeyRefused."""
        return PublicKey(bytes.fromhex(self.opening.house.key))

    @property
    def receipt_fault(self) -> CodedError | None:
        """Why the receipt is no signature of the house's key over the last head; None if it is.  Checked once."""
        if self._receipt_fault is UNSET:
            last = len(self.events) - 1
            try:
                message = receipt_message(self.gid, last, self.heads[last])
                self.house.verify(bytes.fromhex(self.receipt.sig), message, code="head.receipt")
                self._receipt_fault = None
            except CodedError as error:
                self._receipt_fault = error
        return self._receipt_fault

    @property
    def due_rolls(self) -> list[DueRoll]:
        """For each of `rolls`: what the events before it make of it (docs/spec/record.md, R8)."""
        if self._due_rolls is None:
            self._due_rolls = self._follow_absences() if self.absences else self._all_there()
        return self._due_rolls

    def _all_there(self) -> list[DueRoll]:
        """The due rolls of a game without absences: each is due from the event before it, with every chain there is."""
        contributors = tuple(join.anchor is not None for join in self.joins)
        return [DueRoll(index, contributors, event.n - 1) for index, event in enumerate(self.rolls, 1)]

    def _follow_absences(self) -> list[DueRoll]:
        """The due rolls of any game."""
        presence = Presence([join.anchor is not None for join in self.joins], self.opening.returns)
        interrupting = self._away_from_rolls()
        since = 1 + len(self.joins)
        due_rolls = []
        for event in self.record.events:
            if isinstance(event, Away):
                if presence.leave(event.player, roll_due=event.n in interrupting):
                    since = event.n
            elif isinstance(event, Back):
                presence.come_back(event.player)
            elif isinstance(event, Draw | Roll | Move | Pass):
                if isinstance(event, Draw | Roll):
                    due_rolls.append(DueRoll(presence.index, presence.contributors, since))
                    presence.rolled()
                since = event.n
                presence.roll_due()
        return due_rolls

    def _away_from_rolls(self) -> set[int]:
        """Where a player was declared away while a roll was due.

        It shows in what comes next but for absences: a draw, a roll, or a close because the links are exhausted.
        """
        found = set()
        roll_due = False
        for event in reversed(self.record.events):
            if isinstance(event, Away):
                if roll_due:
                    found.add(event.n)
            elif not isinstance(event, Back):
                roll_due = isinstance(event, Draw | Roll) or (isinstance(event, Close) and event.status == "void")
        return found


def _heads(bodies: list[bytes]) -> list[bytes]:
    """The head of each event (32 bytes): docs/spec/protocol.md, "Heads"."""
    begun = sha256(TAG_EVENT)
    head, heads = ZERO_HASH, []
    for body in bodies:
        digest = begun.copy()  # `fairdice.encoding.head`, quicker by the copy
        digest.update(head + body)
        head = digest.digest()
        heads.append(head)
    return heads
