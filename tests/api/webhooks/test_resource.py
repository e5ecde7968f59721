"""Webhooks over HTTP: what a host can do with its own, and nobody with another's."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from standardwebhooks import Webhook
from werkzeug.test import Client, TestResponse

from api.app import create_app
from api.config import Config
from api.service.seal import new_secret_key
from api.service.service import Service
from api.service.tokens import hash_token, new_host_key
from api.storage.rows import CredentialRow, HostRow, Mode
from api.webhooks.messages import TYPES
from api.webhooks.registry import MAX_WEBHOOKS
from api.webhooks.schedule import DELAYS_MS
from tests.api.webhooks.receiver import Receiver, saying

_key = itertools.count()


class House:
    """A running service with two hosts, and a client for each key."""

    def __init__(self, folder: Path, *, private: bool) -> None:
        config = Config(
            database=f"sqlite:///{folder}/house.db",
            secret_keys=new_secret_key(),
            webhook_private=private,
            access_log=False,
        )
        self.service = Service.open(config, migrate=True)
        self.client = Client(create_app(self.service))
        self.keys: dict[str, str] = {}
        for host in ("ana", "ben"):
            self.service.storage.add_host(HostRow(id=host, name=host, created=1))
        self.add_key("ana", "ana", "test", "admin")
        self.add_key("ana live", "ana", "live", "admin")
        self.add_key("ana plays", "ana", "test", "play")
        self.add_key("ben", "ben", "test", "admin")

    def add_key(self, name: str, host: str, mode: Mode, scope: str) -> None:
        token = new_host_key(mode)
        row = CredentialRow(
            token_hash=hash_token(token),
            id=f"key_{len(self.keys)}",
            kind="host",
            host=host,
            mode=mode,
            label=name,
            scopes=(scope,),
            created=1,
        )
        self.service.storage.add_credential(row)
        self.keys[name] = token

    def ask(
        self, method: str, path: str, body: Any = None, *, who: str = "ana", key: str | None = None
    ) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.keys[who]}"}
        if method == "POST":
            headers["Idempotency-Key"] = key or f"key-{next(_key)}"
        data = None if body is None else json.dumps(body)
        return self.client.open(path, method=method, data=data, content_type="application/json", headers=headers)

    def add(self, url: str, *, who: str = "ana", **body: Any) -> dict[str, Any]:
        answer = self.ask("POST", "/v1/webhooks", {"url": url, **body}, who=who)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json or {}
        return found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path, private=True)
    yield made
    made.service.close()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """As in production: public addresses alone."""
    made = House(tmp_path, private=False)
    yield made
    made.service.close()


def code(answer: TestResponse) -> tuple[int, str]:
    assert answer.mimetype == "application/problem+json", answer.text
    return answer.status_code, (answer.json or {})["code"]


# What a host can do ---------------------------------------------------------------------------------------------------


def test_a_webhook_from_beginning_to_end(house: House) -> None:
    made = house.add("http://127.0.0.1:9/a", events=["game.closed"])
    secret = made.pop("secret")
    assert secret.startswith("whsec_")
    path = f"/v1/webhooks/{made['id']}"
    assert house.ask("GET", path).json == made
    assert house.ask("GET", "/v1/webhooks").json == {"items": [made], "next": None}
    assert (made["events"], made["mode"], made["disabled"], made["reason"]) == (["game.closed"], "test", None, None)

    change = {"url": "http://127.0.0.1:9/b", "events": ["game.away", "game.away", "game.closed"], "disabled": True}
    changed = house.ask("PATCH", path, change).json or {}
    assert (changed["url"], changed["events"]) == ("http://127.0.0.1:9/b", ["game.away", "game.closed"])
    assert changed["reason"] == "disabled by its host"
    assert house.ask("GET", path).json == changed
    again = house.ask("PATCH", path, {"disabled": False}).json or {}
    assert again == changed | {"disabled": None, "reason": None}
    assert house.ask("PATCH", path, {}).json == again

    assert house.ask("DELETE", path).status_code == 204
    assert code(house.ask("DELETE", path)) == (404, "webhook.unknown")
    assert house.ask("GET", "/v1/webhooks").json == {"items": [], "next": None}


def test_all_types_by_default(house: House) -> None:
    assert house.add("http://127.0.0.1:9/")["events"] == list(TYPES)


def test_a_retried_post_makes_no_second_webhook_and_tells_the_same_secret(house: House) -> None:
    body = {"url": "http://127.0.0.1:9/"}
    first = house.ask("POST", "/v1/webhooks", body, key="once")
    again = house.ask("POST", "/v1/webhooks", body, key="once")
    assert (first.status_code, again.status_code, first.data) == (201, 201, again.data)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len((house.ask("GET", "/v1/webhooks").json or {})["items"]) == 1
    assert code(house.ask("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/b"}, key="once"))[0] == 422


def test_no_secret_lies_open_in_the_database(house: House, tmp_path: Path) -> None:
    made = house.add("http://127.0.0.1:9/")
    rotated = house.ask("POST", f"/v1/webhooks/{made['id']}/secret", {}).json or {}
    house.service.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("house.db"))
    for secret in (made["secret"], rotated["secret"]):
        assert secret.removeprefix("whsec_").encode() not in stored
    assert made["id"].encode() in stored, "it was looked for where it would be"


def test_a_test_message_arrives_and_is_logged(house: House, host: Receiver) -> None:
    house.service.start()
    made = house.add(host.url)
    answer = house.ask("POST", f"/v1/webhooks/{made['id']}/test")
    assert answer.status_code == 202
    host.await_requests(1)
    (request,) = host.requests
    message = Webhook(made["secret"]).verify(request.body, request.headers)
    assert (message["type"], message["data"]) == ("webhook.test", {"webhook": made["id"], "mode": "test"})
    assert request.headers["webhook-id"] == (answer.json or {})["id"]


def test_both_secrets_verify_after_an_exchange(house: House, host: Receiver) -> None:
    made = house.add(host.url)
    path = f"/v1/webhooks/{made['id']}"
    fresh = house.ask("POST", f"{path}/secret").json or {}
    leaked = house.add(host.url + "&leaked")
    after = house.ask("POST", f"/v1/webhooks/{leaked['id']}/secret", {"overlap_s": 0}).json or {}
    for webhook in (made, leaked):
        assert house.ask("POST", f"/v1/webhooks/{webhook['id']}/test").status_code == 202
    house.service.start()
    host.await_requests(2)
    for request in host.requests:
        if request.path.endswith("leaked"):
            Webhook(after["secret"]).verify(request.body, request.headers)
            with pytest.raises(Exception, match="No matching signature"):
                Webhook(leaked["secret"]).verify(request.body, request.headers)
        else:
            for secret in (made["secret"], fresh["secret"]):
                Webhook(secret).verify(request.body, request.headers)


def test_the_delivery_log_page_by_page_and_a_retry(house: House, host: Receiver) -> None:
    host.then = saying(500, b"broken")
    made = house.add(host.url)
    path = f"/v1/webhooks/{made['id']}"
    sent = [(house.ask("POST", f"{path}/test").json or {})["id"] for _ in range(5)]
    found, cursor = [], ""
    for _ in range(3):
        answer = house.ask("GET", f"{path}/deliveries?limit=2{cursor}")
        body = answer.json or {}
        found += [item["id"] for item in body["items"]]
        cursor = f"&cursor={body['next']}"
    assert body["next"] is None
    assert sorted(found) == sorted(sent)

    house.service.start()
    host.await_requests(5)
    house.service.deliverer.stop(patience_s=30)
    shown = (house.ask("GET", f"{path}/deliveries").json or {})["items"]
    assert {(item["attempts"], item["status"], item["error"]) for item in shown} == {(1, 500, "answered 500: broken")}
    assert all(item["next_at"] >= item["created"] + DELAYS_MS[0] for item in shown)
    retried = house.ask("POST", f"{path}/deliveries/{sent[0]}/retry").json or {}
    assert retried["next_at"] < min(item["next_at"] for item in shown)


def test_nothing_is_sent_to_a_disabled_webhook(house: House) -> None:
    made = house.add("http://127.0.0.1:9/")
    path = f"/v1/webhooks/{made['id']}"
    message = house.ask("POST", f"{path}/test").json or {}
    house.ask("PATCH", path, {"disabled": True})
    assert code(house.ask("POST", f"{path}/test")) == (409, "webhook.disabled")
    assert code(house.ask("POST", f"{path}/deliveries/{message['id']}/retry")) == (409, "webhook.disabled")


def test_a_host_has_so_many_and_no_more(house: House) -> None:
    for number in range(MAX_WEBHOOKS):
        house.add(f"http://127.0.0.1:9/{number}")
    assert code(house.ask("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/x"})) == (409, "webhook.too_many")
    house.add("http://127.0.0.1:9/x", who="ben")


def test_a_game_is_told(house: House, host: Receiver) -> None:
    """A game of bots from start to end: each event that was stored is told, once, as it stands in the record."""
    house.service.start()
    made = house.add(host.url)
    body = {"rules": "star@1", "players": 2, "bots": [{"name": "A"}, {"name": "B"}], "join": {"code": False}}
    game = house.ask("POST", "/v1/games", body).json or {}
    house.service.storage.events(game["game"])
    host.await_requests(5)
    messages = [Webhook(made["secret"]).verify(each.body, each.headers) for each in list(host.requests)]
    rows = {row.n: row for row in house.service.storage.events(game["game"])}
    told = [message["data"] for message in messages if message["type"] == "game.event"]
    assert told
    for data in told:
        row = rows[data["n"]]
        assert data["event"] == json.loads(row.body)
        assert (data["head"], data["receipt"]["sig"]) == (row.head.hex(), row.sig.hex())
    assert len({data["n"] for data in told}) == len(told)


# What nobody can do ---------------------------------------------------------------------------------------------------

ON_ONE = [
    ("GET", "", None),
    ("PATCH", "", {"disabled": True}),
    ("DELETE", "", None),
    ("POST", "/secret", {}),
    ("POST", "/test", None),
    ("GET", "/deliveries", None),
    ("POST", "/deliveries/{message}/retry", None),
]


@pytest.mark.parametrize("who", ["ben", "ana live"])
@pytest.mark.parametrize(("method", "path", "body"), ON_ONE)
def test_another_host_or_mode_finds_nothing(house: House, who: str, method: str, path: str, body: Any) -> None:
    made = house.add("http://127.0.0.1:9/")
    message = house.ask("POST", f"/v1/webhooks/{made['id']}/test").json or {}
    before = house.service.storage.webhook(made["id"])
    where = f"/v1/webhooks/{made['id']}{path.format(message=message['id'])}"
    assert code(house.ask(method, where, body, who=who)) == (404, "webhook.unknown")
    assert house.service.storage.webhook(made["id"]) == before
    assert (house.ask("GET", "/v1/webhooks", who=who).json or {})["items"] == []


def test_a_message_of_another_webhook_is_not_found(house: House) -> None:
    mine, others = house.add("http://127.0.0.1:9/"), house.add("http://127.0.0.1:9/", who="ben")
    message = house.ask("POST", f"/v1/webhooks/{others['id']}/test", who="ben").json or {}
    path = f"/v1/webhooks/{mine['id']}/deliveries/{message['id']}/retry"
    assert code(house.ask("POST", path)) == (404, "webhook.unknown")


@pytest.mark.parametrize(("method", "path", "body"), [*ON_ONE, ("POST", None, {"url": "x"}), ("GET", None, None)])
def test_a_key_without_the_scope_may_nothing(house: House, method: str, path: str | None, body: Any) -> None:
    where = "/v1/webhooks" if path is None else f"/v1/webhooks/wh_1{path.format(message='msg_1')}"
    assert code(house.ask(method, where, body, who="ana plays")) == (403, "auth.scope")


REFUSED = {
    "http://hooks.example.com/": "webhook.scheme",
    "https://127.0.0.1/": "webhook.address",
    "https://169.254.169.254/latest/meta-data/": "webhook.address",
    "https://[::1]/": "webhook.address",
    "https://[::ffff:10.0.0.1]/": "webhook.address",
    "https://[fd00:ec2::254]/": "webhook.address",
    "https://2130706433/": "webhook.host",
    "https://localhost/": "webhook.host",
    "https://user:secret@hooks.example.com/": "webhook.user",
    "https://hooks.example.com:22/": "webhook.port",
    "https://hooks.example.com/#x": "webhook.url",
}


@pytest.mark.parametrize("url", REFUSED)
def test_where_nothing_may_go(strict: House, url: str) -> None:
    assert code(strict.ask("POST", "/v1/webhooks", {"url": url})) == (422, REFUSED[url])
    made = strict.add("https://93.184.215.14/")
    path = f"/v1/webhooks/{made['id']}"
    assert code(strict.ask("PATCH", path, {"url": url})) == (422, REFUSED[url])
    assert (strict.ask("GET", path).json or {})["url"] == "https://93.184.215.14/"


BAD = [
    ({}, "/url"),
    ({"url": 5}, "/url"),
    ({"url": ""}, "/url"),
    ({"url": "https://a.example/", "events": []}, "/events"),
    ({"url": "https://a.example/", "events": ["game.won"]}, "/events/0"),
    ({"url": "https://a.example/", "events": ["webhook.test"]}, "/events/0"),
    ({"url": "https://a.example/", "events": "game.closed"}, "/events"),
    ({"url": "https://a.example/", "secret": "whsec_x"}, "/secret"),
]


@pytest.mark.parametrize(("body", "pointer"), BAD)
def test_bodies_that_are_refused(house: House, body: Any, pointer: str) -> None:
    answer = house.ask("POST", "/v1/webhooks", body)
    assert code(answer) == (422, "request.invalid")
    assert [flaw["pointer"] for flaw in (answer.json or {})["errors"]] == [pointer]


def test_a_webhook_that_was_disabled_for_good_reason_says_so(house: House) -> None:
    made = house.add("http://127.0.0.1:9/")
    row = house.service.storage.webhook(made["id"])
    assert row is not None
    house.service.storage.change_webhook(row, structs.replace(row, disabled=5, reason="the receiver answered 410 Gone"))
    shown = house.ask("GET", f"/v1/webhooks/{made['id']}").json or {}
    assert (shown["disabled"], shown["reason"]) == (5, "the receiver answered 410 Gone")
