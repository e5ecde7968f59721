"""The situations in which the document's examples are sent, each made afresh: names of facts, and what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec import to_builtins

from api.service.sample import play_sample
from api.service.tokens import new_id
from api.storage.rows import DeliveryRow
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from replay.record import Join
from replay.state import MOVE
from tests.support.heart import bots, given, plan
from tests.support.wire import Wire

__all__ = ["SITUATIONS", "Facts"]

Facts: TypeAlias = dict[str, Any]


def nothing(_wire: Wire) -> Facts:
    """A service that has just been started."""
    return {}


def sample(wire: Wire) -> Facts:
    """The finished sample game, public."""
    games = wire.service.storage.public_games(status="closed", limit=1)
    game = games[0].id if games else play_sample(wire.service, wire.host)
    record = wire.heart.record(game)
    house = wire.service.keyring.active("house").public.hex()
    url = f"{wire.service.config.url}/games/{game}"
    return {"game": game, "record": msgspec.json.decode(record), "house_key": house, "url": url}


def another_key(wire: Wire) -> Facts:
    """A second key of the host."""
    key = wire.add_key("play")
    return {"key": wire.actor(key).credential.id}  # type: ignore[union-attr]


def joining(wire: Wire) -> Facts:
    """A game with free seats, its room code, and a token for it."""
    body = {"rules": "star@1", "players": 2, "join": {"tokens": 1}}
    made = wire.ask("POST", "/v1/games", body).json
    assert made is not None
    token = made["tokens"][0]
    return {"game": made["game"], "code": made["room_code"], "token": token["token"], "token_id": token["id"]}


def reserved(wire: Wire) -> Facts:
    """A seat is reserved for the token; its player has made its chain and signed its join."""
    facts = joining(wire)
    wire.ask("POST", "/v1/reservations", {"game": facts["game"]}, key=facts["token"])
    player = Player("Ana", SecretKey.generate())
    wire.heart.show(facts["game"], player)
    join = player.join()
    assert isinstance(join, Join)
    sent = {name: value for name, value in to_builtins(join).items() if name not in ("n", "at", "type", "player")}
    return {**facts, "join": sent}


def seated(wire: Wire) -> Facts:
    """A full game that waits for its host to start it."""
    game = wire.heart.open(plan("mensch@1", 2, bots=bots(1), start="host"))
    wire.heart.join(game, "Ana", key=False)
    return {"game": game}


def contributing(wire: Wire) -> Facts:
    """The draw is due, and both players owe a link."""
    game = wire.heart.open(plan("mensch@1", 2))
    players = [wire.heart.join(game, name) for name in ("Ana", "Ben")]
    links = wire.heart.links(game, *players)
    return {"game": game, "j": 1, "link": links[0], "links": links}


def rolling(wire: Wire) -> Facts:
    """A roll is due that needs nobody's link."""
    game, player = _playing(wire)
    return {"game": game, "j": player.roll_index}


def moving(wire: Wire) -> Facts:
    """A move is due of a player whose host relays."""
    game, player = _playing(wire)
    while player.due != MOVE:
        wire.heart.step(game, player)
        wire.heart.show(game, player)
    piece = player.moves[0]
    move = given(player.move(*piece))
    return {"game": game, "move": move, "player": player.player}


def away(wire: Wire) -> Facts:
    """A player has left."""
    game, player = _playing(wire)
    answer = wire.ask("POST", f"/v1/games/{game}/absences", {"player": player.player}, match="*")
    assert answer.status_code == 201, answer.text
    return {"game": game, "player": player.player}


def closed(wire: Wire) -> Facts:
    """A game that its host has stopped."""
    game, _ = _playing(wire)
    wire.ask("POST", f"/v1/games/{game}/abandonment", {"reason": "the evening is over"}, match="*")
    return {"game": game}


def old_log(wire: Wire) -> Facts:
    """The log was given up for a new one."""
    frozen = [tree for tree in wire.service.storage.trees() if tree.frozen is not None]
    if not frozen:
        sample(wire)
        tree = wire.service.storage.tree()
        assert tree is not None
        wire.service.storage.new_tree("127.0.0.1:8000/log2", tree.key, tree.created + 1)
        frozen = [tree]
    return {"tree": str(frozen[0].id)}


def webhook(wire: Wire) -> Facts:
    """A webhook, and a message to it that did not arrive."""
    made = wire.ask("POST", "/v1/webhooks", {"url": "https://93.184.215.14/fairdice"}).json
    assert made is not None
    row = DeliveryRow(
        id=new_id("msg"),
        webhook=made["id"],
        type="game.closed",
        game=None,
        body=b'{"type":"game.closed","timestamp":"2026-11-30T12:00:00Z","data":{}}',
        created=1,
        attempts=8,
        status=500,
        error="the answer was 500",
    )
    wire.service.storage.add_delivery(row)
    return {"webhook": made["id"], "delivery": row.id}


def _playing(wire: Wire) -> tuple[str, Player]:
    """A game of a player without a key and a bot, after the draw, the player's turn."""
    game = wire.heart.open(plan("star@1", 2, bots=bots(1)))
    player = wire.heart.join(game, "Ana", key=False)
    wire.heart.show(game, player)
    while player.turn != player.player or player.due == "draw":
        wire.heart.step(game, player)
        wire.heart.show(game, player)
    return game, player


SITUATIONS: dict[str, Callable[[Wire], Facts]] = {
    made.__name__: made
    for made in (
        nothing,
        sample,
        another_key,
        joining,
        reserved,
        seated,
        contributing,
        rolling,
        moving,
        away,
        closed,
        old_log,
        webhook,
    )
}
