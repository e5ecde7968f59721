"""tests/vectors/perft.json: how many sequences of rolls and moves there are from a position.

Counted twice: on values, where equal positions are looked at once, and on the mutable game, sequence by sequence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay.engine import step
from replay.play import Play
from replay.position import setup
from replay.record import Pass
from replay.state import MOVE, OVER, State
from replay.system import Rules
from replay.systems import SYSTEMS
from tests.replay.playing import apply, begun, move_of, position, roll_of

PERFT: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/perft.json").read_bytes())
ONE_BY_ONE = 5_000
"""Up to so many sequences are played one by one."""


def opened(entry: dict[str, Any]) -> Play:
    if "position" in entry:
        return setup(position(entry["position"]))
    game = entry["game"]
    return begun(game["ruleset"], game["options"], tuple(game["seats"]), game["first"])


def events(play: Play) -> list[Any]:
    """Every step that can follow: six rolls, or the moves of unlike pieces and a pass, or nothing at the end."""
    if play.due == OVER:
        return []
    if play.due != MOVE:
        return [roll_of(play, value) for value in range(1, 7)]
    passes = [Pass(n=0, at=0, player=play.turn, by="player")] if play.may_pass else []
    return [*(move_of(play, move, piece) for move, piece in play.choices()), *passes]


class Values:
    """Counts on values: `step` makes each state once, however many sequences lead to it."""

    def __init__(self, rules: Rules, seats: tuple[int, ...]) -> None:
        self.rules = rules
        self.look = rules.play(seats)
        self.after: dict[State, list[State]] = {}
        self.known: dict[tuple[State, int], int] = {}

    def following(self, state: State) -> list[State]:
        if state not in self.after:
            self.look.restore(state)
            self.after[state] = [step(self.rules, state, event) for event in events(self.look)]
        return self.after[state]

    def count(self, state: State, depth: int) -> int:
        if depth == 0:
            return 1
        if (state, depth) not in self.known:
            self.known[state, depth] = sum(self.count(after, depth - 1) for after in self.following(state))
        return self.known[state, depth]


def one_by_one(play: Play, depth: int) -> int:
    """Counts on the mutable game: every sequence is played."""
    if depth == 0:
        return 1
    before, total = play.state(), 0
    for event in events(play):
        apply(play, event)
        total += one_by_one(play, depth - 1)
        play.restore(before)
    return total


def test_every_system_is_counted() -> None:
    for kind in ("game", "position"):
        assert {entry[kind]["ruleset"] for entry in PERFT if kind in entry} == set(SYSTEMS)
    assert len({entry["id"] for entry in PERFT}) == len(PERFT)


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["id"])
def test_counts_on_values(entry: dict[str, Any]) -> None:
    play = opened(entry)
    values = Values(play.rules, play.seating.seats)
    assert [values.count(play.state(), depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["id"])
def test_counts_one_by_one(entry: dict[str, Any]) -> None:
    play = opened(entry)
    few = [count for count in entry["counts"] if count <= ONE_BY_ONE]
    assert [one_by_one(play, depth) for depth in range(1, len(few) + 1)] == few
