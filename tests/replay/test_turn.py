"""The classical machine: what a turn remembers is forgotten when it should be, and only then."""

from __future__ import annotations

from typing import Any

import pytest

from replay.errors import PositionError
from replay.machine import with_parts
from replay.play import Play
from replay.position import describe, setup
from replay.seating import Seating
from replay.system import Rules
from tests.replay.playing import apply, event_of, plain, position, rules_for

Y = [-1, -1, -1, -1]


def played(document: dict[str, Any], *steps: dict[str, Any]) -> Play:
    play = setup(position(document))
    for entry in steps:
        apply(play, event_of(play, entry))
    return play


def test_a_bonus_ends_with_the_turn() -> None:
    """The bonus move brings the last piece home: the next player owes nothing (H5, C11)."""
    play = played(
        {
            "ruleset": "parchis@1",
            "options": {"end": "all_places"},
            "players": 3,
            "pieces": [[61, 68, 71, 71], [3, -1, -1, -1], Y],
            "rolls": [3],
        },
        {"move": {"piece": 1, "from": 68, "to": 71}},
        {"move": {"piece": 0, "from": 61, "to": 71, "bonus": 10}},
    )
    assert (play.turn, play.due, play.bonus, play.done) == (1, "roll", 0, [0])
    play.roll(1)
    assert [plain(move) for move, _ in play.choices()] == [{"from": 3, "to": 4, "captures": []}]


def test_the_piece_that_the_third_six_sends_back_is_no_arrival_any_more() -> None:
    """It was one of two rivals on a start square; what is remembered of that square goes with it (H2, H6)."""
    play = played(
        {
            "ruleset": "parchis@1",
            "players": 4,
            "pieces": [[34, -1, -1, -1], [17, -1, -1, -1], Y, Y],
            "rolls": [6, 6],
            "due": "roll",
            "last_moved": {"player": 0, "piece": 0},
        },
    )
    assert play.arrived_last == {39: 0}
    play.roll(6)
    assert (play.pieces[0], play.arrived_last) == (Y, {})
    assert setup(describe(play.rules, play.state())).state() == play.state()


@pytest.mark.parametrize("given", [[[39, 0], [39, 1]], [[39, 1], [39, 0]]])
def test_two_that_arrived_last_on_one_square(given: list[list[int]]) -> None:
    pieces = [[34, -1, -1, -1], [17, -1, -1, -1], Y, Y]
    document = {"ruleset": "parchis@1", "players": 4, "pieces": pieces, "arrived_last": given}
    with pytest.raises(PositionError) as error:
        setup(position(document))
    assert (error.value.code, error.value.path) == ("position.arrived_last", "/arrived_last")


def test_parts_are_made_once_for_each_choice() -> None:
    made: list[tuple[int, ...]] = []

    def choose(_rules: Rules, seating: Seating) -> int:
        made.append(seating.seats)
        return len(made)

    def make(_parts: int, rules: Rules, seating: Seating) -> Play:
        return rules.play(seating.seats)

    start = with_parts(make, choose)
    rules = rules_for("star@1")
    for seats in ((0, 2), (0, 2), (2, 0), (0, 2)):
        start(rules, Seating.of(rules.board, seats))
    start(rules_for("star@1", {"pieces": 2}), Seating.of(rules.board, (0, 2)))
    assert made == [(0, 2), (2, 0), (0, 2)]
