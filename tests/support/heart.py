"""The heart of the service for tests: a real storage, a clock that stands until it is moved, and players of flesh."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from api.config import Config
from api.service.actor import Actor
from api.service.ask import Ask
from api.service.opening import Plan
from api.service.seal import Sealer, new_secret_key, read_secret_keys
from api.service.service import Service, make_keys
from api.service.settings import BotSeat
from api.service.signing import Keyring
from api.storage import open_storage
from api.storage.rows import CredentialRow, HostRow
from fairdice.dice import Stream
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.local.bots import BOTS
from replay.record import Join
from replay.state import MOVE
from replay.systems import system

__all__ = ["Clock", "Heart", "bots", "hosting", "plan"]

AT = 1_796_000_000_000


class Clock:
    """Milliseconds, moved by hand."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> int:
        return self.now


def plan(rules: str = "star@1", players: int = 2, options: dict[str, Any] | None = None, **more: Any) -> Plan:
    return Plan(rules=system(rules).bind(options or {}, players), **more)


def bots(count: int, strategy: Any = "greedy") -> tuple[BotSeat, ...]:
    return tuple(BotSeat(name=f"Bot {number}", strategy=strategy) for number in range(count))


def hosting(host: str, name: str = "key", mode: Any = "live") -> Actor:
    """A host's key that is not stored: what knows it by hash alone does not ask."""
    token = (name * 32).encode()[:32]
    row = CredentialRow(
        token_hash=token, id=f"key_{name}", kind="host", host=host, mode=mode, label="", scopes=("admin",), created=AT
    )
    return Actor("host", row, "127.0.0.1")


class Heart:
    """One service.  A second one on the same database is another process, as far as the first can tell."""

    def __init__(self, database: str, secret: str | None = None, clock: Clock | None = None, **config: Any) -> None:
        self.secret = secret or new_secret_key()
        self.config = Config(database=database, secret_keys=self.secret, **config)
        sealer = Sealer(read_secret_keys(self.secret))
        keyring = Keyring(sealer)
        storage = open_storage(database, checkpointer=keyring.checkpoint)
        keyring.attach(storage)
        make_keys(self.config, storage, keyring)
        self.service = Service(self.config, storage, sealer, keyring)
        self.clock = clock or Clock()
        self.service.hall.clock = self.clock
        if not storage.hosts():
            storage.add_host(HostRow(id="host", name="Host", created=AT))
        self.host = hosting("host")

    def other(self) -> Heart:
        """Another process on the same database."""
        return Heart(self.config.database, self.secret, self.clock)

    def open(self, what: Plan | None = None) -> str:
        """A new game."""
        return self.service.opening.create(self.host, what or plan(), lambda _created: None).game.row.id

    def ask(self, game: str, actor: Actor | None = None) -> Ask:
        return Ask(actor or self.host, game)

    def join(self, game: str, name: str, *, key: bool = True, actor: Actor | None = None) -> Player:
        """A player that sits down, by the host's hand unless `actor` is its own."""
        player = Player(name, SecretKey.generate() if key else None)
        ask = self.ask(game, actor)
        self.service.joining.reserve(ask, by_code=False)
        self.show(game, player)
        join = player.join()
        assert isinstance(join, Join)
        given = {"name": join.name, "anchor": join.anchor, "key": join.key}
        self.service.joining.join(ask, given | ({"sig": join.sig} if key else {}))
        self.show(game, player)
        return player

    def show(self, game: str, *players: Player) -> None:
        """Let players see what they have not seen yet."""
        with self.service.hall.looking(game) as live:
            for player in players:
                for n in range(player.n + 1, live.table.n + 1):
                    one = live.table.appended(n)
                    player.see(one.event, one.receipt)

    def links(self, game: str, *players: Player) -> list[dict[str, Any]]:
        """What these players contribute to the roll that is due."""
        self.show(game, *players)
        with self.service.hall.looking(game) as live:
            j = live.table.roll_index
            assert j is not None
            house = live.table.house_link(j)
        given = [player.contribute(house) for player in players if player.owes_link]
        return [{"player": one.player, "link": one.link.hex(), "ack": one.ack.hex()} for one in given]

    def step(self, game: str, *players: Player) -> None:
        """One roll or one move of whoever's turn it is, relayed by the host."""
        self.show(game, *players)
        first = players[0]
        j = first.roll_index
        if j is not None:
            self.service.playing.roll(self.ask(game), j, self.links(game, *players))
            return
        assert first.due == MOVE
        assert first.turn is not None
        player = next(one for one in players if one.player == first.turn)
        choice = player.choose(BOTS["greedy"](Stream(bytes(32))))
        assert choice is not None
        self.service.playing.move(self.ask(game), given(player.move(*choice)))

    def play(self, game: str, *players: Player) -> bytes:
        """Play to the end, and give the record."""
        while not players[0].closed:
            self.step(game, *players)
            self.show(game, *players)
        return self.record(game)

    def record(self, game: str) -> bytes:
        with self.service.hall.looking(game) as live:
            return self.service.records.record(live)

    def close(self) -> None:
        self.service.close()


def given(event: Any) -> dict[str, Any]:
    """What a player sends of an event."""
    return {name: value for name, value in to_builtins(event).items() if name not in ("n", "at", "by", "type")}
