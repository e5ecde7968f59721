"""No link before it is due, no tip ever, nothing secret in the database, in the logs or on the terminal."""

from __future__ import annotations

import base64
import json
import logging
import re
from pathlib import Path

import pytest

from api.service.livegame import tip_context
from api.service.tokens import hash_token
from fairdice.chain import Chain
from fairdice.encoding import from_hex
from tests.support.dump import rows_of
from tests.support.scene import QUICK, Scene
from tests.support.service import Running, Sitting

READS = ("", "/due", "/position", "/moves", "/record", "/events?after=-1", "/report", "/events.ndjson", "/room-code")
HEX = re.compile(rb"[0-9a-f]{64}")


@pytest.fixture
def running(database):
    with Running(database, webhook_private=True, access_log=True) as found:
        yield found


class Guarded:
    """All links of a game, and which of them may be known by now."""

    def __init__(self, running: Running, sitting: Sitting) -> None:
        row = running.storage.game(sitting.game)
        assert row is not None
        tip = running.service.sealer.open(row.tip, tip_context(row.id))
        chain = Chain(from_hex(row.id, 32), 0, 64, tip)
        self.tip = tip
        self.running, self.sitting = running, sitting
        self.links = {chain.link(j).hex().encode(): (0, j) for j in range(1, 65)} | {tip.hex().encode(): (0, 65)}
        for number in range(len(sitting.who)):
            chain = Chain(from_hex(row.id, 32), number + 1, 64, sitting.secret(f"tip {number}"))
            self.links |= {chain.link(j).hex().encode(): (number + 1, j) for j in range(1, 65)}
            self.links[sitting.secret(f"tip {number}").hex().encode()] = (number + 1, 65)
        self.shown: set[tuple[int, int]] = set()
        self.due = 0

    def check(self) -> None:
        """Look at everything that was told since the last time."""
        storage, sitting = self.running.storage, self.sitting
        row = storage.game(sitting.game)
        assert row is not None
        events = [json.loads(event.body) for event in storage.events(sitting.game)]
        rolled = {
            (party, event["j"])
            for event in events
            if event["type"] in ("draw", "roll")
            for party, link in enumerate(event["links"])
            if link is not None
        }
        if row.open_leaf is not None and sitting.due["j"] is not None:
            self.due = max(self.due, sitting.due["j"])
        known = rolled | {(0, j) for j in range(1, self.due + 1)}
        tape = self.running.tape
        for hook in storage.webhooks("host", "test"):
            tape += [one.body for one in storage.deliveries(hook.id, before=None, limit=100)]
        for told in tape:
            for found in HEX.findall(told):
                link = self.links.get(found)
                assert link is None or link in known, (link, told)
                if link is not None:
                    self.shown.add(link)
        tape.clear()


def test_no_link_before_it_is_due(running):
    """Through a whole game: after every request everyone looks at everything, and asks for what is not due."""
    scene = Scene(running)
    scene.actors["admin"].done("POST", "/v1/webhooks", {"url": "https://127.0.0.1:4443/hook"})
    sitting = Sitting(scene.actors["admin"], "pairs@1", "ttc", seed="leaks", start="host", links=64, **QUICK)
    guard = Guarded(running, sitting)
    running.tape.clear()
    for number in range(3):
        sitting.join(number)
        scene.actors |= {"own": sitting.clients[0]}
        look(scene, sitting)
        guard.check()
    assert not guard.shown
    scene.actors["mate"] = sitting.clients[1]
    sitting.take(sitting.host.post(f"{sitting.path}/start", {}, etag=sitting.etag))
    for _ in range(4):
        j = sitting.due["j"]
        for player in sitting.due["missing"]:
            body = {"j": sitting.due["j"], "links": [sitting.link(player)]}
            sitting.take(sitting.client_of(player).done("POST", f"{sitting.path}/links", body, etag=sitting.etag))
            look(scene, sitting)
            sitting.look()
            guard.check()
        if sitting.due["j"] == j:  # nobody who may has asked for it meanwhile
            sitting.step()
        look(scene, sitting)
        guard.check()
        while sitting.due["j"] is None:
            sitting.step()
            guard.check()
    sitting.take(sitting.host.post(f"{sitting.path}/abandonment", {}, etag=sitting.etag))
    look(scene, sitting)
    guard.check()
    assert {party for party, _ in guard.shown} == {0, 1, 2, 3}
    assert max(j for _, j in guard.shown) == guard.due < 10


