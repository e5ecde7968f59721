"""A finished game to look at: two players with chains and keys of their own, and two house bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from api.service.ask import Ask
from api.service.opening import Plan
from api.service.settings import BotSeat
from fairdice.dice import Stream
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.local.bots import BOTS
from replay.record import Join, Move, Receipt
from replay.state import MOVE
from replay.systems import system

if TYPE_CHECKING:
    from api.service.actor import Actor
    from api.service.service import Service
    from fairdice.live.messages import Contribution
    from replay.record import GameEvent

__all__ = ["play_sample"]

_NOTE = "A sample: one process held all chains and keys.  It shows what a record is, not that anyone played fair."


def play_sample(service: Service, actor: Actor, rules: str = "star@1") -> str:
    """Play a whole game as a host that relays for its players, and give its id."""
    bots = (BotSeat(name="Bot Ada"), BotSeat(name="Bot Bo"))
    plan = Plan(rules=system(rules).bind({}, 4), bots=bots, public=True, code=False, note=_NOTE)
    game = service.opening.create(actor, plan, lambda _created: None).game.row.id
    ask = Ask(actor, game)
    players = [Player(name, SecretKey.generate()) for name in ("Ana", "Ben")]
    for player in players:
        _show(service, game, player)
        _join(service, ask, player)
    while not players[0].closed:
        for player in players:
            _show(service, game, player)
        _step(service, ask, players)
    return game


def _join(service: Service, ask: Ask, player: Player) -> None:
    service.joining.reserve(ask, by_code=False)
    join = player.join()
    assert isinstance(join, Join)
    given = {"name": join.name, "anchor": join.anchor, "key": join.key, "sig": join.sig}
    service.joining.join(ask, given)


def _step(service: Service, ask: Ask, players: list[Player]) -> None:
    """What the player whose turn it is has to do, and its links and the other's."""
    first = players[0]
    j = first.roll_index
    if j is not None:
        with service.hall.looking(ask.game) as game:
            house = game.table.house_link(j)
        links = [_link(player.contribute(house)) for player in players if player.owes_link]
        service.playing.roll(ask, j, links)
    elif first.due == MOVE and first.by == "player":
        assert first.turn is not None
        player = players[first.turn]
        choice = player.choose(BOTS["greedy"](Stream(bytes(32))))
        assert choice is not None
        service.playing.move(ask, _given(player.move(*choice)))


def _given(move: Move) -> dict[str, Any]:
    """A move as it is sent: its event without what the service adds."""
    return {name: value for name, value in to_builtins(move).items() if name not in ("n", "at", "by", "type")}


def _link(contribution: Contribution) -> dict[str, Any]:
    return {"player": contribution.player, "link": contribution.link.hex(), "ack": contribution.ack.hex()}


def _show(service: Service, game: str, player: Player) -> None:
    """Let a player see what has been appended since it looked last."""
    with service.hall.looking(game) as live:
        news: list[tuple[GameEvent, Receipt]] = [
            (one.event, one.receipt) for one in map(live.table.appended, range(player.n + 1, live.table.n + 1))
        ]
    for event, receipt in news:
        player.see(event, receipt)
