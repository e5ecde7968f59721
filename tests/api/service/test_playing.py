"""Whole games through the acts: what follows by itself, what is refused, what two processes see."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.errors import GameError, SeatError, StaleError
from api.service.hall import Expected
from api.service.keeper import Keeper, tend
from api.storage.rows import Append
from fairdice.errors import TableError
from fairdice.verify import verify
from replay.errors import CodedError, RuleError
from replay.state import MOVE
from tests.support.heart import Heart, bots, hosting, plan


def refused(code: str, kind: type[CodedError], act: Any) -> CodedError:
    with pytest.raises(kind) as caught:
        act()
    assert caught.value.code == code, caught.value
    return caught.value


def test_a_relayed_game(heart: Heart) -> None:
    game = heart.open(plan("mensch@1", 3, bots=bots(1)))
    ana, ben = heart.join(game, "Ana"), heart.join(game, "Ben")
    report = heart.service.records.report(heart.play(game, ana, ben), logged=True)
    assert report.verdict == "verified"
    holds = {one.name: one.holds for one in report.statements}
    assert holds["logged"] == "yes"
    assert holds["authentic"] == "yes"
    assert holds["legal"] == "yes"


def test_a_closed_record_never_changes(heart: Heart) -> None:
    game = heart.open(plan(players=2, bots=bots(2)))
    keeper = Keeper(heart.service.hall, keep_answers_ms=1)
    while keeper.tick():
        pass
    record = heart.record(game)
    heart.service.hall.forget(game)
    heart.open(plan(players=2, bots=bots(2)))
    while keeper.tick():
        pass
    assert heart.record(game) == record
    assert verify(record).verdict == "verified"


def test_bots_alone_play_to_the_end_in_several_changes(heart: Heart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.service.change.MAX_AT_ONCE", 50)  # no game is so short that two changes hold it
    game = heart.open(plan("mensch@1", 4, bots=bots(4, "random")))
    keeper = Keeper(heart.service.hall, keep_answers_ms=1)
    rounds = 0
    while keeper.tick():
        rounds += 1
    with heart.service.hall.looking(game) as live:
        assert live.row.status == "closed"
        assert (live.row.open_leaf, live.row.close_leaf) == (0, 1)
        n = live.table.n
    assert n > 100
    assert rounds >= n // 50 - 1


def test_the_open_leaf_stands_before_the_draw(heart: Heart) -> None:
    game = heart.open(plan(players=2))
    heart.join(game, "Ana")
    with heart.service.hall.looking(game) as live:
        assert live.row.checkpoint is None
        assert live.due["what"] == "join"
    heart.join(game, "Ben")
    with heart.service.hall.looking(game) as live:
        proofs = heart.service.records.proofs(live.row)
        assert proofs is not None
        assert [leaf.leaf.n for leaf in proofs.leaves] == [live.table.n]
        assert live.due["what"] == "draw"
        assert live.due["house_link"] is not None


def test_nothing_is_due_before_the_start(heart: Heart) -> None:
    game = heart.open(plan(players=2, start="host"))
    ana, ben = heart.join(game, "Ana"), heart.join(game, "Ben")
    with heart.service.hall.looking(game) as live:
        assert live.due["what"] == "start"
        assert live.due["house_link"] is None
    heart.show(game, ana, ben)
    link = ana._chain.link(1) if ana._chain else b""  # what a player must not give yet
    given = [{"player": 0, "link": link.hex(), "ack": "00" * 64}]
    refused("game.not_started", GameError, lambda: heart.service.playing.links(heart.ask(game), 1, given))
    refused("game.not_started", GameError, lambda: heart.service.playing.roll(heart.ask(game), 1, []))
    heart.service.playing.start(heart.ask(game), None)
    with heart.service.hall.looking(game) as live:
        assert live.due["what"] == "draw"


def test_a_game_given_up_is_not_started(heart: Heart) -> None:
    game = heart.open(plan(players=3, start="host"))
    heart.service.playing.abandon(heart.ask(game), None)
    refused("game.closed", GameError, lambda: heart.service.playing.start(heart.ask(game), "greedy"))


def test_start_fills_with_bots(heart: Heart) -> None:
    game = heart.open(plan(players=4, bots=bots(1), start="host"))
    heart.join(game, "Ana", key=False)
    error = refused("seat.empty", SeatError, lambda: heart.service.playing.start(heart.ask(game), None))
    assert error.found == 2
    change = heart.service.playing.start(heart.ask(game), "random")
    kinds = [join.kind for join in change.table.joins]
    assert kinds == ["human", "bot", "bot", "bot"]
    assert change.started
    n = change.table.n
    again = heart.service.playing.start(heart.ask(game), "random")
    assert again.appended == []
    assert again.table.n == n


def test_without_chains_the_draw_is_made_at_once(heart: Heart) -> None:
    game = heart.open(plan("mensch@1", 2, bots=bots(1)))
    heart.join(game, "Ana", key=False)
    with heart.service.hall.looking(game) as live:
        assert live.table.play is not None
        assert live.table.turn == 0 or live.table.due == MOVE


def test_a_present_players_roll_waits_for_it(heart: Heart) -> None:
    game = heart.open(plan("mensch@1", 2, bots=bots(1)))
    heart.join(game, "Ana", key=False)
    with heart.service.hall.looking(game) as live:
        n, j = live.table.n, live.table.roll_index
        assert live.table.turn == 0
        assert j is not None
        assert live.table.missing == ()
    _, appended = heart.service.playing.roll(heart.ask(game), j, [])
    assert appended.event.n == n + 1
    change, again = heart.service.playing.roll(heart.ask(game), j, [])
    assert again == appended
    assert change.appended == []


def test_where_the_game_must_be(heart: Heart) -> None:
    game = heart.open()
    heart.join(game, "Ana")
    heart.join(game, "Ben")
    ask = heart.ask(game)
    stale = Expected(1, "0" * 16)
    error = refused("precondition.stale", StaleError, lambda: heart.service.hall.change(game, tend, expected=stale))
    assert isinstance(error, StaleError)
    with heart.service.hall.looking(game) as live:
        assert (error.n, error.head) == (live.table.n, live.table.head.hex())
        right = Expected(live.table.n, live.table.head.hex()[:16])
    assert heart.service.hall.change(game, lambda _change: ask.game, expected=right)[1] == game


def test_what_cannot_be_stored_has_not_happened(heart: Heart, monkeypatch: pytest.MonkeyPatch) -> None:
    game = heart.open()
    players = heart.join(game, "Ana"), heart.join(game, "Ben")
    storage = heart.service.storage
    kept = storage.append

    def fails(_change: Append) -> None:
        raise GameError("game.busy", "no room on the disk")

    monkeypatch.setattr(storage, "append", fails)
    with heart.service.hall.looking(game) as live:
        n = live.table.n
    refused("game.busy", GameError, lambda: heart.step(game, *players))
    monkeypatch.setattr(storage, "append", kept)
    with heart.service.hall.looking(game) as live:
        assert live.table.n == n
    assert verify(heart.play(game, *players)).verdict == "verified"


def test_two_processes_take_turns(heart: Heart) -> None:
    other = heart.other()
    game = heart.open()
    players = heart.join(game, "Ana"), other.join(game, "Ben")
    heart.show(game, *players)
    turn = 0
    while not players[0].closed:
        (heart, other)[turn % 2].step(game, *players)
        (other, heart)[turn % 2].show(game, *players)
        turn += 1
    assert other.record(game) == heart.record(game)
    assert heart.service.records.report(other.record(game), logged=True).verdict == "verified"
    other.close()


def test_a_link_given_to_another_process_is_known(heart: Heart) -> None:
    other = heart.other()
    game = heart.open()
    ana, ben = heart.join(game, "Ana"), heart.join(game, "Ben")
    heart.service.playing.links(heart.ask(game), 1, heart.links(game, ana))
    with other.service.hall.looking(game) as live:
        assert live.table.missing == (1,)
    change = other.service.playing.links(other.ask(game), 1, heart.links(game, ben))
    assert change.table.play is not None, "the draw is nobody's to ask for"
    with heart.service.hall.looking(game) as live:
        assert live.table.head == change.table.head
    other.close()


def test_a_link_that_waits_is_nobodys_to_read(heart: Heart) -> None:
    """Not in the database either: whoever gives the last link would know the roll before it is made."""
    game = heart.open()
    ana, ben = heart.join(game, "Ana"), heart.join(game, "Ben")
    [link] = heart.links(game, ana)
    heart.service.playing.links(heart.ask(game), 1, [link])
    [stored] = heart.service.storage.contributions(game)
    assert bytes.fromhex(link["link"]) not in stored.link
    count = heart.service.storage.reseal(heart.service.sealer.reseal)
    assert heart.service.storage.contributions(game) != [stored]
    assert count == 4, "two signing keys, a tip, a link"
    heart.service.hall.forget(game)
    heart.service.playing.links(heart.ask(game), 1, heart.links(game, ben))
    with heart.service.hall.looking(game) as live:
        assert live.table.was_rolled(1)


def test_who_holds_a_token_acts_alone(heart: Heart) -> None:
    game = heart.open(plan(players=2, bots=bots(1), code=False))
    tokens = heart.service.joining.add_tokens(heart.ask(game), 1)
    assert len(tokens) == 1
    from api.service.tokens import hash_token

    row = heart.service.storage.credential(hash_token(tokens[0][1]))
    assert row is not None
    from api.service.actor import Actor

    player = Actor("player", row, "")
    ana = heart.join(game, "Ana", actor=player)
    links = heart.links(game, ana)
    refused("seat.own_token", SeatError, lambda: heart.service.playing.links(heart.ask(game), 1, links))
    heart.service.playing.links(heart.ask(game, player), 1, links)
    refused("seat.own_token", SeatError, lambda: heart.service.playing.leave(heart.ask(game), {"player": 0}))
    error = refused(
        "seat.other_player", SeatError, lambda: heart.service.playing.back(heart.ask(game, player), {"player": 1})
    )
    assert error.expected == 0


def test_another_host_sees_nothing(heart: Heart) -> None:
    game = heart.open()
    stranger, test_key = heart.ask(game, hosting("stranger", "b")), heart.ask(game, hosting("host", "c", "test"))
    for ask in (stranger, test_key):
        refused("game.unknown", GameError, lambda ask=ask: heart.service.playing.abandon(ask, None))
        refused("game.unknown", GameError, lambda ask=ask: heart.service.joining.reserve(ask, by_code=False))
        refused("game.unknown", GameError, lambda ask=ask: heart.service.joining.add_tokens(ask, 1))


def test_a_stopped_game_is_never_signed_for_again(heart: Heart) -> None:
    game = heart.open()
    heart.join(game, "Ana")
    assert heart.service.storage.stop([game], heart.clock()) == 1
    refused("game.stopped", GameError, lambda: heart.service.playing.abandon(heart.ask(game), None))
    with heart.service.hall.looking(game) as live:
        assert live.due["what"] == "stopped"


def test_a_game_is_deleted_only_when_it_is_over(heart: Heart) -> None:
    game = heart.open()
    ask = heart.ask(game)
    refused("game.open", GameError, lambda: heart.service.playing.delete(ask, lambda: None))
    heart.service.playing.abandon(ask, "tired")
    heart.service.playing.delete(ask, lambda: None)
    refused("game.unknown", GameError, lambda: heart.record(game))


def test_a_roll_without_all_links_takes_none(heart: Heart) -> None:
    game = heart.open()
    ana, _ben = heart.join(game, "Ana"), heart.join(game, "Ben")
    links = heart.links(game, ana)
    error = refused("table.links_missing", TableError, lambda: heart.service.playing.roll(heart.ask(game), 1, links))
    assert error.found == [1]
    with heart.service.hall.looking(game) as live:
        assert live.table.missing == (0, 1)


@pytest.mark.parametrize("wrong", [False, True])
def test_a_move_may_say_what_it_captures(heart: Heart, wrong: bool) -> None:
    game = heart.open(plan("mensch@1", 2, {"auto_move": False}, bots=bots(1)))
    heart.join(game, "Ana", key=False)
    while True:
        with heart.service.hall.looking(game) as live:
            due = live.due
        if due["what"] == "move":
            break
        heart.service.playing.roll(heart.ask(game), due["j"], [])
    move = {"player": 0, **due["moves"][0]}
    if not wrong:
        _, appended = heart.service.playing.move(heart.ask(game), move)
        assert appended.event.n > 0
        return
    move["captures"] = [[1, 39]]
    error = refused("rules.move", RuleError, lambda: heart.service.playing.move(heart.ask(game), move))
    assert (error.expected, error.found) == (list(due["moves"][0]["captures"]), [[1, 39]])
