"""Records made to measure, honest or not: a house that writes what it is told, players who sign what they are shown.

`Forge` knows the whole protocol but asks nobody's leave.  Everything it writes is signed and every roll follows from
its links, unless a change is named: so a record can be wrong in exactly one way.  Nothing is random.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Self, TypeAlias

from msgspec import UNSET, Struct

from fairdice.chain import Chain
from fairdice.dice import die_of, drawn, roll_digest
from fairdice.encoding import ZERO_HASH, head, signed_body
from fairdice.keys import SecretKey, ack_message, join_message, move_message, receipt_message
from replay.codec import canonical, encode
from replay.engine import EXHAUSTED, Game
from replay.presence import Presence
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, House, Join, Move, Open, Pass, Roll, Rules
from replay.spelling import asked
from replay.state import MOVE, OVER, START
from replay.systems import system

__all__ = ["NAMES", "STEP_MS", "Forge", "Player", "heads", "plain", "seal"]

NAMES = ("Ana", "Ben", "Čeněk", "Dóra", "Eva", "Færdig")
START_MS, STEP_MS = 1_796_000_000_000, 1000

Follow: TypeAlias = bool | Callable[[Any], GameEvent]


class Player(Struct, frozen=True):
    """Who joins: kind, a key or none, a chain or none."""

    kind: str
    key: SecretKey | None
    anchored: bool


class Forge:
    """A record in the making.

    `who` has a letter for each player: c brings chain and key, k a key alone, p neither, b is a bot of the house.
    Other keyword arguments are fields of the opening.  The methods that write an event take changes to its fields,
    made before it is signed; `sig` is put in afterwards (None: left out).  `follow` is what the engine, which says what
    is due, is told of the event: the event (True), nothing (False), or whatever else the function makes of it.
    """

    def __init__(self, rules: str, who: str, *, options: Mapping[str, Any] | None = None, seed: str = "", **opening):
        self.seed = seed or f"{rules} {who}"
        self.rules = system(rules).bind(options or {}, len(who))
        self.players = [self._player(number, letter) for number, letter in enumerate(who)]
        self.house = SecretKey(self.secret("house key"))
        self.changes = opening
        self.game = Game()
        self.events: list[GameEvent] = []
        self.heads: list[bytes] = []
        self.chains: list[Chain] = []
        self.acks: dict[int, dict[str, Any]] = {}
        self.log: dict[str, Any] | None = None
        """The proofs of a transparency log that go into the record."""
        self.now = START_MS

    def secret(self, name: str) -> bytes:
        return sha256(f"forge {self.seed}: {name}".encode()).digest()

    def _player(self, number: int, letter: str) -> Player:
        key = SecretKey(self.secret(f"key {number}")) if letter in "ck" else None
        return Player("bot" if letter == "b" else "human", key, letter == "c")

    # What stands ----------------------------------------------------------------------------------------------------

    @property
    def gid(self) -> bytes:
        return self.heads[0]

    @property
    def n(self) -> int:
        """The index of the next event."""
        return len(self.events)

    @property
    def due(self) -> str:
        return self.game.due

    @property
    def turn(self) -> int:
        assert self.game.turn is not None
        return self.game.turn

    @property
    def absent(self) -> bool:
        """Whether a stand-in makes the move that is due, if it is not automatic."""
        return self.turn in self.presence.away

    # Writing --------------------------------------------------------------------------------------------------------

    def write(self, kind: type, fields: dict[str, Any], *, follow: Follow = True, key: SecretKey | None = None) -> Self:
        """Append an event of these fields, signed with `key` if one is given and the fields hold no `sig`."""
        place = {"n": self.n, "at": self.now} | {name: fields.pop(name) for name in ("n", "at") if name in fields}
        if "sig" not in fields and key is not None:
            body = signed_body(encode(kind(**place, **fields)))
            message = join_message if kind is Join else move_message
            fields["sig"] = key.sign(message(self.heads[-1], body)).hex()
        elif fields.get("sig", UNSET) is None:
            del fields["sig"]
        event = kind(**place, **fields)
        if follow is not False:
            self.game.apply(event if follow is True else follow(event))
        self.events.append(event)
        self.heads.append(head(self.heads[-1] if self.heads else ZERO_HASH, encode(event)))
        self.now = place["at"] + STEP_MS
        return self

    def open(self, *, follow: Follow = True, **changes: Any) -> Self:
        """Write the opening; every party's chain follows from it."""
        fields = {
            "protocol": "fairdice/1",
            "rules": Rules(id=self.rules.id, options=dict(self.rules.options)),
            "players": len(self.players),
            "links": 64,
            "away_after_ms": 45_000,
            "returns": 2,
            "signed_moves": True,
            "house": House(name="Example house", key=self.house.public.hex()),
            "nonce": self.secret("nonce").hex()[:32],
            "beacon": None,
            "note": "One process held all chains.",
        }
        self.write(Open, fields | self.changes | changes, follow=follow)
        opening = self.events[0]
        assert isinstance(opening, Open)
        self.make_chains(opening.links)
        return self

    def make_chains(self, length: int) -> None:
        parties = range(len(self.players) + 1)
        self.chains = [Chain(self.gid, party, length, self.secret(f"tip {party}")) for party in parties]

    def commit(self, *, follow: Follow = True, **changes: Any) -> Self:
        return self.write(Commit, {"anchor": self.chains[0].anchor.hex()} | changes, follow=follow)

    def join(self, number: int, *, follow: Follow = True, **changes: Any) -> Self:
        player = self.players[number]
        fields = {
            "player": number,
            "kind": player.kind,
            "name": NAMES[number],
            "anchor": self.chains[number + 1].anchor.hex() if player.anchored else None,
            "key": player.key.public.hex() if player.key is not None else None,
        }
        return self.write(Join, fields | changes, follow=follow, key=player.key)

    @property
    def presence(self) -> Presence:
        assert self.game.presence is not None
        return self.game.presence

    def links(self, without: Sequence[int] = ()) -> list[bytes | None]:
        """The links of the roll that is due, the house's first; without those of the parties named."""
        there = [True, *self.presence.contributors]
        return [
            chain.link(self.presence.index) if there[party] and party not in without else None
            for party, chain in enumerate(self.chains)
        ]

    def _acknowledge(self, links: Sequence[bytes | None]) -> None:
        last = self.n - 1
        for number, (player, link) in enumerate(zip(self.players, links[1:], strict=False)):
            if link is not None and player.key is not None:
                self.ack(number, last)

    def ack(self, number: int, n: int) -> Self:
        """Player `number` acknowledges event `n`; its ack before is forgotten."""
        key = self.players[number].key
        assert key is not None
        sig = key.sign(ack_message(self.gid, n, self.heads[n])).hex()
        self.acks[number] = {"player": number, "n": n, "sig": sig}
        return self

    def draw(self, *, links: Sequence[bytes | None] | None = None, follow: Follow = True, **changes: Any) -> Self:
        """Write the draw that follows from the links."""
        given = self.links() if links is None else links
        self._acknowledge(given)
        j = changes.get("j", self.presence.index)
        digest = roll_digest(self.gid, j, given[0] or bytes(32), given[1:])
        seats, first = drawn(self.rules.seats, digest, colours=self.rules.draws_colours, starter=self.rules.start)
        return self.write(Draw, {"j": j, "links": _hex(given), "seats": seats, "first": first} | changes, follow=follow)

    def roll(self, *, links: Sequence[bytes | None] | None = None, follow: Follow = True, **changes: Any) -> Self:
        """Write the roll that follows from the links."""
        given = self.links() if links is None else links
        self._acknowledge(given)
        j = changes.get("j", self.presence.index)
        value = die_of(roll_digest(self.gid, j, given[0] or bytes(32), given[1:]))
        fields = {"j": j, "player": self.game.turn, "links": _hex(given), "value": value}
        if self.due == START:
            fields["purpose"] = "start"
        return self.write(Roll, fields | changes, follow=follow)

    def move(self, pick: int | None = None, *, follow: Follow = True, **changes: Any) -> Self:
        """Write the legal move number `pick` in the order of answers (absent players and None: a fixed choice)."""
        play, by = self.game.play, self.game.by()
        assert play is not None
        choices = self.game.moves()
        stand_in = by == "bot" and self.absent
        if pick is None:
            pick = sha256(b"pick" + self.heads[-1]).digest()[0] % len(choices)
        move, piece = play.stand_in() if stand_in else choices[pick]
        moved = {("from_" if name == "from" else name): value for name, value in asked(move, piece).items()}
        fields = {"player": self.turn, "by": by} | moved | changes
        return self.write(Move, fields, follow=follow, key=self._signer(str(fields["by"])))

    def pass_(self, *, follow: Follow = True, **changes: Any) -> Self:
        """Write that the player whose move is due declines to make one."""
        fields = {"player": self.turn, "by": self.game.by()} | changes
        return self.write(Pass, fields, follow=follow, key=self._signer(str(fields["by"])))

    def _signer(self, by: str) -> SecretKey | None:
        """Who signs a move or pass that is due now."""
        opening = self.events[0]
        assert isinstance(opening, Open)
        return self.players[self.turn].key if opening.signed_moves and by == "player" else None

    def away(self, number: int, reason: str = "timeout", *, follow: Follow = True, **changes: Any) -> Self:
        """Declare a player away: half a second after its time was over, or at its own word."""
        if reason == "timeout" and "at" not in changes:
            busy = next(event.at for event in reversed(self.events) if not isinstance(event, Away | Back))
            opening = self.events[0]
            assert isinstance(opening, Open)
            self.now = max(self.now, busy + opening.away_after_ms + 500)
        key = self.players[number].key if reason == "left" else None
        return self.write(Away, {"player": number, "reason": reason} | changes, follow=follow, key=key)

    def back(self, number: int, *, follow: Follow = True, **changes: Any) -> Self:
        return self.write(Back, {"player": number} | changes, follow=follow, key=self.players[number].key)

    def close(self, *, follow: Follow = True, **changes: Any) -> Self:
        """Write the close that is right now."""
        status = self.game.close_status()
        fields: dict[str, Any] = {"status": status, "reason": None, "ranking": None, "points": None}
        if status == "finished":
            assert self.game.play is not None
            fields |= {"ranking": self.game.play.ranking(), "points": self.game.play.points()}
        elif status == "void":
            fields["reason"] = EXHAUSTED
        return self.write(Close, fields | changes, follow=follow)

    # Several at once ------------------------------------------------------------------------------------------------

    def lobby(self) -> Self:
        """Opening, commit, all joins."""
        self.open().commit()
        for number in range(len(self.players)):
            self.join(number)
        return self

    def begin(self) -> Self:
        """All up to the draw."""
        return self.lobby().draw()

    def step(self) -> Self:
        """The roll or move that is due; one time in four the player passes instead, where it may."""
        if self.due != MOVE:
            return self.roll()
        return self.pass_() if self._declines() else self.move()

    def _declines(self) -> bool:
        play = self.game.play
        assert play is not None
        return play.may_pass and not self.absent and sha256(b"pass" + self.heads[-1]).digest()[0] < 64

    def merciless(self) -> Self:
        """The roll or move that is due; of moves what is seldom rather than entering and moving on."""
        if self.due != MOVE or self.absent or self._declines():
            return self.step()
        kinds = [str(move.action) for move, _ in self.game.moves()]
        wanted = next((kind for kind in ("free", "invade", "moonwalk", "recover") if kind in kinds), None)
        return self.step() if wanted is None else self.move(kinds.index(wanted))

    def until(self, due: str, *, turn: int | None = None) -> Self:
        """Play on until this is due, of this player if one is named; one step at least."""
        self.step()
        while self.due != due or (turn is not None and self.turn != turn):
            self.step()
        return self

    def play(self, events: int = 10**6) -> Self:
        """Play on until there are so many events, or the game is over or out of links."""
        while self.n < events and self.due != OVER and not self.game.exhausted:
            self.step()
        return self

    # What comes out -------------------------------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The record as plain JSON, with acks and receipt."""
        acks = [self.acks[number] for number in sorted(self.acks)]
        record = {"format": "fairdice/game@1", "events": plain(self.events), "receipt": {}, "acks": acks}
        if self.log is not None:
            record["log"] = plain(self.log)
        seal(record, self.house)
        return record

    def bytes(self) -> bytes:
        """The record's bytes: canonical JSON and a line feed."""
        return canonical(self.document()) + b"\n"


def _hex(links: Sequence[bytes | None]) -> tuple[str | None, ...]:
    return tuple(link.hex() if link is not None else None for link in links)


def plain(value: Any) -> Any:
    """The value as JSON gives it back."""
    return json.loads(encode(value))


def heads(events: Sequence[dict[str, Any]]) -> list[bytes]:
    """The head of each event, given as plain JSON."""
    found: list[bytes] = []
    for event in events:
        found.append(head(found[-1] if found else ZERO_HASH, encode(event)))
    return found


def seal(record: dict[str, Any], house: SecretKey) -> None:
    """Give the record a valid receipt for its last event, whatever its events say."""
    found = heads(record["events"])
    n = len(found) - 1
    record["receipt"] = {"n": n, "sig": house.sign(receipt_message(found[0], n, found[-1])).hex()}
