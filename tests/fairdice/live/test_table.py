"""The table: what it appends, and what it refuses and leaves as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET, structs

from fairdice.chain import Chain
from fairdice.dice import Stream
from fairdice.encoding import ZERO_HASH, head
from fairdice.errors import FairdiceError, TableError
from fairdice.keys import PublicKey, receipt_message
from fairdice.live.table import Table
from fairdice.local.bots import greedy
from fairdice.verify import verify
from replay.codec import encode
from replay.record import MAX_EVENTS, Back, Close, Commit, Move, Open, Pass
from tests.support.live import AT, Live, bare, opened, record_bytes, refused, secrets, unchanged

# Opening ----------------------------------------------------------------------------------------------------------


def test_open_fixes_rules_and_the_house_s_chain() -> None:
    table = opened(note="A note.", returns=5, away_after_ms=10_000, signed_moves=False, links=100)
    opening, commit = table.appended(0).event, table.appended(1).event
    assert isinstance(opening, Open)
    assert isinstance(commit, Commit)
    assert opening.rules.options == table.rules.options
    assert (opening.returns, opening.away_after_ms, opening.signed_moves) == (5, 10_000, False)
    assert (opening.links, opening.note, opening.beacon) == (100, "A note.", None)
    assert table.gid == head(ZERO_HASH, encode(opening))
    assert commit.anchor == Chain(table.gid, 0, 100, secrets()("tip 0")).anchor.hex()
    assert (table.n, table.due, table.head) == (1, "join", head(table.gid, encode(commit)))


@pytest.mark.parametrize(
    ("rules", "options", "links"),
    [("star@1", {}, 4096), ("clovece@1", {}, 4096), ("clovece@1", {"board": 6}, 16384), ("nomercy@1", {}, 4096)],
)
def test_the_system_says_how_many_links(rules: str, options: dict[str, Any], links: int) -> None:
    table = opened(rules, options=options, links=None)
    opening = table.appended(0).event
    assert isinstance(opening, Open)
    assert opening.links == table.rules.links == links


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"links": 63}, "format.range"),
        ({"links": 65_537}, "format.range"),
        ({"away_after_ms": 9_999}, "format.range"),
        ({"returns": -1}, "format.range"),
        ({"house_name": ""}, "format.name"),
        ({"house_name": "a\x07"}, "format.name"),
        ({"house_name": "\ud800"}, "format.shape"),
        ({"note": 201 * "x"}, "format.length"),
        ({"nonce": bytes(15)}, "format.hex"),
        ({"at": -1}, "format.range"),
        ({"at": 2**53}, "format.integer"),
        ({"at": 2**70}, "format.integer"),
        ({"at": 1.5}, "format.float"),
        ({"signed_moves": 1}, "format.type"),
        ({"tip": bytes(31)}, "chain.tip"),
    ],
    ids=str,
)
def test_opening_refused(change: dict[str, Any], code: str) -> None:
    refused(code, lambda: opened(**change))


def test_receipts_hold() -> None:
    live = Live().until(lambda table: table.n > 20)
    key = PublicKey(live.house.public)
    for n in range(live.table.n + 1):
        appended = live.table.appended(n)
        assert (appended.event.n, appended.receipt.n) == (n, n)
        message = receipt_message(live.table.gid, n, appended.head)
        key.verify(bytes.fromhex(appended.receipt.sig), message)
    refused("table.event", lambda: live.table.appended(live.table.n + 1))
    refused("table.event", lambda: live.table.appended(-1))


def test_links_are_checked_from_the_last_one_on() -> None:
    """Hashing down to the anchor each time would prove the same, and cost the square of it."""
    live = Live(players=3).until(lambda table: table.roll_index == 9)
    live.tell(live.table.timeout(1, at=live.table.patience))
    live.until(lambda table: table.roll_index == 14)
    known = live.table._history._known
    assert known == [(k, live.chain(party).link(k)) for party, k in enumerate((13, 13, 8, 13))]


# Time and heads ---------------------------------------------------------------------------------------------------


def test_time_never_goes_back() -> None:
    live = Live().until(lambda table: table.by == "player")
    table, mover = live.table, live.mover()
    early = table.at - 1
    unchanged(table, "order.time", lambda: table.move(mover.move(*mover.moves[0]), at=early))
    unchanged(table, "order.time", lambda: table.abandon(at=early))
    assert refused("order.time", lambda: table.abandon(at=early)).event == table.n + 1
    table.abandon(at=table.at)


WRITES: dict[str, Callable[[Live, bytes], object]] = {
    "move": lambda live, seen: live.table.move(
        live.mover().move(*live.mover().moves[0]), at=live.at(), expect_head=seen
    ),
    "pass": lambda live, seen: live.table.pass_(live.mover().pass_(), at=live.at(), expect_head=seen),
    "leave": lambda live, seen: live.table.leave(live.mover().leave(), at=live.at(), expect_head=seen),
    "timeout": lambda live, seen: live.table.timeout(0, at=live.at(), expect_head=seen),
    "advance": lambda live, seen: live.table.advance(at=live.at(), expect_head=seen),
    "close": lambda live, seen: live.table.close(at=live.at(), expect_head=seen),
    "abandon": lambda live, seen: live.table.abandon(at=live.at(), expect_head=seen),
    "roll": lambda live, seen: live.table.roll(50, at=live.at(), expect_head=seen),
    "back": lambda live, seen: live.table.back(
        Back(n=live.table.n + 1, at=0, player=0), at=live.at(), expect_head=seen
    ),
    "join": lambda live, seen: live.table.join(bare(live.table), at=live.at(), expect_head=seen),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_two_writers(write: Callable[[Live, bytes], object]) -> None:
    live = Live().until(lambda table: table.by == "player")
    unchanged(live.table, "table.stale", lambda: write(live, live.table.appended(3).head))


def test_the_right_head_is_no_hindrance() -> None:
    live = Live().until(lambda table: table.by == "player")
    n = live.table.n
    WRITES["move"](live, live.table.head)
    assert live.table.n == n + 1


# Moves ------------------------------------------------------------------------------------------------------------


def first_move(live: Live) -> Move:
    mover = live.mover()
    return mover.move(*mover.moves[0])


MOVES: dict[str, tuple[Callable[[Live, Move], Move], str]] = {
    "unsigned": (lambda _, move: structs.replace(move, sig=UNSET), "sign.missing"),
    "badly signed": (lambda _, move: structs.replace(move, sig="00" * 64), "sign.move"),
    "changed after signing": (lambda _, move: structs.replace(move, to=move.to + 1), "sign.move"),
    "by the engine": (lambda _, move: structs.replace(move, by="auto"), "table.by"),
    "by a bot": (lambda _, move: structs.replace(move, by="bot"), "table.by"),
    "of another player": (lambda live, move: structs.replace(move, player=1 - move.player), "sign.move"),
    "of nobody": (lambda _, move: structs.replace(move, player=5), "rules.turn"),
    "late": (lambda _, move: structs.replace(move, n=move.n - 1), "table.stale"),
    "true for one": (lambda _, move: structs.replace(move, piece=True), "format.type"),
    "field of another system": (lambda _, move: structs.replace(move, bonus=10), "sign.move"),
}


@pytest.mark.parametrize(("change", "code"), MOVES.values(), ids=MOVES)
def test_move_refused(change: Callable[[Live, Move], Move], code: str) -> None:
    live = Live().until(lambda table: table.by == "player")
    move = first_move(live)
    unchanged(live.table, code, lambda: live.table.move(change(live, move), at=live.at()))
    live.table.move(move, at=live.at())


def test_illegal_moves_are_the_engine_s_to_refuse() -> None:
    live = Live(signed_moves=False).until(lambda table: table.by == "player")
    move = first_move(live)
    unchanged(live.table, "rules.move", lambda: live.table.move(structs.replace(move, to=56), at=live.at()))
    unchanged(live.table, "rules.piece", lambda: live.table.move(structs.replace(move, from_=33), at=live.at()))
    unchanged(
        live.table, "sign.unexpected", lambda: live.table.move(structs.replace(move, sig="00" * 64), at=live.at())
    )


def test_move_twice_is_one_event() -> None:
    live = Live().until(lambda table: table.by == "player")
    move = first_move(live)
    first = live.table.move(move, at=live.at())
    assert live.table.move(move, at=live.at()) == first
    assert live.table.n == first.event.n


def test_nobody_passes_where_the_rules_do_not_let_them() -> None:
    live = Live().until(lambda table: table.by == "player")
    mover = live.mover()
    unchanged(live.table, "rules.pass", lambda: live.table.pass_(mover.pass_(), at=live.at()))
    passed = Pass(n=live.table.n + 1, at=0, player=live.table.turn or 0, by="bot")
    unchanged(live.table, "table.by", lambda: live.table.pass_(passed, at=live.at()))


def test_a_pass_ends_the_turn() -> None:
    live = Live("nomercy@1", options={"must_play": "nothing"}).until(lambda table: table.by == "player")
    table, mover = live.table, live.mover()
    passed = mover.pass_()
    unchanged(table, "sign.missing", lambda: table.pass_(structs.replace(passed, sig=UNSET), at=live.at()))
    unchanged(table, "sign.pass", lambda: table.pass_(structs.replace(passed, sig="00" * 64), at=live.at()))
    refused("player.decided", lambda: mover.move(*mover.moves[0]))
    first = live.tell(table.pass_(passed, at=live.at()))
    assert table.pass_(passed, at=live.at()) == first
    assert (table.due, table.turn) == ("roll", 1 - (mover.player or 0))
    live.play()
    assert verify(record_bytes(table)).verdict == "verified"


def test_advance_plays_what_needs_no_choice() -> None:
    live = Live("star@1", 2, {"leave": "1_6"}).until(lambda table: table.by == "auto")
    event = live.tell(live.table.advance(at=live.at())).event
    assert isinstance(event, Move)
    assert (event.by, event.sig) == ("auto", UNSET)
    live.until(lambda table: table.by == "player")
    assert live.table.advance(at=live.at()) is None
    live.until(lambda table: table.roll_index is not None)
    assert live.table.advance(at=live.at()) is None
    assert opened().advance(at=AT) is None


# House bots -------------------------------------------------------------------------------------------------------


def with_bots(**kwargs: Any) -> Table:
    table = opened(options={"auto_move": False}, **kwargs)
    for name in ("Bot A", "Bot B"):
        table.join(bare(table, kind="bot", name=name), at=AT)
    return table


def run_alone(table: Table, **kwargs: Any) -> None:
    """The house plays on as long as it needs nobody."""
    while not table.closed:
        if table.roll_index is not None:
            table.roll(table.roll_index, at=table.at)
        else:
            assert table.advance(at=table.at, **kwargs) is not None


def test_house_bots_need_nobody() -> None:
    table = with_bots(links=4096)
    assert table.missing == table.contributors == ()
    run_alone(table)
    report = verify(record_bytes(table))
    assert report.verdict == "verified", report.fault
    assert {event.by for event in table.record().events if isinstance(event, Move)} == {"bot"}


def test_house_bots_choose_by_strategy() -> None:
    games = []
    for strategy in (None, greedy(Stream(bytes(32))), lambda play: play.choices()[-1]):
        table = with_bots()
        run_alone(table, strategy=strategy)
        assert verify(record_bytes(table)).verdict == "verified"
        games.append([event for event in table.record().events if isinstance(event, Move)])
    assert games[0] != games[1] != games[2] != games[0]


def test_a_strategy_cannot_cheat() -> None:
    table = with_bots()
    while table.by != "bot":
        assert table.roll_index is not None
        table.roll(table.roll_index, at=table.at)
    unchanged(table, "rules.pass", lambda: table.advance(at=table.at, strategy=lambda _: None))

    def foul(play: Any) -> Any:
        move, piece = play.choices()[0]
        return structs.replace(move, to=56), piece

    unchanged(table, "rules.move", lambda: table.advance(at=table.at, strategy=foul))
    unchanged(table, "rules.away", lambda: table.timeout(table.turn or 0, at=table.patience))


# The end ----------------------------------------------------------------------------------------------------------


def test_finished() -> None:
    live = Live(links=None).until(lambda table: table.due == "over")
    table = live.table
    unchanged(table, "result.status", lambda: table.abandon(at=live.at()))
    close = table.close(at=live.at(), reason="well played").event
    assert isinstance(close, Close)
    assert (close.status, close.reason) == ("finished", "well played")
    assert close.ranking is not None
    assert sorted(player for place in close.ranking for player in place) == [0, 1]
    assert table.closed
    for act in (table.close, table.abandon):
        unchanged(table, "rules.over", lambda act=act: act(at=live.at()))  # type: ignore[misc]
    assert table.advance(at=live.at()) is None
    assert (table.roll_index, table.missing, table.moves, table.turn) == (None, (), (), None)


def test_advance_closes_a_game_that_is_over() -> None:
    live = Live(links=None).until(lambda table: table.due == "over")
    appended = live.table.advance(at=live.at())
    assert appended is not None
    assert isinstance(appended.event, Close)


def test_void_when_links_are_exhausted() -> None:
    live = Live(links=64)
    while live.table.roll_index is not None or live.table.due != "roll":
        live.step()
    table = live.table
    assert table.record().events[-1].n == table.n
    refused("table.exhausted", lambda: table.house_link(65))
    refused("table.exhausted", lambda: table.roll(65, at=table.at))
    unchanged(table, "result.status", lambda: table.abandon(at=live.at()))
    event = table.close(at=live.at(), reason="no matter").event
    assert isinstance(event, Close)
    assert (event.status, event.reason, event.ranking, event.points) == ("void", "links exhausted", None, None)
    assert verify(record_bytes(table)).verdict == "verified"


def test_only_a_game_that_is_over_is_closed() -> None:
    live = Live().until(lambda table: table.roll_index == 3)
    unchanged(live.table, "table.not_over", lambda: live.table.close(at=live.at()))
    unchanged(live.table, "format.length", lambda: live.table.abandon(at=live.at(), reason=201 * "x"))
    event = live.table.abandon(at=live.at(), reason="lunch").event
    assert isinstance(event, Close)
    assert (event.status, event.reason, event.ranking) == ("abandoned", "lunch", None)
    assert verify(record_bytes(live.table)).verdict == "verified"


def test_abandoned_before_everyone_is_there() -> None:
    table = opened()
    table.abandon(at=AT)
    assert table.closed
    assert verify(record_bytes(table)).verdict == "verified"


def test_a_full_record_can_only_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    live = Live().until(lambda table: table.by == "player")
    move = first_move(live)
    monkeypatch.setattr("fairdice.live.table.MAX_BYTES", live.table._history.size + 256 * 1024 - 1)
    unchanged(live.table, "table.full", lambda: live.table.move(move, at=live.at()))
    monkeypatch.undo()
    monkeypatch.setattr("fairdice.live.table.MAX_EVENTS", live.table.n + 2)
    unchanged(live.table, "table.full", lambda: live.table.move(move, at=live.at()))
    assert MAX_EVENTS == 200_000
    live.table.abandon(at=live.at(), reason="record full")


@pytest.mark.parametrize(
    ("rules", "players", "options"),
    [
        ("star@1", 3, {}),
        ("clovece@1", 6, {"board": 6, "six_chain": "steps"}),
        ("pairs@1", 4, {"teams": True, "quick": True}),
        ("parchis@1", 3, {}),
        ("nomercy@1", 3, {"must_play": "nothing"}),
    ],
)
def test_records_verify_at_every_event(rules: str, players: int, options: dict[str, Any]) -> None:
    live = Live(rules, players, options, absences=True, links=80)
    while not live.table.closed:
        report = verify(record_bytes(live.table))
        assert (report.verdict, report.fault) == ("open", None)
        live.step()
    assert verify(record_bytes(live.table)).verdict == "verified"


def test_errors_are_fairdice_errors() -> None:
    assert issubclass(TableError, FairdiceError)
