"""Tables in memory: which of them stay, and that nothing depends on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.heart import Heart

TABLES = 10


@pytest.fixture
def small(database: str) -> Iterator[Heart]:
    """A process with room for few tables."""
    found = Heart(database, tables=TABLES)
    yield found
    found.close()


def read(heart: Heart, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose events are read from now on."""
    games: list[str] = []
    events = heart.service.storage.events

    def noting(game, **which):
        games.append(game)
        return events(game, **which)

    monkeypatch.setattr(heart.service.storage, "events", noting)
    return games


def look(heart: Heart, *games: str) -> None:
    for game in games:
        with heart.service.hall.looking(game) as live:
            assert live.table.n == 1


def test_the_table_that_was_used_least_lately_goes_first(small: Heart, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [small.open() for _ in range(TABLES)]
    look(small, games[0])
    newest = small.open()
    seen = read(small, monkeypatch)
    look(small, newest, games[0], *games[2:])
    assert seen == []
    look(small, games[1])
    assert seen == [games[1]]


def test_a_closed_game_goes_before_all_others(small: Heart, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [small.open() for _ in range(TABLES)]
    small.service.playing.abandon(small.ask(games[-1]), None)
    small.open()
    seen = read(small, monkeypatch)
    look(small, *games[:-1])
    assert seen == []


def test_a_table_that_has_to_go_while_somebody_holds_it(small: Heart) -> None:
    game = small.open()
    with small.service.hall.looking(game) as held:
        for _ in range(TABLES):
            small.open()
        small.join(game, "Ana")
        assert held.table.n == 1
    with small.service.hall.looking(game) as live:
        assert live is not held
        assert live.table.n == 2
