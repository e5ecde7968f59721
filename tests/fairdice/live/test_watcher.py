"""Houses that cheat: each is caught by a player that watches, and leaves evidence behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec import UNSET, structs

from fairdice.encoding import ZERO_HASH, head, signed_body
from fairdice.errors import PlayerError
from fairdice.keys import SecretKey, join_message, move_message
from fairdice.live.history import body_of
from fairdice.live.player import Player
from fairdice.live.table import Table
from fairdice.live.watcher import Watcher
from fairdice.verify import EarlierReceipt, Trust, verify
from fairdice.verify.receipt import read_receipt
from replay.codec import encode
from replay.record import Away, Back, Close, Draw, GameEvent, Join, Move, Open, Pass, Receipt, Record, Roll
from replay.state import LegalMove
from tests.support.live import AT, HOUSE, Live, bare, opened, receipt, refused, secrets, signed, watching

# Houses that cheat ------------------------------------------------------------------------------------------------
#
# Each cheat is an event that the house shows next, with its valid receipt, when the game stands as named.  `me` is
# player 0; the others are in league with the house.


def at_roll(table: Table) -> bool:
    return table.due == "roll" and table.roll_index is not None and table.roll_index > 8


def at_draw(table: Table) -> bool:
    return table.due == "draw"


def at_my_move(table: Table) -> bool:
    return table.by == "player" and table.turn == 0 and table.n > 20


def at_other_s_move(table: Table) -> bool:
    return table.by == "player" and table.turn == 1 and table.n > 20


def at_automatic_move(table: Table) -> bool:
    return table.by == "auto"


def at_end(table: Table) -> bool:
    return table.due == "over"


def roll(live: Live, *, j: int | None = None, drop: Sequence[int] = (), **changes: Any) -> Draw | Roll:
    """The draw or roll that is due, made with the links of index `j`, without those of some players, then changed."""
    due = live.table.roll_index
    assert due is not None
    index = due if j is None else j
    links: list[bytes | None] = [live.chain(party).link(index) for party in range(len(live.players) + 1)]
    for player in drop:
        links[player + 1] = None
    event = live.players[0]._history.outcome(index, links, n=live.table.n + 1, at=live.at())
    return structs.replace(event, **changes)


def links_with(live: Live, party: int, link: bytes | None) -> tuple[str | None, ...]:
    links = list(roll(live).links)
    links[party] = link.hex() if link is not None else None
    return tuple(links)


def other_value(live: Live) -> Roll:
    true = roll(live)
    assert isinstance(true, Roll)
    return structs.replace(true, value=true.value % 6 + 1)


def seats_swapped(live: Live) -> Draw:
    true = roll(live)
    assert isinstance(true, Draw)
    return structs.replace(true, seats=true.seats[::-1])


def move(live: Live, *, key: str | None = None, **changes: Any) -> Move:
    """The first legal move of whoever's turn it is, changed, then signed with a key."""
    table = live.table
    choice, piece = table.moves[0]
    made = Move(
        n=table.n + 1, at=live.at(), player=table.turn or 0, piece=piece, from_=choice.from_, to=choice.to, by="player"
    )
    made = structs.replace(made, **changes)
    if key is None:
        return made
    sig = SecretKey(live.secret(key)).sign(move_message(table.head, signed_body(encode(made))))
    return structs.replace(made, sig=sig.hex())


def automatic(live: Live, **changes: Any) -> Move:
    return structs.replace(move(live), by="auto", **changes)


def away(live: Live, player: int, at: int) -> Away:
    return Away(n=live.table.n + 1, at=at, player=player, reason="timeout")


def close(live: Live, **changes: Any) -> Close:
    fields: dict[str, Any] = {"status": "abandoned", "reason": None, "ranking": None, "points": None}
    return Close(n=live.table.n + 1, at=live.at(), **(fields | changes))


def winner(live: Live) -> int:
    assert live.table.state is not None
    return live.table.state.done[0]


