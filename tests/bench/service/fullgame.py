"""One whole game over HTTP: four players with chains and keys, whose host relays all that they do."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from fairdice.dice import Stream
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.local.bots import BOTS
from fairdice.local.game import seeded
from replay.record import GameEvent, Receipt
from tests.bench.service.prepare import Asking

__all__ = ["Played", "play"]


class Played(Struct, frozen=True):
    """What a game took."""

    requests: int
    events: int
    asked: float
    """Seconds of waiting for the server."""
    players: float
    """Seconds that the players' own programs took: they check everything, sign, and choose moves."""


class _Table:
    def __init__(self, asking: Asking, seed: str) -> None:
        secret = seeded(seed)
        self.asking = asking
        self.players = [Player(f"Player {number}", SecretKey(secret(f"key {number}"))) for number in range(4)]
        self.due: dict[str, Any] = {}
        self.etag = ""
        self.requests, self.events, self.asked = 0, 0, 0.0

    def post(self, path: str, body: dict[str, Any], *, match: bool = True) -> dict[str, Any]:
        begin = time.perf_counter()
        answer, self.etag = self.asking.post(path, body, self.etag if match else None)
        self.asked += time.perf_counter() - begin
        self.requests += 1
        self.due = answer.get("due", self.due)
        self.events += len(answer.get("appended", ()))
        return answer

    def show(self, items: list[dict[str, Any]]) -> None:
        for item in items:
            event = msgspec.convert(item["event"], GameEvent)
            receipt = msgspec.convert(item["receipt"], Receipt)
            for player in self.players:
                if event.n > player.n:
                    player.see(event, receipt)


def play(asking: Asking, seed: str) -> Played:
    """Play a game of star@1 to its end: every move is signed, every link is given with an ack."""
    begin = time.perf_counter()
    table = _Table(asking, seed)
    game = table.post("/v1/games", {"rules": "star@1", "players": 4}, match=False)["game"]
    for player in table.players:
        table.show(table.post("/v1/reservations", {"game": game}, match=False)["events"])
        fields = to_builtins(player.join())
        join = {name: fields[name] for name in ("name", "anchor", "key", "sig")}
        table.show(table.post(f"/v1/games/{game}/joins", join, match=False)["appended"])
    strategy = BOTS["greedy"](Stream(bytes(32)))
    while table.due["what"] != "closed":
        path, body = _next(table, strategy)
        table.show(table.post(f"/v1/games/{game}/{path}", body)["appended"])
    took = time.perf_counter() - begin
    return Played(table.requests, table.events, table.asked, took - table.asked)


def _next(table: _Table, strategy: Any) -> tuple[str, dict[str, Any]]:
    due = table.due
    if due["j"] is None:
        player = table.players[due["player"]]
        choice = player.choose(strategy)
        if choice is None:
            return "passes", _fields(player.pass_())
        return "moves", _fields(player.move(*choice))
    links = []
    for number in due["contributors"]:
        given = table.players[number].contribute(bytes.fromhex(due["house_link"]))
        links.append({"player": number, "link": given.link.hex(), "ack": given.ack.hex()})
    return "rolls", {"j": due["j"], "links": links}


def _fields(event: Any) -> dict[str, Any]:
    return {name: value for name, value in to_builtins(event).items() if name not in ("n", "at", "by", "type")}
