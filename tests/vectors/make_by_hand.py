"""Make by_hand.json, the record of docs/howto/verify-by-hand.md: `python -m tests.vectors.make_by_hand`.

Three players, nobody rolls a six, so all pieces stay in their yards; one player drops out while a roll is due, which
leaves links out and an index unused.  Nothing in it is random: the same bytes each time.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from fairdice.chain import Chain
from fairdice.dice import Stream, die_of, roll_digest
from fairdice.encoding import ZERO_HASH, head, signed_body
from fairdice.keys import SecretKey, ack_message, join_message, receipt_message
from replay.codec import encode
from replay.engine import Game
from replay.record import Ack, Away, Close, Commit, Draw, GameEvent, House, Join, Open, Receipt, Record, Roll, Rules
from replay.systems import system

TARGET = Path(__file__).with_name("by_hand.json")
SEED = "verify by hand 100"
RULES, PLAYERS, LINKS = "mensch@1", ("Ana", "Ben", "Čeněk"), 64
START_MS, STEP_MS, AWAY_MS = 1_796_000_000_000, 1000, 45_000


def secret(name: str) -> bytes:
    return sha256(f"{SEED}: {name}".encode()).digest()


class Maker:
    """The record so far; every event passes the engine."""

    def __init__(self) -> None:
        self.game = Game()
        self.events: list[GameEvent] = []
        self.heads = [ZERO_HASH]
        self.house = SecretKey(secret("house key"))
        self.keys = [SecretKey(secret(f"key {name}")) for name in PLAYERS]
        self.chains: list[Chain] = []
        self.acks: dict[int, Ack] = {}
        self.now = START_MS

    def place(self) -> dict[str, Any]:
        return {"n": len(self.events), "at": self.now}

    def append(self, event: GameEvent) -> None:
        self.game.apply(event)
        self.events.append(event)
        self.heads.append(head(self.heads[-1], encode(event)))
        self.now += STEP_MS

    def begin(self) -> None:
        options = dict(system(RULES).bind({}, len(PLAYERS)).options)
        opening = Open(
            **self.place(),
            protocol="fairdice/1",
            rules=Rules(id=RULES, options=options),
            players=len(PLAYERS),
            links=LINKS,
            away_after_ms=AWAY_MS,
            returns=2,
            signed_moves=True,
            house=House(name="Example house", key=self.house.public.hex()),
            nonce=secret("nonce").hex()[:32],
            beacon=None,
            note="An example: one process held all chains.",
        )
        self.append(opening)
        self.chains = [Chain(self.heads[-1], party, LINKS, secret(f"tip {party}")) for party in range(len(PLAYERS) + 1)]
        self.append(Commit(**self.place(), anchor=self.chains[0].anchor.hex()))
        for player, name in enumerate(PLAYERS):
            self.join(player, name)

    def join(self, player: int, name: str) -> None:
        key, anchor = self.keys[player], self.chains[player + 1].anchor.hex()
        bare = Join(**self.place(), player=player, kind="human", name=name, anchor=anchor, key=key.public.hex())
        sig = key.sign(join_message(self.heads[-1], signed_body(encode(bare)))).hex()
        self.append(
            Join(**self.place(), player=player, kind="human", name=name, anchor=anchor, key=key.public.hex(), sig=sig)
        )

    def digest(self) -> tuple[int, tuple[str | None, ...], bytes]:
        """The next index, its links in hex and its digest, from everybody who is there; they acknowledge the head."""
        presence = self.game.presence
        assert presence is not None
        j, gid = presence.index, self.heads[1]
        house, *others = self.chains
        links = [chain.link(j) if there else None for chain, there in zip(others, presence.contributors, strict=True)]
        for player, link in enumerate(links):
            if link is not None:
                n = len(self.events) - 1
                sig = self.keys[player].sign(ack_message(gid, n, self.heads[-1])).hex()
                self.acks[player] = Ack(player=player, n=n, sig=sig)
        shown = (house.link(j).hex(), *(None if link is None else link.hex() for link in links))
        return j, shown, roll_digest(gid, j, house.link(j), links)

    def draw(self) -> None:
        j, links, digest = self.digest()
        first = Stream(digest).uniform(len(PLAYERS))
        self.append(Draw(**self.place(), j=j, links=links, seats=(0, 1, 2), first=first))

    def roll(self) -> None:
        j, links, digest = self.digest()
        assert self.game.turn is not None
        self.append(Roll(**self.place(), j=j, player=self.game.turn, links=links, value=die_of(digest)))

    def away(self, player: int) -> None:
        self.now += AWAY_MS
        self.append(Away(**self.place(), player=player, reason="timeout"))

    def finish(self) -> Record:
        self.append(Close(**self.place(), status="abandoned", reason="an example", ranking=None, points=None))
        n = len(self.events) - 1
        receipt = Receipt(n=n, sig=self.house.sign(receipt_message(self.heads[1], n, self.heads[-1])).hex())
        acks = tuple(self.acks[player] for player in sorted(self.acks))
        return Record(format="fairdice/game@1", events=tuple(self.events), receipt=receipt, acks=acks)


def make() -> bytes:
    """The record's bytes: canonical JSON and a line feed."""
    maker = Maker()
    maker.begin()
    maker.draw()
    for _ in range(4):
        maker.roll()
    maker.away(2)
    for _ in range(4):
        maker.roll()
    return encode(maker.finish()) + b"\n"


if __name__ == "__main__":
    TARGET.write_bytes(make())
