"""After a restore no event number of any game ever has two receipts for different heads, and no log forks.

The house is honest, and its database is put back to an earlier state while everyone keeps what it has published.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.config import Config
from api.service.actor import Actor
from api.service.ask import Ask
from api.service.errors import GameError
from api.service.opening import Plan
from api.service.restored import new_origin
from api.service.seal import new_secret_key
from api.service.service import Service
from api.storage.rows import CredentialRow, HostRow
from fairdice.encoding import from_hex
from fairdice.keys import PublicKey, receipt_message
from fairdice.verify import verify
from replay.systems import system
from tests.fairdice.cli.running import fairdice

HOST = CredentialRow(
    token_hash=bytes(32), id="key_1", kind="host", host="host_1", mode="test", label="", scopes=("play",), created=1
)
ACTOR = Actor("host", HOST, "127.0.0.1")


class Published:
    """What the world keeps of all that the house has ever given out: it outlives every restore."""

    def __init__(self) -> None:
        self.heads: defaultdict[tuple[str, int], set[bytes]] = defaultdict(set)
        self.checkpoints: defaultdict[str, dict[int, str]] = defaultdict(dict)

    def see(self, service: Service, game: str) -> None:
        """Take every receipt of a game, and check that it is one."""
        row = service.storage.game(game)
        assert row is not None
        key = PublicKey(from_hex(row.house_key, 32))
        for event in service.storage.events(game):
            key.verify(event.sig, receipt_message(bytes.fromhex(game), event.n, event.head))
            self.heads[game, event.n].add(event.head)
        for tree in service.storage.trees():
            known = self.checkpoints[tree.origin].setdefault(tree.size, tree.checkpoint)
            assert known == tree.checkpoint, "the log has forked"

    def check(self) -> None:
        assert self.heads
        assert [place for place, heads in self.heads.items() if len(heads) != 1] == []


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.chdir(tmp_path)
    secret = new_secret_key()
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", secret)
    monkeypatch.setenv("FAIRDICE_DATABASE", "sqlite:///dice.db")
    return Config(database="sqlite:///dice.db", secret_keys=secret)


@contextmanager
def running(config: Config, *, migrate: bool = False) -> Iterator[Service]:
    service = Service.open(config, migrate=migrate)
    try:
        yield service
    finally:
        service.close()


def open_games(service: Service) -> list[str]:
    """Two games: one that waits for a player, and one in which a player has to roll."""
    service.storage.add_host(HostRow(id="host_1", name="Host", created=1))
    plan = Plan(rules=system("mensch@1").bind({"start": "first"}, 2), public=True)
    games = [service.opening.create(ACTOR, plan, lambda _: None).game.row.id for _ in range(2)]
    for name in ("Ana", "Ben"):
        service.joining.join(Ask(ACTOR, games[1]), {"name": name})
    return games


def play_on(service: Service, games: list[str], seen: Published, name: str) -> None:
    """What happens after the backup: somebody joins the one game, the other goes on for some rolls."""
    service.joining.join(Ask(ACTOR, games[0]), {"name": name})
    roll_on(service, games[1])
    for game in games:
        seen.see(service, game)


def roll_on(service: Service, game: str) -> None:
    ask = Ask(ACTOR, game)
    for _ in range(12):
        with service.hall.looking(game) as live:
            j, due, turn = live.table.roll_index, live.table.due, live.table.turn
            moves = live.table.moves if due == "move" else ()
        if j is not None:
            service.playing.roll(ask, j, [])
        elif moves:
            move, piece = moves[0]
            given = {"player": turn, "piece": piece, "from": move.from_, "to": move.to}
            service.playing.move(ask, given)


def backup(to: str) -> None:
    """A copy of the database, as SQLite makes it while it is in use."""
    with sqlite3.connect("dice.db") as source, sqlite3.connect(to) as target:
        source.backup(target)
    source.close()
    target.close()


def restore(copy: str) -> None:
    for name in ("dice.db", "dice.db-wal", "dice.db-shm"):
        Path(name).unlink(missing_ok=True)
    Path("dice.db").write_bytes(Path(copy).read_bytes())


def lose(config: Config, seen: Published) -> list[str]:
    """Make games and a backup, play on, lose the database, restore the backup."""
    with running(config, migrate=True) as service:
        games = open_games(service)
        for game in games:
            seen.see(service, game)
        backup("copy.db")
        play_on(service, games, seen, "Cleo")
    restore("copy.db")
    return games


def restored(*words: str) -> Any:
    ended = fairdice("database", "restored", "--yes", "--json", *words)
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_without_the_command_two_heads_are_signed(config: Config) -> None:
    """The danger is real: this is what the command is for."""
    seen = Published()
    games = lose(config, seen)
    with running(config) as service:
        service.joining.join(Ask(ACTOR, games[0]), {"name": "Dan"})
        seen.see(service, games[0])
    assert [place for place, heads in seen.heads.items() if len(heads) > 1] == [(games[0], 2)]


def test_games_open_in_the_backup_are_never_signed_again(config: Config) -> None:
    seen = Published()
    games = lose(config, seen)
    with running(config) as service:
        old_house, old_tree = service.keyring.active("house").public.hex(), service.storage.tree()
    assert old_tree is not None
    done = restored()
    assert (done["stopped"], done["closed"]) == (2, 0)
    assert done["house_key"] != old_house
    with running(config) as service:
        assert service.storage.open_games() == []
        for game, name in zip(games, ("join", "roll"), strict=True):
            before = service.storage.events(game)
            with pytest.raises(GameError) as refused:
                service.joining.join(Ask(ACTOR, game), {"name": name})
            assert refused.value.code == "game.stopped"
            with pytest.raises(GameError):
                service.playing.abandon(Ask(ACTOR, game), "")
            service.hall.clock = lambda: 1 << 45  # long after every deadline
            service.keeper.tick()
            assert service.storage.events(game) == before
            seen.see(service, game)
            with service.hall.looking(game) as live:
                record = service.records.record(live)
            assert verify(record).verdict == "open"
    seen.check()


def test_a_new_house_key_and_a_new_log_begin(config: Config) -> None:
    seen = Published()
    lose(config, seen)
    done = restored()
    with running(config) as service:
        new, old = service.storage.trees()
        assert (new.origin, new.size, old.frozen is None) == (done["log_origin"], 0, False)
        assert new.origin.startswith(f"{old.origin}/")
        assert new.key != old.key
        plan = Plan(rules=system("mensch@1").bind({"start": "first"}, 2), public=True)
        game = service.opening.create(ACTOR, plan, lambda _: None).game.row.id
        for name in ("Ana", "Ben"):
            service.joining.join(Ask(ACTOR, game), {"name": name})
        roll_on(service, game)
        row = service.storage.game(game)
        assert row is not None
        assert row.house_key == done["house_key"]
        assert row.checkpoint is not None
        assert row.checkpoint.startswith(f"{new.origin}\n1\n")
        seen.see(service, game)
    seen.check()


def test_the_same_backup_restored_twice(config: Config) -> None:
    """Also what was signed between the two restores is never signed differently."""
    seen = Published()
    lose(config, seen)
    first = restored()
    with running(config) as service:
        plan = Plan(rules=system("mensch@1").bind({"start": "first"}, 2), public=True)
        game = service.opening.create(ACTOR, plan, lambda _: None).game.row.id
        for name in ("Ana", "Ben"):
            service.joining.join(Ask(ACTOR, game), {"name": name})
        seen.see(service, game)
    restore("copy.db")
    second = restored()
    assert not set(first.values()) & set(second.values()) - {0, first["stopped"]}
    with running(config) as service:
        for game in (row.id for row in service.storage.public_games(status=None, limit=10)):
            seen.see(service, game)
    seen.check()


def test_origins_are_never_the_same() -> None:
    assert len({new_origin("dice.example/log") for _ in range(100)}) == 100


def test_nothing_lost(config: Config) -> None:
    """A clean copy: open games are closed with signatures, keys and log go on, and every record can be verified."""
    seen = Published()
    with running(config, migrate=True) as service:
        games = open_games(service)
        play_on(service, games, seen, "Cleo")
        house, tree = service.keyring.active("house").public.hex(), service.storage.tree()
    assert tree is not None
    backup("copy.db")
    restore("copy.db")
    done = restored("--nothing-lost")
    assert (done["stopped"], done["closed"], done["house_key"], done["log_origin"]) == (0, 2, house, tree.origin)
    with running(config) as service:
        assert service.storage.open_games() == []
        for game in games:
            seen.see(service, game)
            with service.hall.looking(game) as live:
                record = service.records.record(live)
            close = json.loads(record)["events"][-1]
            assert (close["type"], close["status"]) == ("close", "abandoned")
            assert close["reason"] == "the service was restored from a backup"
            assert verify(record).verdict == "verified"
    seen.check()


def test_it_asks_first(config: Config) -> None:
    with running(config, migrate=True) as service:
        games = open_games(service)
    ended = fairdice("database", "restored", given="n\n")
    assert ended.code == 130
    assert "2 open games will be stopped for ever" in ended.out
    with running(config) as service:
        assert sorted(service.storage.open_games()) == sorted(games)
    ended = fairdice("database", "restored", given="y\n")
    assert ended.code == 0
    assert "Stopped 2 games; nothing will be signed for them." in ended.out
