"""tests/vectors/rules: positions and scripts with their answers, on the board, as values, and as a record's events.

And that they are enough: each value of each option of each system changes the answer of some case.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.engine import Game, step
from replay.errors import ReplayError, RuleError
from replay.play import Play
from replay.position import answer, setup
from replay.state import MOVE
from replay.systems import SYSTEMS
from tests.replay.playing import (
    apply,
    documents,
    draw_of,
    event_of,
    events_before_the_draw,
    numbered,
    plain,
    position,
    rules_for,
)

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for path in sorted((Path(__file__).parents[1] / "vectors/rules").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
POSITIONS = [case for case in CASES if "position" in case and "script" not in case and "refused" not in case]
SCRIPTS = [case for case in CASES if "script" in case]
REFUSED = [case for case in CASES if "refused" in case]


def named(cases: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def test_each_case_is_of_one_form_and_has_its_own_id() -> None:
    assert len(POSITIONS) + len(SCRIPTS) + len(REFUSED) == len(CASES)
    assert len({case["id"] for case in CASES}) == len(CASES)


@named(POSITIONS)
def test_positions(case: dict[str, Any]) -> None:
    assert plain(answer(position(case["position"])).document()) == case["expect"]


# Scripts --------------------------------------------------------------------------------------------------------------


def opened(case: dict[str, Any]) -> Play:
    if "position" in case:
        return setup(position(case["position"]))
    game = case["game"]
    play = rules_for(game["ruleset"], game["options"], game["players"]).play(tuple(game["seats"]))
    play.begin(game["first"])
    return play


def expected(play: Play, names: Iterator[str]) -> dict[str, Any]:
    """What the case says about the position reached, as far as it says anything."""
    auto = play.rules.auto_move and play.due == MOVE and play.forced
    says = {
        "turn": lambda: play.turn,
        "due": lambda: play.due,
        "over": lambda: play.due == "over",
        "moves": lambda: plain([move for move, _ in play.choices()]),
        "may_pass": lambda: play.may_pass,
        "auto": lambda: auto,
        "pieces": lambda: in_any_order(documents(play)),
        "ranking": lambda: plain(play.ranking()),
        "points": lambda: plain(play.points()),
    }
    return {name: says[name]() for name in names}


def in_any_order(pieces: list[list[Any]]) -> list[list[Any]]:
    return [sorted(own, key=str) for own in pieces]


def check(case: dict[str, Any], play: Play) -> None:
    want = dict(case["expect"])
    if "pieces" in want:
        want["pieces"] = in_any_order(want["pieces"])
    assert expected(play, iter(want)) == want


@named(SCRIPTS)
def test_scripts(case: dict[str, Any]) -> None:
    play = opened(case)
    for entry in case["script"]:
        if "illegal" not in entry:
            apply(play, event_of(play, entry))
            continue
        before = play.state()
        with pytest.raises(RuleError):
            apply(play, event_of(play, entry["illegal"]))
        assert play.state() == before
    check(case, play)


@named(SCRIPTS)
def test_scripts_as_values(case: dict[str, Any]) -> None:
    play = opened(case)
    state = play.state()
    for entry in case["script"]:
        play.restore(state)
        if "illegal" in entry:
            with pytest.raises(RuleError):
                step(play.rules, state, event_of(play, entry["illegal"]))
        else:
            state = step(play.rules, state, event_of(play, entry))
    play.restore(state)
    check(case, play)


def recordable(case: dict[str, Any]) -> bool:
    """Whether a record can begin so: only a system that draws colours lets the players sit elsewhere."""
    if "game" not in case:
        return False
    rules = rules_for(case["game"]["ruleset"], case["game"]["options"], case["game"]["players"])
    return rules.draws_colours or rules.seats == tuple(case["game"]["seats"])


def drawn(given: dict[str, Any]) -> Game:
    game = Game()
    game.run(events_before_the_draw(rules_for(given["ruleset"], given["options"], given["players"])))
    game.apply(draw_of(game, given["seats"], given["first"]))
    return game


@named([case for case in SCRIPTS if recordable(case)])
def test_scripts_as_events_of_a_record(case: dict[str, Any]) -> None:
    game = drawn(case["game"])
    assert game.play is not None
    for entry in case["script"]:
        state, events = game.play.state(), game.events
        if "illegal" in entry:
            with pytest.raises(RuleError) as error:
                game.apply(numbered(game, event_of(game.play, entry["illegal"])))
            assert error.value.event == events
            assert (game.play.state(), game.events) == (state, events)
        else:
            game.apply(numbered(game, event_of(game.play, entry)))
    check(case, game.play)


@named(REFUSED)
def test_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ReplayError) as error:
        setup(position(case["position"])) if "position" in case else drawn(case["game"])
    assert error.value.code == case["refused"]


# Enough ---------------------------------------------------------------------------------------------------------------


def answers_by_value(rules_id: str, name: str) -> dict[str, dict[Any, Any]]:
    """By case without this option: the answer under each value of the option that some case has."""
    default = next(option.default for option in SYSTEMS[rules_id].options if option.name == name)
    found: dict[str, dict[Any, Any]] = defaultdict(dict)
    for case in CASES:
        form = "game" if "game" in case else "position"
        if case[form]["ruleset"] != rules_id:
            continue
        options = dict(case[form]["options"])
        value = options.pop(name, default)
        question = {form: case[form] | {"options": options}, "script": case.get("script", [])}
        found[json.dumps(question, sort_keys=True)][value] = case.get("expect", case.get("refused"))
    return found


@pytest.mark.parametrize(
    ("rules_id", "name", "value"),
    [
        pytest.param(made.id, option.name, choice.value, id=f"{made.id} {option.name}={choice.value}")
        for made in SYSTEMS.values()
        for option in made.options
        for choice in option.choices
    ],
)
def test_each_value_of_each_option_changes_an_answer(rules_id: str, name: str, value: Any) -> None:
    """The same question under this value and under another one, with answers that contradict each other."""
    asked = [answers for answers in answers_by_value(rules_id, name).values() if value in answers]
    assert any(contradict(answers[value], other) for answers in asked for other in answers.values())


def contradict(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return any(one[name] != other[name] for name in one.keys() & other.keys())
    return bool(one != other)
