"""What a move does, in words.  Two players sit opposite, four on all seats; Ana begins."""

from __future__ import annotations

from typing import Any

from tests.fairdice.words.script import Script, begun

HOME, PRISON, COLUMN = 56, {"prisoner_of": 1}, {"intruder_in": 1}
FOUR = ("Ana", "Ben", "Cleo", "Dan")


def with_pieces(rules: str, *pieces: list[Any], **options: Any) -> Script:
    script = begun(rules, **options)
    script.place(*pieces)
    return script


# Throws of several rolls (clovece) ------------------------------------------------------------------------------------


def test_the_sum_of_a_throw() -> None:
    script = with_pieces("clovece@1", [5, 20, 40, 41], [15, -1, -1, -1], start="first")
    script.roll(0, 6)
    script.roll(0, 6)
    script.roll(0, 3)
    assert script.move(0, 20, 35, piece=1) == "Ana rolls 3, moves a piece from 20 to 35 with 6 + 6 + 3, captures Ben"


def test_a_throw_after_bringing_out() -> None:
    script = with_pieces("clovece@1", [-1] * 4, [-1] * 4, start="first")
    script.roll(0, 6)
    assert script.move(0, -1, 0) == "Ana rolls 6, brings a piece out"
    script.roll(0, 6)
    script.roll(0, 2)
    assert script.move(0, 0, 8) == "Ana rolls 2, moves a piece from 0 to 8 with 6 + 2"


def test_a_long_throw_home() -> None:
    script = with_pieces("clovece@1", [4, 40, 41, 42], [-1] * 4, start="first")
    for value in [6] * 6 + [3]:
        script.roll(0, value)
    assert script.move(0, 4, 43) == (
        "Ana rolls 3, brings a piece home to 43 with 6 sixes + 3, has all pieces home: the game is over"
    )


def test_steps_are_moves_of_their_own() -> None:
    script = with_pieces("clovece@1", [5, 20, 40, 41], [-1] * 4, start="first", six_chain="steps")
    script.roll(0, 6)
    assert script.move(0, 5, 11) == "Ana rolls 6, moves a piece from 5 to 11"
    script.roll(0, 3)
    assert script.move(0, 11, 14) == "Ana rolls 3, moves a piece from 11 to 14"


# Bonus moves (parchis) ------------------------------------------------------------------------------------------------


def test_a_capture_and_its_bonus_move() -> None:
    script = with_pieces("parchis@1", [0, -1, 71, 71], [34, 0, -1, -1], start="first")
    script.roll(0, 5)
    said = script.move(0, -1, 0, piece=1)
    assert said == "Ana rolls 5, brings a piece out, captures Ben, earns a bonus of 20"
    assert script.move(0, 0, 20, bonus=20) == "Ana moves a piece from 0 to 20 with the bonus of 20"


def test_a_bonus_that_nobody_can_move() -> None:
    script = with_pieces("parchis@1", [52, 71, 71, 71], [19, -1, -1, -1], start="first")
    script.roll(0, 1)
    assert script.move(0, 52, 53) == "Ana rolls 1, moves a piece from 52 to 53, captures Ben, the bonus of 20 is lost"


def test_bonus_upon_bonus() -> None:
    script = with_pieces("parchis@1", [68, 61, 52, 71], [28, -1, -1, -1], start="first")
    script.roll(0, 3)
    assert script.move(0, 68, 71) == "Ana rolls 3, brings a piece home, earns a bonus of 10"
    assert script.move(0, 52, 62, piece=2, bonus=10) == (
        "Ana moves a piece from 52 to 62 with the bonus of 10, captures Ben, the bonus of 20 is lost"
    )
    script = with_pieces("parchis@1", [68, 61, 53, 71], [-1] * 4, start="first")
    script.roll(0, 3)
    script.move(0, 68, 71)
    said = script.move(0, 61, 71, piece=1, bonus=10)
    assert said == "Ana brings a piece home with the bonus of 10, earns a bonus of 10"
    assert script.move(0, 53, 63, piece=2, bonus=10) == "Ana moves a piece from 53 to 63 with the bonus of 10"


