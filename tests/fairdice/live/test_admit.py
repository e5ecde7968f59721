"""Who may join, leave and come back: keys, anchors, signatures, time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET, structs

from fairdice.encoding import signed_body
from fairdice.keys import SecretKey, join_message
from fairdice.live.table import Table
from fairdice.verify import verify
from replay.codec import encode
from replay.record import Away, Back, Join, Move, Roll
from tests.support.live import AT, Live, bare, opened, record_bytes, refused, secrets, unchanged

SMALL_ORDER = "01" + 31 * "00"


# Joining ----------------------------------------------------------------------------------------------------------


def signed_join(table: Table, key: SecretKey, **changes: Any) -> Join:
    """A join that is signed, whatever it says."""
    join = bare(table, key=key.public.hex(), **changes)
    sig = key.sign(join_message(table.head, signed_body(encode(join))))
    return structs.replace(join, sig=sig.hex())


KEY = SecretKey(secrets()("a player's key"))
OTHER = SecretKey(secrets()("another player's key"))
HOUSE = SecretKey(secrets()("house key"))
ANCHOR = "ab" * 32

JOINS: dict[str, tuple[Callable[[Table], Join], str]] = {
    "not signed": (lambda t: bare(t, key=KEY.public.hex()), "party.sig_missing"),
    "signed without a key": (lambda t: bare(t, sig="00" * 64), "party.sig_unexpected"),
    "signed by another": (lambda t: structs.replace(signed_join(t, OTHER), key=KEY.public.hex()), "party.join_sig"),
    "changed after signing": (lambda t: structs.replace(signed_join(t, KEY), name="Eve"), "party.join_sig"),
    "weak key": (lambda t: bare(t, key=SMALL_ORDER, sig="00" * 64), "party.key_weak"),
    "key that is no point": (lambda t: bare(t, key="02" + 31 * "00", sig="00" * 64), "party.key_point"),
    "the house's key": (lambda t: signed_join(t, HOUSE), "party.same_key"),
    "anchor without a key": (lambda t: bare(t, anchor=ANCHOR), "party.anchor_without_key"),
    "the house's anchor": (
        lambda t: signed_join(t, KEY, anchor=t.record().events[1].anchor),  # type: ignore[union-attr]
        "party.same_anchor",
    ),
    "bot with a key": (lambda t: signed_join(t, KEY, kind="bot"), "party.bot"),
    "name with a line feed": (lambda t: bare(t, name="a\nb"), "format.name"),
    "name too long": (lambda t: bare(t, name=41 * "x"), "format.name"),
    "upper-case key": (lambda t: bare(t, key=KEY.public.hex().upper(), sig="00" * 64), "format.hex"),
    "wrong place": (lambda t: structs.replace(bare(t), player=1), "rules.turn"),
    "event of the past": (lambda t: structs.replace(bare(t), n=1), "table.stale"),
    "event of the future": (lambda t: structs.replace(bare(t), n=9), "table.stale"),
}


@pytest.mark.parametrize(("make", "code"), JOINS.values(), ids=JOINS)
def test_join_refused(make: Callable[[Table], Join], code: str) -> None:
    table = opened()
    unchanged(table, code, lambda: table.join(make(table), at=AT))


def test_keys_and_anchors_differ_between_players() -> None:
    table = opened(players=3)
    table.join(signed_join(table, KEY, anchor=ANCHOR), at=AT)
    unchanged(table, "party.same_key", lambda: table.join(signed_join(table, KEY), at=AT))
    unchanged(table, "party.same_anchor", lambda: table.join(signed_join(table, OTHER, anchor=ANCHOR), at=AT))


def test_nobody_joins_a_full_table() -> None:
    table = opened()
    for _ in range(2):
        table.join(bare(table), at=AT)
    unchanged(table, "rules.due", lambda: table.join(bare(table), at=AT))


# Absence ----------------------------------------------------------------------------------------------------------


def test_timeout_takes_its_time_and_spends_the_index() -> None:
    live = Live(players=3).until(lambda table: table.roll_index == 6)
    table = live.table
    live.contribute(0, 2)
    unchanged(table, "order.timeout", lambda: table.timeout(1, at=table.patience - 1))
    appended = live.tell(table.timeout(1, at=table.patience))
    assert isinstance(appended.event, Away)
    assert (table.away, table.roll_index, table.missing) == ((1,), 7, (0, 2))
    refused("table.spent", lambda: table.roll(6, at=table.at))
    refused("table.spent", lambda: table.house_link(6))
    refused("table.spent", lambda: table.submit(live.contribution(0).__class__(0, 6, bytes(32), bytes(64))))
    live.contribute(0, 2)
    event = live.tell(table.roll(7, at=table.at)).event
    assert isinstance(event, Roll)
    assert [link is None for link in event.links] == [False, False, True, False]


def test_an_absence_does_not_restart_the_patience() -> None:
    live = Live(players=3).until(lambda table: table.roll_index == 6)
    table = live.table
    late = table.patience
    live.tell(table.timeout(1, at=late))
    live.tell(table.timeout(2, at=late))
    assert table.away == (1, 2)


@pytest.mark.parametrize("occasion", ["roll", "move"])
def test_leave_and_back_are_signed(occasion: str) -> None:
    live = Live().until(lambda table: table.by == "player" if occasion == "move" else table.roll_index == 6)
    table = live.table
    number = table.turn or 0
    player = live.players[number]
    away = player.leave()
    unchanged(table, "sign.missing", lambda: table.leave(structs.replace(away, sig=UNSET), at=live.at()))
    unchanged(table, "sign.away", lambda: table.leave(structs.replace(away, sig="00" * 64), at=live.at()))
    unchanged(table, "table.reason", lambda: table.leave(structs.replace(away, reason="timeout"), at=live.at()))
    live.tell(table.leave(away, at=live.at()))
    assert table.away == (number,)
    player.see(table.appended(table.n).event, table.appended(table.n).receipt)
    back = player.back()
    unchanged(table, "sign.missing", lambda: table.back(structs.replace(back, sig=UNSET), at=live.at()))
    unchanged(table, "sign.back", lambda: table.back(structs.replace(back, sig="00" * 64), at=live.at()))
    live.tell(table.back(back, at=live.at()))
    assert [*table.away] == []


def test_only_who_is_away_comes_back() -> None:
    live = Live(without_chains=2).until(lambda table: table.roll_index == 6)
    for player, code in ((0, "rules.back"), (1, "rules.back"), (5, "rules.turn")):
        back = Back(n=live.table.n + 1, at=0, player=player)
        unchanged(live.table, code, lambda back=back: live.table.back(back, at=live.at()))  # type: ignore[misc]


def test_only_who_is_waited_for_leaves() -> None:
    live = Live("star@1", 2, without_chains=2).until(lambda table: table.by == "player")
    other = 1 - (live.table.turn or 0)
    away = Away(n=live.table.n + 1, at=0, player=other, reason="left")
    unchanged(live.table, "rules.away", lambda: live.table.leave(away, at=live.at()))
    unchanged(live.table, "rules.away", lambda: live.table.timeout(other, at=live.table.patience))
    unchanged(live.table, "rules.turn", lambda: live.table.timeout(5, at=live.table.patience))


def test_stand_in_plays_for_who_is_away() -> None:
    live = Live(options={"auto_move": False}).until(lambda table: table.by == "player" and len(table.moves) > 1)
    table = live.table
    expected, piece = min(table.moves, key=lambda choice: (not choice[0].captures, choice[0].order()))
    live.tell(table.timeout(table.turn or 0, at=table.patience))
    assert table.by == "bot"
    # The engine holds the stand-in to its move, whatever the strategy of the house's bots is.
    event = live.tell(table.advance(at=table.at, strategy=lambda play: play.choices()[-1])).event
    assert isinstance(event, Move)
    assert (event.by, event.piece, event.from_, event.to) == ("bot", piece, expected.from_, expected.to)


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_player_who_goes_away_between_two_moves_of_its_turn(comes_back: bool) -> None:
    """No roll is due, so no index is spent; who contributes is fixed when the turn is over."""
    live = Live("nomercy@1", 3, seed="between").until(
        lambda table: table.by == "player" and table.state is not None and bool(table.state.spent)
    )
    table, number = live.table, live.table.turn or 0
    spent = [*table._history.presence.spent]
    live.tell(table.timeout(number, at=table.patience))
    assert (table.by, table.roll_index, table.missing) == ("bot", None, ())
    if comes_back:
        live.players[number].see(table.appended(table.n).event, table.appended(table.n).receipt)
        live.tell(table.back(live.players[number].back(), at=live.at()))
        assert table.by == "player"
    live.until(lambda table: table.roll_index is not None)
    assert (number in table.missing) == comes_back
    assert [*table._history.presence.spent] == spent
    live.play()
    assert verify(record_bytes(table)).verdict == "verified"


def test_a_player_who_goes_away_in_a_sequence_of_rolls() -> None:
    """A roll is due: the index is spent, and the stand-in goes on with the sequence."""
    live = Live("nomercy@1", 3, seed="between").until(
        lambda table: table.due == "roll" and table.state is not None and table.state.rolls == (6,)
    )
    table, number, j = live.table, live.table.turn or 0, live.table.roll_index
    live.tell(table.timeout(number, at=table.patience))
    assert (table.turn, table.roll_index) == (number, (j or 0) + 1)
    assert number not in table.missing
    live.until(lambda table: table.due == "move")
    assert (table.turn, table.by) == (number, "bot")
    moves = len([event for event in table.record().events if isinstance(event, Move)])
    live.until(lambda table: table.due == "roll")
    made = [event for event in table.record().events if isinstance(event, Move)][moves:]
    assert {(move.player, move.by) for move in made} == {(number, "bot")}
    assert made[0].action == "enter"
