"""What is said of dice: counts, the span of chance, and when a game is called unusual."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial, prod
from random import Random
from typing import Any

import pytest

from tests.api.web.conftest import Judge


def rolls(*counts: list[int]) -> list[dict[str, Any]]:
    """By player: roll events with so many of each face."""
    return [
        {"type": "roll", "player": player, "value": face}
        for player, own in enumerate(counts)
        for face, count in enumerate(own, 1)
        for _ in range(count)
    ]


def test_only_rolls_count_start_rolls_too_and_the_draw_does_not(judge: Judge) -> None:
    events = [
        {"type": "draw", "j": 1, "seats": [0, 2], "first": None},
        {"type": "roll", "player": 1, "value": 6, "purpose": "start"},
        {"type": "roll", "player": 1, "value": 2},
        {"type": "move", "player": 1, "piece": 0, "from": -1, "to": 0},
        {"type": "roll", "player": 0, "value": 2},
    ]
    told = judge.ask("statistics.of", events=events, players=2)
    assert [one["counts"] for one in told["players"]] == [[0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 1]]
    assert (told["all"]["counts"], told["all"]["n"]) == ([0, 2, 0, 0, 0, 1], 3)
    assert all(one["few"] for one in [*told["players"], told["all"]])


def test_even_dice_are_usual_and_dice_of_one_face_are_not(judge: Judge) -> None:
    told = judge.ask("statistics.of", events=rolls([20] * 6, [0, 0, 0, 0, 0, 40]), players=2)
    even, bent = told["players"]
    assert (even["n"], even["usual"], even["oneOf"]) == (120, True, 0)
    assert not bent["usual"]
    assert bent["oneOf"] > 1000
    assert bent["counts"][5] > bent["high"]
    assert even["low"] < 20 < even["high"]


def test_no_rolls_at_all(judge: Judge) -> None:
    told = judge.ask("statistics.of", events=[], players=2)["players"][0]
    assert (told["n"], told["low"], told["high"], told["few"], told["usual"]) == (0, 0, 0, True, True)


@pytest.mark.parametrize(
    ("square", "chance"), [(0, 1), (1, 0.9626), (4.351, 0.5), (11.0705, 0.05), (15.0863, 0.01), (20.515, 0.001)]
)
def test_the_chance_of_chi_square_is_that_of_the_tables(judge: Judge, square: float, chance: float) -> None:
    assert judge.ask("statistics.beyond", square=square) == pytest.approx(chance, rel=1e-3)


def test_the_chance_is_near_the_exact_one_from_thirty_rolls_on(judge: Judge) -> None:
    """Chi-square is an approximation: where it is used it must not call much more games unusual than it says."""
    n = 30
    exact: dict[int, float] = {}
    for counts in _ascending(n, 6, 0):
        orders = factorial(6) // prod(factorial(counts.count(value)) for value in set(counts))
        chance = orders * factorial(n) / prod(map(factorial, counts)) / 6**n
        square = sum(count * count for count in counts)
        exact[square] = exact.get(square, 0) + chance
    assert sum(exact.values()) == pytest.approx(1)
    for limit in (0.05, 0.05 / 3, 0.01):
        rare = [square for square in exact if judge.ask("statistics.beyond", square=6 * square / n - n) < limit]
        assert sum(exact[square] for square in rare) < 1.15 * limit


def _ascending(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as so many numbers in ascending order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(least, total // parts + 1):
        for rest in _ascending(total - first, parts - 1, first):
            yield first, *rest


@pytest.mark.parametrize("n", [1, 5, 30, 100, 700])
@pytest.mark.parametrize("part", [0.025, 0.05 / 60])
def test_the_span_leaves_at_most_that_part_on_either_side(judge: Judge, n: int, part: float) -> None:
    chances = [comb(n, k) * 5 ** (n - k) / 6**n for k in range(n + 1)]
    low, high = judge.ask("statistics.span", n=n, part=part)
    assert sum(chances[:low]) <= part < sum(chances[: low + 1])
    assert sum(chances[high + 1 :]) <= part < sum(chances[high:])


def test_the_span_of_very_many_rolls(judge: Judge) -> None:
    low, high = judge.ask("statistics.span", n=100_000, part=0.025)
    assert (low, high) == (pytest.approx(16666.7 - 231, abs=3), pytest.approx(16666.7 + 231, abs=3))


def test_at_most_five_fair_games_of_a_hundred_are_called_unusual(judge: Judge) -> None:
    """All rows of a game are judged together, and so are all spans."""
    random = Random(5)
    unusual = outside = 0
    for _ in range(400):
        events = [{"type": "roll", "player": index % 4, "value": random.randint(1, 6)} for index in range(320)]
        told = judge.ask("statistics.of", events=events, players=4)
        rows = [*told["players"], told["all"]]
        unusual += any(not row["usual"] for row in rows)
        outside += any(not row["low"] <= count <= row["high"] for row in rows for count in row["counts"])
    assert 4 <= unusual <= 28
    assert 0 < outside <= 28
