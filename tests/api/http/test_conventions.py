"""What every operation keeps, whoever wrote it: credentials, bodies, retries, preconditions, pages, limits, headers."""

from __future__ import annotations

import ast
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.http.codes import CODES, FAMILIES, kind_of
from api.http.operation import OPERATIONS
from api.storage.contract import Unavailable
from tests.support.databases import migrated_url
from tests.support.heart import Heart
from tests.support.situations import closed, contributing, joining, moving, rolling, sample
from tests.support.wire import Wire

GAME = {"rules": "star@1", "players": 2}


def problem(response: TestResponse, code: str) -> dict[str, Any]:
    """The problem document of a response, which must have this code and all that every problem has."""
    assert response.mimetype == "application/problem+json", response.text
    found: dict[str, Any] = json.loads(response.data)
    assert found["code"] == code, found
    assert found["status"] == response.status_code == kind_of(code).status
    assert found["type"] == f"http://127.0.0.1:8000/docs/problems#{code}"
    assert found["title"]
    assert found["detail"]
    assert found["request_id"] == response.headers["X-Request-Id"]
    return found


def limited(folder: Path, **limits: Any) -> Wire:
    return Wire(Heart(migrated_url("sqlite", folder, lambda: pytest.fail("none")), access_log=False, **limits))


# Credentials ----------------------------------------------------------------------------------------------------------


def test_a_key_is_needed(wire: Wire) -> None:
    response = wire.get("/v1/games")
    problem(response, "auth.missing")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="fairdice"'


@pytest.mark.parametrize(
    "header",
    [
        "Bearer fd_live_" + "A" * 43,
        "Bearer fd_live_short",
        "Bearer",
        "Basic YTpi",
        "fd_live_" + "A" * 43,
        "Bearer fd_live_" + "A" * 43 + " x",
        "Bearer \u00e9",
    ],
)
def test_bad_credentials(wire: Wire, header: str) -> None:
    for path in ("/v1/games", "/v1/house"):
        response = wire.get(path, Authorization=header)
        problem(response, "auth.invalid")
        assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


def test_revoked_and_expired_keys(wire: Wire) -> None:
    problem(wire.ask("GET", "/v1/games", key=wire.add_key("read", expires=2)), "auth.invalid")
    problem(wire.ask("GET", "/v1/games", key=wire.add_key("read", revoked=2)), "auth.invalid")


def test_scopes(wire: Wire) -> None:
    reads, plays = wire.add_key("read"), wire.add_key("play")
    assert wire.ask("GET", "/v1/games", key=reads).status_code == 200
    assert wire.ask("GET", "/v1/games", key=plays).status_code == 200
    response = wire.ask("POST", "/v1/games", GAME, key=reads)
    assert problem(response, "auth.scope")["expected"] == "play"
    assert 'error="insufficient_scope", scope="play"' in response.headers["WWW-Authenticate"]
    problem(wire.ask("GET", "/v1/keys", key=plays), "auth.scope")


def test_a_player_token_is_no_host_key(wire: Wire) -> None:
    token = joining(wire)["token"]
    problem(wire.ask("GET", "/v1/games", key=token), "auth.kind")


def test_a_test_key_sees_no_live_game(wire: Wire) -> None:
    game = joining(wire)["game"]
    tests = wire.add_key("admin", mode="test")
    problem(wire.ask("GET", f"/v1/games/{game}", key=tests), "game.unknown")
    problem(wire.get(f"/v1/games/{game}"), "game.unknown")
    assert wire.ask("GET", "/v1/games", key=tests).json == {"items": [], "next": None}


# Bodies ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b"\xff",
        b"\xef\xbb\xbf{}",
        b'{"players": NaN}',
        b'{"note": "\\ud800"}',
        b'{"players": 2, "players": 3}',
        b'{"join": {"tokens": 1, "tokens": 2}}',
        b'{"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"players": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_json_object(wire: Wire, raw: bytes) -> None:
    problem(wire.ask("POST", "/v1/games", raw=raw), "request.json")