def test_the_last_piece_home_earns_nothing() -> None:
    script = with_pieces("parchis@1", [68, 71, 71, 71], [-1] * 4, start="first")
    script.roll(0, 3)
    assert script.move(0, 68, 71) == "Ana rolls 3, brings a piece home, has all pieces home: the game is over"


def test_a_six_that_moves_seven() -> None:
    script = with_pieces("parchis@1", [10, 71, 71, 64], [0, -1, -1, -1], start="first")
    script.roll(0, 6)
    assert script.move(0, 10, 17) == "Ana rolls 6, moves a piece from 10 to 17 with 7 for the 6"
    script.roll(0, 6)
    said = script.move(0, 64, 71, piece=3)
    assert said == "Ana rolls 6, brings a piece home with 7 for the 6, earns a bonus of 10"


# Partners, points, one capture (pairs) --------------------------------------------------------------------------------


def test_of_two_rivals_the_captured_one_is_named() -> None:
    script = with_pieces("pairs@1", [20] * 4, [11] + [-1] * 3, [-1] * 4, [37] + [-1] * 3, names=FOUR, teams=True)
    script.roll(0, 4)
    assert script.move(0, 20, 24, captured=3) == "Ana rolls 4, moves a piece from 20 to 24, captures Dan"


def test_a_player_who_is_done_moves_its_partners_pieces() -> None:
    partners = {"names": FOUR, "teams": True, "finished_partner": "plays_partner"}
    script = with_pieces("pairs@1", [55, HOME, HOME, HOME], [-1] * 4, [50, 20, 20, -1], [-1] * 4, **partners)
    script.roll(0, 1)
    assert script.move(0, 55, 56) == "Ana rolls 1, brings a piece home, has all pieces home"
    script.roll(0, 6)
    assert script.move(0, -1, 0, piece=3) == "Ana rolls 6, brings a piece of Cleo out"
    script.roll(0, 6)
    assert script.move(0, 50, 56) == "Ana rolls 6, brings a piece of Cleo home"
    script.roll(0, 4)
    assert script.move(0, 20, 24, piece=1) == "Ana rolls 4, moves a piece of Cleo from 20 to 24"


def test_the_partners_last_piece() -> None:
    partners = {"names": FOUR, "teams": True, "finished_partner": "plays_partner"}
    script = with_pieces("pairs@1", [54, HOME, HOME, HOME], [-1] * 4, [54, HOME, HOME, HOME], [-1] * 4, **partners)
    script.roll(0, 2)
    script.move(0, 54, 56)
    script.roll(0, 2)
    assert script.move(0, 54, 56) == (
        "Ana rolls 2, brings a piece of Cleo home, Cleo has all pieces home: the game is over"
    )


def test_a_name_cannot_be_taken_for_the_sentence() -> None:
    names = ("Ana", "Ben", "home: the game is over", "Dan")
    script = with_pieces(
        "pairs@1",
        [55, HOME, HOME, HOME],
        [-1] * 4,
        [20, -1, -1, -1],
        [-1] * 4,
        names=names,
        teams=True,
        finished_partner="plays_partner",
    )
    script.roll(0, 1)
    script.move(0, 55, 56)
    script.roll(0, 3)
    assert script.move(0, 20, 23) == 'Ana rolls 3, moves a piece of "home: the game is over" from 20 to 23'
    held = with_pieces("nomercy@1", [{"prisoner_of": 1}, 5, -1, -1], [-1] * 4, names=("Ana", "Ben to the yard"))
    held.roll(0, 6)
    held.roll(0, 1)
    said = held.move(0, -2, -1, action="recover", dice=[6])
    assert said == 'Ana recovers a piece from the prison of "Ben to the yard" to the yard (locked) with a 6'


def test_two_home_are_enough() -> None:
    script = with_pieces("pairs@1", [55, HOME, 3, -1], [-1, -1, -1, 26], quick=True)
    script.roll(0, 1)
    said = script.move(0, 55, 56)
    assert said == "Ana rolls 1, brings a piece home, has two pieces home and is done: the game is over"
    closed = script.tell("close", status="finished", reason=None, ranking=[[0], [1]], points=[202, 11])
    assert closed.text == "the game is finished: 1. Ana (202 points), 2. Ben (11 points)"


