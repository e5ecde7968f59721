"""A game to look at: two players with chains and keys of their own, and two house bots."""

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

__all__ = ["Sample", "play_sample"]

_NOTE = "A sample: one process held all chains and keys. It shows what a record is, not that anyone played fair."
_LONGEST_MS = 86_400_000


class Sample:
    """A game that this process plays as a host that relays for its players.  `game` is its id."""

    def __init__(self, service: Service, actor: Actor, rules: str = "star@1", *, seated: bool = True) -> None:
        """Open the game; both players join, or do so as the first steps."""
        self._service = service
        bots = (BotSeat(name="Ada"), BotSeat(name="Bo"))
        bound = system(rules).bind({}, 4)
        # Nobody is ever late: it goes on when it is stepped.
        plan = Plan(rules=bound, bots=bots, public=True, code=False, note=_NOTE, away_after_ms=_LONGEST_MS)
        self.game = service.opening.create(actor, plan, lambda _created: None).game.row.id
        self._ask = Ask(actor, self.game)
        self._players = [Player(name, SecretKey.generate()) for name in ("Ana", "Ben")]
        self._coming = list(self._players)
        while seated and self._coming:
            self.step()

    @property
    def closed(self) -> bool:
        """Whether the game is over."""
        return self._players[0].closed

    def step(self) -> None:
        """Do what comes next: a join, or the roll or the move of whose turn it is, and what follows by itself."""
        for player in self._players:
            self._show(player)
        if self._coming:
            self._join(self._coming.pop(0))
        elif not self.closed:
            self._act()

    def _show(self, player: Player) -> None:
        """Let a player see what has been appended since it looked last."""
        with self._service.hall.looking(self.game) as live:
            news: list[tuple[GameEvent, Receipt]] = [
                (one.event, one.receipt) for one in map(live.table.appended, range(player.n + 1, live.table.n + 1))
            ]
        for event, receipt in news:
            player.see(event, receipt)

    def _join(self, player: Player) -> None:
        self._service.joining.reserve(self._ask, by_code=False)
        join = player.join()
        assert isinstance(join, Join)
        given = {"name": join.name, "anchor": join.anchor, "key": join.key, "sig": join.sig}
        self._service.joining.join(self._ask, given)

    def _act(self) -> None:
        first = self._players[0]
        j = first.roll_index
        if j is not None:
            with self._service.hall.looking(self.game) as game:
                house = game.table.house_link(j)
            links = [_link(player.contribute(house)) for player in self._players if player.owes_link]
            self._service.playing.roll(self._ask, j, links)
        elif first.due == MOVE and first.by == "player":
            assert first.turn is not None
            player = self._players[first.turn]
            choice = player.choose(BOTS["greedy"](Stream(bytes(32))))
            assert choice is not None
            self._service.playing.move(self._ask, _given(player.move(*choice)))


def _given(move: Move) -> dict[str, Any]:
    """A move as it is sent: its event without what the service adds."""
    return {name: value for name, value in to_builtins(move).items() if name not in ("n", "at", "by", "type")}


def _link(contribution: Contribution) -> dict[str, Any]:
    return {"player": contribution.player, "link": contribution.link.hex(), "ack": contribution.ack.hex()}


def play_sample(service: Service, actor: Actor, rules: str = "star@1") -> str:
    """Play a whole game, and give its id."""
    sample = Sample(service, actor, rules)
    while not sample.closed:
        sample.step()
    return sample.game