@pytest.mark.parametrize(
    ("more", "pointer", "code"),
    [
        ({"players": "2"}, "/players", "type"),
        ({"players": 2.0}, "/players", "type"),
        ({"players": True}, "/players", "type"),
        ({"players": None}, "/players", "type"),
        ({"players": 7}, "/players", "range"),
        ({"public": "yes"}, "/public", "type"),
        ({"public": 1}, "/public", "type"),
        ({"rules": 5}, "/rules", "type"),
        ({"rules": ""}, "/rules", "length"),
        ({"start": "soon"}, "/start", "choice"),
        ({"bots": {}}, "/bots", "type"),
        ({"bots": [{"name": "a\nb"}]}, "/bots/0/name", "form"),
        ({"bots": [5]}, "/bots/0", "type"),
        ({"bots": [{}] * 7}, "/bots", "length"),
        ({"join": {"tokens": 1, "a/b": 2}}, "/join/a~1b", "unknown"),
        ({"options": {"pieces": 1.5}}, "/options/pieces", "type"),
        ({"seats": 4}, "/seats", "unknown"),
    ],
)
def test_flaws(wire: Wire, more: dict[str, Any], pointer: str, code: str) -> None:
    found = problem(wire.ask("POST", "/v1/games", GAME | more), "request.invalid")
    assert [(flaw["pointer"], flaw["code"]) for flaw in found["errors"]] == [(pointer, code)]
    assert found["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("more", "path", "code"),
    [
        ({"rules": "ludo@9"}, "/rules", "option.system"),
        ({"options": {"peices": 2}}, "/options/peices", "option.unknown"),
        ({"options": {"pieces": 9}}, "/options/pieces", "option.value"),
        ({"options": {"teams": True}, "players": 3}, "/options/teams", "option.players"),
        ({"players": 5}, "/players", "option.players"),
    ],
)
def test_rules_that_there_are_not(wire: Wire, more: dict[str, Any], path: str, code: str) -> None:
    assert problem(wire.ask("POST", "/v1/games", GAME | more), code)["path"] == path


def test_every_flaw_is_told(wire: Wire) -> None:
    found = problem(wire.ask("POST", "/v1/games", {"players": "2"}), "request.invalid")
    assert {(flaw["pointer"], flaw["code"]) for flaw in found["errors"]} == {
        ("/players", "type"),
        ("/rules", "missing"),
    }


def test_other_media_types(wire: Wire) -> None:
    raw = json.dumps(GAME).encode()
    for media in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""):
        problem(wire.ask("POST", "/v1/games", raw=raw, Content_Type=media), "request.media")
    for media in ("application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"):
        assert wire.ask("POST", "/v1/games", raw=raw, Content_Type=media).status_code == 201
    problem(wire.ask("POST", "/v1/games", GAME, Content_Encoding="gzip"), "request.media")
    assert wire.ask("POST", "/v1/games", GAME, Content_Encoding="identity").status_code == 201


def test_large_bodies(wire: Wire) -> None:
    problem(wire.ask("POST", "/v1/games", raw=b" " * 65537), "request.size")
    problem(wire.ask("POST", "/v1/verify", raw=b" " * (8 * 2**20 + 1)), "request.size")
    assert wire.ask("POST", "/v1/verify", raw=b" " * 65537).json["verdict"] == "unreadable"  # type: ignore[index]


def test_lengths_that_lie(wire: Wire) -> None:
    for length in ("-1", "many", "1" * 20, "3"):
        key = {"Authorization": f"Bearer {wire.key}"}
        lying = {"CONTENT_LENGTH": length}
        response = wire.client.post("/v1/games", data=b"{}", headers=key, environ_overrides=lying)
        problem(response, "request.malformed")


# Retries --------------------------------------------------------------------------------------------------------------


def test_a_retry_is_answered_and_nothing_done(wire: Wire) -> None:
    first = wire.ask("POST", "/v1/games", GAME, retry="once")
    again = wire.ask("POST", "/v1/games", GAME, retry="once")
    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    for name in ("ETag", "Location", "Content-Type", "Cache-Control"):
        assert again.headers[name] == first.headers[name]
    assert len(wire.ask("GET", "/v1/games").json["items"]) == 1  # type: ignore[index]


