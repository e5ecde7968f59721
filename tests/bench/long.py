"""A game of many thousand rolls, in seconds: made by hand, where a live table would check and sign each step."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from msgspec import structs

from fairdice.chain import Chain
from fairdice.dice import die_of, drawn, roll_digest
from fairdice.encoding import ZERO_HASH, head, signed_body
from fairdice.keys import SecretKey, ack_message, join_message, receipt_message
from replay.codec import encode
from replay.engine import Game
from replay.options import OptionValue
from replay.record import Ack, Close, Commit, Draw, GameEvent, House, Join, Move, Open, Receipt, Record, Roll, Rules
from replay.state import MOVE
from replay.systems import system

__all__ = ["LongGame"]

_START_MS, _STEP_MS = 1_796_000_000_000, 1000
_NAMES = ("Ana", "Ben", "Čeněk", "多恵子")

_OPTIONS: dict[str, OptionValue] = {"capture_before_home": True, "end": "all_places"}
"""Who captures nothing goes round for ever; players who avoid it make the game as long as one likes."""


class LongGame:
    """A game of star@1 with four contributors; every event passes the engine.  `play` can be called again to go on."""

    def __init__(self, seed: str, links: int = 65536) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.game = Game()
        self.events: list[GameEvent] = []
        self.head = ZERO_HASH
        self.due = 0, ZERO_HASH  # the event that made the last roll due, and its head: what everybody acknowledges
        self.house = SecretKey(self._secret("house"))
        self.keys = [SecretKey(self._secret(f"key {player}")) for player in range(len(_NAMES))]
        self._open(links)
        self.gid = self.head
        self.chains = [Chain(self.gid, party, links, self._secret(f"tip {party}")) for party in range(len(_NAMES) + 1)]
        self._append(Commit(**self._place(), anchor=self.chains[0].anchor.hex()))
        for player in range(len(_NAMES)):
            self._join(player)
        self._draw()

    def play(self, rolls: int) -> Record:
        """Play until so many rolls are made; the record of the game so far, closed."""
        while self.rolls < rolls:
            if self.game.due == MOVE:
                self._move()
            else:
                self._roll()
        return self._closed()

    @property
    def rolls(self) -> int:
        """How many rolls there are, the draw not counted."""
        assert self.game.presence is not None
        return self.game.presence.index - 2

    def _secret(self, name: str) -> bytes:
        return sha256(f"{self.seed}: {name}".encode()).digest()

    def _place(self) -> dict[str, Any]:
        return {"n": len(self.events), "at": _START_MS + _STEP_MS * len(self.events)}

    def _append(self, event: GameEvent) -> None:
        self.game.apply(event)
        self.events.append(event)
        self.head = head(self.head, encode(event))

    def _open(self, links: int) -> None:
        options = system("star@1").bind(_OPTIONS, len(_NAMES)).options
        opening = Open(
            **self._place(),
            protocol="fairdice/1",
            rules=Rules(id="star@1", options=dict(options)),
            players=len(_NAMES),
            links=links,
            away_after_ms=45_000,
            returns=2,
            signed_moves=False,
            house=House(name="Benchmark house", key=self.house.public.hex()),
            nonce=self._secret("nonce").hex()[:32],
            beacon=None,
            note="One process held all chains.",
        )
        self._append(opening)

    def _join(self, player: int) -> None:
        key = self.keys[player]
        event = Join(
            **self._place(),
            player=player,
            kind="human",
            name=_NAMES[player],
            anchor=self.chains[player + 1].anchor.hex(),
            key=key.public.hex(),
        )
        message = join_message(self.head, signed_body(encode(event)))
        self._append(structs.replace(event, sig=key.sign(message).hex()))

    def _links(self) -> tuple[int, tuple[str | None, ...], bytes]:
        """The index of the roll that is due, everybody's links for it, and its digest."""
        j = self.rolls + 2
        house, *others = [chain.link(j) for chain in self.chains]
        return j, tuple(link.hex() for link in (house, *others)), roll_digest(self.gid, j, house, others)

    def _draw(self) -> None:
        j, links, digest = self._links()
        rules = self.game.rules
        assert rules is not None
        seats, first = drawn(rules.seats, digest, colours=rules.draws_colours, starter=rules.start)
        self._append(Draw(**self._place(), j=j, links=links, seats=seats, first=first))

    def _roll(self) -> None:
        self.due = len(self.events) - 1, self.head
        j, links, digest = self._links()
        turn = self.game.turn
        assert turn is not None
        self._append(Roll(**self._place(), j=j, player=turn, links=links, value=die_of(digest)))

    def _move(self) -> None:
        choices = self.game.moves()
        move, piece = self.random.choice([choice for choice in choices if not choice[0].captures] or choices)
        turn = self.game.turn
        assert turn is not None
        event = Move(
            **self._place(),
            player=turn,
            piece=piece,
            from_=move.from_,
            to=move.to,
            lap=move.lap,
            by="auto" if self.game.by() == "auto" else "player",
        )
        self._append(event)

    def _closed(self) -> Record:
        close = Close(**self._place(), status="abandoned", reason=None, ranking=None, points=None)
        n, last = close.n, head(self.head, encode(close))
        due, acknowledged = self.due
        return Record(
            format="fairdice/game@1",
            events=(*self.events, close),
            receipt=Receipt(n=n, sig=self.house.sign(receipt_message(self.gid, n, last)).hex()),
            acks=tuple(
                Ack(player=player, n=due, sig=key.sign(ack_message(self.gid, due, acknowledged)).hex())
                for player, key in enumerate(self.keys)
            ),
        )
