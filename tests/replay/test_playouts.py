"""Random games under random options, players, seats and positions to begin from.

Every step is compared with `naive`, a second reading of the rules, and with the same step on values; what must hold in
every position is asked in every position.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.engine import step
from replay.piece import where
from replay.play import Play
from replay.position import Position, answer, describe, setup
from replay.record import Move, Pass, Roll
from replay.state import MOVE, OVER, ROLL, START, LegalMove
from tests.replay.naive import Naive, naive
from tests.replay.playing import IDS, apply, documents, move_of, plain, roll_of, scattered, some

SEEDS = st.integers(0, 2**40)
# Fair, and two that lead where fair dice seldom do: many runs of sixes, many exact numbers.
DICE = [(1, 2, 3, 4, 5, 6), (6, 6, 6, 1, 2, 3, 5), (6, 5, 1)]


def beginning(random: Random, rules_id: str, scatter: float = 0.7) -> tuple[Play, Naive]:
    """The same random position in the engine and in the naive rules; pieces anywhere, or a new game."""
    rules, seats, first = some(random, rules_id)
    second = naive(rules_id, dict(rules.options), seats, first)
    drawn = scattered(random, rules, seats) if random.random() < scatter else None
    if drawn is None:
        play = rules.play(seats)
        play.begin(first)
        return play, second
    play = setup(drawn)
    second.put(plain(drawn) | {"turn": play.turn, "done": list(play.done)})
    return play, second


def in_order(moves: list[dict]) -> list[dict]:
    def key(move: dict) -> tuple:
        lap, column = move.get("lap", -1), move.get("column", -1)
        return move["from"], move["to"], move.get("action", ""), move.get("dice", []), column, lap, move["captures"]

    return sorted(moves, key=key)


def fields_of(event: Roll | Move | Pass) -> dict:
    """The fields of a move as a script has them."""
    return {name: value for name, value in plain(event).items() if name not in ("n", "at", "type", "player", "by")}


def random_move(random: Random, play: Play) -> tuple[LegalMove, int]:
    return random.choice(play.choices())


def random_step(random: Random, play: Play) -> Move | Pass:
    """A move, or now and then a pass where that is allowed."""
    if play.may_pass and random.random() < 0.2:
        return Pass(n=0, at=0, player=play.turn, by="player")
    return move_of(play, *random_move(random, play))


def greedy_move(_random: Random, play: Play) -> tuple[LegalMove, int]:
    return max(play.choices(), key=lambda c: (play.is_homecoming(c[0]), len(c[0].captures), c[0].to))


def same(play: Play, second: Naive) -> None:
    """Both games stand alike."""
    assert (play.due, play.turn, play.done) == (second.due(), second.turn, second.done)
    assert documents(play) == second.documents()
    if play.due == MOVE:
        assert plain(answer(describe(play.rules, play.state())).moves) == in_order(second.answers())
        assert play.may_pass == second.may_pass()
    if play.due == OVER:
        assert plain(play.ranking()) == second.ranking()
    assert plain(play.points()) == second.points()


@pytest.mark.parametrize("rules_id", IDS)
@given(seed=SEEDS)
@settings(max_examples=200)
def test_the_engine_plays_as_the_naive_rules(rules_id: str, seed: int) -> None:
    random = Random(seed)
    play, second = beginning(random, rules_id)
    dice = random.choice(DICE)
    for _ in range(random.choice([10, 100])):
        same(play, second)
        if play.due == OVER:
            break
        if play.due == MOVE:
            event = random_step(random, play)
            apply(play, event)
            second.pass_() if isinstance(event, Pass) else second.move(fields_of(event))
        else:
            value = random.choice(dice)
            apply(play, roll_of(play, value))
            second.roll(value)


# What holds in every position ----------------------------------------------------------------------------------------


def pieces_stand_where_they_can(play: Play) -> None:
    board = play.seating.board
    for own in play.pieces:
        assert len(own) == play.piece_count
        for piece in own:
            at = where(piece)
            assert -3 <= at.progress <= (board.goal if at.lap is None else board.loop - 1)
    assert play.impossible() is None


def value_and_back(play: Play) -> None:
    state = play.state()
    again = play.rules.play(state.seats)
    again.restore(state)
    assert again.state() == state
    assert again.choices() == play.choices()


def document_and_back(play: Play) -> None:
    if play.due == START:
        return
    document = msgspec.json.encode(describe(play.rules, play.state()))
    assert setup(msgspec.json.decode(document, type=Position)).state() == play.state()


def answers_are_sorted_and_distinct(play: Play) -> None:
    choices = play.choices()
    assert bool(choices) == (play.due == MOVE)
    if choices:
        assert in_order([plain(move) for move, _ in choices]) == [plain(move) for move, _ in choices]
        assert len({(move.order(), piece) for move, piece in choices}) == len(choices)
        moves = plain(answer(describe(play.rules, play.state())).moves)
        assert all(one != other for one, other in pairwise(moves))


def forced_means_one_position(play: Play) -> None:
    """`forced` exactly when every legal move, by every piece that can make it, leads to one and the same position."""
    if play.due != MOVE:
        return
    before, owner = play.state(), play.owner
    positions = set()
    for move, piece in play.choices():
        number = before.pieces[owner][piece]
        for index, other in enumerate(before.pieces[owner]):
            if other == number:
                after = step(play.rules, before, move_of(play, move, index))
                pieces = tuple(tuple(sorted(own)) for own in after.pieces)
                moved = None if after.last_moved is None else after.pieces[before.turn][after.last_moved]
                same_turn = msgspec.structs.replace(after, pieces=pieces, turn_start=None, last_moved=moved)
                positions.add(same_turn)
    assert play.forced == (len(positions) == 1 and not play.may_pass)
    assert play.state() == before


HOLDS = [
    pieces_stand_where_they_can,
    value_and_back,
    document_and_back,
    answers_are_sorted_and_distinct,
    forced_means_one_position,
]


@pytest.mark.parametrize("holds", HOLDS, ids=lambda holds: holds.__name__)
@pytest.mark.parametrize("rules_id", IDS)
@given(seed=SEEDS)
@settings(max_examples=40)
def test_in_every_position(rules_id: str, holds: Callable[[Play], None], seed: int) -> None:
    random = Random(seed)
    play, _ = beginning(random, rules_id)
    dice = random.choice(DICE)
    for _ in range(80):
        holds(play)
        if play.due == OVER:
            break
        apply(play, random_step(random, play) if play.due == MOVE else roll_of(play, random.choice(dice)))


@pytest.mark.parametrize("rules_id", IDS)
@given(seed=SEEDS)
@settings(max_examples=40)
def test_a_step_on_values_is_a_step_of_the_game(rules_id: str, seed: int) -> None:
    random = Random(seed)
    play, _ = beginning(random, rules_id)
    state = play.state()
    for _ in range(80):
        if play.due == OVER:
            break
        event = random_step(random, play) if play.due == MOVE else roll_of(play, random.choice(DICE[1]))
        after = step(play.rules, state, event)
        assert play.state() == state
        apply(play, event)
        state = play.state()
        assert after == state


# Beginning and end ---------------------------------------------------------------------------------------------------

# 4 players who must all finish, or who may not go home before they have captured, need some thousands of rolls.
ENOUGH = 25_000


@pytest.mark.parametrize("choose", [random_move, greedy_move])
@pytest.mark.parametrize("rules_id", IDS)
@given(seed=SEEDS)
@settings(max_examples=12)
def test_every_game_ends(rules_id: str, choose: Callable[[Random, Play], tuple[LegalMove, int]], seed: int) -> None:
    random = Random(seed)
    play, _ = beginning(random, rules_id, scatter=0)
    for _ in range(ENOUGH):
        apply(play, roll_of(play, random.randint(1, 6)))
        while play.due == MOVE:
            apply(play, move_of(play, *choose(random, play)))
        if play.due == OVER:
            break
    assert play.due == OVER
    places = play.ranking()
    assert sorted(player for place in places for player in place) == list(range(len(play.pieces)))
    assert all(place == tuple(sorted(place)) and place for place in places)
    assert play.is_done(places[0][0])


def test_no_wall_stops_a_game_for_ever() -> None:
    """Walls of two players before a pair that a third, who is done, has left behind: nobody could move again (W3.5)."""
    options = {"quick": True, "walls": True, "end": "all_places"}
    pieces = [[56, 56, -1, -1], [56, 42, 42, 40], [56, 56, 4, 4], [56, 15, 15, 15]]
    document = {"ruleset": "pairs@1", "options": options, "players": 4, "pieces": pieces, "seats": [3, 2, 1, 0]}
    random = Random(1)
    play = setup(msgspec.convert(document | {"done": [2, 0], "turn": 3}, Position))
    for _ in range(1000):
        event = move_of(play, *random_move(random, play)) if play.due == MOVE else roll_of(play, random.randint(1, 6))
        apply(play, event)
        if play.due == OVER:
            break
    assert play.due == OVER


@given(seed=SEEDS)
@settings(max_examples=60)
def test_undo_gives_back_the_turn(seed: int) -> None:
    """With three_sixes=undo the third six leaves everything as it was when the turn began, but for whose turn it is."""
    random = Random(seed)
    play, _ = beginning(random, "star@1")
    options = dict(play.rules.options) | {"three_sixes": "undo"}
    play = setup(msgspec.structs.replace(begun_at_rest(play), options=options))
    if play.due == OVER:
        return
    before, sixes = play.state(), 0
    while play.turn == before.turn and play.due != OVER and sixes < 3:
        value = random.choice((6, 6, 6, 4))
        sixes = sixes + 1 if value == 6 else 0
        apply(play, roll_of(play, value))
        while play.due == MOVE:
            apply(play, move_of(play, *random_move(random, play)))
    if sixes == 3:
        assert (play.state().pieces, play.state().captures, play.state().done) == (
            before.pieces,
            before.captures,
            before.done,
        )
        assert play.turn != before.turn
        assert play.due == ROLL


def begun_at_rest(play: Play) -> Position:
    """The position with a roll of a fresh turn due."""
    if play.due == START:
        play.begin(0)
    return describe(play.rules, play.state())