def test_a_secret_answer_is_sealed_in_the_store(wire: Wire) -> None:
    kept: list[Any] = []
    create = wire.service.storage.create

    def spy(game: Any) -> None:
        kept.append(game.idempotency)
        create(game)

    wire.service.storage.create = spy  # type: ignore[method-assign]
    body = GAME | {"join": {"tokens": 1}}
    token = wire.ask("POST", "/v1/games", body).json["tokens"][0]["token"]  # type: ignore[index]
    assert kept[0].secret
    assert token.encode() not in kept[0].body


def test_the_key_with_another_request(wire: Wire) -> None:
    wire.ask("POST", "/v1/games", GAME, retry="once")
    problem(wire.ask("POST", "/v1/games", GAME | {"players": 3}, retry="once"), "idempotency.mismatch")
    game = joining(wire)["game"]
    problem(wire.ask("POST", f"/v1/games/{game}/tokens", {}, retry="once"), "idempotency.mismatch")


def test_keys_of_two_hosts_do_not_meet(wire: Wire) -> None:
    other = wire.add_key("play")
    wire.ask("POST", "/v1/games", GAME, retry="once")
    assert "Idempotent-Replayed" not in wire.ask("POST", "/v1/games", GAME, retry="once", key=other).headers


@pytest.mark.parametrize("key", [" ", "a b", "k" * 256, "\u00e9"])
def test_impossible_keys(wire: Wire, key: str) -> None:
    problem(wire.ask("POST", "/v1/games", GAME, Idempotency_Key=key), "idempotency.key")


def test_a_key_is_needed_for_every_post_that_changes(wire: Wire) -> None:
    problem(wire.ask("POST", "/v1/games", GAME, retry=""), "idempotency.missing")
    free = {one.path for one in OPERATIONS if one.method == "POST" and not one.idempotent}
    assert free == {
        "/v1/verify",
        "/v1/positions",
        "/v1/games/<game>/stream-tickets",
        "/v1/webhooks/<webhook>/deliveries/<delivery>/retry",
    }


def test_a_request_that_is_still_being_answered(wire: Wire) -> None:
    gate = wire.app.extensions["fairdice"]
    entered: list[bytes] = []
    enter = gate.in_flight.enter

    def spy(scope: bytes) -> None:
        entered.append(scope)
        enter(scope)

    gate.in_flight.enter = spy
    wire.ask("POST", "/v1/games", GAME, retry="slow")
    enter(entered[0])
    response = wire.ask("POST", "/v1/games", GAME, retry="slow")
    problem(response, "idempotency.in_flight")
    assert response.headers["Retry-After"] == "1"
    gate.in_flight.leave(entered[0])
    assert wire.ask("POST", "/v1/games", GAME, retry="slow").headers["Idempotent-Replayed"] == "true"


def test_a_refusal_is_not_kept(wire: Wire) -> None:
    facts = contributing(wire)
    path = f"/v1/games/{facts['game']}/rolls"
    problem(wire.ask("POST", path, {"j": 1}, match="*", retry="roll"), "table.links_missing")
    links = {"j": 1, "links": facts["links"]}
    assert wire.ask("POST", path, links, match="*", retry="roll").status_code == 201


def test_a_retry_is_known_before_if_match_is_looked_at(wire: Wire) -> None:
    facts = rolling(wire)
    path, etag = f"/v1/games/{facts['game']}/rolls", wire.etag(facts["game"])
    first = wire.ask("POST", path, {"j": facts["j"]}, match=etag, retry="roll")
    again = wire.ask("POST", path, {"j": facts["j"]}, match=etag, retry="roll")
    assert first.status_code == 201
    assert again.data == first.data
    problem(wire.ask("POST", path, {"j": facts["j"]}, match=etag), "precondition.stale")


# Preconditions --------------------------------------------------------------------------------------------------------


def test_if_match(wire: Wire) -> None:
    facts = moving(wire)
    game = facts["game"]
    path = f"/v1/games/{game}/moves"
    problem(wire.ask("POST", path, facts["move"]), "precondition.missing")
    problem(wire.ask("POST", path, facts["move"], match="W/nonsense"), "precondition.malformed")
    stale = wire.ask("POST", path, facts["move"], match='"0-0123456789abcdef"')
    found = problem(stale, "precondition.stale")
    looked = wire.ask("GET", f"/v1/games/{game}")
    assert looked.json is not None
    assert {name: found[name] for name in ("n", "head", "due")} == {
        name: looked.json[name] for name in ("n", "head", "due")
    }
    assert stale.headers["ETag"] == looked.headers["ETag"] == f'"{found["n"]}-{found["head"][:16]}"'
    moved = wire.ask("POST", path, facts["move"], match=stale.headers["ETag"])
    assert moved.status_code == 201
    assert moved.headers["ETag"] == wire.etag(game)


