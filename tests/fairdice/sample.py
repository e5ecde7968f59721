"""Records to look at: legal games with made-up links and signatures, which `show` does not judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import convert

from replay.codec import encode
from replay.engine import Game
from replay.record import GameEvent, Receipt, Record
from replay.spelling import asked
from replay.state import MOVE, OVER, START
from replay.systems import system

__all__ = ["NAMES", "events", "record", "record_bytes"]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


class _Log:
    """The events of a game that is being made up; each must be legal."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.game = Game()
        self.events: list[GameEvent] = []

    def add(self, type_: str, **fields: Any) -> None:
        n = len(self.events)
        plain = {"type": type_, "n": n, "at": 1_796_000_000_000 + 1000 * n, **fields}
        event: GameEvent = convert(plain, GameEvent)
        self.game.apply(event)
        self.events.append(event)

    def dice(self) -> dict[str, Any]:
        presence = self.game.presence
        assert presence is not None
        gives = (True, *presence.contributors)
        return {"j": presence.index, "links": [self.random.randbytes(32).hex() if given else None for given in gives]}

    def step(self, away: float) -> None:
        """The next event of the game, with this chance that somebody drops out."""
        play, presence, chance = self.game.play, self.game.presence, self.random
        assert play is not None
        assert presence is not None
        player = play.turn
        if presence.away and chance.random() < 0.3:
            self.add("back", player=min(presence.away))
        elif player not in presence.away and chance.random() < away:
            self.add("away", player=player, reason=chance.choice(["timeout", "left"]))
        elif play.due == MOVE:
            if play.may_pass and player not in presence.away and chance.random() < 0.3:
                self.add("pass", player=player, by=self.game.by())
                return
            move, piece = play.stand_in() if player in presence.away else chance.choice(self.game.moves())
            self.add("move", player=player, by=self.game.by(), **asked(move, piece))
        else:
            purpose = {"purpose": "start"} if play.due == START else {}
            self.add("roll", player=player, value=chance.randint(1, 6), **self.dice(), **purpose)


def events(
    rules: str = "star@1",
    players: int = 4,
    *,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] = NAMES,
    seed: str = "sample",
    away: float = 0.0,
    most: int = 5000,
) -> list[GameEvent]:
    """A game of random players, at most so many events long; with `away` as the chance of an absence at each step."""
    log = _Log(seed)
    bound = system(rules).bind(options or {}, players)
    log.add(
        "open",
        protocol="fairdice/1",
        rules={"id": rules, "options": bound.options},
        players=players,
        links=4096,
        away_after_ms=45_000,
        returns=2,
        signed_moves=False,
        house={"name": "The House", "key": "aa" * 32},
        nonce="00" * 16,
        beacon=None,
    )
    log.add("commit", anchor="bb" * 32)
    for player in range(players):
        own = f"{player:02d}"
        log.add("join", player=player, kind="human", name=names[player], anchor=own * 32, key=own * 32, sig=own * 64)
    seats = list(bound.seats)
    if bound.draws_colours:
        log.random.shuffle(seats)
    first = {"first": 0, "draw": log.random.randrange(players), "highest": None}[bound.start]
    log.add("draw", seats=seats, first=first, **log.dice())
    while log.game.due != OVER and len(log.events) < most:
        log.step(away)
    if log.game.due == OVER and len(log.events) < most:
        play = log.game.play
        assert play is not None
        log.add("close", status="finished", reason=None, ranking=play.ranking(), points=play.points())
    return log.events


def record(log: Sequence[GameEvent]) -> Record:
    """The record of these events, with a receipt that nobody signed."""
    return Record(format="fairdice/game@1", events=tuple(log), receipt=Receipt(n=log[-1].n, sig="cc" * 64), acks=())


def record_bytes(log: Sequence[GameEvent]) -> bytes:
    """The canonical bytes of `record`."""
    return encode(record(log))
