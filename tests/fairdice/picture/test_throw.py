"""Dice beside the players: what each rule system asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import convert

from fairdice.picture.throw import Throw, throws
from replay.play import Play
from replay.position import Position, setup
from replay.state import MOVE, ROLL
from replay.systems import system


def running(ruleset: str, own: Sequence[int], rolls: Sequence[int]) -> Play:
    """A turn of player 0 with these pieces, after these rolls, none of them moved."""
    rules = system(ruleset).bind({}, 2)
    play = rules.play(rules.seats)
    play.begin(0)
    play.pieces[0] = list(own)
    for value in rolls:
        play.roll(value)
    return play


@pytest.mark.parametrize(
    ("ruleset", "own", "rolls", "thrown"),
    [
        ("star@1", [5, 6, 7, 8], [], Throw(rolls=True)),
        ("star@1", [5, 6, 7, 8], [4], Throw((4,))),
        # Of several tries only the one that is to be moved.
        ("mensch@1", [-1, -1, -1, -1], [3, 2], Throw(rolls=True)),
        ("mensch@1", [-1, -1, -1, -1], [3, 2, 6], Throw((6,))),
        ("clovece@1", [5, 6, 7, 8], [6, 6], Throw((6, 6), rolls=True)),
        ("clovece@1", [5, 6, 7, 8], [6, 6, 3], Throw((6, 6, 3))),
        ("nomercy@1", [5, 6, 7, 8], [6], Throw((6,), rolls=True)),
        ("nomercy@1", [5, 6, 7, 8], [6, 6, 1], Throw((6, 6, 1))),
    ],
)
def test_of_a_turn(ruleset: str, own: list[int], rolls: list[int], thrown: Throw) -> None:
    play = running(ruleset, own, rolls)
    assert play.due == (ROLL if thrown.rolls else MOVE)
    assert throws(play) == {0: thrown}


def due(ruleset: str, pieces: list[Any], **other: Any) -> dict[int, Throw]:
    return throws(setup(convert({"ruleset": ruleset, "players": len(pieces), "pieces": pieces, **other}, Position)))


def test_a_six_that_brought_a_piece_out_is_not_kept() -> None:
    pieces = [[0, -1, -1, -1], [-1] * 4]
    moved = {"last_moved": {"player": 0, "piece": 0}}
    assert due("clovece@1", pieces, rolls=[6, 6], due="roll", **moved) == {0: Throw((6,), rolls=True)}
    assert due("clovece@1", pieces, rolls=[6, 6, 2], **moved) == {0: Throw((6, 2))}


def test_spent_dice_are_gone() -> None:
    pieces = [[5, 6, 7, 8], [9, 10, -1, -1]]
    assert due("nomercy@1", pieces, turn=1, rolls=[6, 6, 3], spent=[6]) == {1: Throw((6, 3))}


def test_a_bonus_is_moved_instead_of_the_roll() -> None:
    pieces = [[6, 20, -1, -1], [71, -1, -1, -1]]
    assert due("parchis@1", pieces, rolls=[4], bonus=20) == {0: Throw(bonus=20)}


def test_start_rolls() -> None:
    rules = system("english@1").bind({}, 3)
    play = rules.play(rules.seats)
    play.begin(None)
    assert throws(play) == {0: Throw(rolls=True)}
    play.start_roll(5)
    play.start_roll(2)
    assert throws(play) == {0: Throw((5,)), 1: Throw((2,)), 2: Throw(rolls=True)}
    # Who ties for the highest roll rolls again, in a new round.
    play.start_roll(5)
    assert throws(play) == {0: Throw(rolls=True)}
    play.start_roll(1)
    assert throws(play) == {0: Throw((1,)), 2: Throw(rolls=True)}


def test_nothing_when_the_game_is_over() -> None:
    assert due("star@1", [[5, 7, -1, -1], [56] * 4]) == {}