def look(scene: Scene, sitting: Sitting) -> None:
    """Everyone reads everything, and tries what is not allowed now."""
    bad = {"player": 0, "link": "00" * 32, "ack": "00" * 64}
    for who in scene.actors.values():
        for path in READS:
            who.get(sitting.path + path)
        for j in (1, sitting.due.get("j") or 1, (sitting.due.get("j") or 1) + 1, 64, 65):
            for etag in (sitting.etag, "*", '"2-0000000000000000"'):
                who.post(f"{sitting.path}/rolls", {"j": j}, etag=etag)
                who.post(f"{sitting.path}/links", {"j": j, "links": [bad]}, etag=etag)


@pytest.mark.parametrize("log_level", [logging.DEBUG])
def test_nothing_secret_is_stored_or_logged(running, caplog, capfd, log_level, tmp_path):
    """Keys, tokens, room codes, webhook secrets, tips and seeds: neither in the database nor in anything written."""
    caplog.set_level(log_level)
    scene = Scene(running)
    secrets = {name: client.token.encode() for name, client in scene.actors.items() if client.token}
    hook = scene.actors["admin"].done("POST", "/v1/webhooks", {"url": "https://127.0.0.1:4443/hook"}).json
    rotated = scene.actors["admin"].done("POST", f"/v1/webhooks/{hook['id']}/secret", {}).json
    scene.actors["admin"].done("POST", f"/v1/webhooks/{hook['id']}/test")
    made = scene.actors["admin"].done("POST", "/v1/keys", {"label": "x", "scopes": ["read"]}).json
    sitting = scene.at("joining")
    by_code = running.client().post("/v1/reservations", {"code": scene.code})
    sitting = scene.at("asking")
    careless(running, sitting, scene.code)
    guard = Guarded(running, sitting)
    secrets |= {
        "webhook secret": hook["secret"].encode(),
        "webhook secret, bare": hook["secret"].removeprefix("whsec_").encode(),
        "webhook key": base64.b64decode(hook["secret"].removeprefix("whsec_")),
        "rotated": rotated["secret"].removeprefix("whsec_").encode(),
        "made key": made["key"].encode(),
        "by code": by_code.json["token"].encode(),
        "room code": scene.code.encode(),
        "room code, bare": scene.code.replace("-", "").encode(),
        "own": (scene.actors["own"].token or "").encode(),
        "tip": guard.tip,
        "house": running.service.keyring.active("house").seed,
        "log": running.service.keyring.active("log").seed,
        "secret key": running.config.secret_keys.encode(),
    }
    needles = {f"{name} {how}": needle for name, raw in secrets.items() for how, needle in forms(raw)}
    written = capfd.readouterr()
    heaps = {
        "rows": b"\n".join(flat(value) for rows in rows_of(running.storage).values() for row in rows for value in row),
        "files": b"".join(file.read_bytes() for file in sorted(Path(tmp_path).rglob("*")) if file.is_file()),
        "log": caplog.text.encode(),
        "terminal": (written.out + written.err).encode(),
    }
    assert len(caplog.records) > 20, "the access log is written"
    assert hash_token(by_code.json["token"]) in heaps["rows"]
    for heap, content in heaps.items():
        found = [name for name, needle in needles.items() if needle in content]
        assert not found, (heap, found)
    for link in guard.links:
        assert link not in heaps["log"]
        assert link not in heaps["terminal"]


def careless(running: Running, sitting: Sitting, code: str) -> None:
    """Requests that are refused, with secrets where they do not belong."""
    token = sitting.clients[0].token or ""
    for client in (running.client(token[:-1]), running.client(token + "x"), sitting.host):
        client.get(f"/v1/games/{token}")
        client.get(f"/join/{code}")
        client.get(f"{sitting.path}?token={token}&code={code}")
        client.get(f"/v1/games?cursor={token}")
        client.post(f"{sitting.path}/moves", {"player": token, token: code}, etag=sitting.etag)
        client.post(f"{sitting.path}/moves", token.encode(), etag=token, key=token)
        client.post("/v1/reservations", {"code": code, "game": token})
        client.post("/v1/reservations", {"code": code[:-1] + "0" + token})
        client.ask("DELETE", f"/v1/keys/{token}")


def forms(raw: bytes) -> list[tuple[str, bytes]]:
    found = [("as it is", raw), ("hex", raw.hex().encode())]
    return [
        *found,
        ("base64", base64.b64encode(raw).rstrip(b"=")),
        ("base64url", base64.urlsafe_b64encode(raw).rstrip(b"=")),
    ]


def flat(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()
