"""Without any request: who is gone is declared away, a stand-in plays, tables that nobody fills are given up."""

from __future__ import annotations

from api.service.keeper import Keeper
from api.storage.rows import GameQuery
from replay.record import Away, Close
from tests.support.heart import Heart, bots, given, plan


def keeper_of(heart: Heart) -> Keeper:
    return Keeper(heart.service.hall, keep_answers_ms=1)


def test_a_table_that_is_not_filled_is_given_up(heart: Heart) -> None:
    game = heart.open()
    heart.join(game, "Ana")
    keeper = keeper_of(heart)
    heart.clock.now += heart.config.open_for_ms - 1
    assert not keeper.tick()
    heart.clock.now += 1
    keeper.tick()
    with heart.service.hall.looking(game) as live:
        closed = live.table.game.closed
        assert isinstance(closed, Close)
        assert closed.status == "abandoned"
        assert live.row.close_leaf is None, "what was never opened in the log is not closed there"


def test_who_keeps_the_others_waiting_is_declared_away(heart: Heart) -> None:
    game = heart.open(plan(players=3))
    players = [heart.join(game, name) for name in ("Ana", "Ben", "Cleo")]
    ana, ben, cleo = players
    heart.service.playing.links(heart.ask(game), 1, heart.links(game, ben))
    keeper = keeper_of(heart)
    heart.clock.now += 44_999
    assert not keeper.tick()
    heart.clock.now += 1
    keeper.tick()
    with heart.service.hall.looking(game) as live:
        aways = [event for event in live.table.game.joins if event.player in live.table.away]
        assert [join.player for join in aways] == [0, 2]
        assert live.table.contributors == (1,)
        assert live.table.roll_index == 3, "each absence spends the index that was due (O8)"
        assert not live.table.closed
    assert _opening(heart, game) == 6, "the head before the draw is another one now"
    heart.show(game, ana, ben, cleo)
    heart.service.playing.roll(heart.ask(game), 3, heart.links(game, ben))
    heart.show(game, *players)
    assert ben.play is not None


def _opening(heart: Heart, game: str) -> int:
    """The event whose head stands in the log as the opening."""
    with heart.service.hall.looking(game) as live:
        proofs = heart.service.records.proofs(live.row)
    assert proofs is not None
    return proofs.leaves[0].leaf.n


def test_who_leaves_before_the_draw_alone(heart: Heart) -> None:
    """Nobody is there to look on: the draw is made at a walk, and the log has the head before it."""
    game = heart.open(plan("mensch@1", 2, bots=bots(1)))
    ana = heart.join(game, "Ana")
    heart.service.playing.leave(heart.ask(game), given(ana.leave()))
    assert _opening(heart, game) == 4
    keeper = keeper_of(heart)
    while not heart.service.storage.games(GameQuery(host="host", mode="live", status="closed")):
        heart.clock.now += heart.config.pace_ms
        keeper.tick()
    report = heart.service.records.report(heart.record(game), logged=True)
    assert report.verdict == "verified"


def test_the_keeper_looks_too_early_once_rather_than_that_every_event_says_when(heart: Heart) -> None:
    game = heart.open()
    ana = heart.join(game, "Ana")
    start = heart.clock.now
    ben = heart.join(game, "Ben")
    heart.clock.now += 30_000
    heart.step(game, ana, ben)
    with heart.service.hall.looking(game) as live:
        assert live.row.deadline == start + 45_000, "left as it was"
        assert live.due["deadline"] == start + 75_000
        n = live.table.n
    keeper = keeper_of(heart)
    heart.clock.now = start + 45_000
    assert keeper.tick()
    assert not keeper.tick(), "it was put off"
    with heart.service.hall.looking(game) as live:
        assert (live.table.n, live.row.deadline) == (n, start + 75_000)
    heart.clock.now = start + 75_000
    keeper.tick()
    with heart.service.hall.looking(game) as live:
        assert live.table.away


def test_a_stand_in_plays_on_while_somebody_is_there(heart: Heart) -> None:
    game = heart.open(plan("mensch@1", 2))
    players = heart.join(game, "Ana"), heart.join(game, "Ben")
    heart.step(game, *players)
    heart.show(game, *players)
    gone = players[players[0].turn or 0]
    stays = players[1 - (players[0].turn or 0)]
    heart.service.playing.leave(heart.ask(game), given(gone.leave()))
    heart.show(game, stays)
    with heart.service.hall.looking(game) as live:
        # Its rolls are made as soon as the other's link is there, and its moves at once.
        assert live.table.contributors == (stays.player,)
        j = live.table.roll_index
        n = live.table.n
    assert j is not None
    heart.service.playing.links(heart.ask(game), j, heart.links(game, stays))
    with heart.service.hall.looking(game) as live:
        assert live.table.n > n


def test_with_nobody_there_the_game_goes_on_at_a_walk(heart: Heart) -> None:
    game = heart.open(plan("mensch@1", 2, bots=bots(1)))
    heart.join(game, "Ana", key=False)
    heart.service.playing.leave(heart.ask(game), {"player": 0})
    keeper = keeper_of(heart)
    with heart.service.hall.looking(game) as live:
        n = live.table.n
        assert isinstance(live.table.appended(n).event, Away)
        assert live.row.deadline == heart.clock.now + heart.config.pace_ms
    assert not keeper.tick()
    rolls = []
    for _ in range(5):
        heart.clock.now += heart.config.pace_ms
        keeper.tick()
        with heart.service.hall.looking(game) as live:
            assert live.table.roll_index is not None
            rolls.append(live.table.roll_index)
    assert rolls == [rolls[0] + step for step in range(5)], "one roll at a time"
    heart.service.playing.back(heart.ask(game), {"player": 0})
    with heart.service.hall.looking(game) as live:
        assert live.table.away == ()


def test_two_keepers_do_not_hinder_each_other(heart: Heart) -> None:
    other = heart.other()
    game = heart.open(plan(players=2))
    heart.join(game, "Ana")
    heart.join(game, "Ben")
    heart.clock.now += 45_000
    first, second = keeper_of(heart), keeper_of(other)
    first.tick()
    second.tick()
    with heart.service.hall.looking(game) as live, other.service.hall.looking(game) as seen:
        assert live.table.head == seen.table.head
        assert live.table.away == (0, 1)
    other.close()