Cheat = tuple[Callable[[Table], bool], Callable[[Live], GameEvent], str, str]

CHEATS: dict[str, Cheat] = {
    "my link is left out": (at_roll, lambda h: roll(h, drop=[0]), "player.skipped", "roll.contributors"),
    "my link is left out of the draw": (at_draw, lambda h: roll(h, drop=[0]), "player.skipped", "draw.contributors"),
    "another's link is left out": (at_roll, lambda h: roll(h, drop=[1]), "player.roll", "roll.contributors"),
    "everyone's links are left out": (at_roll, lambda h: roll(h, drop=[0, 1]), "player.skipped", "roll.contributors"),
    "a value that does not follow": (at_roll, other_value, "player.roll", "roll.value"),
    "seats that do not follow": (at_draw, seats_swapped, "player.roll", "draw.seats"),
    "another first player": (at_draw, lambda h: roll(h, first=1), "player.roll", "draw.first"),
    "an index used before": (at_roll, lambda h: roll(h, j=7), "player.chain", "chain.index"),
    "an index too far": (at_roll, lambda h: roll(h, j=12), "player.chain", "chain.index"),
    "the links of the roll before": (
        at_roll,
        lambda h: roll(h, links=roll(h, j=(h.table.roll_index or 0) - 1).links),
        "player.chain",
        "chain.link",
    ),
    "another link of the house": (at_roll, lambda h: roll(h, links=links_with(h, 0, bytes(32))), "player.chain", ""),
    "another link of mine": (at_roll, lambda h: roll(h, links=links_with(h, 1, bytes(32))), "player.chain", ""),
    "another link of another": (at_roll, lambda h: roll(h, links=links_with(h, 2, bytes(32))), "player.chain", ""),
    "no link of the house": (at_roll, lambda h: roll(h, links=links_with(h, 0, None)), "player.roll", ""),
    "a link too many": (at_roll, lambda h: roll(h, links=(*roll(h).links, None)), "player.order", "order.links"),
    "another player rolls": (
        at_roll,
        lambda h: roll(h, player=1 - (h.table.turn or 0)),
        "player.rules",
        "rules.turn",
    ),
    "a start roll where none is": (at_roll, lambda h: roll(h, purpose="start"), "player.rules", "rules.purpose"),
    "a roll where a move is due": (
        at_my_move,
        lambda h: Roll(n=h.table.n + 1, at=h.at(), j=40, player=0, links=(None,) * 3, value=1),
        "player.rules",
        "rules.due",
    ),
    "a move in my name": (at_my_move, move, "player.own_event", ""),
    "a move in my name, badly signed": (at_my_move, lambda h: move(h, key="key 2"), "player.own_event", ""),
    "I leave": (
        at_my_move,
        lambda h: Away(n=h.table.n + 1, at=h.at(), player=0, reason="left", sig="00" * 64),
        "player.own_event",
        "",
    ),
    "my move by the engine": (at_my_move, automatic, "player.rules", "rules.by"),
    "my move by a bot": (at_my_move, lambda h: move(h, by="bot"), "player.rules", "rules.by"),
    "another's move, not signed": (at_other_s_move, move, "player.signature", "sign.missing"),
    "another's move, badly signed": (at_other_s_move, lambda h: move(h, key="key 1"), "player.signature", "sign.move"),
    "another's move, not legal": (at_other_s_move, lambda h: move(h, key="key 2", to=56), "player.rules", "rules.move"),
    "another's piece elsewhere": (at_other_s_move, lambda h: move(h, key="key 2", from_=33), "player.rules", ""),
    "an automatic move by a player": (at_automatic_move, lambda h: move(h, by="bot"), "player.rules", "rules.by"),
    "an automatic move, not legal": (at_automatic_move, lambda h: automatic(h, to=56), "player.rules", "rules.move"),
    "I am timed out too early": (at_roll, lambda h: away(h, 0, h.table.patience - 1), "player.order", "order.timeout"),
    "nobody is timed out": (at_roll, lambda h: away(h, 5, h.table.patience), "player.rules", "rules.turn"),
    "time goes back": (at_roll, lambda h: roll(h, at=h.table.at - 1), "player.order", "order.time"),
    "back without having been away": (
        at_roll,
        lambda h: Back(n=h.table.n + 1, at=h.at(), player=1, sig="00" * 64),
        "player.signature",
        "sign.back",
    ),
    "void without a reason": (
        at_roll,
        lambda h: close(h, status="void", reason="links exhausted"),
        "player.rules",
        "result.status",
    ),
    "finished too early": (at_roll, lambda h: close(h, status="finished"), "player.rules", "result.status"),
    "abandoned when won": (at_end, close, "player.rules", "result.status"),
    "another ranking": (
        at_end,
        lambda h: close(h, status="finished", ranking=((1 - winner(h),), (winner(h),))),
        "player.rules",
        "result.ranking",
    ),
    "everyone has won": (
        at_end,
        lambda h: close(h, status="finished", ranking=((0, 1),)),
        "player.rules",
        "result.ranking",
    ),
    "no event of this game": (at_roll, lambda h: roll(h, value=True), "player.format", ""),
}


