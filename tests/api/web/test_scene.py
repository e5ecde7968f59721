"""What the player's board shows, compared with fairdice.picture where both say it."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist, hypot
from random import Random
from typing import Any

import pytest

from fairdice.picture.scene import GATE, common_home, gate, prison, scene
from fairdice.picture.throw import throws
from replay.board import BOARDS, Board
from replay.parts.laps import lapped
from replay.piece import intruder, locked, prisoner, where
from replay.play import Play
from tests.api.web.conftest import Judge
from tests.api.web.moments import RECORDS, moments, played
from tests.fairdice.picture.placing import FULL, HELD, placed


def scattered(board: Board, random: Random) -> Play:
    """Pieces anywhere, also where no rules would let them stand."""
    seats = tuple(random.sample(range(len(board.colours)), random.randint(2, len(board.colours))))
    return placed(board, seats, [[_number(board, len(seats), random) for _ in range(4)] for _ in seats])


def _number(board: Board, players: int, random: Random) -> int:
    progress = random.choice((-1, random.randint(0, 3), random.randint(0, board.goal), board.goal))
    kinds = [progress] * 4
    if board.id == "cross-52":
        kinds += [locked(progress), prisoner(random.randrange(players)), intruder(random.randrange(players))]
        kinds.append(lapped(random.randint(0, 51), random.randint(1, 3)))
    return random.choice(kinds)


def positions() -> list[Play]:
    random = Random(20261130)
    return [HELD, *FULL.values(), *(scattered(board, random) for board in BOARDS.values() for _ in range(30))]


def asked(play: Play) -> dict[str, Any]:
    return {"board": play.seating.board.id, "seats": play.seating.seats, "pieces": play.pieces}


def test_pieces_stand_where_the_picture_of_python_has_them(judge: Judge) -> None:
    for play in positions():
        board, seats, expected = play.seating.board, play.seating.seats, scene(play)
        stands = judge.ask("board.scene", **asked(play))
        of = {
            kind: [stand for stand in stands if stand["kind"] == kind]
            for kind in ("yard", "spot", "home", "prison", "gate")
        }
        assert {tuple(stand["cell"]): _groups(stand) for stand in of["spot"]} == {
            tuple(map(float, spot.cell)): {(g.player, g.lap, g.locked, g.count) for g in spot.groups}
            for spot in expected.spots
        }
        assert [
            sum(one["player"] == p for stand in of["yard"] for one in stand["members"]) for p in range(len(seats))
        ] == list(expected.yards)
        assert [
            sum(one["player"] == p for stand in of["home"] for one in stand["members"]) for p in range(len(seats))
        ] == list(expected.homes)
        cages = {
            (stand["seat"], stand["kind"] == "gate"): (stand["cell"], len(stand["members"]))
            for stand in of["prison"] + of["gate"]
        }
        assert cages == {
            (seats[cage.holder], cage.in_column): (
                list(gate(board, seats[cage.holder], GATE) if cage.in_column else prison(board, seats[cage.holder])),
                sum(group.count for group in cage.groups),
            )
            for cage in expected.cages
        }


def _groups(stand: dict[str, Any]) -> set[tuple[int, int | None, bool, int]]:
    keys = [(one["player"], one["lap"], one["locked"]) for one in stand["members"]]
    return {(*key, keys.count(key)) for key in keys}


def test_every_piece_has_a_place_of_its_own_or_stands_in_a_counted_stack(judge: Judge) -> None:
    for play in positions():
        found = judge.ask("board.layout", **asked(play))
        places = [place for own in found["places"] for place in own]
        assert None not in places
        assert len(places) == sum(len(own) for own in play.pieces)
        assert sum(place["count"] for place in places) == len(places)
        tops = [place for place in places if place["count"]]
        for one, other in combinations(tops, 2):
            distance = dist(one["cell"], other["cell"])
            assert distance > 0.5 * max(one["size"], other["size"]), (asked(play), one, other)


def test_pieces_bear_their_laps_and_locks(judge: Judge) -> None:
    for play in positions():
        found = judge.ask("board.layout", **asked(play))["places"]
        for own, numbers in zip(found, play.pieces, strict=True):
            for place, number in zip(own, numbers, strict=True):
                assert (place["lap"], place["locked"]) == (where(number).lap, where(number).locked)


def test_two_pieces_alone_on_a_square_are_a_pair(judge: Judge) -> None:
    ask = {"board": "cross-68", "seats": [0, 1]}
    assert [
        pair["seat"] for pair in judge.ask("board.layout", **ask, pieces=[[9, 9, -1, -1], [3, -1, -1, -1]])["pairs"]
    ] == [0]
    assert judge.ask("board.layout", **ask, pieces=[[17, -1, -1, -1], [0, -1, -1, -1]])["pairs"] == []
    assert judge.ask("board.layout", **ask, pieces=[[71, 71, -1, -1], [-1, -1, -1, -1]])["pairs"] == []


@pytest.mark.parametrize("name", RECORDS)
def test_the_way_of_a_move_goes_from_square_to_square(judge: Judge, name: str) -> None:
    board_id, all_moments = moments(name)
    board, told = BOARDS[board_id], judge.ask("board.led", moments=all_moments)
    moves = 0
    for before, moment, one in zip(all_moments, all_moments[1:], told[1:], strict=False):
        event, moved = moment["event"], one["moved"]
        assert (moved is not None) == (event["type"] == "move")
        if not moved:
            continue
        moves += 1
        assert moved["came"] == before["pieces"][moved["player"]][event["piece"]]
        assert where(moved["came"]).progress == event["from"]
        steps = judge.ask(
            "board.between",
            board=board_id,
            seat=moment["seats"][moved["player"]],
            came=moved["came"],
            went=moved["went"],
        )
        if min(event["from"], event["to"], where(moved["went"]).progress) < 0:
            assert steps == []
        elif "dice" not in event:
            _is_a_walk(board, moment["seats"][moved["player"]], moved, steps)
    assert moves or name == "void"


def _is_a_walk(board: Board, seat: int, moved: dict[str, int], steps: list[list[float]]) -> None:
    """Each square lies beside the one before, as far as squares of this board ever do."""
    home = common_home(board)
    way = [_cell(board, seat, moved["came"]), *steps, _cell(board, seat, moved["went"])]
    assert len(steps) < 21
    for one, next_one in pairwise(way):
        assert hypot(one[0] - next_one[0], one[1] - next_one[1]) < (
            2.1 if home and list(home) in (one, next_one) else 1.5
        ), way


def _cell(board: Board, seat: int, number: int) -> list[float]:
    at = where(number)
    if at.lap is not None:
        return list(board.cells[(board.offsets[seat] + at.progress) % board.loop])
    return list(board.cell(seat, at.progress))


@pytest.mark.parametrize(
    ("came", "went", "length"),
    [
        (0, 6, 5),
        (48, 53, 4),
        (5, 2, 2),
        (-1, 0, 0),
        (7, 7, 0),
        (50, lapped(0, 1), 1),
        (lapped(50, 1), lapped(1, 2), 2),
        (lapped(49, 1), 52, 2),
    ],
)
def test_ways_through_columns_backwards_and_round_again(judge: Judge, came: int, went: int, length: int) -> None:
    assert len(judge.ask("board.between", board="cross-52", seat=1, came=came, went=went)) == length


@pytest.mark.parametrize("name", RECORDS)
def test_the_dice_of_the_turn_lie_where_the_picture_of_python_has_them(judge: Judge, name: str) -> None:
    expected = []
    for _, play in played(name):
        lying = throws(play) if play else {}
        expected.append(
            {
                p: (sorted(one.dice), one.bonus, one.rolls)
                for p, one in lying.items()
                if one.dice or one.bonus or one.rolls
            }
        )
    for shown, right in zip(judge.ask("board.led", moments=moments(name)[1]), expected, strict=True):
        assert {
            one["player"]: (sorted(one["dice"]), one["bonus"], one["rolls"]) for one in shown["dice"] if not one["old"]
        } == right


@pytest.mark.parametrize("name", RECORDS)
def test_what_was_rolled_or_played_last_stays_to_be_seen(judge: Judge, name: str) -> None:
    all_moments = moments(name)[1]
    for before, moment, one in zip(
        all_moments, all_moments[1:], judge.ask("board.led", moments=all_moments)[1:], strict=False
    ):
        event = moment["event"]
        dice = [value for lies in one["dice"] if lies["player"] == event.get("player") for value in lies["dice"]]
        if event["type"] == "roll":
            assert event["value"] in dice
        elif event["type"] == "move" and not before["bonus"]:
            assert sorted(dice) == sorted(before["hand"]) or moment["hand"]
