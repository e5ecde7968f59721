"""Who may do what: every operation by everyone, and nobody learns of a game that is not theirs to see."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from api.http.operation import OPERATIONS
from tests.support.databases import migrated_url
from tests.support.scene import ACTORS, Scene
from tests.support.service import Client, Reply, Running, Sitting

Ask = Callable[[Scene, Sitting, Client], Reply]

# anyone read play admin live other own mate stray
HOST_READS = "401 200 200 200 404 404 403 403 403"
READS = "404 200 200 200 404 404 200 200 404"
DRIVES = "401 403 201 201 404 404 403 403 403"
CREATES = "401 403 201 201 201 201 403 403 403"
ADMIN = "401 403 403 200 200 200 403 403 403"
OWN_THINGS = "401 403 403 200 404 404 403 403 403"
OWN_PLAYER = "401 403 403 403 404 404 201 403 404"


NOBODY = " ".join(["404"] * 9)
"""Pages of games are the same for everybody: there are none of private games."""


def page(path: str) -> Ask:
    return lambda _scene, sitting, who: who.get(f"/games/{sitting.game}{path}")


def oembed(scene: Scene, sitting: Sitting, who: Client) -> Reply:
    return who.get(f"/oembed?url={scene.running.config.url}/games/{sitting.game}")


def get(path: str) -> Ask:
    return lambda _scene, sitting, who: who.get(sitting.path + path)


def post(path: str, body: Callable[[Scene, Sitting], Any] = lambda *_: {}) -> Ask:
    return lambda scene, sitting, who: who.post(sitting.path + path, body(scene, sitting), etag=sitting.etag)


def at(method: str, path: Callable[[Scene], str], body: Any = None) -> Ask:
    return lambda scene, _sitting, who: who.ask(method, path(scene), body)


def moving(_scene: Scene, sitting: Sitting) -> Any:
    return sitting.act()[1]


def signed(name: str, **more: Any) -> Callable[[Scene, Sitting], Any]:
    return lambda _scene, sitting: {"player": 0, "sig": getattr(sitting.players[0], name)().sig, **more}


def delete(_scene: Scene, sitting: Sitting, who: Client) -> Reply:
    return who.ask("DELETE", sitting.path, etag=sitting.etag)


def reserve(_scene: Scene, sitting: Sitting, who: Client) -> Reply:
    return who.post("/v1/reservations", {"game": sitting.game})


def key_path(scene: Scene) -> str:
    made = scene.actors["admin"].done("POST", "/v1/keys", {"label": "x", "scopes": ["read"]})
    return f"/v1/keys/{made.json['id']}"


def token_path(scene: Scene) -> str:
    path = f"{scene.sitting.path}/tokens"
    return f"{path}/{scene.sitting.host.done('POST', path).json['tokens'][0]['id']}"


HOOK: Any = {"url": "https://127.0.0.1:4443/hook"}
RECORD = "/v1/games/<game>"
MATRIX: list[tuple[str, str, str, Ask]] = [
    ("GET /v1/games/<game>/room-code", "joining", HOST_READS, get("/room-code")),
    ("GET /v1/games/<game>/room-code.svg", "joining", HOST_READS, get("/room-code.svg")),
    ("GET /v1/games/<game>/room-code.png", "joining", HOST_READS, get("/room-code.png")),
    ("POST /v1/games/<game>/tokens", "joining", DRIVES, post("/tokens")),
    ("DELETE /v1/games/<game>/tokens/<token>", "joining", DRIVES.replace("201", "204"), at("DELETE", token_path)),
    ("POST /v1/reservations", "joining", "401 403 201 201 404 404 201 201 404", reserve),
    (
        "POST /v1/games/<game>/joins",
        "joining",
        "401 403 201 201 404 404 201 201 404",
        post("/joins", lambda *_: {"name": "Zoe"}),
    ),
    ("POST /v1/games", "joining", CREATES, at("POST", lambda _: "/v1/games", {"rules": "star@1", "players": 2})),
    ("POST /v1/games/<game>/rematch", "closed", DRIVES, post("/rematch")),
    ("GET /v1/games", "joining", "401 200 200 200 200 200 403 403 403", at("GET", lambda _: "/v1/games")),
    ("GET /v1/games/<game>", "rolling", READS, get("")),
    ("GET /games/<game>", "closed", NOBODY, page("")),
    ("GET /games/<game>/thumbnail.svg", "closed", NOBODY, page("/thumbnail.svg")),
    ("GET /games/<game>/thumbnail.png", "closed", NOBODY, page("/thumbnail.png")),
    ("GET /embed/<game>", "closed", NOBODY, lambda _, sitting, who: who.get(f"/embed/{sitting.game}")),
    ("GET /oembed", "closed", NOBODY, oembed),
    ("GET /v1/games/<game>/due", "rolling", READS, get("/due")),
    ("GET /v1/games/<game>/position", "rolling", READS, get("/position")),
    ("GET /v1/games/<game>/moves", "moving", READS, get("/moves")),
    ("GET /v1/games/<game>/record", "rolling", READS, get("/record")),
    ("GET /v1/games/<game>/events", "rolling", READS, get("/events")),
    ("GET /v1/games/<game>/report", "closed", READS, get("/report")),
    ("GET /v1/games/<game>/stream", "closed", READS, get("/stream?after=0")),
    ("GET /v1/games/<game>/events.ndjson", "rolling", READS, get("/events.ndjson")),
    ("POST /v1/games/<game>/stream-tickets", "rolling", "401 201 201 201 404 404 201 201 404", post("/stream-tickets")),
    ("DELETE /v1/games/<game>", "closed", "401 403 403 204 404 404 403 403 403", delete),
    ("POST /v1/games/<game>/start", "waiting", "401 403 200 200 404 404 403 403 403", post("/start")),
    (
        "POST /v1/games/<game>/links",
        "rolling",
        OWN_PLAYER.replace("201", "200"),
        post("/links", lambda scene, _: scene.links(0)),
    ),
    (
        "POST /v1/games/<game>/links",
        "asking",
        "401 403 200 200 404 404 403 403 404",
        post("/links", lambda scene, _: scene.links(2)),
    ),
    ("POST /v1/games/<game>/rolls", "ready", OWN_PLAYER, post("/rolls", lambda _, sitting: {"j": sitting.due["j"]})),
    ("POST /v1/games/<game>/moves", "moving", OWN_PLAYER, post("/moves", moving)),
    (
        "POST /v1/games/<game>/passes",
        "moving",
        OWN_PLAYER.replace("201", "422"),
        post("/passes", lambda *_: {"player": 0}),
    ),
    ("POST /v1/games/<game>/absences", "rolling", OWN_PLAYER, post("/absences", signed("leave"))),
    ("POST /v1/games/<game>/returns", "away", OWN_PLAYER, post("/returns", signed("back"))),
    ("POST /v1/games/<game>/abandonment", "rolling", DRIVES, post("/abandonment")),
    ("GET /v1/keys", "", ADMIN, at("GET", lambda _: "/v1/keys")),
    (
        "POST /v1/keys",
        "",
        ADMIN.replace("200", "201"),
        at("POST", lambda _: "/v1/keys", {"label": "x", "scopes": ["read"]}),
    ),
    ("DELETE /v1/keys/<key>", "", OWN_THINGS, at("DELETE", key_path)),
    ("POST /v1/webhooks", "", ADMIN.replace("200", "201"), at("POST", lambda _: "/v1/webhooks", HOOK)),
    ("GET /v1/webhooks", "", ADMIN, at("GET", lambda _: "/v1/webhooks")),
    ("GET /v1/webhooks/<webhook>", "", OWN_THINGS, at("GET", Scene.webhook)),
    ("PATCH /v1/webhooks/<webhook>", "", OWN_THINGS, at("PATCH", Scene.webhook, {"disabled": False})),
    ("DELETE /v1/webhooks/<webhook>", "", OWN_THINGS.replace("200", "204"), at("DELETE", Scene.webhook)),
    ("POST /v1/webhooks/<webhook>/secret", "", OWN_THINGS, at("POST", lambda scene: f"{scene.webhook()}/secret")),
    (
        "POST /v1/webhooks/<webhook>/test",
        "",
        OWN_THINGS.replace("200", "202"),
        at("POST", lambda scene: f"{scene.webhook()}/test"),
    ),
    ("GET /v1/webhooks/<webhook>/deliveries", "", OWN_THINGS, at("GET", lambda scene: f"{scene.webhook()}/deliveries")),
    (
        "POST /v1/webhooks/<webhook>/deliveries/<delivery>/retry",
        "",
        OWN_THINGS.replace("200", "202"),
        at("POST", lambda scene: f"{scene.delivery()}/retry"),
    ),
]
"""Operation, stage of the game, what each of ACTORS gets, the request."""

WHY = {
    "read": ("auth.scope",),
    "play": ("auth.scope", "seat.own_token"),
    "admin": ("seat.own_token",),
    **dict.fromkeys(("own", "mate", "stray"), ("auth.kind", "seat.other_player")),
}
"""Why somebody who is known may not."""

FOR_ALL = {
    "GET /",
    "GET /docs",
    "GET /docs/problems",
    "GET /healthz",
    "GET /join/<code>",
    "GET /log",
    "GET /log/<int:tree>/checkpoint",
    "GET /log/<int:tree>/tile/<path:tile>",
    "GET /log/checkpoint",
    "GET /log/tile/<path:tile>",
    "GET /metrics",
    "GET /openapi.json",
    "GET /player/<digest>/<name>",
    "GET /player/<name>",
    "GET /readyz",
    "GET /rules",
    "GET /rules/<rules>",
    "GET /rules/boards/<board>.svg",
    "GET /source/<path:module>",
    "GET /static/<sheet>",
    "GET /v1/house",
    "GET /v1/log",
    "GET /v1/log/consistency",
    "GET /v1/log/leaves/<int:index>",
    "GET /v1/rules",
    "GET /v1/rules/<rules>",
    "POST /v1/positions",
    "GET /verify",
    "POST /v1/verify",
}
"""Operations that tell everyone the same and change nothing."""


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    url = migrated_url("sqlite", tmp_path_factory.mktemp("rights"), lambda: pytest.fail("no server"))
    with Running(url, webhook_private=True) as running:
        yield Scene(running)


def test_every_operation_is_here(scene):
    found = {f"{one.method} {one.path}" for one in OPERATIONS}
    assert found == {name for name, *_ in MATRIX} | FOR_ALL
    assert all(one.auth == ("anyone",) for one in OPERATIONS if f"{one.method} {one.path}" in FOR_ALL)


@pytest.mark.parametrize(("name", "stage", "expected", "ask"), MATRIX, ids=[f"{row[0]}-{row[1]}" for row in MATRIX])
def test_operation(scene, name, stage, expected, ask):
    for actor, status in zip(ACTORS, expected.split(), strict=True):
        sitting = scene.at(stage) if stage else scene.sitting
        reply = ask(scene, sitting, scene.actors[actor])
        assert reply.status == int(status), (name, actor, reply)
        if reply.status == 403:
            assert reply.code in WHY[actor], reply


OF_A_GAME = [row for row in MATRIX if "/<game>" in row[0] or "reservations" in row[0]]


@pytest.mark.parametrize("etag", ['"3-0123456789abcdef"', "*"])
@pytest.mark.parametrize("stage", ["joining", "moving", "closed", "stopped"])
def test_a_private_game_is_not_there_for_others(scene, stage, etag):
    """Whatever is asked, however the game stands: the same answer as for a game that there is not."""
    sitting = scene.at("rolling" if stage == "stopped" else stage)
    if stage == "stopped":
        scene.running.storage.stop([sitting.game], 1)
    for operation in OPERATIONS:
        if "/<game>" not in operation.path:
            continue
        body = BODIES.get(operation.path.rsplit("/", 1)[1], {}) if operation.method == "POST" else None
        for actor in ("anyone", "live", "other", "stray"):
            told = [asked(scene.actors[actor], operation, game, body, etag) for game in (sitting.game, "0f" * 32)]
            assert told[0] == told[1], (operation.path, actor)
            assert told[0][0] in (401, 403, 404), told


BODIES: dict[str, Any] = {
    "links": {"j": 1, "links": [{"player": 0, "link": "00" * 32, "ack": "00" * 64}]},
    "rolls": {"j": 1},
    "moves": {"player": 0, "piece": 0, "from": -1, "to": 0},
    "passes": {"player": 0},
    "absences": {"player": 0},
    "returns": {"player": 0},
    "joins": {"name": "Zoe"},
}


def asked(who: Client, operation: Any, game: str, body: Any, etag: str) -> tuple[int, Any]:
    reply = who.ask(operation.method, operation.path.replace("<game>", game), body, etag=etag, X_Request_Id="same")
    return reply.status, json.loads(reply.body.replace(game.encode(), b"GAME"))


def test_reservations_of_a_private_game(scene):
    sitting = scene.at("joining")
    for actor in ("anyone", "live", "other", "stray"):
        told = []
        for game in (sitting.game, "0f" * 32):
            reply = scene.actors[actor].post("/v1/reservations", {"game": game}, X_Request_Id="same")
            told.append((reply.status, reply.body.replace(game.encode(), b"GAME")))
        assert told[0] == told[1]


def test_lists_show_what_is_ones_own(scene):
    game = scene.at("rolling").game
    for actor, there in (("read", True), ("admin", True), ("live", False), ("other", False)):
        assert (game.encode() in scene.actors[actor].get("/v1/games?limit=100").body) == there
        assert (b'"mode":"test"' in scene.actors[actor].get("/v1/keys").body) == (actor in ("admin", "other"))


def test_a_public_game_is_for_all_to_read_and_for_nobody_else_to_drive(scene):
    admin = scene.actors["admin"]
    sitting = Sitting(admin, "pairs@1", "tc", public=True).seat()
    sitting.step()
    for path in ("", "/due", "/position", "/moves", "/record", "/events", "/report", "/events.ndjson"):
        for actor in ACTORS:
            assert scene.actors[actor].get(sitting.path + path).status == 200, (path, actor)
    for path in ("/room-code", "/room-code.svg"):
        assert scene.actors["other"].get(sitting.path + path).status == 404
    for actor in ("live", "other", "stray"):
        for path, body in BODIES.items():
            reply = scene.actors[actor].post(f"{sitting.path}/{path}", body, etag=sitting.etag)
            assert reply.status == 404, (path, actor, reply)
    assert admin.get(sitting.path).etag == sitting.etag


def test_a_room_code_lets_one_sit_down_and_nothing_else(scene):
    """Who reserved a seat and did not take it sees nothing of the game that the others play."""
    sitting = scene.at("joining")
    reply = scene.actors["anyone"].post("/v1/reservations", {"code": scene.code})
    late = scene.running.client(reply.json["token"])
    assert late.get(sitting.path).status == 200
    for name in ("Zoe", "Yan", "Xia"):
        sitting.take(
            late.post(f"{sitting.path}/joins", {"name": name}) if name == "Zoe" else admin_joins(sitting, name)
        )
    lurker = scene.actors["own"]
    for path in ("", "/due", "/record", "/events", "/events.ndjson", "/stream"):
        assert late.get(sitting.path).status == 200
        assert lurker.get(sitting.path + path).status == 404, path
    assert lurker.post(f"{sitting.path}/joins", {"name": "Wim"}).code == "seat.full"
    assert lurker.post(f"{sitting.path}/joins", {"name": "Wim"}, etag=STALE).code == "game.unknown"
    assert lurker.post("/v1/reservations", {"game": sitting.game}).code == "seat.full"


STALE = '"0-0000000000000000"'


def test_a_token_without_a_seat_learns_nothing_from_refusals_or_from_old_rolls(scene):
    sitting = Sitting(scene.actors["admin"], "pairs@1", "tc", join={"tokens": 1})
    lurker = scene.running.client(sitting.made.json["tokens"][0]["token"])
    sitting.seat().step()
    for etag in (STALE, "*", sitting.etag):
        for path in sorted(BODIES.keys() - {"joins"}):
            reply = lurker.post(f"{sitting.path}/{path}", BODIES[path], etag=etag)
            assert reply.code == "game.unknown", (path, etag, reply)
        assert lurker.post(f"{sitting.path}/rolls", {"j": 1}, etag=etag).code == "game.unknown", "the draw, once more"


def admin_joins(sitting: Sitting, name: str) -> Reply:
    return sitting.host.post(f"{sitting.path}/joins", {"name": name})