def stopped(player: Player, live: Live) -> None:
    """A player that was cheated does nothing more."""
    acts: list[Callable[[], object]] = [
        player.join,
        player.pass_,
        player.leave,
        player.back,
        lambda: player.contribute(bytes(32)),
        lambda: player.see(live.table.appended(0).event),
        lambda: player.move(LegalMove(from_=0, to=1, captures=()), 0),
        lambda: player.compare(0, bytes(32), live.table.appended(0).receipt),
    ]
    for act in acts:
        refused("player.stopped", act)


@pytest.mark.parametrize(("when", "make", "code", "cause"), CHEATS.values(), ids=CHEATS)
def test_cheating_house(
    when: Callable[[Table], bool], make: Callable[[Live], GameEvent], code: str, cause: str
) -> None:
    live = Live(links=None).until(when)
    caught(live, make(live), code, cause)


def caught(live: Live, event: GameEvent, code: str, cause: str) -> None:
    """Player 0 refuses the event with this code, and keeps the evidence."""
    me = live.players[0]
    paper = signed(live, event) if code != "player.format" else None
    error = refused(code, lambda: me.see(event, paper))
    assert isinstance(error, PlayerError)
    assert error.event == event.n
    if cause:
        assert getattr(error.__cause__, "code", "") == cause
    stopped(me, live)
    assert me.evidence is not None
    assert me.evidence.events == (*live.table.record().events, event)
    if paper is not None:
        # The evidence convinces others: what the house signed is no game record that a verifier lets pass.
        me.evidence.check()
        record = Record(format="fairdice/game@1", events=me.evidence.events, receipt=paper, acks=())
        report = verify(encode(record))
        assert report.verdict == "refused"
        assert [stage.result for stage in report.stages if stage.name == "head"] != ["failed"]


# The same in systems with several moves a turn, passes and drawn colours.

NOMERCY: dict[str, Any] = {"rules": "nomercy@1", "options": {"must_play": "nothing"}}
PARCHIS: dict[str, Any] = {"rules": "parchis@1"}
PAIRS: dict[str, Any] = {"rules": "pairs@1", "players": 4}
SIX: dict[str, Any] = {"rules": "clovece@1", "players": 6, "options": {"board": 6}, "without_chains": 3}


def passed(live: Live, *, key: str | None = None, by: Any = "player") -> Pass:
    """A pass of whoever's turn it is, signed with a key."""
    event = Pass(n=live.table.n + 1, at=live.at(), player=live.table.turn or 0, by=by)
    if key is None:
        return event
    sig = SecretKey(live.secret(key)).sign(move_message(live.table.head, signed_body(encode(event))))
    return structs.replace(event, sig=sig.hex())


