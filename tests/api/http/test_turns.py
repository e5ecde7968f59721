"""Turns: so many at once, so many who wait, and the rest is told at once."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from api.http.problems import Refused
from api.http.turns import Turns


def test_who_finds_all_places_to_wait_taken_is_told_at_once() -> None:
    turns = Turns(1, waiting=1, wait_s=60)
    begun, end, done = Event(), Event(), []

    def work(name: str) -> None:
        with turns.one():
            begun.set()
            end.wait(60)
            done.append(name)

    first = Thread(target=work, args=("first",))
    first.start()
    assert begun.wait(60)
    second = Thread(target=work, args=("second",))
    second.start()
    while turns._room._value:  # until the second waits
        second.join(0.001)
    with pytest.raises(Refused) as caught, turns.one():
        pytest.fail("a third had a turn")
    assert caught.value.code == "service.busy"
    end.set()
    first.join()
    second.join()
    assert done == ["first", "second"]
    with turns.one():
        pass


def test_who_waits_too_long_gives_up_and_leaves_no_trace() -> None:
    turns = Turns(1, waiting=1, wait_s=0.01)
    with turns.one():
        for _ in range(3):
            with pytest.raises(Refused), turns.one():
                pytest.fail("two at once")
    with turns.one():
        pass
