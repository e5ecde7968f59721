"""nomercy in JavaScript as in Python: whole games, what is refused in them, and full use with any number of sixes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay.errors import CodedError
from replay.parts.actions import Dice
from replay.parts.full_use import Spending
from replay.parts.ground import Ground, Prize
from replay.play import Play
from replay.position import setup
from replay.state import FURTHER, MOVE, OVER
from tests.api.web.conftest import Judge
from tests.api.web.told import fault_of, told
from tests.bench.full_use import HARD
from tests.replay.playing import apply, begun, event_of, plain, position, scattered, some
from tests.replay.test_sequence import a_ground, some_pieces

PLAYTHROUGH = Path(__file__).parents[2] / "vectors/playthrough/nomercy.json"
DICE = [(1, 2, 3, 4, 5, 6), (6, 6, 6, 1, 2, 3, 5), (6, 6, 6, 6, 6, 5)]


def same(judge: Judge, script: dict[str, Any], want: list[Any]) -> None:
    got = judge.ask("scripts", scripts=[script])[0]
    assert len(got) == len(want)
    for step, one, other in zip([None, *script["script"]], got, want, strict=True):
        assert one == other, (script, step)


def test_a_whole_game(judge: Judge) -> None:
    game = json.loads(PLAYTHROUGH.read_bytes())
    play = begun(game["ruleset"], game["options"], tuple(game["seats"]), game["first"])
    want = [told(play)]
    script = [{name: step[name] for name in ("roll", "move", "pass") if name in step} for step in game["steps"]]
    for step in script:
        apply(play, event_of(play, step))
        want.append(told(play))
    opening = {name: game[name] for name in ("ruleset", "options", "seats", "first")}
    same(judge, {"game": opening, "script": script}, want)
    assert want[-1]["ranking"] == game["ranking"]


def a_step(random: Random, play: Play, dice: tuple[int, ...]) -> dict[str, Any]:
    if play.due != MOVE:
        return {"roll": random.choice(dice)}
    if play.may_pass and random.random() < 0.2:
        return {"pass": True}
    move, piece = random.choice(play.choices())
    # Any piece equal to the one that is named will do.
    own = play.pieces[play.turn]
    piece = random.choice([index for index, number in enumerate(own) if number == own[piece]])
    found: dict[str, Any] = plain(move)
    del found["captures"]
    return {"move": found | {"piece": piece}}


def a_wrong_step(random: Random, play: Play) -> dict[str, Any]:
    """Mostly what is not legal: a legal move with something changed, added or left out, or a pass."""
    if random.random() < 0.1:
        return {"pass": True}
    move = a_step(random, play, (6,)).get("move")
    if move is None:
        return {"pass": True}
    for _ in range(random.choice([1, 1, 2])):
        name = random.choice(["piece", "from", "to", *FURTHER])
        values = {
            "piece": [0, 1, 2, 3],
            "from": [-3, -2, -1, 0, move["from"] + 1],
            "to": [-1, 0, move["to"] - 1, move["to"] + 1],
            "action": ["enter", "move", "moonwalk", "invade", "recover", "free"],
            "dice": [[6], [6, 6], [6, 5], [1], [*move.get("dice", []), 6], move.get("dice", [3])[::-1], [6] * 30],
            "bonus": [10, 20],
        }.get(name, [0, 1, 2, 5])
        if name in FURTHER and random.random() < 0.3:
            move.pop(name, None)
        else:
            move[name] = random.choice(values)
    return {"move": move}


@pytest.mark.parametrize("seed", range(8))
def test_random_games(judge: Judge, seed: int) -> None:
    """Under random options and from random positions: the whole state after every event, and what is refused there."""
    random = Random(seed)
    refused = 0
    for _ in range(25):
        rules, seats, first = some(random, "nomercy@1")
        drawn = scattered(random, rules, seats) if random.random() < 0.7 else None
        if drawn is None:
            opening: dict[str, Any] = {
                "ruleset": rules.id,
                "options": dict(rules.options),
                "seats": seats,
                "first": first,
            }
            given: dict[str, Any] = {"game": opening}
            play = begun(rules.id, opening["options"], seats, first)
        else:
            given = {"position": plain(drawn)}
            play = setup(drawn)
        script, want = given | {"script": []}, [told(play)]
        dice = random.choice(DICE)
        for _ in range(random.choice([10, 60])):
            if play.due == OVER:
                break
            if play.due == MOVE and random.random() < 0.5:
                wrong = a_wrong_step(random, play)
                before = play.state()
                try:
                    apply(play, event_of(play, wrong))
                except CodedError as error:
                    refused += 1
                    script["script"].append({"illegal": wrong})
                    want.append({"error": fault_of(error), "unchanged": True})
                    continue
                play.restore(before)
            step = a_step(random, play, dice)
            apply(play, event_of(play, step))
            script["script"].append(step)
            want.append(told(play))
        same(judge, script, want)
    assert refused > 40


# Full use -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("use", ["captures", "all"])
def test_long_sequences_where_they_are_hardest(judge: Judge, use: str) -> None:
    documents: list[dict[str, Any]] = [
        {
            "ruleset": "nomercy@1",
            "options": {"full_use": use},
            "players": 4,
            "pieces": pieces,
            "rolls": [6] * sixes + [other],
        }
        for pieces in HARD.values()
        for sixes in (0, 3, 9, 12, 20, 31, 32, 33, 52, 53, 54, 63, 64, 65, 200, 999)
        for other in (1, 2, 3, 4, 5)
    ]
    got = judge.ask("positions_told", positions=documents)
    for document, one in zip(documents, got, strict=True):
        assert one["told"] == told(setup(position(document))), document


def test_full_use_of_any_dice_on_any_ground(judge: Judge) -> None:
    random = Random(5)
    questions: list[dict[str, Any]] = []
    want = []
    for _ in range(400):
        other = random.randint(1, 5)
        ground, own = a_ground(random, other), some_pieces(random, other)
        dice = Dice(random.choice([12, 40, 200]), other)
        left = [Dice(sixes, last) for sixes in range(dice.sixes + 1) for last in (0, other)]
        spending = Spending(own, dice, ground)
        want.append([spending.can_spend(own, some_dice) for some_dice in left])
        questions.append({"own": own, "dice": plain(dice), "left": plain(left), "ground": as_json(ground)})
    assert judge.ask("full_use", questions=questions) == want
    assert 0.1 < sum(map(sum, want)) / sum(map(len, want)) < 0.9


def as_json(ground: Ground) -> dict[str, Any]:
    """The ground, with a bit of its own for every prize."""
    bits = iter(1 << place for place in range(1, 31))

    def prizes(single: dict[int, Prize]) -> list[list[int]]:
        return [[there, next(bits)] for there in single]

    lanes = [
        {"owner": lane.owner, "entrance": lane.entrance, "single": prizes(lane.single)}
        for lane in ground.lanes.values()
    ]
    return {"closed": sorted(ground.closed), "single": prizes(ground.single), "lanes": lanes}