def in_my_turn(table: Table) -> bool:
    return at_my_move(table) and table.state is not None and bool(table.state.spent)


def at_bonus(table: Table) -> bool:
    return table.by == "player" and table.turn == 1 and table.state is not None and bool(table.state.bonus)


def first_exchanged(live: Live) -> Draw:
    true = roll(live)
    assert isinstance(true, Draw)
    return structs.replace(true, seats=(*true.seats[1::-1], *true.seats[2:]))


def without_bonus(live: Live) -> Move:
    return signed_move(live, bonus=UNSET)


def signed_move(live: Live, **changes: Any) -> Move:
    """The first legal move, with all its fields, changed and signed by whoever's turn it is."""
    choice, _ = live.table.moves[0]
    names = ("bonus", "captured", "action", "dice", "column")
    fields = {name: getattr(choice, name) for name in names} | changes
    return move(live, key=f"key {(live.table.turn or 0) + 1}", **fields)


FURTHER: dict[str, tuple[dict[str, Any], *Cheat]] = {
    "a pass in my name": (NOMERCY, at_my_move, passed, "player.own_event", ""),
    "a pass in my name between two moves": (NOMERCY, in_my_turn, passed, "player.own_event", ""),
    "the engine passes for me": (NOMERCY, at_my_move, lambda h: passed(h, by="auto"), "player.rules", "rules.by"),
    "a stand-in passes for me": (NOMERCY, at_my_move, lambda h: passed(h, by="bot"), "player.rules", "rules.by"),
    "another's pass, not signed": (NOMERCY, at_other_s_move, passed, "player.signature", "sign.missing"),
    "another's pass, badly signed": (
        NOMERCY,
        at_other_s_move,
        lambda h: passed(h, key="key 1"),
        "player.signature",
        "sign.pass",
    ),
    "another passes who must play": (
        {"rules": "nomercy@1", "options": {"must_play": "everything"}},
        at_other_s_move,
        lambda h: passed(h, key="key 2"),
        "player.rules",
        "rules.pass",
    ),
    "another's dice": (
        NOMERCY,
        at_other_s_move,
        lambda h: signed_move(h, dice=(6, 6, 6, 6)),
        "player.rules",
        "rules.move",
    ),
    "a roll where dice are left": (
        NOMERCY,
        in_my_turn,
        lambda h: Roll(n=h.table.n + 1, at=h.at(), j=60, player=0, links=(None,) * 3, value=1),
        "player.rules",
        "rules.due",
    ),
    "another's bonus move is none": (PARCHIS, at_bonus, without_bonus, "player.rules", "rules.move"),
    "two players' colours exchanged": (PAIRS, at_draw, first_exchanged, "player.roll", "draw.seats"),
    "the sixth of six players has no seat": (
        SIX,
        at_draw,
        lambda h: roll(h, drop=(3, 4, 5), seats=(0, 1, 2, 3, 4, 4)),
        "player.roll",
        "draw.seats",
    ),
}


@pytest.mark.parametrize(("plan", "when", "make", "code", "cause"), FURTHER.values(), ids=FURTHER)
def test_cheating_house_in_other_systems(
    plan: dict[str, Any], when: Callable[[Table], bool], make: Callable[[Live], GameEvent], code: str, cause: str
) -> None:
    live = Live(links=None, **plan).until(when)
    caught(live, make(live), code, cause)


def test_a_roll_after_the_last_link() -> None:
    live = Live().until(lambda table: table.due == "roll" and table.roll_index is None)
    watcher = live.players[0]
    event = Roll(n=watcher.n + 1, at=live.at(), j=65, player=watcher.turn or 0, links=("00" * 32,) * 3, value=1)
    error = refused("player.chain", lambda: watcher.see(event, signed(live, event)))
    assert getattr(error.__cause__, "code", "") == "chain.exhausted"


