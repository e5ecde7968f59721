from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.cli.development import HOST
from api.config import read_config
from api.service.actor import Actor
from api.service.ask import Ask
from api.service.livegame import tip_context
from api.service.opening import Plan
from api.service.seal import Sealer, new_secret_key, read_secret_keys
from api.service.service import Service
from api.start import open_service, settled
from api.storage.rows import CredentialRow, HostRow, WebhookRow
from api.webhooks.secrets import new_secrets, open_secrets
from replay.systems import system
from tests.fairdice.cli.running import fairdice

CREDENTIAL = CredentialRow(
    token_hash=bytes(32), id="key_1", kind="host", host=HOST, mode="test", label="", scopes=("play",), created=1
)
ACTOR = Actor("host", CREDENTIAL, "127.0.0.1")


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    key = new_secret_key()
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", key)
    assert run("database", "migrate")["database"] == "fairdice-data/fairdice.db"
    return key


def run(*words: str) -> Any:
    ended = fairdice(*words, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def service() -> Service:
    return open_service(settled(read_config()).config)


def begin(service: Service) -> str:
    """A game under way."""
    service.storage.add_host(HostRow(id=HOST, name="Host", created=1))
    plan = Plan(rules=system("mensch@1").bind({}, 2))
    game = service.opening.create(ACTOR, plan, lambda _: None).game.row.id
    for name in ("Ana", "Ben"):
        service.joining.join(Ask(ACTOR, game), {"name": name})
    return game


def test_a_secret_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one, another each time, and needs no database."""
    keys = [fairdice("key", "secret").out for _ in range(2)]
    assert len({read_secret_keys(key)[0] for key in keys}) == 2


def test_a_new_house_key(secret: str) -> None:
    (before,) = [row for row in run("key", "list")["keys"] if row["purpose"] == "house"]
    opened = service()
    game = begin(opened)
    opened.close()
    made = run("key", "new", "house")["key"]
    after = [row for row in run("key", "list")["keys"] if row["purpose"] == "house"]
    assert [(row["key"], row["retired"] is None) for row in after] == [(made, True), (before["key"], False)]
    opened = service()
    # The old one signs on in its game.
    opened.playing.abandon(Ask(ACTOR, game), None)
    with opened.hall.looking(game) as live:
        report = opened.records.report(opened.records.record(live), logged=True)
    assert (report.verdict, live.row.house_key) == ("verified", before["key"])
    opened.close()


def test_a_new_log(secret: str) -> None:
    made = run("key", "new", "log")["key"]
    new, old = run("key", "list")["logs"]
    assert (new["key"], new["frozen"], new["size"]) == (made, None, 0)
    assert old["frozen"] is not None
    assert new["origin"].startswith(old["origin"] + "/")


def test_a_new_log_stops_games_only_if_asked(secret: str) -> None:
    opened = service()
    game = begin(opened)
    opened.close()
    ended = fairdice("key", "new", "log")
    assert ended.code == 2
    assert ended.err.endswith("1 games under way have their first leaf in the log in use [game.open]\n")
    assert len(run("key", "list")["logs"]) == 1
    run("key", "new", "log", "--stop-games")
    opened = service()
    row = opened.storage.game(game)
    opened.close()
    assert row is not None
    assert row.status == "stopped"


def test_the_list_in_words(secret: str) -> None:
    ended = fairdice("key", "list")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines() if line] == [
        "FOR",
        "house",
        "log",
        "LOG",
        ended.out.split()[-4],
    ]
    assert "+" in ended.out.split()[-4]


def test_resealing(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything opens with the new key alone, in its own context: keys, tips, room codes, webhooks."""
    opened = service()
    game = begin(opened)
    waiting = opened.opening.create(ACTOR, Plan(rules=system("star@1").bind({}, 2)), lambda _: None)
    secrets = new_secrets()
    hook = WebhookRow(
        id="wh_1",
        host=HOST,
        mode="test",
        url="https://host.example",
        secret=secrets.sealed(opened.sealer, "wh_1"),
        events=(),
        created=1,
    )
    opened.storage.add_webhook(hook, None)
    opened.close()
    fresh = new_secret_key()
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", f"{fresh},{secret}")
    # Two signing keys, two tips, the code of the game that waits, the webhook.
    assert run("key", "reseal") == {"resealed": 6}
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", fresh)
    opened = service()
    sealer = Sealer(read_secret_keys(fresh))
    row = opened.storage.game(game)
    assert row is not None
    assert len(sealer.open(row.tip, tip_context(game))) == 32
    with opened.hall.looking(game) as live:
        assert live.table.gid.hex() == game
    found = opened.storage.game(waiting.game.row.id)
    assert found is not None
    assert opened.joining.room_code(ACTOR, found) == waiting.code
    stored = opened.storage.webhook("wh_1")
    assert stored is not None
    assert open_secrets(stored.secret, sealer, "wh_1") == secrets
    assert {opened.keyring.active("house").public.hex(), opened.keyring.active("log").public.hex()} == {
        row["key"] for row in run("key", "list")["keys"]
    }
    opened.close()


def test_the_old_secret_key_is_needed_until_then(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", new_secret_key())
    ended = fairdice("key", "reseal")
    assert ended.code == 2
    assert ended.err.endswith("[start.wrong_secret]\n")