def test_every_change_of_a_running_game_needs_it() -> None:
    free = {one.path for one in OPERATIONS if one.idempotent and "<game>" in one.path and not one.if_match}
    assert free == {"/v1/games/<game>/rematch", "/v1/games/<game>/tokens", "/v1/games/<game>/joins"}
    assert all(one.if_match for one in OPERATIONS if one.method == "DELETE" and one.path.endswith("<game>"))


def test_if_none_match(wire: Wire) -> None:
    game = sample(wire)["game"]
    for path in ("", "/due", "/record", "/events"):
        url = f"/v1/games/{game}{path}"
        etag = wire.get(url).headers["ETag"]
        for sent in (etag, f"W/{etag}", f'"other", {etag}', f'{etag[:-1]}-gzip"', "*"):
            response = wire.get(url, If_None_Match=sent)
            assert (response.status_code, response.data) == (304, b""), (url, sent)
            assert response.headers["ETag"] == etag
        assert wire.get(url, If_None_Match='"1-0123456789abcdef"').status_code == 200


def test_a_closed_record_is_kept_for_ever(wire: Wire) -> None:
    game = sample(wire)["game"]
    assert "immutable" in wire.get(f"/v1/games/{game}/record").headers["Cache-Control"]


# Pages ----------------------------------------------------------------------------------------------------------------


def test_pages(wire: Wire) -> None:
    games = {wire.ask("POST", "/v1/games", GAME).json["game"] for _ in range(5)}  # type: ignore[index]
    path, found = "/v1/games?limit=2&status=joining", []
    for _ in range(3):
        response = wire.ask("GET", path)
        assert response.json is not None
        found += [one["game"] for one in response.json["items"]]
        if response.json["next"] is None:
            assert "Link" not in response.headers
            break
        link = response.headers["Link"]
        assert link.endswith('>; rel="next"')
        path = link[1:].partition(">")[0].removeprefix("http://127.0.0.1:8000")
        assert "status=joining" in path
    assert len(found) == 5
    assert set(found) == games


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=ten", "limit=01", "limit=%2B1", "limit=1&limit=2", "page=1", "status=open"]
)
def test_bad_queries(wire: Wire, query: str) -> None:
    found = problem(wire.ask("GET", f"/v1/games?{query}"), "request.query")
    assert found["errors"][0]["pointer"] == "/" + query.partition("=")[0]


@pytest.mark.parametrize("cursor", ["x", "!!!", "bnVsbA", "WzEsMl0", "\u00e9"])
def test_cursors_of_nobody(wire: Wire, cursor: str) -> None:
    problem(wire.ask("GET", f"/v1/games?cursor={cursor}"), "request.cursor")


# Limits ---------------------------------------------------------------------------------------------------------------


def test_limits_of_a_credential(tmp_path: Path) -> None:
    wire = limited(tmp_path, limit_credential="3/hour")
    for left in (2, 1, 0):
        headers = wire.ask("GET", "/v1/games").headers
        assert headers["RateLimit-Policy"] == '"credential";q=3;w=3600'
        assert headers["RateLimit"].startswith(f'"credential";r={left};t=')
        assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("3", str(left))
        assert 0 < int(headers["X-RateLimit-Reset"]) <= 3600
    response = wire.ask("GET", "/v1/games")
    problem(response, "request.limit")
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["X-RateLimit-Remaining"] == "0"
    assert wire.get("/v1/house").status_code == 200
    assert wire.ask("GET", "/v1/games", key=wire.add_key("read")).status_code == 200
    wire.heart.close()


def test_limits_of_an_address(tmp_path: Path) -> None:
    wire = limited(tmp_path, limit_address="2/hour")
    for _ in range(2):
        assert wire.get("/v1/house").status_code == 200
    problem(wire.get("/v1/house"), "request.limit")
    assert wire.ask("GET", "/v1/games").status_code == 200
    wire.heart.close()


