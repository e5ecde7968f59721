"""What is not about one game: house, rules, verify, positions, keys, health, pages."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from api.http.codes import CODES
from api.storage.rows import HostRow
from fairdice.keys import SecretKey
from replay.catalog import catalog
from tests.fairdice.cli.running import fairdice
from tests.support.situations import sample
from tests.support.wire import Wire

RECORDS = Path(__file__).parents[2] / "vectors" / "records"


def code_of(response: Any) -> str:
    found: str = response.json["code"]
    return found


# House and rules ------------------------------------------------------------------------------------------------------


def test_the_house(wire: Wire) -> None:
    before = wire.service.keyring.active("house").public.hex()
    new = wire.service.keyring.make("house", 5).public.hex()
    card = wire.get("/v1/house").json
    assert card is not None
    assert {key["key"]: key["retired"] for key in card["keys"]} == {new: None, before: 5}
    tree = wire.service.storage.tree()
    assert tree is not None
    assert card["log"]["vkey"] == wire.service.keyring.vkey(tree)


def test_rules_are_the_catalogue(wire: Wire) -> None:
    assert wire.get("/v1/rules").json == json.loads(json.dumps(catalog()))
    for system in catalog()["systems"]:
        assert wire.get(f"/v1/rules/{system['id']}").json == json.loads(json.dumps(system))
    assert code_of(wire.get("/v1/rules/ludo@9")) == "rules.unknown"
    etag = wire.get("/v1/rules").headers["ETag"]
    assert wire.get("/v1/rules", If_None_Match=etag).status_code == 304


# Verify and positions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json"))[:4], ids=lambda path: path.stem)
def test_verify_is_the_command(wire: Wire, path: Path) -> None:
    raw = path.read_bytes()
    answer = wire.get("/v1/verify", raw=raw)
    assert answer.status_code == 405
    answer = wire.ask("POST", "/v1/verify", raw=raw, key="")
    said = json.loads(fairdice("verify", "--json", str(path)).out)
    assert answer.json is not None
    assert {**answer.json, "file": ""} == {**said["records"][0], "file": ""}


def test_verify_with_keys(wire: Wire) -> None:
    facts = sample(wire)
    other = SecretKey(bytes(32)).public.hex()
    path = "/v1/verify?house_key="
    good = wire.ask("POST", path + facts["house_key"], facts["record"], key="")
    assert good.json is not None
    assert good.json["verdict"] == "verified"
    bad = wire.ask("POST", path + other, facts["record"], key="")
    assert bad.json is not None
    assert bad.json["verdict"] == "refused"
    assert bad.json["fault"]["code"].startswith("named.")
    for query in ("house_key=" + "00" * 32, "house_key=xyz", "log_key=nobody"):
        assert code_of(wire.ask("POST", f"/v1/verify?{query}", facts["record"], key="")) == "request.query"


STAR: dict[str, Any] = {
    "ruleset": "star@1",
    "players": 2,
    "pieces": [[20, -1, -1, -1], [50, 50, -1, -1]],
    "rolls": [4],
}


def test_positions_are_the_command(wire: Wire, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(STAR))
    listed = fairdice("moves", "--json", str(file))
    assert wire.ask("POST", "/v1/positions", STAR, key="").json == json.loads(listed.out)
    judged = fairdice("moves", "--json", "--move", "yard:0", str(file))
    question = {"position": STAR, "move": {"from": -1, "to": 0}}
    assert wire.ask("POST", "/v1/positions", question, key="").json == json.loads(judged.out)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "format.missing"),
        ({"position": STAR, "moves": []}, "format.unknown_field"),
        ({"position": 5}, "format.type"),
        ({"position": STAR, "move": 5}, "format.type"),
        ({**STAR, "turn": 5}, "position.turn"),
        ({**STAR, "ruleset": "ludo@9"}, "option.system"),
        ({"format": "fairdice/game@1", "events": []}, "format.kind"),
    ],
)
def test_positions_that_are_none(wire: Wire, body: Any, code: str) -> None:
    response = wire.ask("POST", "/v1/positions", body, key="")
    assert (response.status_code, code_of(response)) == (422, code)


# Keys -----------------------------------------------------------------------------------------------------------------


def test_a_key_works_at_once_and_no_longer_than_it_may(wire: Wire) -> None:
    made = wire.ask("POST", "/v1/keys", {"label": "game server", "scopes": ["read"]}).json
    assert made is not None
    assert re.fullmatch(r"fd_live_[A-Za-z0-9_-]{43}", made["key"])
    assert wire.ask("GET", "/v1/games", key=made["key"]).status_code == 200
    gone = wire.ask("DELETE", f"/v1/keys/{made['id']}")
    assert gone.status_code == 200
    assert code_of(wire.ask("GET", "/v1/games", key=made["key"])) == "auth.invalid"
    again = wire.ask("DELETE", f"/v1/keys/{made['id']}")
    assert again.json == gone.json


def test_a_key_is_shown_once(wire: Wire) -> None:
    made = wire.ask("POST", "/v1/keys", {"label": "x", "scopes": ["play"]}).json
    assert made is not None
    listed = wire.ask("GET", "/v1/keys")
    assert made["id"] in listed.text
    assert made["key"] not in listed.text


def test_a_key_is_replaced_with_an_overlap(wire: Wire) -> None:
    old = wire.ask("POST", "/v1/keys", {"label": "old", "scopes": ["read"]}).json
    assert old is not None
    body = {"label": "new", "scopes": ["read"], "replaces": old["id"], "overlap_s": 60}
    assert wire.ask("POST", "/v1/keys", body).status_code == 201
    assert wire.ask("GET", "/v1/games", key=old["key"]).status_code == 200
    ends = next(key["revoked"] for key in wire.ask("GET", "/v1/keys").json["items"] if key["id"] == old["id"])  # type: ignore[index]
    assert ends > 0
    body = {"label": "newer", "scopes": ["read"], "replaces": old["id"], "overlap_s": 0}
    assert wire.ask("POST", "/v1/keys", body).status_code == 201
    assert code_of(wire.ask("GET", "/v1/games", key=old["key"])) == "auth.invalid"


def test_keys_of_others(wire: Wire) -> None:
    wire.service.storage.add_host(HostRow(id="other", name="Other", created=1))
    foreign = wire.actor(wire.add_key("admin", host="other")).credential
    tests = wire.add_key("admin", mode="test")
    assert foreign is not None
    assert code_of(wire.ask("DELETE", f"/v1/keys/{foreign.id}")) == "key.unknown"
    own = wire.host.credential
    assert own is not None
    assert code_of(wire.ask("DELETE", f"/v1/keys/{own.id}", key=tests)) == "key.unknown"
    body = {"label": "x", "scopes": ["read"], "replaces": foreign.id}
    assert code_of(wire.ask("POST", "/v1/keys", body)) == "key.unknown"


def test_keys_that_cannot_be(wire: Wire) -> None:
    assert code_of(wire.ask("POST", "/v1/keys", {"label": "x", "scopes": ["read"], "expires": 5})) == "key.expires"
    for scopes in ([], ["root"], "read"):
        assert code_of(wire.ask("POST", "/v1/keys", {"label": "x", "scopes": scopes})) == "request.invalid"


def test_pages_of_keys(wire: Wire) -> None:
    for number in range(4):
        wire.ask("POST", "/v1/keys", {"label": str(number), "scopes": ["read"]})
    found, path = [], "/v1/keys?limit=2"
    while path:
        answer = wire.ask("GET", path)
        assert answer.json is not None
        found += [key["id"] for key in answer.json["items"]]
        path = f"/v1/keys?limit=2&cursor={answer.json['next']}" if answer.json["next"] else ""
    assert len(found) == len(set(found)) == 5


# Operations -----------------------------------------------------------------------------------------------------------


def test_ready_and_not(wire: Wire) -> None:
    assert wire.get("/healthz").json == wire.get("/readyz").json == {"status": "ok"}
    wire.service.storage.tree = lambda: None  # type: ignore[method-assign]
    assert code_of(wire.get("/readyz")) == "log.none"
    wire.service.drain()
    draining = wire.get("/readyz")
    assert (draining.status_code, code_of(draining)) == (503, "service.draining")
    assert wire.get("/healthz").status_code == 200


def test_metrics(wire: Wire) -> None:
    wire.get("/v1/rules/ludo@9")
    text = wire.get("/metrics").text
    assert 'fairdice_requests_total{method="GET",route="/v1/rules/<rules>",status="404"}' in text
    assert 'fairdice_problems_total{code="rules.unknown"}' in text
    assert "fairdice_request_seconds_bucket" in text
    assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ


# Pages ----------------------------------------------------------------------------------------------------------------


def test_pages_hold_what_they_need(wire: Wire) -> None:
    for path in ("/docs", "/docs/problems"):
        page = wire.get(path)
        assert page.mimetype == "text/html"
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert "<script" not in page.text
        assert "style=" not in page.text
        for address in re.findall(r'(?:href|src)="(http://127\.0\.0\.1:8000)?(/static/[^"]+)"', page.text):
            found = wire.get(address[1])
            assert found.status_code == 200
            assert "immutable" in found.headers["Cache-Control"]
        assert not re.search(r'(?:href|src)="(?!#|/(?!/)|http://127\.0\.0\.1:8000/)', page.text), (
            "only our own addresses"
        )
        names = set(re.findall(r'id="([^"]+)"', page.text))
        assert set(re.findall(r'href="#([^"]+)"', page.text)) <= names
        etag = page.headers["ETag"]
        assert wire.get(path, If_None_Match=etag).status_code == 304


def test_every_problem_has_its_place(wire: Wire) -> None:
    page = wire.get("/docs/problems").text
    for code in CODES:
        assert f'id="{code}"' in page


def test_the_front_door(wire: Wire) -> None:
    answer = wire.get("/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert wire.get("/static/pages.css").status_code == 404
