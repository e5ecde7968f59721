"""Moves and places as messages spell them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from replay.record import Move
from replay.spelling import asked, spell, standing
from replay.state import LegalMove


def move(**fields: Any) -> Move:
    return convert({"type": "move", "n": 0, "at": 0, "player": 0, "piece": 1, "by": "player"} | fields, Move)


@pytest.mark.parametrize(
    ("fields", "spelled"),
    [
        ({"from": 20, "to": 24}, "20 to 24"),
        ({"from": -1, "to": 0}, "the yard to 0"),
        ({"from": 50, "to": 51, "lap": 0}, "50 to 51 on lap 0"),
        ({"from": 11, "to": 31, "bonus": 20}, "11 to 31 with the bonus of 20"),
        ({"from": 5, "to": 7, "captured": 2}, "5 to 7 capturing player 2's piece"),
        ({"from": 20, "to": 29, "action": "move", "dice": [3, 6]}, "20 to 29 (move with 3 + 6)"),
        ({"from": -2, "to": -1, "action": "recover", "dice": [6]}, "prison to the yard (recover with 6)"),
        ({"from": -3, "to": 11, "action": "free", "dice": [6, 6]}, "a rival's column to 11 (free with 6 + 6)"),
        (
            {"from": 10, "to": 53, "action": "invade", "dice": [4], "column": 1},
            "10 to 53 (invade player 1's column with 4)",
        ),
        ({"from": 10, "to": 53, "action": "move", "dice": [6] * 21}, "10 to 53 (move with 21 dice)"),
    ],
)
def test_spelled(fields: dict[str, Any], spelled: str) -> None:
    assert spell(move(**fields)) == spelled


def test_a_hostile_record_does_not_fill_the_report() -> None:
    many = move(**{"from": 20, "to": 26, "action": "move", "dice": [6] * 200_000})
    assert asked(many, 1)["dice"] == "200000 dice"
    few = convert({"from": 20, "to": 26, "captures": [], "action": "move", "dice": [6]}, LegalMove)
    assert asked(few, 1) == {"piece": 1, "from": 20, "to": 26, "action": "move", "dice": (6,)}


def test_where_a_piece_stands() -> None:
    assert [standing(at) for at in (20, -1, -2)] == ["on 20", "in the yard", "in prison"]
