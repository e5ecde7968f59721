"""Legal moves and what is due, in words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from fairdice.words.legal import due_in_play, move_in_words
from fairdice.words.names import seated
from replay.play import Play
from replay.position import Position, setup
from replay.state import MOVE
from replay.systems import SYSTEMS

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def play(ruleset: str, *pieces: list[Any], rolls: list[int] | None = None, **fields: Any) -> Play:
    document = {"ruleset": ruleset, "players": len(pieces), "pieces": pieces, "rolls": rolls or [], **fields}
    return setup(convert(document, Position))


def legal(game: Play, names: tuple[str, ...] = NAMES) -> list[str]:
    return list(dict.fromkeys(move_in_words(game, move, names) for move, _ in game.choices()))


def test_plain_moves() -> None:
    game = play("star@1", [20, -1], [26, 0], rolls=[6], options={"safe": "none", "pieces": 2})
    names = seated(game)
    assert names == ["player 0 (red ●)", "player 1 (yellow ▬)"]
    assert [move_in_words(game, move, names) for move, _ in game.choices()] == [
        "a piece out of the yard to 0, captures player 1 (yellow ▬) on 26",
        "the piece on 20 to 26, captures player 1 (yellow ▬) on 0",
    ]
    assert due_in_play(game, NAMES) == (
        "Ana moves: a piece out of the yard to 0, captures Ben on 26; or the piece on 20 to 26, captures Ben on 0"
    )


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_a_position_that_is_over(rules: str) -> None:
    goal = SYSTEMS[rules].bind({}, 2).board.goal
    row = [goal - 3, goal - 2, goal - 1, goal] if rules in ("mensch@1", "clovece@1") else [goal] * 4
    assert due_in_play(play(rules, row, [-1] * 4), NAMES) == "nothing, the game is over"


def test_the_sum_of_a_throw() -> None:
    game = play("clovece@1", [5, 20, 40, 41], [15, -1, -1, -1], rolls=[6, 6, 3])
    assert legal(game) == ["the piece on 20 to 35, captures Ben on 15"]
    assert due_in_play(game, NAMES) == "Ana moves 6 + 6 + 3: the piece on 20 to 35, captures Ben on 15"


def test_bonus_moves() -> None:
    game = play("parchis@1", [10, 20, -1, -1], [-1] * 4, rolls=[3], bonus=20)
    assert due_in_play(game, NAMES) == "Ana moves a bonus of 20: the piece on 10 to 30; or the piece on 20 to 40"


def test_of_two_rivals_one_is_captured() -> None:
    pieces = [20, -1, -1, -1], [11, -1, -1, -1], [-1] * 4, [37, -1, -1, -1]
    assert legal(play("pairs@1", *pieces, rolls=[4], options={"teams": True})) == [
        "the piece on 20 to 24, captures Ben on 11",
        "the piece on 20 to 24, captures Dan on 37",
    ]


def test_a_partners_pieces() -> None:
    options = {"teams": True, "finished_partner": "plays_partner"}
    game = play("pairs@1", [56] * 4, [-1] * 4, [20, -1, -1, -1], [-1] * 4, rolls=[6], options=options)
    assert legal(game) == ["a piece of Cleo out of the yard to 0", "the piece of Cleo on 20 to 26"]


def test_a_single_die_needs_no_name() -> None:
    game = play("nomercy@1", [20, -1, -1, -1], [-1] * 4, rolls=[3])
    assert due_in_play(game, NAMES) == "Ana moves: the piece on 20 to 23"
    game = play("nomercy@1", [20, 56, 56, 56], [-1] * 4, rolls=[6, 3], spent=[6])
    assert due_in_play(game, NAMES) == "Ana has a 3 to spend: the piece on 20 to 23"


def test_every_action() -> None:
    own = [20, -1, {"prisoner_of": 1}, {"intruder_in": 1}]
    game = play("nomercy@1", own, [53, 44, -1, -1], rolls=[6, 6, 2])
    assert legal(game) == [
        "the intruder in the column of Ben to 24 (locked) with 6 + 6",
        "a prisoner of Ben to the yard (locked) with a 6",
        "a piece out of the yard to 0 with a 6",
        "the piece on 20 back to 18 (locked) with a 2, captures Ben on 44",
        "the piece on 20 to 22 with a 2",
        "the piece on 20 to 26 with a 6",
        "the piece on 20 to 28 with 6 + 2",
        "the piece on 20 to 32 with 6 + 6",
        "the piece on 20 to 34 with 6 + 6 + 2",
    ]
    game = play("nomercy@1", [20, -1, -1, -1], [53, -1, -1, -1], rolls=[6, 1])
    assert (
        legal(game)[-1]
        == "the piece on 20 into the column of Ben, to 53 (held there) with 6 + 1, captures Ben on 53 (column)"
    )


def test_captives_of_several() -> None:
    own = [{"prisoner_of": 1}, {"prisoner_of": 2}, {"intruder_in": 1}, {"intruder_in": 2}]
    game = play("nomercy@1", own, [-1] * 4, [-1] * 4, rolls=[6, 6, 1])
    assert due_in_play(game, NAMES) == (
        "Ana has 6, 6 and 1 to spend: the intruder in the column of Ben to 11 (locked) with 6 + 6; "
        "or the intruder in the column of Cleo to 24 (locked) with 6 + 6; "
        "or a prisoner of Ben or Cleo to the yard (locked) with a 6; or passes"
    )


def test_of_very_many_moves_the_first_are_told() -> None:
    game = play("nomercy@1", [1, 2, 3, 4], [-1] * 4, rolls=[6, 6, 6, 1])
    assert game.due == MOVE
    count = len(legal(game))
    said = due_in_play(game, NAMES)
    assert said.count("; or ") == 12
    assert said.endswith(f"; or one of {count - 12} other moves")


def test_who_keeps_sixes() -> None:
    kept = [rules for rules in SYSTEMS if play(rules, [-1] * 4, [-1] * 4).keeps_sixes]
    assert kept == ["clovece@1", "nomercy@1"]
    assert not play("clovece@1", [-1] * 4, [-1] * 4, options={"six_chain": "free"}).keeps_sixes