def test_room_codes_cannot_be_searched(tmp_path: Path) -> None:
    wire = limited(tmp_path, limit_codes="2/hour")
    token = joining(wire)["token"]
    # Many tokens are no help: what counts is the address.
    problem(wire.ask("POST", "/v1/reservations", {"code": "AAAAAAAA"}, key=""), "seat.code")
    problem(wire.ask("POST", "/v1/reservations", {"code": "AAAAAAAB"}, key=token), "seat.code")
    problem(wire.ask("POST", "/v1/reservations", {"code": "AAAAAAAC"}, key=""), "request.limit")
    problem(wire.ask("POST", "/v1/reservations", {"code": "AAAAAAAD"}, key=wire.key), "request.limit")
    wire.heart.close()


def test_keys_cannot_be_searched(tmp_path: Path) -> None:
    wire = limited(tmp_path, limit_refused="2/hour")
    for last in "AB":
        problem(wire.ask("GET", "/v1/games", key="fd_live_" + "A" * 42 + last), "auth.invalid")
    problem(wire.ask("GET", "/v1/games", key="fd_live_" + "A" * 42 + "C"), "request.limit")
    wire.heart.close()


# Errors of HTTP itself ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/games/", "//v1/games", "/v1", "/docs/", "/v1/games/a/b/c", "/v2/games"]
)
def test_nothing_there(wire: Wire, path: str) -> None:
    problem(wire.get(path), "request.not_found")


def test_other_methods(wire: Wire) -> None:
    response = wire.ask("DELETE", "/v1/games")
    problem(response, "request.method")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_head(wire: Wire) -> None:
    got, head = wire.get("/v1/rules"), wire.ask("HEAD", "/v1/rules", key="")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == got.headers["ETag"]
    assert head.headers["Content-Length"] == got.headers["Content-Length"]
    problem_free = wire.ask("HEAD", "/nothing", key="")
    assert (problem_free.status_code, problem_free.data) == (404, b"")


