"""What a roll does by itself, in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fairdice.words.script import begun

FOUR = ("Ana", "Ben", "Cleo", "Dan")
HOME = 56


@pytest.mark.parametrize(
    ("pieces", "options", "says"),
    [
        ([5, 40, 41, 42], {}, ["Ana rolls 6, keeps it, rolls again", "Ana rolls 6, keeps it, rolls again"]),
        (
            [38, 41, 42, 43],
            {},
            ["Ana rolls 6, keeps it, rolls again", "Ana rolls 3, cannot move 6 + 3"],
        ),
        ([38, 41, 42, 43], {}, ["Ana rolls 3, cannot move"]),
        ([40, 41, 42, 43], {"six_chain": "steps"}, ["Ana rolls 6, cannot move"]),
    ],
)
def test_throws(pieces: list[int], options: dict[str, Any], says: list[str]) -> None:
    script = begun("clovece@1", start="first", end="all_places", names=("Ana", "Ben", "Cleo"), **options)
    script.place(pieces, [-1] * 4, [-1] * 4)
    assert [script.roll(0, int(said[10])) for said in says] == says


@pytest.mark.parametrize("chain", ["sum", "steps"])
def test_the_rest_of_a_throw_belongs_to_one_piece(chain: str) -> None:
    script = begun("clovece@1", start="first", six_chain=chain)
    script.place([-1, 3, 20, -1], [-1] * 4)
    script.roll(0, 6)
    script.move(0, -1, 0)
    assert script.roll(0, 3) == "Ana rolls 3, cannot move that piece"


def test_a_sum_that_the_piece_cannot_take() -> None:
    script = begun("clovece@1", start="first")
    script.place([-1, 9, 20, -1], [-1] * 4)
    script.roll(0, 6)
    script.move(0, -1, 0)
    assert script.roll(0, 6) == "Ana rolls 6, keeps it, rolls again"
    assert script.roll(0, 3) == "Ana rolls 3, cannot move that piece by 6 + 3"


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ([0, -1, 71, 71], "the piece moved last goes from 12 back to the yard, and the turn ends"),
        ([60, -1, 71, 71], "the turn ends"),
    ],
    ids=["on the track", "in the column"],
)
def test_the_third_six_of_parchis(pieces: list[int], says: str) -> None:
    script = begun("parchis@1", start="first")
    script.place(pieces, [-1] * 4)
    start = pieces[0]
    for _ in range(2):
        script.roll(0, 6)
        if start + 6 <= 71:
            script.move(0, start, start + 6)
            start += 6
    assert script.roll(0, 6) == f"Ana rolls 6, six number 3 in a row: {says}"


def test_any_piece_may_move_where_only_a_penalty_asks_for_the_last_one() -> None:
    script = begun("parchis@1", start="first")
    script.place([0, 71, 71, 71], [-1] * 4)
    script.roll(0, 6)
    script.move(0, 0, 7)
    script.place([70, 71, 71, 71], [-1] * 4)
    assert script.roll(0, 3) == "Ana rolls 3, cannot move"


def test_a_partner_who_cannot_move() -> None:
    script = begun("pairs@1", names=FOUR, teams=True, finished_partner="plays_partner")
    script.place([55, HOME, HOME, HOME], [-1] * 4, [-1] * 4, [-1] * 4)
    script.roll(0, 1)
    script.move(0, 55, 56)
    assert script.roll(0, 3) == "Ana rolls 3, cannot move a piece of Cleo"


@pytest.mark.parametrize(
    ("pieces", "rolls", "last"),
    [
        ([20, -1, -1, -1], [6], "Ana rolls 6, rolls again"),
        ([20, -1, -1, -1], [3], "Ana rolls 3"),
        ([20, -1, -1, -1], [6, 3], "Ana rolls 3: 6 and 3 to spend"),
        ([20, -1, -1, -1], [6] * 12 + [3], "Ana rolls 3: 12 sixes and a 3 to spend"),
        ([-1, -1, -1, -1], [3], "Ana rolls 3, cannot move"),
        ([55, 55, HOME, HOME], [6, 6, 3], "Ana rolls 3: nothing can be done with 6, 6 and 3"),
    ],
)
def test_sequences(pieces: list[int], rolls: list[int], last: str) -> None:
    script = begun("nomercy@1")
    script.place(pieces, [-1] * 4)
    assert [script.roll(0, value) for value in rolls][-1] == last
