"""Players who are gone, and what happens when no request comes: the keeper alone plays on, by the clock of the test."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from api.storage.storage import SqlStorage
from tests.support.scene import QUICK
from tests.support.service import Clock, Running, Sitting


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def running(database, clock):
    with Running(database, clock=clock, pace_ms=500) as found:
        yield found


def tick(running):
    """Let the keeper do all that is due."""
    while running.service.keeper.tick():
        pass


def away(events):
    return [(event["player"], event["reason"]) for event in events if event["type"] == "away"]


def events_of(sitting):
    return json.loads(sitting.record())["events"]


def test_who_is_gone_is_declared_away_though_nobody_asks(running, clock):
    """Not a moment before its time; then a stand-in plays, and the others go on with requests of their own."""
    sitting = Sitting(running.host(), "pairs@1", "ttc", **QUICK).seat()
    sitting.step()
    clock.now += 44_999
    tick(running)
    assert not away(events_of(sitting))
    clock.now += 1
    tick(running)
    assert away(events_of(sitting)) == [(0, "timeout"), (1, "timeout"), (2, "timeout")]


def test_only_those_who_owe_something(running, clock):
    sitting = Sitting(running.host(), "pairs@1", "ttc", **QUICK).seat()
    sitting.step()
    body = {"j": sitting.due["j"], "links": [sitting.link(2)]}
    sitting.take(sitting.host.done("POST", f"{sitting.path}/links", body, etag=sitting.etag))
    body = {"j": sitting.due["j"], "links": [sitting.link(0)]}
    sitting.take(sitting.clients[0].done("POST", f"{sitting.path}/links", body, etag=sitting.etag))
    clock.now += 45_000
    tick(running)
    assert away(events_of(sitting)) == [(1, "timeout")]
    sitting.look()
    sitting.step()
    assert sitting.due["missing"] == [] or 1 not in sitting.due["missing"]
    back = {"player": 1, "sig": sitting.players[1].back().sig}
    sitting.take(sitting.clients[1].done("POST", f"{sitting.path}/returns", back, etag=sitting.etag))
    assert running.verified(sitting.play()).verdict == "verified"


def test_with_nobody_there_the_game_goes_on_at_a_walk_to_its_end(running, clock):
    """All are away: one roll at each pace, until the game is over; and the record is a good one."""
    sitting = Sitting(running.host(), "pairs@1", "cc", **QUICK).seat()
    sitting.step()
    clock.now += 45_000
    tick(running)
    before = len(events_of(sitting))
    tick(running)
    assert len(events_of(sitting)) == before
    clock.now += 500
    tick(running)
    assert len([event for event in events_of(sitting)[before:] if event["type"] == "roll"]) == 1
    while running.storage.game(sitting.game).status == "playing":
        clock.now += 500
        assert running.service.keeper.tick(), "a game that is not over has something due"
    report = running.verified(sitting.record())
    assert (report.verdict, report.summary.status) == ("verified", "finished")


def test_after_the_last_return_one_plays_without_contributing(running, clock):
    sitting = Sitting(running.host(), "pairs@1", "tc", returns=1, **QUICK).seat()
    contributes = []
    for _ in range(3):
        sitting.until(lambda one: one.players[0].owes_link or (one.due["j"] is not None and one.due["player"] == 0))
        leave = {"player": 0, "sig": sitting.players[0].leave().sig}
        sitting.take(sitting.clients[0].done("POST", f"{sitting.path}/absences", leave, etag=sitting.etag))
        back = {"player": 0, "sig": sitting.players[0].back().sig}
        sitting.take(sitting.clients[0].done("POST", f"{sitting.path}/returns", back, etag=sitting.etag))
        sitting.step()
        sitting.until(lambda one: one.due["j"] is not None)
        contributes.append(0 in sitting.due["contributors"])
    assert contributes == [True, False, False]
    assert running.verified(sitting.play()).verdict == "verified"


def test_a_table_nobody_comes_to(running, clock):
    sitting = Sitting(running.host(), "pairs@1", "tc")
    sitting.join(0)
    clock.now += 86_400_000 - 1
    tick(running)
    assert sitting.look()["what"] == "join"
    clock.now += 1
    tick(running)
    sitting.look()
    assert sitting.closed
    assert events_of(sitting)[-1]["status"] == "abandoned"
    assert running.storage.tree().size == 0


@pytest.mark.parametrize("rules", ["star@1", "mensch@1"])
def test_bots_alone(running, rules):
    """A game of bots begins and ends by itself; what is left after the first answer the keeper does."""
    sitting = Sitting(running.host(), rules, "bbb")
    tick(running)
    report = running.verified(sitting.record())
    assert (report.verdict, report.summary.status) == ("verified", "finished")


def test_bots_alone_after_a_crash(running, monkeypatch):
    """The process ends between the transaction that opens the game and that in which the bots sit down."""

    class Crash(BaseException):
        pass

    def crash(*_args, **_options):
        raise Crash

    host = running.host()
    body = {"rules": "pairs@1", "players": 2, "bots": [{"name": "One"}, {"name": "Other"}], **QUICK}
    monkeypatch.setattr(running.service.hall, "change", crash)
    with pytest.raises(Crash):
        host.post("/v1/games", body, key="once")
    with running.other() as other:
        tick(other)
        reply = type(host)(other.http, host.token).done("POST", "/v1/games", body, key="once")
        assert reply.headers["idempotent-replayed"] == "true"
        assert other.storage.game(reply.json["game"]).status == "closed"


def test_one_bad_game_keeps_nobody_waiting(running, clock):
    """A game whose secrets do not open is left alone; the others are looked after, and the keeper finds rest."""
    host = running.host()
    sittings = [Sitting(host, "pairs@1", "tc", **QUICK).seat() for _ in range(3)]
    bad = min(sittings, key=lambda one: (running.storage.game(one.game).deadline, one.game))
    assert isinstance(running.storage, SqlStorage)
    with running.storage.engine.begin() as connection:
        connection.execute(text("PRAGMA query_only = OFF") if connection.dialect.name == "sqlite" else text("SELECT 1"))
        connection.execute(text("UPDATE game SET tip = :tip WHERE id = :id"), {"tip": b"\\x01broken", "id": bad.game})
    with running.other() as other:
        clock.now += 45_000
        ticks = 0
        while other.service.keeper.tick():
            ticks += 1
            assert ticks < 10, "it must not look at the bad game for ever"
    for sitting in sittings:
        assert bool(away([json.loads(row.body) for row in running.storage.events(sitting.game)])) == (
            sitting is not bad
        )