# Sequences and captives (nomercy) -------------------------------------------------------------------------------------


def sequence(own: list[Any], other: list[Any], *rolls: int, **options: Any) -> Script:
    """Ana and Ben; Ana has rolled these."""
    script = with_pieces("nomercy@1", own, other, **options)
    for value in rolls:
        script.roll(0, value)
    return script


def test_the_only_die_is_not_named() -> None:
    script = sequence([20, -1, -1, -1], [-1] * 4, 3)
    assert script.move(0, 20, 23, action="move", dice=[3]) == "Ana rolls 3, moves a piece from 20 to 23"


def test_dice_of_a_sequence() -> None:
    script = sequence([20, -1, -1, -1], [3, -1, -1, -1], 6, 6, 3)
    assert script.move(0, -1, 0, piece=1, action="enter", dice=[6]) == "Ana brings a piece out with a 6"
    assert script.move(0, 20, 29, action="move", dice=[3, 6]) == (
        "Ana moves a piece from 20 to 29 with 6 + 3, captures Ben, now a prisoner"
    )


def test_home_with_the_last_piece() -> None:
    script = sequence([50, HOME, HOME, HOME], [-1] * 4, 6, 6, 3)
    said = script.move(0, 50, 56, action="move", dice=[6])
    assert said == "Ana brings a piece home with a 6, has all pieces home: the game is over"


def test_two_prisoners_at_once() -> None:
    script = begun("nomercy@1", names=("Ana", "Ben", "Cleo"))
    script.place([20, -1, -1, -1], [11, -1, -1, -1], [50, -1, -1, -1])
    script.roll(0, 4)
    said = script.move(0, 20, 24, action="move", dice=[4])
    assert said == "Ana rolls 4, moves a piece from 20 to 24, captures Ben and Cleo, now prisoners"


def test_moonwalk() -> None:
    script = sequence([20, -1, -1, -1], [44, -1, -1, -1], 2)
    assert script.move(0, 20, 18, action="moonwalk", dice=[2]) == (
        "Ana rolls 2, moonwalks a piece from 20 back to 18 (locked), captures Ben, now a prisoner"
    )


def test_invasion() -> None:
    script = sequence([20, -1, -1, -1], [53, -1, -1, -1], 6, 1)
    assert script.move(0, 20, 53, action="invade", dice=[1, 6], column=1) == (
        "Ana invades the column of Ben, from 20 to 53 (held there) with 6 + 1, captures Ben, now a prisoner"
    )


def test_recovering_and_freeing() -> None:
    script = sequence([PRISON, HOME, HOME, HOME], [-1] * 4, 6, 2)
    assert script.move(0, -2, -1, action="recover", dice=[6]) == (
        "Ana recovers a piece from the prison of Ben to the yard (locked) with a 6, a 2 is lost"
    )
    script = sequence([COLUMN, HOME, HOME, HOME], [-1] * 4, 6, 6, 6, 2)
    assert script.move(0, -3, 24, action="free", dice=[6, 6]) == (
        "Ana frees a piece from the column of Ben to 24 (locked) with 6 + 6, 6 and 2 are lost"
    )


def test_locks_that_end_are_no_captures() -> None:
    held = [{"p": 5, "locked": True}, {"p": -1, "locked": True}, {"prisoner_of": 0}, -1]
    script = sequence([20, -1, -1, -1], held, 3)
    assert script.move(0, 20, 23, action="move", dice=[3]) == "Ana rolls 3, moves a piece from 20 to 23"
    assert script.narrator.game.play is not None
    assert script.narrator.game.play.pieces[1][:2] == [5, -1]


def test_passing() -> None:
    script = sequence([PRISON, HOME, HOME, HOME], [-1] * 4, 6, 2)
    told = script.tell("pass", player=0, by="player")
    assert (told.text, told.whole) == ("Ana passes with 6 and 2 left", "")
    # Ben's pair is in the way, and stepping back is optional.
    script = sequence([20, HOME, HOME, HOME], [48, 48, 44, -1], 2)
    told = script.tell("pass", player=0, by="player")
    assert (told.text, told.whole) == ("Ana passes", "Ana rolls 2, passes")
