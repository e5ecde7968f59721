"""A player whose program was stopped goes on as itself."""

from __future__ import annotations

import pytest
from msgspec import UNSET, structs

from fairdice.keys import SecretKey
from fairdice.live.player import Player
from replay.record import Away, Back, Join, Move, Pass
from tests.support.live import AT, Live, bare, opened, refused, secrets, watching

Own = Join | Move | Pass | Away | Back


def again(live: Live, number: int) -> Player:
    """Player `number` from what its program has kept: its own events, and all that it has seen."""
    player = Player(f"again {number}", SecretKey(live.secret(f"key {number + 1}")))
    for n in range(live.table.n + 1):
        seen = live.table.appended(n)
        event = seen.event
        if isinstance(event, Own) and event.player == number and event.sig is not UNSET:
            tip = live.secret(f"tip {number + 1}") if isinstance(event, Join) else None
            player.recall(structs.replace(event, at=0), tip)
        player.see(event, seen.receipt)
    return player


@pytest.mark.parametrize("j", [1, 2, 12])
def test_it_gives_the_same_link_and_ack(j: int) -> None:
    live = Live(players=3).until(lambda table: table.roll_index == j)
    player = again(live, 1)
    assert player.player == 1
    assert player.contribute(live.table.house_link(j)) == live.contribution(1)


def test_a_whole_game_with_absences() -> None:
    live = Live(players=3, links=None, absences=True)
    live.play()
    assert again(live, 0).head == live.table.head


def test_it_stands_by_its_decision() -> None:
    live = Live().until(lambda table: table.by == "player" and len(table.moves) > 1)
    mover = live.mover()
    assert mover.player is not None
    decided = mover.move(*mover.moves[0])
    player = again(live, mover.player)
    player.recall(decided)
    refused("player.decided", lambda: player.move(*player.moves[1]))
    assert player.move(*player.moves[0]) == decided


def test_a_join_that_may_have_been_sent() -> None:
    table = opened()
    first = watching(table)
    join = first.join()
    seen: set[bytes] = set()
    player = watching(table, seen=seen)
    player.recall(join, bytes([1]) * 32)
    assert seen == {table.gid}
    assert player.join() == join
    table.join(bare(table), at=AT)
    player.see(table.appended(2).event, table.appended(2).receipt)
    assert player.join().anchor not in (None, join.anchor), "another place, another chain"


def test_what_it_cannot_have_given() -> None:
    table = opened()
    join = watching(table).join()
    for change in ({"n": 3}, {"sig": "00" * 64}, {"name": "Other"}, {"anchor": None}):
        player = watching(table)
        refused("player.recall", lambda p=player, c=change: p.recall(structs.replace(join, **c), bytes([1]) * 32))  # type: ignore[misc]
    refused("player.recall", lambda: watching(table).recall(join, bytes([2]) * 32))
    refused("player.recall", lambda: watching(table).recall(join))
    other = Player("Pat", SecretKey(secrets()("another key")))
    for n in (0, 1):
        other.see(table.appended(n).event, table.appended(n).receipt)
    refused("player.recall", lambda: other.recall(join, bytes([1]) * 32))