def test_a_fault_of_the_service(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Any:
        raise ValueError("secret details")

    wire.service.storage.tree = broken  # type: ignore[method-assign]
    response = wire.get("/v1/house")
    problem(response, "service.error")
    assert "secret" not in response.text
    assert response.headers["X-Request-Id"] in caplog.text


def test_a_database_that_is_gone(wire: Wire) -> None:
    def gone(*_: Any) -> Any:
        raise Unavailable("storage.unavailable", "the database cannot be reached")

    wire.service.storage.idempotency = gone  # type: ignore[assignment, method-assign]
    response = wire.ask("POST", "/v1/games", GAME)
    problem(response, "storage.unavailable")
    assert response.headers["Retry-After"] == "1"


def test_a_stream_that_breaks_says_so(wire: Wire) -> None:
    game = sample(wire)["game"]

    def broken(*_: Any, **__: Any) -> Any:
        raise ValueError("secret details")

    wire.service.storage.events = broken  # type: ignore[method-assign]
    last = json.loads(wire.get(f"/v1/games/{game}/events.ndjson").text.splitlines()[-1])
    assert last["problem"]["code"] == "service.error"
    assert "secret" not in str(last)
    told = wire.get(f"/v1/games/{game}/stream?after=-1").text
    assert "event: problem\ndata: {" in told


# Headers --------------------------------------------------------------------------------------------------------------


def test_request_ids(wire: Wire) -> None:
    assert wire.get("/healthz", X_Request_Id="trace-1:2/3").headers["X-Request-Id"] == "trace-1:2/3"
    made = {wire.get("/healthz", X_Request_Id=bad).headers["X-Request-Id"] for bad in ("a b", "x" * 129, "", "\u00e9")}
    assert len(made) == 4
    assert all(len(one) < 40 and " " not in one for one in made)


def test_browsers_of_any_origin(wire: Wire) -> None:
    game = closed(wire)["game"]
    for path in ("/v1/house", "/v1/rules", f"/v1/games/{game}", "/nothing", "/log/checkpoint"):
        response = wire.get(path, Origin="https://play.example")
        assert response.headers["Access-Control-Allow-Origin"] == "*", path
        exposed = response.headers["Access-Control-Expose-Headers"]
        for name in ("ETag", "Link", "RateLimit", "Retry-After", "X-Request-Id"):
            assert name in exposed
    for path in ("/v1/games", "/v1/keys", "/v1/webhooks"):
        assert "Access-Control-Allow-Origin" not in wire.ask("GET", path).headers


def test_preflight(wire: Wire) -> None:
    wanted: Any = {"Origin": "https://play.example", "Access_Control_Request_Method": "POST"}
    for path in ("/v1/reservations", "/v1/verify", f"/v1/games/{'0' * 64}/moves"):
        response = wire.ask("OPTIONS", path, key="", **wanted)
        assert (response.status_code, response.data) == (204, b"")
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in response.headers["Access-Control-Allow-Methods"]
        assert "Idempotency-Key" in response.headers["Access-Control-Allow-Headers"]
    host_only = wire.ask("OPTIONS", "/v1/games", key="", **wanted)
    assert host_only.headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert "Access-Control-Allow-Origin" not in host_only.headers


def test_no_sniffing_and_no_keeping(wire: Wire) -> None:
    assert wire.get("/v1/house").headers["X-Content-Type-Options"] == "nosniff"
    assert wire.get("/v1/house").headers["Cache-Control"] == "no-cache"
    assert wire.ask("GET", "/v1/games").headers["Cache-Control"] == "no-store"
    assert wire.get("/nothing").headers["Cache-Control"] == "no-store"


# The access log -------------------------------------------------------------------------------------------------------


def test_the_log_line(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "fairdice.access")
    response = wire.ask("GET", "/v1/games?limit=0")
    line = json.loads(caplog.records[-1].getMessage())
    assert line["request_id"] == response.headers["X-Request-Id"]
    assert (line["method"], line["route"], line["path"]) == ("GET", "/v1/games", "/v1/games")
    assert (line["status"], line["code"]) == (400, "request.query")
    assert line["credential"] == wire.host.credential.id  # type: ignore[union-attr]
    assert line["address"] == "127.0.0.1"


def test_nothing_secret_is_logged(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    facts = joining(wire)
    wire.ask("POST", "/v1/reservations", {"code": facts["code"]}, key="")
    wire.ask("POST", "/v1/reservations", {"game": facts["game"]}, key=facts["token"])
    ticket = wire.ask("POST", f"/v1/games/{facts['game']}/stream-tickets", key=facts["token"]).json["ticket"]  # type: ignore[index]
    wire.get(f"/v1/games/{facts['game']}/events.ndjson?ticket={ticket}")
    wire.get(f"/join/{facts['code']}")
    wire.get(f"/{wire.key}")
    full = contributing(wire)
    wire.ask("POST", f"/v1/games/{full['game']}/rolls", {"j": 1, "links": full["links"]}, match="*")
    assert "/v1/reservations" in caplog.text
    links = [link[name] for link in full["links"] for name in ("link", "ack")]
    for secret in (wire.key, facts["token"], facts["code"], ticket, wire.heart.secret, *links):
        assert secret not in caplog.text


# Codes ----------------------------------------------------------------------------------------------------------------


def test_declared_codes_are_in_the_table(wire: Wire) -> None:
    for operation in OPERATIONS:
        for code in operation.problems:
            assert code in CODES or code.partition(".")[0] in FAMILIES, (operation.name, code)
            assert kind_of(code).status < 600


def test_every_code_of_the_service_is_in_the_table() -> None:
    """A code that nobody has entered would be answered as a fault of the service."""
    found: set[str] = set()
    for path in (Path(__file__).parents[3] / "api").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith(("Error", "Refused")):
                values = [each.value for each in node.args[:1] if isinstance(each, ast.Constant)]
                found |= {value for value in values if isinstance(value, str)}
    codes = {code for code in found if "." in code}
    outside = ("config", "start", "seal", "secret", "usage", "host", "key", "database", "storage")
    asked = {code for code in codes if code.partition(".")[0] not in outside}
    assert len(asked) > 30
    assert not {code for code in asked if code not in CODES and code.partition(".")[0] not in FAMILIES}
