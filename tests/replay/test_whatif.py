from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from replay.errors import OptionError, PositionError
from replay.position import Position
from replay.whatif import Asked, judge

CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parents[1] / "vectors" / "rules").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
WITH_MOVES = [
    case for case in CASES if "position" in case and "script" not in case and case.get("expect", {}).get("moves")
]


def position(ruleset: str, pieces: Any, rolls: Any, **other: Any) -> Position:
    return convert({"ruleset": ruleset, "players": len(pieces), "pieces": pieces, "rolls": rolls, **other}, Position)


def asked(start: int, end: int, **other: Any) -> Asked:
    return convert({"from": start, "to": end, **other}, Asked)


@pytest.mark.parametrize("case", WITH_MOVES, ids=lambda case: case["id"])
def test_every_move_of_an_answer_is_legal_and_one_square_more_is_not(case: dict[str, Any]) -> None:
    given = convert(case["position"], Position)
    moves = case["expect"]["moves"]
    for move in moves:
        assert judge(given, convert(move, Asked)).legal
        other = move | {"to": move["to"] + 1}
        if not any(other["from"] == legal["from"] and other["to"] == legal["to"] for legal in moves):
            assert not judge(given, convert(other, Asked)).legal


MENSCH = position("mensch@1", [[0, 20, -1, -1], [-1, -1, -1, -1]], [6])
STAR = position("star@1", [[20, -1, -1, -1], [48, 48, -1, -1]], [4], options={"pairs": "block"})


@pytest.mark.parametrize(
    ("given", "move", "changes"),
    [
        (MENSCH, asked(20, 26), [{"bring_out_optional": True}]),
        (STAR, asked(20, 24), [{"pairs": "immune"}, {"pairs": "none"}]),
        (STAR, asked(20, 25), []),
        (
            position("star@1", [[-1, -1, -1, -1], [-1, -1, -1, -1]], [6], options={"leave": "5"}),
            asked(-1, 0),
            [{"leave": "6"}, {"leave": "1_6"}],
        ),
        (
            position("star@1", [[50, 56, 56, 56], [-1, -1, -1, -1]], [6], options={"capture_before_home": True}),
            asked(50, 56),
            [{"capture_before_home": False}],
        ),
        (
            position("mensch@1", [[39, 40, -1, -1], [-1, -1, -1, -1]], [2], options={"no_jump_home": True}),
            asked(39, 41),
            [{"no_jump_home": False}],
        ),
        (
            position(
                "star@1",
                [[54, -1, -1, -1], [-1, -1, -1, -1]],
                [5],
                options={"capture_before_home": True},
            ),
            asked(54, 53),
            [{"overshoot": "bounce"}],
        ),
    ],
)
def test_single_changes_that_make_it_legal(given: Position, move: Asked, changes: list[dict[str, Any]]) -> None:
    verdict = judge(given, move)
    assert not verdict.legal
    assert list(verdict.legal_with) == changes


def test_two_changes_where_no_single_one_helps() -> None:
    given = position(
        "mensch@1",
        [[0, 36, 40, -1], [-1, -1, -1, -1]],
        [6],
        options={"no_jump_home": True},
    )
    # With a six the start square must be cleared, and a piece on 36 would jump over the one on 40.
    verdict = judge(given, asked(36, 42))
    assert list(verdict.legal_with) == [{"bring_out_optional": True, "no_jump_home": False}]


def test_a_position_that_is_possible_only_under_other_options() -> None:
    given = position("star@1", [[20, -1, -1, -1], [5, -1, -1, -1]], [2, 1], options={"extra": "six"})
    verdict = judge(given, asked(20, 21))
    assert (verdict.legal, verdict.code) == (False, "position.rolls")
    assert list(verdict.legal_with) == [{"extra": "six_capture_home"}]
    with pytest.raises(PositionError, match=r"position\.rolls"):
        judge(given, asked(20, 22))


@pytest.mark.parametrize(
    ("given", "move", "code"),
    [
        (STAR, asked(21, 25), "rules.piece"),
        (STAR, asked(20, 24, piece=1), "rules.piece"),
        (STAR, asked(20, 24, piece=3), "rules.piece"),
        (position("star@1", [[20, -1], [48, 48]], [4], options={"pieces": 2}), asked(20, 24, piece=3), "rules.piece"),
        (STAR, asked(20, 24), "rules.move"),
        (MENSCH, asked(20, 26), "rules.move"),
        (MENSCH, asked(0, 6, captures=[[1, 3]]), "rules.move"),
        (MENSCH, asked(0, 6, lap=0), "rules.move"),
        (MENSCH, asked(0, 6, action="moonwalk"), "rules.move"),
        (position("mensch@1", [[0, 20, -1, -1], [-1, -1, -1, -1]], []), asked(0, 6), "rules.due"),
        (position("mensch@1", [[0, 20, -1, -1], [-1, -1, -1, -1]], [6], due="roll"), asked(0, 6), "rules.due"),
        (position("mensch@1", [[40, 41, 42, 43], [-1, -1, -1, -1]], []), asked(0, 6), "rules.over"),
    ],
)
def test_why_it_is_illegal(given: Position, move: Asked, code: str) -> None:
    verdict = judge(given, move)
    assert not verdict.legal
    assert verdict.code == code
    assert verdict.message


