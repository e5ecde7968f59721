"""Everyone who may come to a service, and a game at each stage: what tests about rights and retries ask from."""

from __future__ import annotations

from typing import Any

from api.storage.rows import DeliveryRow
from tests.support.service import Client, Running, Sitting

__all__ = ["ACTORS", "STAGES", "Scene"]

QUICK: dict[str, Any] = {"options": {"quick": True, "auto_move": False, "colours": "fixed", "start": "first"}}
"""Every player has a piece on its start square, and player 0 begins: whatever is rolled, there is a move."""
ACTORS = ("anyone", "read", "play", "admin", "live", "other", "own", "mate", "stray")
"""Nobody in particular; keys of the game's host, of each scope; its live key, where the game is a test; another host's;
the tokens of players 0 and 1, and one of another game."""
STAGES = ("joining", "waiting", "rolling", "asking", "ready", "moving", "away", "closed")
"""A seat is free; all have sat down, their host has yet to start; links of all three are due; all links but those of
player 2 are there; all are; player 0 has to move; player 0 is away; abandoned."""


class Scene:
    """A game of players 0 and 1 with tokens of their own and player 2, for whom the host relays."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.actors: dict[str, Client] = {"anyone": running.client()}
        for scope in ("read", "play", "admin"):
            self.actors[scope] = running.host("host", scopes=(scope,))
        self.actors["live"] = running.host("host", "live")
        self.actors["other"] = running.host("other")
        elsewhere = Sitting(self.actors["admin"], "pairs@1", "tc").seat()
        self.actors["stray"] = elsewhere.clients[0]
        self.sitting, self.code = elsewhere, ""
        self.at("rolling")

    def at(self, stage: str) -> Sitting:
        """A new game at this stage."""
        sitting = Sitting(self.actors["admin"], "pairs@1", "ttc", start="host", **QUICK)
        self.sitting, self.code = sitting, sitting.made.json["room_code"]
        if stage == "joining":
            self._half_full(sitting)
            return sitting
        sitting.seat()
        self._tokens(sitting)
        if stage != "waiting":
            self._play(sitting, stage)
        return sitting

    def _tokens(self, sitting: Sitting) -> None:
        self.actors |= {"own": sitting.clients[0], "mate": sitting.clients[1]}

    def _half_full(self, sitting: Sitting) -> None:
        """Player 0 has joined; the mate has a token and no seat yet; so has who will be `own`."""
        made = sitting.host.done("POST", f"{sitting.path}/tokens", {"count": 2}).json["tokens"]
        self.actors |= {
            name: sitting.host.holding(one["token"]) for name, one in zip(("own", "mate"), made, strict=True)
        }

    def _play(self, sitting: Sitting, stage: str) -> None:
        host = sitting.host
        sitting.take(host.done("POST", f"{sitting.path}/start", {}, etag=sitting.etag))
        sitting.step()  # the draw
        if stage == "moving":
            sitting.step()
        elif stage in ("asking", "ready"):
            for player in range(2 if stage == "asking" else 3):
                self.give(player)
        elif stage == "away":
            body = {"player": 0, "sig": sitting.players[0].leave().sig}
            sitting.take(sitting.clients[0].done("POST", f"{sitting.path}/absences", body, etag=sitting.etag))
        elif stage == "closed":
            sitting.take(host.done("POST", f"{sitting.path}/abandonment", {}, etag=sitting.etag))

    def give(self, player: int) -> None:
        """A player gives its link."""
        sitting = self.sitting
        sitting.take(
            sitting.client_of(player).done("POST", f"{sitting.path}/links", self.links(player), etag=sitting.etag)
        )

    def links(self, player: int) -> dict[str, Any]:
        """What a player gives for the roll that is due."""
        return {"j": self.sitting.due["j"], "links": [self.sitting.link(player)]}

    def webhook(self) -> str:
        """The path of a new webhook of the host, its only one."""
        for one in self.actors["admin"].get("/v1/webhooks").json["items"]:
            self.actors["admin"].done("DELETE", f"/v1/webhooks/{one['id']}")
        body = {"url": "https://127.0.0.1:4443/hook"}
        return f"/v1/webhooks/{self.actors['admin'].done('POST', '/v1/webhooks', body).json['id']}"

    def delivery(self) -> str:
        """The path of a message to it."""
        hook = self.webhook()
        message = self.actors["admin"].done("POST", f"{hook}/test").json
        row = self.running.storage.delivery(message["id"])
        assert isinstance(row, DeliveryRow)
        return f"{hook}/deliveries/{row.id}"
