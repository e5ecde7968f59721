"""Limits counted in memory, at times that the test chooses."""

from __future__ import annotations

from random import Random

import pytest

from api.http.windows import Windows

START = 1_000_000.0
"""The beginning of a window of 10 s."""


def counted(windows: Windows, times: list[float], who: str = "a") -> list[bool]:
    return [windows.hit(who, START + at)[0] for at in times]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([0, 0, 0], [True, True, True]),
        ([0, 0, 0, 0], [True, True, True, False]),
        ([0, 0, 0, 9.9], [True, True, True, False]),
        # At the end of the next window's first third, 2 of the 3 still count.
        ([9, 9, 9, 10], [True, True, True, False]),
        ([9, 9, 9, 13.4], [True, True, True, True]),
        ([9, 9, 9, 13.4, 13.4], [True, True, True, True, False]),
        ([9, 9, 9, 13.4, 16.7], [True, True, True, True, True]),
        ([0, 0, 0, 20], [True, True, True, True]),
        # What was refused does not count.
        ([0, 0, 0, 5, 5, 5, 13.4], [True, True, True, False, False, False, True]),
    ],
)
def test_what_is_counted(times: list[float], expected: list[bool]) -> None:
    assert counted(Windows(3, 10), times) == expected


def test_each_is_counted_alone() -> None:
    windows = Windows(1, 10)
    assert windows.hit("a", START) == (True, 0, 10)
    assert windows.hit("b", START) == (True, 0, 10)
    assert not windows.hit("a", START)[0]


def test_looking_does_not_count() -> None:
    windows = Windows(1, 10)
    assert [windows.look("a", START) for _ in range(3)] == [(True, 1, 10)] * 3
    assert windows.hit("a", START) == (True, 0, 10)
    assert windows.look("a", START)[0] is False


def test_how_many_are_left() -> None:
    windows = Windows(4, 10)
    assert [windows.hit("a", START)[1] for _ in range(5)] == [3, 2, 1, 0, 0]
    assert windows.look("a", START + 15)[1] == 2


@pytest.mark.parametrize("seed", range(20))
def test_one_more_fits_when_it_is_said_and_not_before(seed: int) -> None:
    random = Random(seed)
    windows, now = Windows(random.randint(1, 9), random.randint(1, 60)), START
    refused = 0
    for _ in range(400):
        now += random.choice((0, 0, 0.1, 1))
        fits, _, wait = windows.hit("a", now)
        if fits:
            continue
        refused += 1
        assert 0 <= wait <= 2 * windows.seconds
        if wait > 1e-3:  # else the difference is lost among the digits of the time
            assert windows.look("a", now + wait * 0.99)[0] is False
        assert windows.look("a", now + wait + 1e-6)[0] is True
    assert refused


def test_never_more_than_twice_the_amount_in_any_window() -> None:
    windows, times = Windows(5, 10), [at / 10 for at in range(1000)]
    taken = [at for at, fits in zip(times, counted(windows, times), strict=True) if fits]
    assert max(sum(at <= other < at + 10 for other in taken) for at in taken) <= 10
    assert len(taken) >= 5 * 8


def test_old_counts_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.windows._KEPT", 100)
    windows = Windows(1, 10)
    for number in range(5000):
        windows.hit(str(number), START + number)
    assert len(windows._counts) < 250
    assert windows.look("4999", START + 4999)[0] is False
