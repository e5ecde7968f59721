"""A player's own side: what it gives, and what it refuses to give."""

from __future__ import annotations

import pytest
from msgspec import UNSET, structs

from fairdice.keys import PublicKey, SecretKey, ack_message
from fairdice.live.player import Player
from replay.record import Join, Move
from replay.state import LegalMove
from tests.support.live import AT, HOUSE, Live, bare, opened, refused, secrets, watching

# An honest game ---------------------------------------------------------------------------------------------------


def test_players_hold_what_the_table_holds() -> None:
    live = Live(players=3, links=None, absences=True)
    live.play()
    for player in live.players:
        if player.player not in live.table.away:
            assert (player.head, player.due, player.n) == (live.table.head, "closed", live.table.n)
        assert player.evidence is None


def test_contribution_is_link_and_ack() -> None:
    live = Live().until(lambda table: table.roll_index == 5)
    player = live.players[1]
    given = live.contribution(1)
    assert (given.player, given.j, given.link) == (1, 5, live.chain(2).link(5))
    assert player.player == 1
    key = PublicKey(SecretKey(live.secret("key 2")).public)
    key.verify(given.ack, ack_message(live.table.gid, live.table.n, live.table.head))
    assert live.contribution(1) == given


def test_ack_stays_with_the_event_that_made_the_roll_due() -> None:
    """Somebody returns while a roll is due: the roll stays the same, and so does what is acknowledged."""
    live = Live(players=3).until(lambda table: table.roll_index == 5)
    live.tell(live.table.timeout(2, at=live.table.patience))
    first, due = live.contribution(0), live.table.n
    live.players[2].see(live.table.appended(due).event, live.table.appended(due).receipt)
    live.tell(live.table.back(live.players[2].back(), at=live.at()))
    assert live.table.n == due + 1
    assert live.contribution(0) == first
    key = PublicKey(SecretKey(live.secret("key 1")).public)
    key.verify(first.ack, ack_message(live.table.gid, due, live.table.appended(due).head))


def test_receipts_may_be_missing_but_where_a_roll_is_due() -> None:
    live = Live().until(lambda table: table.roll_index == 5)
    late = Player("Late")
    for n in range(live.table.n + 1):
        late.see(live.table.appended(n).event)
    assert late.head == live.table.head
    player = Player("Again", SecretKey(live.secret("key 1")))
    player._draft, player._chain = live.players[0]._draft, live.chain(1)
    for n in range(live.table.n + 1):
        event = live.table.appended(n).event
        if (isinstance(event, Join) and event.player == 0) or (isinstance(event, Move) and event.player == 0):
            player._draft = structs.replace(event, at=0)
        player.see(event)
    house_link = live.table.house_link(5)
    refused("player.no_receipt", lambda: player.contribute(house_link))
    player.see(live.table.appended(live.table.n).event, live.table.appended(live.table.n).receipt)
    assert player.contribute(house_link) == live.contribution(0)


def test_a_receipt_once_seen_stays() -> None:
    live = Live().until(lambda table: table.roll_index == 5)
    first = live.contribution(0)
    live.players[0].see(live.table.appended(live.table.n).event)
    assert live.contribution(0) == first


def test_without_a_key_nothing_is_signed() -> None:
    live = Live(without_chains=2).until(lambda table: table.by == "player")
    player = live.mover()
    assert player.move(*player.moves[0]).sig is UNSET
    join = live.table.joins[0]
    assert (join.key, join.anchor, join.sig) == (None, None, UNSET)
    live.until(lambda table: table.roll_index is not None)
    j = live.table.roll_index
    assert j is not None
    refused("player.not_due", lambda: player.contribute(live.table.house_link(j)))


def test_a_key_without_a_chain() -> None:
    table = opened()
    player = Player("Kim", SecretKey(secrets()("kim")), contributes=False)
    for n in range(2):
        player.see(table.appended(n).event, table.appended(n).receipt)
    join = player.join()
    assert (join.anchor, join.key is None, join.sig is UNSET) == (None, False, False)
    appended = table.join(join, at=AT)
    player.see(appended.event, appended.receipt)
    assert player.player == 0


# Joining ----------------------------------------------------------------------------------------------------------


