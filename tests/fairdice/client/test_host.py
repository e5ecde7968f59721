"""A host's program: it relays everything for its players, one request for each roll, through `Service`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from fairdice.client import Service, ServiceError
from fairdice.client.answers import Appended, Item
from fairdice.dice import Stream
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.local.bots import BOTS
from fairdice.verify import Trust, verify
from tests.support.served import Process

choose = BOTS["greedy"](Stream(bytes(32)))


def show(players: Iterable[Player], items: Iterable[Item]) -> None:
    for item in items:
        for player in players:
            player.see(item.event, item.receipt)


def relayed(host: Service, game: str, players: list[Player], now: Appended) -> Appended:
    """One step: a roll with all its links, or a move."""
    due = now.due
    if due.j is not None:
        assert due.house_link is not None
        links = [players[number].contribute(bytes.fromhex(due.house_link)) for number in due.missing]
        return host.roll(game, due.j, links)
    assert due.player is not None
    mover = players[due.player]
    choice = mover.choose(choose)
    return host.act(game, mover.pass_() if choice is None else mover.move(*choice))


def test_a_host_relays_a_whole_game(host: Service) -> None:
    game = host.create("star@1", 3, key="one-game", note="relayed", join={"code": False}).game
    assert host.create("star@1", 3, key="one-game", note="relayed", join={"code": False}).game == game
    players: list[Player] = []
    now: Appended | None = None
    for name in ("Ana", "Ben", "Cleo"):
        reserved = host.reserve(game=game, key=f"seat-of-{name}")
        player = Player(name, SecretKey.generate())
        show([player], reserved.events)
        now = host.join(game, player.join())
        players.append(player)
        show(players, now.appended)
    assert now is not None
    while now.status != "closed":
        now = relayed(host, game, players, now)
        show(players, now.appended)
    house = host.house()
    assert house.log is not None
    trust = Trust(
        house_keys=(bytes.fromhex(house.keys[0].key),),
        log_keys=(house.log.vkey,),
        game=players[0].gid,
        require=("legal", "authentic", "logged"),
    )
    report = verify(host.record(game), trust)
    assert report.verdict == "verified", report.fault
    assert [item.event for item in host.events(game)] == list(players[0].events)


def test_what_a_host_believes_is_looked_at(host: Service) -> None:
    """If-Match is what the last answer said; somebody else has changed the game meanwhile."""
    game = host.create("star@1", 2).game
    host.game(game)
    with Service(host.wire.url, host.wire.token) as other:
        other.game(game)
        other.abandon(game, "enough")
    with pytest.raises(ServiceError) as caught:
        host.abandon(game)
    assert (caught.value.code, caught.value.status) == ("precondition.stale", 412)
    assert caught.value.facts["n"] == 2
    assert host.game(game).status == "closed"


def test_bots_fill_the_seats(host: Service) -> None:
    game = host.create("mensch@1", 2, start="host").game
    now = host.start(game, fill="random")
    while now.status != "closed" and host.game(game).status != "closed":
        pass
    assert verify(host.record(game)).verdict == "verified"


def test_a_key_that_is_none(served: Process) -> None:
    with Service(served.url, "fd_test_" + "x" * 43) as service, pytest.raises(ServiceError) as caught:
        service.create("star@1", 2)
    assert (caught.value.code, caught.value.status) == ("auth.invalid", 401)
