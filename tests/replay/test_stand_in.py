"""tests/vectors/stand_in.jsonl: the one move that a stand-in may make, and that every wrong reading of C14 shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replay.play import Play
from replay.position import setup
from replay.spelling import asked
from replay.state import MOVE
from tests.replay.playing import plain, position

FILE = Path(__file__).parents[1] / "vectors/stand_in.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def opened(case: dict[str, Any]) -> Play:
    play = setup(position(case["position"]))
    assert play.due == MOVE
    return play


def test_each_case_has_its_own_id() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_stand_in(case: dict[str, Any]) -> None:
    assert plain(asked(*opened(case).stand_in())) == case["expect"]


def picked(case: dict[str, Any], rank: Callable[[Any, int], Any]) -> Any:
    """The move of the least rank; of equal rank the first in the order of answers."""
    return plain(asked(*min(opened(case).choices(), key=lambda choice: rank(*choice))))


def home(case: dict[str, Any]) -> int:
    return opened(case).seating.board.home


def column(case: dict[str, Any]) -> int:
    return opened(case).seating.board.lap_end + 1


def goal(case: dict[str, Any]) -> int:
    return opened(case).seating.board.goal


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "captures before home": lambda case: picked(
        case, lambda move, _: (-len(move.captures), not move.from_ < home(case) <= move.to)
    ),
    "home from home": lambda case: picked(case, lambda move, _: (move.to < home(case), -len(move.captures))),
    "home from the loop to the column": lambda case: picked(
        case, lambda move, _: (not move.from_ < column(case) <= move.to, -len(move.captures))
    ),
    "home is the last square": lambda case: picked(case, lambda move, _: (move.to < goal(case), -len(move.captures))),
    "any capture": lambda case: picked(
        case, lambda move, _: (not move.from_ < home(case) <= move.to, not move.captures)
    ),
    "no captures": lambda case: picked(case, lambda move, _: not move.from_ < home(case) <= move.to),
    "the foremost piece": lambda case: picked(
        case, lambda move, _: (not move.from_ < home(case) <= move.to, -len(move.captures), -move.from_)
    ),
    "captured: the first in player order": lambda case: picked(
        case, lambda move, _: (not move.from_ < home(case) <= move.to, -len(move.captures))
    ),
    "captured: the last in player order": lambda case: picked(
        case,
        lambda move, _: (
            not move.from_ < home(case) <= move.to,
            -len(move.captures),
            move.from_,
            move.to,
            -(move.captured or 0),
        ),
    ),
    "the yard first": lambda case: picked(
        case, lambda move, _: (not move.from_ < home(case) <= move.to, -len(move.captures), move.from_ != -1)
    ),
    "the lowest index": lambda case: picked(
        case, lambda move, index: (not move.from_ < home(case) <= move.to, -len(move.captures), index)
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_cases_show_a_wrong_reading(name: str) -> None:
    assert any(WRONG[name](case) != case["expect"] for case in CASES)