def test_a_fresh_chain_for_every_attempt() -> None:
    table = opened(players=3)
    player = watching(table)
    first = player.join()
    assert player.join() == first
    appended = table.join(bare(table), at=AT)
    player.see(appended.event, appended.receipt)
    second = player.join()
    assert (first.n, first.player, second.n, second.player) == (2, 0, 3, 1)
    assert first.anchor != second.anchor
    refused("table.stale", lambda: table.join(first, at=AT))
    appended = table.join(second, at=AT)
    player.see(appended.event, appended.receipt)
    assert player.player == 1
    refused("player.joined", player.join)


def test_tips_are_random_unless_given() -> None:
    table = opened()
    anchors = set()
    for _ in range(2):
        player = Player("Pat", SecretKey(secrets()("pat")))
        player.see(table.appended(0).event)
        player.see(table.appended(1).event)
        anchors.add(player.join().anchor)
    assert len(anchors) == 2
    assert None not in anchors


def test_a_game_is_joined_once() -> None:
    """Two games with one gid could be played against each other, each with links that the other needs."""
    seen: set[bytes] = set()
    table = opened()
    watching(table, seen=seen).join()
    assert seen == {table.gid}
    refused("player.seen_game", watching(table, seen=seen).join)


def test_nobody_joins_before_the_commit_or_after_the_start() -> None:
    table = opened()
    player = Player("Pat")
    refused("player.not_due", player.join)
    player.see(table.appended(0).event)
    refused("player.not_due", player.join)
    for _ in range(2):
        table.join(bare(table), at=AT)
    refused("player.not_due", watching(table).join)


def test_the_house_that_was_meant() -> None:
    table = opened()
    assert watching(table, house_key=HOUSE.public).due == "join"
    player = Player("Pat", house_key=bytes(32))
    refused("player.house_key", lambda: player.see(table.appended(0).event, table.appended(0).receipt))


# What a player refuses to give --------------------------------------------------------------------------------------


def test_no_link_that_is_not_due() -> None:
    live = Live().until(lambda table: table.by == "player")
    old = live.chain(0).link(1)
    refused("player.not_due", lambda: live.players[0].contribute(old))
    live.until(lambda table: table.closed)
    refused("player.not_due", lambda: live.players[0].contribute(old))


@pytest.mark.parametrize("which", ["early", "late", "a player's", "short"])
def test_the_house_s_link_comes_first(which: str) -> None:
    live = Live().until(lambda table: table.roll_index == 7)
    link = {
        "early": live.chain(0).link(6),
        "late": live.chain(0).link(8),
        "a player's": live.chain(1).link(7),
        "short": live.chain(0).link(7)[:31],
    }[which]
    refused("player.house_link", lambda: live.players[0].contribute(link))
    # It is no proof of anything, so the player goes on.
    assert live.contribution(0).j == 7


def test_who_is_away_gives_nothing() -> None:
    live = Live(players=3).until(lambda table: table.roll_index == 7)
    live.tell(live.table.leave(live.players[0].leave(), at=live.at()))
    absent = live.players[0]
    absent.see(live.table.appended(live.table.n).event, live.table.appended(live.table.n).receipt)
    refused("player.not_due", lambda: live.contribution(0))
    refused("player.not_due", absent.leave)
    assert live.contribution(1).j == 8


def test_one_decision_for_one_place() -> None:
    live = Live(options={"auto_move": False}).until(lambda table: table.by == "player" and len(table.moves) > 1)
    player = live.mover()
    first = player.move(*player.moves[0])
    assert player.move(*player.moves[0]) == first
    refused("player.decided", lambda: player.move(*player.moves[1]))
    refused("player.decided", player.leave)
    refused("player.decided", player.pass_)


def test_no_move_that_is_not_due() -> None:
    live = Live().until(lambda table: table.by == "player")
    waiting = live.players[1 - (live.table.turn or 0)]
    refused("player.not_due", lambda: waiting.move(LegalMove(from_=0, to=1, captures=()), 0))
    refused("player.not_due", waiting.pass_)
    refused("player.not_due", waiting.leave)
    refused("player.not_due", waiting.back)


def test_repr_shows_no_secret() -> None:
    live = Live().until(lambda table: table.roll_index == 3)
    text = repr(live.players[0]) + repr(live.players[0]._chain) + repr(live.players[0]._key)
    for secret in (live.secret("tip 1"), live.secret("key 1"), live.chain(1).link(3)):
        assert secret.hex() not in text
        assert repr(secret) not in text