def test_unsigned_moves_in_my_name() -> None:
    """Where moves carry no signatures only the player itself can tell; the house's receipt shows what it claims."""
    live = Live(signed_moves=False, links=None).until(at_my_move)
    event = move(live)
    me = live.players[0]
    refused("player.own_event", lambda: me.see(event, signed(live, event)))


# Houses that lie about who joins -----------------------------------------------------------------------------------

ME = SecretKey(secrets()("pat"))


def joined(table: Table, key: SecretKey, **changes: Any) -> Join:
    join = bare(table, key=key.public.hex(), **changes)
    return structs.replace(join, sig=key.sign(join_message(table.head, signed_body(encode(join)))).hex())


JOIN_CHEATS: dict[str, tuple[Callable[[Table, Join], GameEvent], str]] = {
    "my anchor is exchanged": (lambda t, mine: structs.replace(mine, anchor="ab" * 32), "player.own_join"),
    "my anchor is left out": (lambda t, mine: structs.replace(mine, anchor=None), "player.own_join"),
    "my name is changed": (lambda t, mine: structs.replace(mine, name="Eve"), "player.own_join"),
    "my key without me": (lambda t, mine: structs.replace(bare(t), key=mine.key, sig=mine.sig), "player.own_join"),
    "another's join, badly signed": (
        lambda t, mine: bare(t, key=SecretKey(bytes(32)).public.hex(), sig="00" * 64),
        "player.party",
    ),
    "the house plays": (lambda t, mine: joined(t, HOUSE), "player.party"),
    "a bot with a chain": (
        lambda t, mine: joined(t, SecretKey(bytes(32)), kind="bot", anchor="ab" * 32),
        "player.party",
    ),
    "a place too far": (lambda t, mine: structs.replace(bare(t), player=1), "player.rules"),
}


@pytest.mark.parametrize(("make", "code"), JOIN_CHEATS.values(), ids=JOIN_CHEATS)
def test_house_that_lies_about_joins(make: Callable[[Table, Join], GameEvent], code: str) -> None:
    table = opened()
    player = watching(table)
    event = structs.replace(make(table, player.join()), at=AT)
    covered = head(table.head, body_of(event))
    refused(code, lambda: player.see(event, receipt(table.gid, event.n, covered)))
    assert player.evidence is not None
    player.evidence.check()


def test_my_key_before_i_joined() -> None:
    table = opened()
    player = watching(table)
    event = structs.replace(joined(table, ME), at=AT)
    refused("player.own_join", lambda: player.see(event))


OPENINGS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown rules": ({"rules": {"id": "none@1", "options": {}}}, "player.rules"),
    "an option left out": ({"rules": {"id": "mensch@1", "options": {"start": "draw"}}}, "player.rules"),
    "an option that is none": ({"rules": {"id": "star@1", "options": {"start": 1}}}, "player.rules"),
    "seven players": ({"players": 5}, "player.rules"),
    "a weak key": ({"house": {"name": "House", "key": "01" + 31 * "00"}}, "player.party"),
    "chains too short": ({"links": 1}, "player.format"),
}


@pytest.mark.parametrize(("change", "code"), OPENINGS.values(), ids=OPENINGS)
def test_openings_that_no_player_takes(change: dict[str, Any], code: str) -> None:
    opening = opened().appended(0).event
    assert isinstance(opening, Open)
    parts = {"rules": type(opening.rules), "house": type(opening.house)}
    fields = {name: parts[name](**value) if name in parts else value for name, value in change.items()}
    player = Player("Pat")
    refused(code, lambda: player.see(structs.replace(opening, **fields)))
    assert player.evidence is not None


def test_a_game_begins_with_its_opening() -> None:
    table = opened()
    commit = structs.replace(table.appended(1).event, n=0)
    refused("player.rules", lambda: Player("Pat").see(commit))
    refused("player.receipt", lambda: Player("Pat").see(commit, table.appended(1).receipt))


# Houses that show two histories -------------------------------------------------------------------------------------


