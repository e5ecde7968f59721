"""Following a game, and tickets."""

from __future__ import annotations

from threading import Thread

import pytest

from api.service.bell import Bell
from api.service.errors import ServiceError
from api.service.seal import Sealer
from api.service.streams import TICKET_MS, News, check_ticket, follow, make_ticket
from tests.support.heart import Heart

SEALER = Sealer([bytes(32)])
GAME = "ab" * 32
OWNER = bytes(range(32))
BEGINS = News(changed=True)
"""What a stream begins with if there is no event: whatever has changed without one before is not missed."""


def test_a_stream_tells_what_was_and_what_comes(heart: Heart) -> None:
    service = heart.service
    game = heart.open()
    stream = follow(service.storage, service.bell, game, -1, heartbeat_s=30)
    assert [row.n for row in next(stream).events] == [0, 1]
    joining = Thread(target=heart.join, args=(game, "Ana"))
    joining.start()
    assert [row.n for row in next(one for one in stream if one.events).events] == [2]
    joining.join()
    service.playing.abandon(heart.ask(game), None)
    last = next(one for one in stream if one.events)
    assert last.ended
    assert [row.n for row in last.events] == [3]
    assert list(stream) == []


def test_it_begins_where_one_left_off(heart: Heart) -> None:
    game = heart.open()
    news = list(follow(heart.service.storage, heart.service.bell, game, 0, heartbeat_s=1, once=True))
    assert [[row.n for row in one.events] for one in news] == [[1], []]
    assert news[-1].ended


def test_a_game_that_is_closed_already(heart: Heart) -> None:
    game = heart.open()
    heart.service.playing.abandon(heart.ask(game), None)
    service = heart.service
    beyond = follow(service.storage, service.bell, game, 2, heartbeat_s=0.01)
    assert next(one for one in beyond if one != BEGINS).ended


def test_a_heartbeat(heart: Heart) -> None:
    game = heart.open()
    stream = follow(heart.service.storage, heart.service.bell, game, 1, heartbeat_s=0.01)
    assert next(stream) == BEGINS
    assert next(stream) == News()
    heart.service.drain()
    assert list(stream)[-1].ended


def test_a_change_without_an_event_is_news(heart: Heart) -> None:
    game = heart.open()
    players = heart.join(game, "Ana"), heart.join(game, "Ben")
    with heart.service.hall.looking(game) as live:
        n = live.table.n
    stream = follow(heart.service.storage, heart.service.bell, game, n, heartbeat_s=0.01)
    assert next(stream) == BEGINS
    assert next(stream) == News()
    heart.service.playing.links(heart.ask(game), 1, heart.links(game, players[0]))
    assert next(one for one in stream if one != News()) == News(changed=True)


def test_nobody_is_left_in_the_bell(heart: Heart) -> None:
    game = heart.open()
    stream = follow(heart.service.storage, heart.service.bell, game, 1, heartbeat_s=0.01)
    next(stream)
    assert len(heart.service.bell) == 1
    stream.close()
    assert len(heart.service.bell) == 0


def test_the_bell_wakes_only_those_concerned() -> None:
    bell = Bell()
    with bell.listening("a") as first, bell.listening("b") as second:
        bell.ring("a")
        assert first.is_set()
        assert not second.is_set()
        bell.ring(None)
        assert second.is_set()


def test_a_ticket_opens_its_game_for_a_minute() -> None:
    ticket, until = make_ticket(SEALER, GAME, OWNER, 1000)
    assert until == 1000 + TICKET_MS
    assert check_ticket(SEALER, GAME, ticket, until) == OWNER
    for game, given, now in (
        (GAME, ticket, until + 1),
        ("cd" * 32, ticket, 1000),
        (GAME, ticket[:-2] + "AA", 1000),
        (GAME, "B" + ticket[1:], 1000),
        (GAME, "", 1000),
        (GAME, "?", 1000),
    ):
        with pytest.raises(ServiceError) as caught:
            check_ticket(SEALER, game, given, now)
        assert caught.value.code == "stream.ticket"
