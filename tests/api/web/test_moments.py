"""Which moments of a game are shown as key moments."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import pytest

from replay.board import BOARDS
from replay.piece import where
from tests.api.web.conftest import Judge
from tests.api.web.moments import RECORDS, moments

START = {"due": "roll", "turn": 0, "owner": 0, "seats": [0, 2], "hand": [], "done": [], "bonus": 0}


Step: TypeAlias = tuple[dict[str, Any], list[list[int]], dict[str, Any]]


def told(judge: Judge, *steps: Step) -> list[tuple[int, str, Any]]:
    """The key moments of made-up events, each with the pieces after it and what else is then different."""
    made = [
        {**START, "n": n, "event": event, "pieces": pieces, **more} for n, (event, pieces, more) in enumerate(steps)
    ]
    found = judge.ask("moments.of", board="cross-52", moments=made)
    return [(one["n"], one["kind"], one["player"]) for one in found]


def move(player: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "move", "player": player, "piece": 0, "from": 0, "to": 0, **more}


def roll(value: int, player: int = 0) -> dict[str, Any]:
    return {"type": "roll", "player": player, "value": value}


DRAW = {"type": "draw"}
AT = [[10, 20], [5, 30]]


def test_a_capture_names_those_who_lost_a_piece(judge: Judge) -> None:
    made = [
        {**START, "n": n, "event": e, "pieces": p}
        for n, (e, p) in enumerate([(DRAW, AT), (move(), [[12, 20], [5, -1]])])
    ]
    (one,) = judge.ask("moments.of", board="cross-52", moments=made)
    assert one == {"n": 1, "kind": "capture", "player": 0, "key": "ui.capture", "facts": {"others": [1]}}
    assert judge.ask("moments.text", moment=one, names=["Ana", "Ben"]) == 'Ana: ui.capture{"others":[1]} (Ben)'


def test_home_all_home_and_the_end(judge: Judge) -> None:
    steps: list[Step] = [
        (DRAW, [[50, 56], [5, 30]], {}),
        (move(), [[55, 56], [5, 30]], {}),
        (move(), [[56, 56], [5, 30]], {"done": [0]}),
        ({"type": "close", "status": "finished"}, [[56, 56], [5, 30]], {"done": [0]}),
    ]
    assert told(judge, *steps) == [(2, "done", 0), (3, "end", None)]
    assert told(judge, (DRAW, [[50, 40], [5, 30]], {}), (move(), [[56, 40], [5, 30]], {})) == [(1, "home", 0)]


def test_three_sixes_in_a_row_and_what_they_cost(judge: Judge) -> None:
    steps: list[Step] = [
        (DRAW, AT, {}),
        (roll(6), AT, {}),
        (roll(6), AT, {}),
        (roll(6), AT, {}),
        (roll(6), AT, {}),
        (roll(6, 1), AT, {}),
    ]
    assert told(judge, *steps) == [(3, "sixes", 0), (4, "sixes", 0)]
    assert told(judge, *steps[:3], (roll(6), [[10, -1], [5, 30]], {})) == [(3, "penalty", 0)]
    assert told(judge, *steps[:3], (roll(5), AT, {}), (roll(6), AT, {})) == []


def test_a_lead_is_told_when_it_has_grown(judge: Judge) -> None:
    steps: list[Step] = [
        (DRAW, AT, {}),
        (move(), [[30, 35], [5, 30]], {}),
        (move(1), [[30, 35], [37, 30]], {}),
        (move(1), [[30, 35], [40, 40]], {}),
    ]
    assert told(judge, *steps) == [(3, "lead", 1)]


def test_absences(judge: Judge) -> None:
    assert told(
        judge, (DRAW, AT, {}), ({"type": "away", "player": 1}, AT, {}), ({"type": "back", "player": 1}, AT, {})
    ) == [
        (1, "away", 1),
        (2, "back", 1),
    ]


@pytest.mark.parametrize("name", RECORDS)
def test_whole_games(judge: Judge, name: str) -> None:
    """Every capture and every homecoming of a record, counted by its pieces."""
    board_id, all_moments = moments(name)
    found = judge.ask("moments.of", board=board_id, moments=all_moments)
    kinds = [one["kind"] for one in found]
    assert [one["n"] for one in found] == sorted(one["n"] for one in found)
    captures = [one["n"] for one in found if one["kind"] == "capture"]
    assert captures == [
        moment["n"]
        for before, moment in pairwise(all_moments)
        if moment["event"]["type"] == "move" and _taken(before, moment)
    ]
    assert kinds.count("away") == sum(moment["event"]["type"] == "away" for moment in all_moments)
    assert kinds.count("done") == len(all_moments[-1]["done"])
    home = sum(number >= BOARDS[board_id].home and number < 150 for own in all_moments[-1]["pieces"] for number in own)
    assert kinds.count("home") + kinds.count("done") >= home


def _taken(before: dict[str, Any], moment: dict[str, Any]) -> bool:
    """Whether somebody else's piece has gone from the board to the yard or a prison."""
    return any(
        where(was).progress >= 0 > where(now).progress
        for player, (past, own) in enumerate(zip(before["pieces"], moment["pieces"], strict=True))
        for was, now in zip(past, own, strict=True)
        if player != before["owner"]
    )