def test_an_option_changed_after_the_commit() -> None:
    """The rules are in the gid: an opening with another option is another game, and its receipt does not fit."""
    live = Live().until(at_roll)
    opening = live.table.appended(0).event
    assert isinstance(opening, Open)
    options = opening.rules.options | {"pairs": "block"}
    other = structs.replace(opening, rules=structs.replace(opening.rules, options=options))
    gid = head(ZERO_HASH, body_of(other))
    for paper, code in (
        (None, "player.other_event"),
        (receipt(gid, 0, gid), "player.receipt"),
        (receipt(live.table.gid, 0, gid), "player.two_histories"),
    ):
        player = watching(live.table)
        refused(code, lambda player=player, paper=paper: player.see(other, paper))  # type: ignore[misc]


def test_another_game_s_event_does_not_fit() -> None:
    live, other = (Live(seed=seed).until(at_roll) for seed in ("one", "two"))
    me = live.players[0]
    n = me.n + 1
    other.until(lambda table: table.n >= n)
    refused("player.receipt", lambda: me.see(other.table.appended(n).event, other.table.appended(n).receipt))
    assert me.evidence is not None
    assert me.evidence.receipts == ()


@pytest.mark.parametrize(
    "paper",
    [Receipt(n=9, sig="00" * 64), Receipt(n=9, sig="00" * 63), Receipt(n=9, sig="0G" * 64)],
    ids=["wrong", "short", "no hex"],
)
def test_receipts_that_do_not_hold(paper: Receipt) -> None:
    live = Live().until(at_roll)
    event = roll(live)
    refused("player.receipt", lambda: live.players[0].see(event, paper))


def test_a_receipt_for_another_number() -> None:
    live = Live().until(at_roll)
    event = roll(live)
    paper = structs.replace(signed(live, event), n=event.n + 1)
    refused("player.receipt", lambda: live.players[0].see(event, paper))


def forked() -> tuple[Live, Roll, Away]:
    """A game at a roll, and two events that each may follow, shown to one player each."""
    live = Live(players=3).until(at_roll)
    one = roll(live)
    assert isinstance(one, Roll)
    return live, one, away(live, 2, live.table.patience)


def test_two_histories_shown_to_one_player() -> None:
    live, one, two = forked()
    me = live.players[0]
    me.see(one, signed(live, one))
    refused("player.two_histories", lambda: me.see(two, signed(live, two)))
    proves_two_histories(me, live, one, two)


def test_two_histories_shown_to_two_players() -> None:
    """Each is content with what it sees; when they compare, the house is caught."""
    live, one, two = forked()
    ann, bob = live.players[:2]
    ann.see(one, signed(live, one))
    bob.see(two, signed(live, two))
    n = one.n
    ann.compare(n, bob.head, receipt(live.table.gid, n, ann.head))  # not the house's signature of that head
    ann.compare(n, ann.head, signed(live, one))
    ann.compare(n + 1, bob.head, signed(live, two))
    ann.compare(n, bob.head, Receipt(n=n, sig="xx"))
    assert ann.evidence is None
    refused("player.two_histories", lambda: ann.compare(n, bob.head, signed(live, two)))
    proves_two_histories(ann, live, one, two)


def proves_two_histories(player: Player, live: Live, one: Roll, two: Away) -> None:
    stopped(player, live)
    assert player.evidence is not None
    player.evidence.check()
    assert player.evidence.two_histories
    assert len(player.evidence.receipts) == 2
    first, second = map(read_receipt, player.evidence.receipt_files())
    assert (first.n, second.n, first.game) == (one.n, two.n, live.table.gid)
    # With either receipt the verifier refuses the record that has the other.
    for event, other in ((one, second), (two, first)):
        record = Record(
            format="fairdice/game@1",
            events=(*live.table.record().events, event),
            receipt=signed(live, event),
            acks=(),
        )
        assert isinstance(other, EarlierReceipt)
        report = verify(encode(record), Trust(receipts=(other,)))
        assert report.fault is not None
        assert report.fault.code == "head.fork"


