"""The game that is played while somebody watches: it waits for watchers, and outlives a database out of reach."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from api.service.demonstration import Demonstration
from api.service.errors import GameError
from api.service.sample import Sample
from api.storage.contract import Unavailable
from tests.support.heart import Heart


@pytest.fixture
def shown(heart: Heart) -> Iterator[Demonstration]:
    found = Demonstration(heart.service, heart.host, pace_s=0.001)
    found.start()
    yield found
    found.stop()


def test_it_is_played_while_somebody_watches_and_a_step_that_failed_is_tried_again(
    heart: Heart, shown: Demonstration, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = heart.service.storage.game(shown.game)
    steps, done = [], Event()
    real = Sample.step

    def step(sample: Sample) -> None:
        steps.append(sample.game)
        if len(steps) == 2:
            raise Unavailable("storage.unavailable", "the database is restarted")
        real(sample)
        if len(steps) > 5:
            done.set()

    monkeypatch.setattr(Sample, "step", step)
    assert steps == []
    with heart.service.bell.listening("another game"):
        assert not done.wait(0.05)
    assert steps == []
    with heart.service.bell.listening(shown.game):
        assert done.wait(60)
    now = heart.service.storage.game(shown.game)
    assert begun is not None
    assert now is not None
    assert now.n > begun.n


def test_what_it_may_not_do_ends_it_and_nothing_else(
    heart: Heart, shown: Demonstration, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_sample: Sample) -> None:
        raise GameError("game.stopped", "a backup was restored")

    monkeypatch.setattr(Sample, "step", refuse)
    with heart.service.bell.listening(shown.game):
        shown._thread.join(60)
    assert not shown._thread.is_alive()
    assert heart.service.storage.game(shown.game) is not None