def test_equal_pieces_may_both_be_named() -> None:
    given = position("star@1", [[20, 20, -1, -1], [5, -1, -1, -1]], [3])
    assert judge(given, asked(20, 23, piece=0)).legal
    assert judge(given, asked(20, 23, piece=1, captures=[])).legal


def test_pieces_of_unequal_laps_are_different() -> None:
    given = position(
        "star@1",
        [[{"p": 10, "lap": 1}, 10, -1, -1], [5, -1, -1, -1]],
        [3],
        options={"capture_before_home": True},
    )
    assert judge(given, asked(10, 13, lap=1, piece=0)).legal
    assert not judge(given, asked(10, 13, lap=1, piece=1)).legal
    assert judge(given, asked(10, 13, piece=1)).legal


def test_options_that_are_wrong_in_themselves() -> None:
    with pytest.raises(OptionError, match=r"option\.unknown"):
        judge(position("star@1", [[20, -1, -1, -1], [5, -1, -1, -1]], [3], options={"nope": 1}), asked(20, 23))


# What a turn remembers under other options ----------------------------------------------------------------------------

CAME_OUT = {
    "ruleset": "clovece@1",
    "players": 2,
    "pieces": [[5, 0, 20, 43], [30, -1, -1, -1]],
    "rolls": [6, 5],
    "last_moved": {"player": 0, "piece": 1},
}
ARRIVED = {
    "ruleset": "parchis@1",
    "players": 4,
    "pieces": [[10, -1, -1, -1], [51, -1, -1, -1], [45, 34, -1, -1], [-1, -1, -1, -1]],
    "rolls": [1],
    "arrived_last": [[5, 1]],
}

THROWN = {"ruleset": "clovece@1", "players": 2, "pieces": [[20, 21, 10, 43], [33, -1, -1, -1]], "rolls": [6, 6, 3]}


@pytest.mark.parametrize(
    ("document", "move", "legal_with"),
    [
        (CAME_OUT, {"from": 20, "to": 25}, [{"six_chain": "free"}]),
        (ARRIVED, {"from": 10, "to": 11, "captures": []}, [{"teams": True}]),
        (THROWN, {"from": 20, "to": 23}, [{"six_chain": "steps"}, {"six_chain": "free"}]),
    ],
)
def test_what_other_options_do_not_remember_is_no_obstacle(
    document: dict[str, Any], move: dict[str, Any], legal_with: list[dict[str, Any]]
) -> None:
    verdict = judge(convert(document, Position), convert(move, Asked))
    assert (verdict.legal, list(verdict.legal_with)) == (False, legal_with)


@pytest.mark.parametrize(
    ("captures", "says"),
    [
        ([], "this move captures player 2's piece on 45, not nothing"),
        ([[1, 45]], "this move captures player 2's piece on 45, not player 1's piece on 45"),
        (
            [[2, 45], [1, 3]],
            "this move captures player 2's piece on 45, not player 2's piece on 45 and player 1's piece on 3",
        ),
        ([[2]], "this move captures player 2's piece on 45, not [2]"),
    ],
)
def test_other_captures_than_the_move_makes(captures: list[list[int]], says: str) -> None:
    asked = convert({"from": 10, "to": 11, "captures": captures}, Asked)
    verdict = judge(convert(ARRIVED, Position), asked)
    assert (verdict.legal, verdict.code, verdict.message) == (False, "rules.move", says)


@pytest.mark.parametrize(("other", "locked"), [({"p": 20, "locked": True}, True), (20, False)])
def test_a_piece_is_called_locked_only_if_all_that_stand_there_are(other: object, locked: bool) -> None:
    pieces = [[{"p": 20, "locked": True}, other, -1, 56], [-1, -1, -1, -1]]
    document = {"ruleset": "nomercy@1", "players": 2, "pieces": pieces, "rolls": [6, 2]}
    asked = {"from": 20, "to": 25, "action": "move", "dice": [2]}
    verdict = judge(convert(document, Position), convert(asked, Asked))
    assert (verdict.legal, "is locked until" in verdict.message) == (False, locked)
