"""Who sits where, who is whose rival, whose turn follows."""

from __future__ import annotations

from itertools import permutations

import pytest

from replay.board import CROSS_40, CROSS_52
from replay.seating import Seating
from replay.systems import SYSTEMS


@pytest.mark.parametrize("rules_id", SYSTEMS)
def test_seats_in_use(rules_id: str) -> None:
    made = SYSTEMS[rules_id]
    assert [made.bind({}, players).seats for players in (2, 3, 4)] == [(0, 2), (0, 1, 2), (0, 1, 2, 3)]
    assert made.bind({}, 2).draws_colours == (rules_id == "pairs@1")


def test_seats_in_use_on_six_arms() -> None:
    made = SYSTEMS["clovece@1"]
    assert [made.bind({"board": 6}, players).seats for players in range(2, 7)] == [
        (0, 3),
        (0, 2, 4),
        (0, 1, 3, 5),
        (0, 1, 2, 3, 4),
        (0, 1, 2, 3, 4, 5),
    ]


def test_colours_that_are_not_drawn() -> None:
    assert not SYSTEMS["pairs@1"].bind({"colours": "fixed"}, 4).draws_colours


def test_usual_lengths_of_chains() -> None:
    assert {made.bind({}, 2).links for made in SYSTEMS.values()} == {4096}
    assert SYSTEMS["clovece@1"].bind({"board": 6}, 2).links == 16384


@pytest.mark.parametrize("seats", [seats for count in (2, 3, 4) for seats in permutations(range(4), count)])
def test_turns_go_round_by_seat(seats: tuple[int, ...]) -> None:
    seating = Seating.of(CROSS_52, seats)
    round_ = [0]
    while seating.after[round_[-1]] != 0:
        round_.append(seating.after[round_[-1]])
    assert sorted(round_) == list(range(len(seats)))
    begins = round_.index(seats.index(min(seats)))
    assert [seats[player] for player in round_[begins:] + round_[:begins]] == sorted(seats)


def test_everyone_is_a_rival() -> None:
    seating = Seating.of(CROSS_52, (0, 1, 2))
    assert [seating.rivals(player) for player in range(3)] == [(1, 2), (0, 2), (0, 1)]
    assert [seating.partners(player) for player in range(3)] == [(0,), (1,), (2,)]
    assert not seating.teams


@pytest.mark.parametrize("seats", list(permutations(range(4))))
def test_teams_sit_opposite(seats: tuple[int, ...]) -> None:
    seating = Seating.of(CROSS_52, seats, teams=True)
    assert seating.teams
    for player in range(4):
        mate = seats.index((seats[player] + 2) % 4)
        assert seating.partners(player) == tuple(sorted((player, mate)))
        assert set(seating.rivals(player)) == set(range(4)) - {player, mate}


@pytest.mark.parametrize("board", [CROSS_40, CROSS_52], ids=lambda board: board.id)
def test_progress_and_square_agree(board) -> None:
    seating = Seating.of(board, (3, 0, 2))
    for player, seat in enumerate(seating.seats):
        for square in range(board.loop):
            progress = seating.progress_on(player, square)
            if progress is None:
                assert square == (board.offsets[seat] - 1) % board.loop, "only the square before the own start"
                assert board is CROSS_52
            else:
                assert seating.square(player, progress) == square
        assert seating.square(player, -1) is None
        assert seating.square(player, board.lap_end + 1) is None
