"""Position documents: what is left out, what is refused and where, and the way back from a state.

That every state of a game makes the way there and back is test_playouts' business; answers are test_cases'.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from replay.errors import PositionError, ReplayError
from replay.parts.laps import distance, lapped, split
from replay.piece_document import PieceState
from replay.position import describe, setup
from replay.state import MOVE, OVER, ROLL
from tests.replay.playing import apply, begun, event_of, plain, position

Y = [-1, -1, -1, -1]
BASE: dict[str, Any] = {"ruleset": "star@1", "players": 2, "pieces": [[10, -1, -1, -1], Y]}
ROUNDS: dict[str, Any] = {"options": {"capture_before_home": True}}


def test_what_is_left_out() -> None:
    play = setup(position(BASE))
    assert (play.turn, play.due, play.rolls, play.done) == (0, ROLL, [], [])
    assert play.seating.seats == (0, 2)
    assert play.captures == [False, False]
    assert dict(play.rules.options) == dict(play.rules.system.bind({}, 2).options)


def test_a_roll_to_be_played() -> None:
    assert setup(position(BASE | {"rolls": [3]})).due == MOVE
    assert setup(position(BASE | {"rolls": [6], "due": "roll"})).due == ROLL


@pytest.mark.parametrize(
    ("change", "code", "path", "expected", "found"),
    [
        ({"ruleset": "star@9"}, "option.system", "/ruleset", ..., "star@9"),
        ({"players": 5}, "option.players", "/players", [2, 3, 4], 5),
        ({"options": {"leave": 6}}, "option.value", "/options/leave", ["6", "1_6", "5"], 6),
        ({"options": {"walls": True}}, "option.unknown", "/options/walls", ..., "walls"),
        ({"options": {"teams": True}}, "option.players", "/options/teams", 4, 2),
        ({"pieces": [Y, Y, Y]}, "position.players", "/pieces", 2, 3),
        ({"captures": [True] * 3}, "position.players", "/captures", 2, 3),
        ({"pieces": [Y, [1, 2]]}, "position.pieces", "/pieces/1", 4, 2),
        ({"pieces": [Y, [-1, 57, -1, -1]]}, "position.pieces", "/pieces/1/1", 56, 57),
        ({"pieces": [[{"p": 3, "lap": 1}, -1, -1, -1], Y]}, "position.lap", "/pieces/0/0", None, {"p": 3, "lap": 1}),
        (
            {"pieces": [Y, [-1, -1, {"p": 50, "lap": 0}, -1]]} | ROUNDS,
            "position.lap",
            "/pieces/1/2",
            None,
            {"p": 50, "lap": 0},
        ),
        ({"seats": [0, 0]}, "position.seats", "/seats", [0, 2], [0, 0]),
        ({"seats": [0, 1, 2]}, "position.seats", "/seats", [0, 2], [0, 1, 2]),
        ({"seats": [0, 5]}, "position.seats", "/seats", [0, 2], [0, 5]),
        ({"turn": 2}, "position.turn", "/turn", None, 2),
        ({"done": [0]}, "position.done", "/done", [], [0]),
        ({"pieces": [[56] * 4, Y], "done": []}, "position.done", "/done", [0], []),
        ({"pieces": [[56] * 4, Y], "done": [0, 0]}, "position.done", "/done", [0], [0, 0]),
        ({"pieces": [[56] * 4, [56] * 4]}, "position.done", "/done", None, [0, 1]),
        ({"rolls": [6, 6, 6, 2]}, "position.rolls", "/rolls", None, [6, 6, 6]),
        ({"due": "roll"}, "position.rolls", "/due", None, None),
        ({"ruleset": "english@1", "pieces": [[5, 5, -1, -1], Y]}, "position.shared", "/pieces", None, None),
        ({"turn_start": [Y, Y, Y]}, "position.players", "/turn_start", 2, 3),
        ({"turn_start": [Y, [57, -1, -1, -1]]}, "position.pieces", "/turn_start/1/0", 56, 57),
        ({"turn_start_captures": [True] * 3}, "position.players", "/turn_start_captures", 2, 3),
    ],
)
def test_what_is_refused(change: dict[str, Any], code: str, path: str, expected: Any, found: Any) -> None:
    with pytest.raises(ReplayError) as error:
        setup(position(BASE | change))
    assert (error.value.code, error.value.path) == (code, path)
    assert expected in (..., error.value.expected)
    assert error.value.found == found


def test_a_player_who_is_done_has_no_turn() -> None:
    document = {"options": {"end": "all_places"}, "players": 3, "pieces": [[56] * 4, Y, Y]}
    assert setup(position(BASE | document | {"turn": 1})).done == [0]
    with pytest.raises(PositionError) as error:
        setup(position(BASE | document))
    assert (error.value.code, error.value.path) == ("position.turn", "/turn")


@pytest.mark.parametrize(
    "change",
    [
        {"walls": 1},
        {"pieces": [[1.0, -1, -1, -1], Y]},
        {"pieces": [[-2, -1, -1, -1], Y]},
        {"pieces": [["1", -1, -1, -1], Y]},
        {"pieces": [[{"p": 5, "lap": -1}, -1, -1, -1], Y]},
        {"pieces": [Y]},
        {"rolls": [7]},
        {"rolls": [0]},
        {"turn": -1},
        {"due": "move"},
        {"captures": [1, 0]},
        {"options": {"leave": None}},
    ],
)
def test_what_is_no_position_document(change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        position(BASE | change)


STATES = "a piece is its progress, or has p and lap, or p and locked true, or prisoner_of, or intruder_in"


@pytest.mark.parametrize(
    ("piece", "code", "says"),
    [
        ({"p": 3}, "position.pieces", STATES),
        ({"lap": 1}, "position.pieces", STATES),
        ({}, "position.pieces", STATES),
        ({"p": 3, "locked": False}, "position.pieces", STATES),
        ({"p": 3, "lap": 0, "locked": True}, "position.pieces", STATES),
        ({"prisoner_of": 1, "locked": True}, "position.pieces", STATES),
        ({"prisoner_of": 1, "intruder_in": 1}, "position.pieces", STATES),
        ({"p": 52, "lap": 1}, "position.lap", "a piece that goes round again stands on 0 to 51, not on 52"),
        ({"p": -1, "lap": 1}, "position.lap", "a piece that goes round again stands on 0 to 51, not on -1"),
        (
            {"p": 3, "locked": True},
            "position.pieces",
            "under these rules no piece is locked, a prisoner or an intruder",
        ),
        ({"prisoner_of": 1}, "position.pieces", "under these rules no piece is locked, a prisoner or an intruder"),
    ],
)
def test_a_piece_in_a_state_it_cannot_have(piece: dict[str, Any], code: str, says: str) -> None:
    pieces = [[piece, -1, -1, -1], Y]
    with pytest.raises(PositionError) as error:
        setup(position(BASE | {"options": {"capture_before_home": True}, "pieces": pieces}))
    assert (error.value.code, error.value.path, error.value.message) == (code, "/pieces/0/0", says)


@pytest.mark.parametrize(
    ("chain", "pieces", "rolls", "refused"),
    [
        ("sum", [20, -1, -1, -1], [6, 3], True),
        ("sum", [20, -1, -1, -1], [1, 6, 3], True),
        ("sum", [20, 0, -1, -1], [6, 3], False),
        ("sum", [20, 21, 22, 23], [6, 3], False),
        ("sum", [20, -1, -1, -1], [6], False),
        ("steps", [20, 21, 22, 23], [6, 3], True),
        ("steps", [20, 21, 22, 23], [6], False),
        ("free", [20, -1, -1, -1], [6, 3], False),
    ],
)
def test_a_six_that_moved_a_piece_says_which(chain: str, pieces: list[int], rolls: list[int], refused: bool) -> None:
    document = {"ruleset": "clovece@1", "options": {"six_chain": chain}, "pieces": [pieces, Y], "players": 2}
    if not refused:
        setup(position(document | {"rolls": rolls}))
        return
    with pytest.raises(PositionError) as error:
        setup(position(document | {"rolls": rolls}))
    assert (error.value.code, error.value.path) == ("position.last_moved", "/last_moved")


@pytest.mark.parametrize(
    ("rolls", "spent", "says"),
    [
        ([6, 4], [5], "more dice of 5 have been spent than rolled"),
        ([6, 1], [6, 6], "more dice of 6 have been spent than rolled"),
        ([6], [6], "dice are spent only after the sequence is complete, with a roll below 6"),
    ],
)
def test_dice_that_cannot_have_been_spent(rolls: list[int], spent: list[int], says: str) -> None:
    document = {"ruleset": "nomercy@1", "players": 2, "pieces": [Y, Y], "rolls": rolls, "spent": spent}
    with pytest.raises(PositionError) as error:
        setup(position(document))
    assert (error.value.code, error.value.path, error.value.message) == ("position.spent", "/spent", says)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {"turn": 0, "pieces": [[56, 56, 3, 4], Y, Y, Y], "options": {"quick": True, "teams": True}},
            "player 0 is done",
        ),
        ({"done": [1], "pieces": [[56, 56, 5, 52], Y]}, "the players who are done are [0]"),
        (
            {"done": [1, 0], "pieces": [[56, 56, 5, 52], [56, 56, 1, 1], Y]},
            "the game was over before player 0 was done",
        ),
    ],
)
def test_who_is_done_in_the_quick_game(more: dict[str, Any], says: str) -> None:
    document = {"ruleset": "pairs@1", "options": {"quick": True}, "players": len(more["pieces"]), "rolls": [4]} | more
    with pytest.raises(PositionError) as error:
        setup(position(document))
    assert error.value.message.startswith(says)


@pytest.mark.parametrize(
    "more",
    [
        {"spent": []},
        {"last_moved": {"player": 0, "piece": 1}},
        {"bonus": 20, "rolls": [6]},
        {"arrived_last": []},
    ],
)
def test_a_field_that_these_rules_do_not_ask_for(more: dict[str, Any]) -> None:
    name = next(iter(more))
    with pytest.raises(PositionError) as error:
        setup(position(BASE | more))
    assert (error.value.code, error.value.path) == (f"position.{name}", f"/{name}")


# Back from a state ----------------------------------------------------------------------------------------------------


def test_a_document_says_no_more_than_it_must() -> None:
    play = setup(position(BASE))
    assert plain(describe(play.rules, play.state())) == BASE | {"seats": [0, 2]}


def test_a_document_in_the_middle_of_a_turn() -> None:
    play = begun("star@1", {"three_sixes": "undo"})
    for entry in ({"roll": 6}, {"move": {"piece": 1, "from": -1, "to": 0}}):
        apply(play, event_of(play, entry))
    document = plain(describe(play.rules, play.state()))
    assert document == {
        "ruleset": "star@1",
        "options": {"three_sixes": "undo"},
        "players": 2,
        "pieces": [[-1, 0, -1, -1], Y],
        "seats": [0, 2],
        "rolls": [6],
        "due": "roll",
        "turn_start": [Y, Y],
    }


def test_a_document_of_rounds_and_captures() -> None:
    document = BASE | ROUNDS | {"pieces": [[{"p": 3, "lap": 2}, 5, -1, -1], Y], "captures": [True, False], "turn": 1}
    play = setup(position(document))
    assert plain(describe(play.rules, play.state())) == document | {"seats": [0, 2]}


def test_a_finished_game_is_told_by_its_pieces() -> None:
    play = setup(position(BASE | {"options": {"three_sixes": "undo"}, "pieces": [[53, 56, 56, 56], Y]}))
    for entry in ({"roll": 3}, {"move": {"piece": 0, "from": 53, "to": 56}}):
        apply(play, event_of(play, entry))
    state = play.state()
    assert (state.due, state.rolls, state.turn_start, state.done) == (OVER, (), None, (0,))
    document = describe(play.rules, state)
    assert plain(document)["done"] == [0]
    assert setup(document).state() == state


def test_start_rolls_have_no_position() -> None:
    play = begun("english@1", first=None)
    with pytest.raises(PositionError) as error:
        describe(play.rules, play.state())
    assert error.value.code == "position.start"


# Rounds ---------------------------------------------------------------------------------------------------------------


def test_a_round_and_its_number() -> None:
    numbers = {lapped(p, lap): (p, lap) for lap in (0, 1, 2, 7) for p in range(52)}
    assert len(numbers) == 4 * 52
    for number, (p, lap) in numbers.items():
        assert split(number) == (p, lap)
        assert distance(number) == 52 * lap + p
    for plain_progress in range(-1, 57):
        assert plain_progress not in numbers
        assert split(plain_progress) == (plain_progress, None)
        assert distance(plain_progress) == max(plain_progress, 0)


def test_a_round_is_written_as_such() -> None:
    assert plain(PieceState(p=51, lap=0)) == {"p": 51, "lap": 0}