def test_evidence_that_proves_nothing_says_so() -> None:
    live = Live().until(at_roll)
    event = other_value(live)
    me = live.players[0]
    refused("player.roll", lambda: me.see(event))
    assert me.evidence is not None
    assert (me.evidence.receipts, me.evidence.two_histories) == ((), False)


# Watching ---------------------------------------------------------------------------------------------------------


def test_events_come_in_order_and_may_come_again() -> None:
    live = Live().until(at_roll)
    watcher = Watcher()
    refused("player.gap", lambda: watcher.see(live.table.appended(1).event))
    for n in range(live.table.n + 1):
        for _ in range(2):
            watcher.see(live.table.appended(n).event, live.table.appended(n).receipt)
    watcher.see(live.table.appended(4).event)
    refused("player.gap", lambda: watcher.see(structs.replace(live.table.appended(3).event, n=watcher.n + 2)))
    assert watcher.head == live.table.head
    assert watcher.evidence is None


PHASES: dict[str, tuple[Callable[[Table], bool], set[str]]] = {
    "draw": (at_draw, {"Close", "Away"}),
    "start": (lambda table: table.due == "start", {"Close", "Away"}),
    "roll": (at_roll, {"Close", "Away"}),
    "move": (at_my_move, {"Close", "Away"}),
    "automatic move": (at_automatic_move, {"Close", "Away"}),
    "over": (at_end, set()),
    "closed": (lambda table: table.closed, set()),
}
"""When to look, and what may follow of what `one_of_each` gives: anyone may be timed out, the house may stop a game."""


@cache
def one_of_each() -> dict[str, GameEvent]:
    """An event of each kind, from a game that has them all."""
    table = Live(players=3, links=None, absences=True, seed="each").play()
    found: dict[str, GameEvent] = {type(event).__name__: event for event in table.record().events}
    found["Close"] = Close(n=0, at=0, status="abandoned", reason=None, ranking=None, points=None)
    found["Away"] = Away(n=0, at=0, player=0, reason="timeout")
    found["Pass"] = Pass(n=0, at=0, player=0, by="player")
    assert len(found) == 10
    return found


def misplaced(events: Sequence[GameEvent]) -> set[str]:
    """Show one event of each kind after these; all that is refused is refused in good order.  Gives the others."""
    taken = set()
    for kind, event in one_of_each().items():
        watcher = Watcher()
        for seen in events:
            watcher.see(seen)
        try:
            watcher.see(structs.replace(event, n=len(events), at=watcher.at + 10**6))
        except PlayerError:
            assert watcher.evidence is not None
        else:
            taken.add(kind)
    return taken


@pytest.mark.parametrize(("when", "allowed"), PHASES.values(), ids=PHASES)
def test_every_kind_of_event_in_every_phase(when: Callable[[Table], bool], allowed: set[str]) -> None:
    options = {"start": "highest", "auto_move": True}
    live = Live(links=None, options=options, signed_moves=False).until(when)
    turn = live.table.turn
    taken = misplaced(live.table.record().events)
    assert taken == (allowed if turn in (0, None) or live.table.roll_index else allowed - {"Away"})


@pytest.mark.parametrize(
    ("must_play", "allowed"), [("nothing", {"Close", "Away", "Pass"}), ("everything", {"Close", "Away"})]
)
def test_every_kind_of_event_where_a_player_may_pass(must_play: str, allowed: set[str]) -> None:
    options = {"must_play": must_play}
    live = Live("nomercy@1", links=None, options=options, signed_moves=False).until(in_my_turn)
    assert misplaced(live.table.record().events) == allowed


@pytest.mark.parametrize(("events", "allowed"), [(0, {"Open"}), (1, {"Commit"}), (2, {"Close"}), (3, {"Close"})])
def test_every_kind_of_event_before_the_game(events: int, allowed: set[str]) -> None:
    assert misplaced(Live().table.record().events[:events]) == allowed
