"""The turn machine of sequences: what the cases of tests/vectors/rules/nomercy.jsonl can't say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.errors import PositionError, RuleError
from replay.parts.actions import Action, Dice, actions
from replay.parts.full_use import Spending
from replay.parts.ground import Ground, Lane, Prize
from replay.piece import intruder, locked, prisoner
from replay.play import Play
from replay.position import Position, describe, setup
from replay.sequence import SequenceTurn
from replay.state import MOVE, ROLL
from replay.whatif import Asked, judge
from tests.bench.full_use import HARD
from tests.replay.playing import apply, documents, event_of, move_of, plain, position, rules_for

SEEDS = st.integers(0, 2**40)


def document(pieces: list[Any], rolls: list[int], **fields: Any) -> Position:
    given: dict[str, Any] = {"ruleset": "nomercy@1", "players": len(pieces), "turn": 0}
    return position(given | {"pieces": pieces, "rolls": rolls} | fields)


def begun(pieces: list[Any], rolls: list[int], **fields: Any) -> SequenceTurn:
    play = setup(document(pieces, rolls, **fields))
    assert isinstance(play, SequenceTurn)
    return play


def act(play: Play, from_: int, to: int, action: str, dice: list[int]) -> None:
    """Piece 0 does this."""
    apply(play, event_of(play, {"move": {"piece": 0, "from": from_, "to": to, "action": action, "dice": dice}}))


# Full use, against trying out everything -----------------------------------------------------------------------------


def tried_out(own: tuple[int, ...], dice: Dice, ground: Ground, known: dict[Any, bool]) -> bool:
    """Whether some actions, one after the other, spend all of the dice or bring all pieces home."""
    if dice == Dice(0, 0) or all(piece == 56 for piece in own):
        return True
    key = own, dice, frozenset(ground.single), frozenset((lane.owner, *lane.single) for lane in ground.lanes.values())
    if key not in known:
        known[key] = any(tried_out(*after(own, dice, ground, action), known) for action in actions(own, dice, ground))
    return known[key]


def after(own: tuple[int, ...], dice: Dice, ground: Ground, action: Action) -> tuple[tuple[int, ...], Dice, Ground]:
    pieces = list(own)
    pieces[pieces.index(action.start)] = action.end
    other = 0 if action.spends.other else dice.other
    return (
        tuple(sorted(pieces)),
        Dice(dice.sixes - action.spends.sixes, other),
        without(ground, action.prize.bit) if action.prize.bit else ground,
    )


def without(ground: Ground, bit: int) -> Ground:
    """The ground when this prize has been captured."""

    def rest(single: dict[int, Prize]) -> dict[int, Prize]:
        return {there: prize for there, prize in single.items() if prize.bit != bit}

    lanes = {rival: msgspec.structs.replace(lane, single=rest(lane.single)) for rival, lane in ground.lanes.items()}
    return msgspec.structs.replace(ground, single=rest(ground.single), lanes=lanes)


def a_ground(random: Random, other: int) -> Ground:
    """Squares that are closed and pieces to capture, most of them a number of sixes apart."""

    def squares(most: int) -> set[int]:
        return {
            min(50, 6 * random.randint(0, 8) + random.choice([0, 0, other, random.randint(0, 5)]))
            for _ in range(random.randint(0, most))
        }

    single = squares(3) | random.choice([set(), {0}])
    # Few ways to go on, or few that are closed: what can be spent has gaps, or none.
    closed = random.choice([squares(4), set(range(51)) - squares(4), set(range(51)) - squares(8)]) - single
    lanes = {
        rival: Lane(rival, entrance, {step: prize(1 << 60 + 6 * rival + step) for step in some_steps(random)})
        for rival, entrance in ((1, 11), (2, 24), (3, 37))
    }
    return Ground(50, 56, frozenset(closed), {there: prize(1 << there) for there in single}, lanes)


def prize(bit: int) -> Prize:
    return Prize(bit, ((1, 0),), ((1, 0),))


def some_steps(random: Random) -> Iterator[int]:
    chance = random.choice([0, 0.3])
    return (step for step in range(1, 6) if random.random() < chance)


def some_pieces(random: Random, other: int) -> tuple[int, ...]:
    kinds: list[list[int]] = [
        [random.randint(0, 55), 6 * random.randint(0, 9)],
        [6 * random.randint(3, 8), 6 * random.randint(3, 8) + other],
        [random.randint(50, 56), 56 - 6 * random.randint(0, 2), 56 - other, 56],
        [-1, -1, 6 * random.randint(1, 4)],
        [prisoner(1), intruder(random.randint(1, 3)), locked(-1), locked(20)],
        [56],
    ]
    favourites = random.sample(kinds, 2)
    return tuple(sorted(random.choice(random.choice(favourites)) for _ in range(4)))


@given(seed=SEEDS)
@settings(max_examples=500)
def test_full_use_is_what_trying_out_finds(seed: int) -> None:
    random = Random(seed)
    other = random.randint(1, 5)
    ground, own = a_ground(random, other), some_pieces(random, other)
    few = own.count(56) > 1
    dice = Dice(12 if few else 7, other)
    spending = Spending(own, dice, ground)
    known: dict[Any, bool] = {}
    for sixes in range(dice.sixes + 1):
        for left in (Dice(sixes, 0), Dice(sixes, other)):
            assert spending.can_spend(own, left) == tried_out(own, left, ground, known)
    for action in actions(own, dice, ground):
        assert spending.after(action) == tried_out(*after(own, dice, ground, action), known)


@pytest.mark.parametrize(
    ("own", "dice", "single", "landing", "full"),
    [
        # Out, to 24 and back to 0: but there the piece captures when it enters, and nothing is left.
        ((-1, 56, 56, 56), Dice(9, 0), {0}, {24}, False),
        # The piece on 24 walks back to 0; only then the other enters, goes to 30 and walks back to 12.
        ((-1, 24, 56, 56), Dice(13, 0), {0, 12}, {30}, True),
        # One piece to capture is captured once.
        ((36, 36, 56, 56), Dice(1, 0), {30}, set(), True),
        ((36, 36, 56, 56), Dice(2, 0), {30}, set(), False),
        # The last piece comes home with ten sixes and the two; whatever is left is void.
        ((-1, 56, 56, 56), Dice(9, 2), set(), {0}, False),
        ((-1, 56, 56, 56), Dice(30, 2), set(), {0}, True),
        ((-1, 56, 56, 56), Dice(30, 2), set(), set(), False),
        # Of two that need the two only one gets it.
        ((54, 54, 56, 56), Dice(1, 2), set(), set(), False),
        ((44, 54, 56, 56), Dice(3, 2), set(), set(), True),
    ],
)
def test_small_questions(own: tuple[int, ...], dice: Dice, single: set[int], landing: set[int], full: bool) -> None:
    """Pieces to capture on these squares; the track is closed but for them and the squares for landing."""
    ground = Ground(50, 56, frozenset(range(51)) - single - landing, {there: prize(1 << there) for there in single}, {})
    assert Spending(own, dice, ground).can_spend(own, dice) == full
    assert tried_out(own, dice, ground, {}) == full


# Long sequences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("use", ["captures", "all"])
@pytest.mark.parametrize("name", HARD)
def test_the_search_is_short_where_it_is_hardest(name: str, use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    meets = Spending._meets

    def counted(*arguments: Any) -> bool:
        nonlocal steps
        steps += 1
        return meets(*arguments)

    monkeypatch.setattr(Spending, "_meets", counted)
    most = 0
    for sixes in (3, 6, 9, 12, 16, 20, 50):
        for other in range(1, 6):
            steps = 0
            begun(HARD[name], [6] * sixes + [other], options={"full_use": use})
            most = max(most, steps)
    assert 10 < most < 2_000


@pytest.mark.parametrize("use", ["captures", "all"])
@pytest.mark.parametrize("name", HARD)
def test_sixes_that_nobody_could_spend_change_nothing(name: str, use: str) -> None:
    """However long the sequence: more sixes than all pieces can spend are more of the same."""
    play = begun(HARD[name], [6] * 100 + [5], options={"full_use": use})
    choices = play.choices()
    play.rolls = [6] * 65_000
    play.spent = []
    play.roll(5)
    assert play.due == MOVE
    assert play.choices() == choices
    assert "with 65000 sixes and a 5 left" in play.not_legal(choices[0][0])


def test_a_long_sequence_is_spent_to_the_end() -> None:
    play = begun([[-1, -1, -1, -1], [-1, -1, -1, -1]], [6] * 999 + [1])
    while play.turn == 0:
        apply(play, move_of(play, *play.choices()[0]))
    assert (play.turn, play.due, play.rolls, play.spent) == (1, ROLL, [], [])


def test_equal_dice_and_equal_pieces_count_once() -> None:
    play = begun([[-1, -1, 7, 7], [-1, -1, -1, -1]], [6] * 5 + [2])
    assert [(move.from_, move.to) for move, _ in play.choices()] == [
        (-1, 0),
        *((7, 7 + far) for far in (2, 6, 8, 12, 14, 18, 20, 24, 26, 30, 32)),
    ]
    assert {piece for _, piece in play.choices()} == {0, 2}


# What a move must say ------------------------------------------------------------------------------------------------

AT = [[20, -1, {"prisoner_of": 1}, {"p": 30, "locked": True}], [5, 53, 40, -1]]


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"piece": 1}, "rules.piece", "piece 1 is in the yard, not on 20"),
        ({"piece": 2}, "rules.piece", "piece 2 is in prison, not on 20"),
        ({"from": -3}, "rules.piece", "piece 0 is on 20, not in a rival's column"),
        ({"to": 25}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"action": "moonwalk"}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"dice": [2]}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"dice": [6, 6]}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"to": 28, "dice": [6, 2]}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"column": 1}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"lap": 0}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"bonus": 10}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        ({"captured": 1}, "rules.move", "with 6 and 2 left this move is not legal; legal: "),
        (
            {"piece": 3, "from": 30, "to": 36},
            "rules.move",
            "the piece is locked until the next turn of player 0; legal: ",
        ),
    ],
)
def test_each_field_of_a_move_counts(change: dict[str, Any], code: str, says: str) -> None:
    play = begun(AT, [6, 2])
    right = {"piece": 0, "from": 20, "to": 26, "action": "move", "dice": [6]}
    before = play.state()
    with pytest.raises(RuleError) as refused:
        apply(play, event_of(play, {"move": right | change}))
    assert refused.value.code == code
    assert says in refused.value.message
    assert play.state() == before
    apply(play, event_of(play, {"move": right}))


@pytest.mark.parametrize("left_out", ["action", "dice", "column"])
def test_nothing_may_be_left_out(left_out: str) -> None:
    right = {"piece": 0, "from": 20, "to": 51, "action": "invade", "dice": [5], "column": 1}
    play = begun([[20, -1, -1, -1], [51, -1, -1, -1]], [5])
    with pytest.raises(RuleError, match="this move is not legal"):
        apply(play, event_of(play, {"move": {name: value for name, value in right.items() if name != left_out}}))
    apply(play, event_of(play, {"move": right}))
    assert documents(play) == [[{"intruder_in": 1}, -1, -1, -1], [{"prisoner_of": 0}, -1, -1, -1]]


def test_a_refusal_lists_all_legal_moves_and_says_a_few() -> None:
    play = begun([[0, 10, 20, -1], [-1, -1, -1, -1]], [6] * 9 + [4])
    with pytest.raises(RuleError) as refused:
        act(play, 0, 1, "move", [1])
    choices = play.choices()
    assert plain(refused.value.expected) == plain([move for move, _ in choices])
    assert refused.value.message == (
        "with 9 sixes and a 4 left this move is not legal; legal: the yard to 0 (enter with 6), 0 to 4 (move with 4), "
        "0 to 6 (move with 6), 0 to 10 (move with 4 + 6), 0 to 12 (move with 6 + 6), 0 to 16 (move with 4 + 6 + 6), "
        f"0 to 18 (move with 6 + 6 + 6), 0 to 22 (move with 4 + 6 + 6 + 6) and {len(choices) - 8} more"
    )


@pytest.mark.parametrize(
    ("options", "pieces", "rolls", "move", "says"),
    [
        (
            {},
            [[20, 56, 56, 56], [50, 4, 4, -1]],
            [6, 4],
            {"from": 20, "to": 24, "action": "move", "dice": [4]},
            "with 6 and 4 left this capture is not legal: it leaves 6, which could not be spent to the last",
        ),
        (
            {"full_use": "all"},
            [[54, 50, 56, 56], [-1, -1, -1, -1]],
            [6, 2],
            {"from": 50, "to": 52, "action": "move", "dice": [2]},
            "with 6 and 2 left this action is not legal: it leaves 6, which could not be spent to the last",
        ),
    ],
)
def test_why_an_action_is_refused(
    options: dict[str, Any], pieces: list[Any], rolls: list[int], move: dict[str, Any], says: str
) -> None:
    asked = msgspec.convert(move, Asked)
    verdict = judge(document(pieces, rolls, options=options), asked)
    assert (verdict.legal, verdict.code) == (False, "rules.move")
    assert verdict.message.startswith(says)
    play = begun(pieces, rolls, options=options)
    piece = pieces[0].index(move["from"])
    with pytest.raises(RuleError) as refused:
        apply(play, event_of(play, {"move": move | {"piece": piece}}))
    assert refused.value.message == verdict.message


@pytest.mark.parametrize(
    ("rolls", "spent", "code", "says"),
    [
        ([6], [], "rules.due", "a roll is due, not a move: a sequence goes on until a roll below 6"),
        ([6, 6, 3], [6, 6, 3], "rules.due", "all dice of the sequence are spent"),
        ([6, 6, 3], [6, 3], "rules.move", "with 6 left nothing can be done"),
        ([3], [], "rules.move", "with 3 left nothing can be done"),
    ],
)
def test_when_nothing_can_be_done(rolls: list[int], spent: list[int], code: str, says: str) -> None:
    asked = Asked(from_=54, to=56, action="move", dice=(2,))
    verdict = judge(document([[54, 56, 56, 56], [-1, -1, -1, -1]], rolls, spent=spent), asked)
    assert (verdict.legal, verdict.code, verdict.message) == (False, code, says)


# Passing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("must_play", "pieces", "says"),
    [
        ("forward", [20, {"prisoner_of": 1}, 56, 56], "a piece can enter or move on, and then nobody may pass"),
        ("forward", [-1, 56, 56, 56], "a piece can enter or move on, and then nobody may pass"),
        (
            "everything",
            [{"prisoner_of": 1}, 56, 56, 56],
            "under these rules nobody may pass while there is something to do with the dice",
        ),
        ("forward", [{"prisoner_of": 1}, 56, 56, 56], None),
        ("nothing", [20, 56, 56, 56], None),
    ],
)
def test_who_may_pass(must_play: str, pieces: list[Any], says: str | None) -> None:
    play = begun([pieces, [-1, -1, -1, -1]], [6, 3], options={"must_play": must_play})
    before = play.state()
    assert play.may_pass == (says is None)
    if says is None:
        play.pass_()
        assert (play.turn, play.due) == (1, ROLL)
        return
    with pytest.raises(RuleError) as refused:
        play.pass_()
    assert (refused.value.code, refused.value.message, refused.value.clause) == ("rules.pass", says, "N6")
    assert plain(refused.value.expected) == plain([move for move, _ in play.choices()])
    assert play.state() == before


@pytest.mark.parametrize(
    ("must_play", "pieces", "forced"),
    [
        ("everything", [{"prisoner_of": 1}, {"prisoner_of": 1}, 56, 56], True),
        # Which of them comes back is a choice, although the answer shows one move.
        ("everything", [{"prisoner_of": 1}, {"prisoner_of": 2}, 56, 56], False),
        ("forward", [{"prisoner_of": 1}, 56, 56, 56], False),
        ("nothing", [-1, 56, 56, 56], False),
        ("forward", [-1, 56, 56, 56], True),
    ],
)
def test_what_is_forced(must_play: str, pieces: list[Any], forced: bool) -> None:
    rest = [[-1, -1, -1, -1]] * 2
    assert begun([pieces, *rest], [6, 3], options={"must_play": must_play}).forced == forced


# Locks ---------------------------------------------------------------------------------------------------------------


def test_locks_end_when_the_turn_of_the_owner_begins() -> None:
    play = begun([[20, -1, 56, 56], [{"p": 19, "locked": True}, {"p": -1, "locked": True}, 20, -1]], [2])
    act(play, 20, 22, "move", [2])
    assert documents(play)[1] == [19, -1, 20, -1]
    assert (play.turn, play.due) == (1, ROLL)


def test_locks_last_through_the_turns_of_others() -> None:
    locks: list[Any] = [{"p": 19, "locked": True}, -1, -1, -1]
    play = begun([locks, [20, -1, -1, -1], [20, -1, -1, -1]], [], turn=1)
    for player in (1, 2):
        assert (play.turn, documents(play)[0]) == (player, locks)
        play.roll(1)
        act(play, 20, 21, "move", [1])
    assert (play.turn, documents(play)[0]) == (0, [19, -1, -1, -1])


@pytest.mark.parametrize(("rolls", "kept"), [([], False), ([6], True), ([6, 2], True)])
def test_locks_of_a_document(rolls: list[int], kept: bool) -> None:
    own: list[Any] = [{"p": 19, "locked": True}, 20, -1, -1]
    play = begun([own, [-1, -1, -1, -1]], rolls)
    assert documents(play)[0] == (own if kept else [19, 20, -1, -1])


# Captives of a player who is done ------------------------------------------------------------------------------------


def test_captives_of_a_player_who_is_done_come_back() -> None:
    held: list[Any] = [{"prisoner_of": 0}, {"intruder_in": 0}, 56, 56]
    options = {"end": "all_places", "must_play": "everything"}
    play = begun([[56, 56, 56, 56], held, [-1, -1, -1, -1]], [6, 6, 6, 1], turn=1, options=options)
    assert [(move.from_, move.to, move.action) for move, _ in play.choices()] == [(-3, 37, "free"), (-2, -1, "recover")]


def test_a_player_who_is_done_leaves_the_rest_of_its_dice() -> None:
    options = {"end": "all_places"}
    play = begun([[54, 56, 56, 56], [20, -1, -1, -1], [-1, -1, -1, -1]], [6, 6, 2], options=options)
    act(play, 54, 56, "move", [2])
    assert (play.turn, play.due, play.rolls, play.spent, play.done) == (1, ROLL, [], [], [0])


# Position documents --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolls", "fields", "code"),
    [
        ([6, 3], {"spent": [3, 3]}, "position.spent"),
        ([6, 3], {"spent": [2]}, "position.spent"),
        ([6, 6], {"spent": [6]}, "position.spent"),
        ([6, 6], {"spent": [6], "due": "roll"}, "position.spent"),
        ([], {"spent": [6]}, "position.spent"),
        ([3, 6], {}, "position.rolls"),
        ([6, 3, 2], {}, "position.rolls"),
        ([6, 3], {"due": "roll"}, "position.rolls"),
        ([6, 3], {"last_moved": {"player": 0, "piece": 0}}, "position.last_moved"),
        ([6, 3], {"arrived_last": [[0, 1]]}, "position.arrived_last"),
        ([6, 3], {"bonus": 20}, "position.bonus"),
    ],
)
def test_documents_that_say_too_much(rolls: list[int], fields: dict[str, Any], code: str) -> None:
    with pytest.raises(PositionError) as refused:
        begun([[20, -1, -1, -1], [-1, -1, -1, -1]], rolls, **fields)
    assert refused.value.code == code


@pytest.mark.parametrize("spent", [[6, 3], [3, 6]])
def test_spent_dice_in_any_order(spent: list[int]) -> None:
    play = begun([[20, -1, -1, -1], [-1, -1, -1, -1]], [6, 6, 3], spent=spent)
    assert play.spent == [3, 6]
    assert (play.dice, play.to_play()) == (Dice(1, 0), "6 left")


def test_a_turn_in_the_middle_is_a_value() -> None:
    """Restored, or written as a document and read again, a game goes on as it would have."""
    play = begun(AT, [6, 6, 6, 2], spent=[6])
    again = rules_for("nomercy@1").play((0, 2))
    again.restore(play.state())
    assert again.choices() == play.choices() != []
    for other in (again, setup(describe(play.rules, play.state()))):
        assert other.state() == play.state()
        act(other, 20, 28, "move", [2, 6])
        assert other.state().spent == (2, 6, 6)
