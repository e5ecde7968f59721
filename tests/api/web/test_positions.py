"""Positions in JavaScript as in Python: the vectors of the rules, and position documents right and wrong, at random."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from replay.engine import Game
from replay.errors import CodedError
from replay.play import Play
from replay.position import Position, describe, setup
from replay.record import GameEvent
from replay.state import MOVE, OVER, START
from tests.api.web.conftest import Judge
from tests.api.web.told import fault_of, told
from tests.replay.playing import (
    IDS,
    apply,
    begun,
    event_of,
    events_before_the_draw,
    plain,
    position,
    roll_of,
    rules_for,
    scattered,
    some,
)
from tests.replay.test_playouts import random_step

ROOT = Path(__file__).parents[3]
VECTORS = ROOT / "tests/vectors"
UNSERVED = {"position.js", "piece_document.js", "turn_document.js"}
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for path in sorted((VECTORS / "rules").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
ONE_BY_ONE = 10_000
"""Perft counts up to this are asked for."""


def same(asked: list[Any], got: list[Any], want: list[Any]) -> None:
    """What was asked, of the first answer that differs."""
    assert len(got) == len(want)
    for question, one, other in zip(asked, got, want, strict=True):
        assert one == other, question


def opened(case: dict[str, Any]) -> Play:
    if "position" in case:
        return setup(position(case["position"]))
    game = case["game"]
    return begun(game["ruleset"], game["options"], tuple(game["seats"]), game["first"])


def test_what_reads_positions_is_not_served() -> None:
    """No module but these themselves imports one of them."""
    modules = [path for path in (ROOT / "api/web").rglob("*.js") if "served" not in path.parts]
    importing = {
        path.name for path in modules for name in UNSERVED if re.search(f'from ".*/{name}"', path.read_text("utf-8"))
    }
    assert importing == {"position.js"}


# Vectors --------------------------------------------------------------------------------------------------------------


def test_answers_of_positions(judge: Judge) -> None:
    cases = [case for case in CASES if "position" in case and "script" not in case and "refused" not in case]
    got = judge.ask("positions", positions=[case["position"] for case in cases])
    same(cases, got, [case["expect"] for case in cases])


def test_refused_positions(judge: Judge) -> None:
    cases = [case for case in CASES if "position" in case and "refused" in case]
    got = judge.ask("positions", positions=[case["position"] for case in cases])
    same(cases, [one["error"] for one in got], [fault_at(case["position"]) for case in cases])
    same(cases, [one["error"]["code"] for one in got], [case["refused"] for case in cases])


def fault_at(document: dict[str, Any]) -> dict[str, Any]:
    try:
        setup(position(document))
    except CodedError as error:
        return fault_of(error)
    raise AssertionError(document)


def test_refused_openings(judge: Judge) -> None:
    cases = [case for case in CASES if "game" in case and "refused" in case]
    openings = [opening_of(case["game"]) for case in cases]
    got = judge.ask("openings", openings=openings)
    same(cases, [one["error"]["code"] for one in got], [case["refused"] for case in cases])
    same(cases, [one["error"] for one in got], list(map(fault_in, openings)))


def opening_of(game: dict[str, Any]) -> list[Any]:
    """The events of a record up to its draw."""
    opening, commit, join, *_ = plain(events_before_the_draw(rules_for(game["ruleset"])))
    options = opening["rules"]["options"] | game["options"]
    rules = {"id": game["ruleset"], "options": options}
    joins = [join | {"n": 2 + player, "player": player} for player in range(game["players"])]
    draw = {"n": 2 + len(joins), "at": 0, "type": "draw", "j": 1, "links": [None, None]}
    draw |= {"seats": game["seats"], "first": game["first"]}
    return [opening | {"rules": rules, "players": game["players"]}, commit, *joins, draw]


def fault_in(events: list[Any]) -> dict[str, Any]:
    try:
        Game().run(msgspec.convert(events, tuple[GameEvent, ...]))
    except CodedError as error:
        return fault_of(error)
    raise AssertionError(events)


def test_scripts(judge: Judge) -> None:
    """All that the games know after each step, and each refusal with its facts."""
    cases = [case for case in CASES if "script" in case]
    kept = ("position", "game", "script")
    got = judge.ask("scripts", scripts=[{name: case[name] for name in kept if name in case} for case in cases])
    same(cases, got, [played(case) for case in cases])


def played(case: dict[str, Any]) -> list[Any]:
    play = opened(case)
    found: list[Any] = [told(play)]
    for step in case["script"]:
        try:
            apply(play, event_of(play, step.get("illegal", step)))
            found.append(told(play))
        except CodedError as error:
            # The test's own refusal, where another step is due, has no facts to compare.
            fault = fault_of(CodedError(error.code, "")) if error.code == "rules.due" else fault_of(error)
            found.append({"error": fault, "unchanged": True})
    return found


def test_stand_ins(judge: Judge) -> None:
    lines = (VECTORS / "stand_in.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    got = judge.ask("stand_ins", positions=[case["position"] for case in cases])
    same(cases, got, [case["expect"] for case in cases])


def test_perft(judge: Judge) -> None:
    entries = json.loads((VECTORS / "perft.json").read_bytes())
    few = [[count for count in entry["counts"] if count <= ONE_BY_ONE] for entry in entries]
    asked = [
        {name: entry[name] for name in ("position", "game") if name in entry} | {"depths": len(counts)}
        for entry, counts in zip(entries, few, strict=True)
    ]
    same(entries, judge.ask("perft", entries=asked), few)


def test_a_contested_square_has_one_last_arrival(judge: Judge) -> None:
    """On square 5, the start of player 0, stand pieces of players 1 and 2 (P7)."""
    pieces = [[-1] * 4, [51, -1, -1, -1], [34, -1, -1, -1]]
    base = {"ruleset": "parchis@1", "players": 3, "pieces": pieces, "rolls": [5]}
    lists = [[], [[5, 1]], [[5, 2]], [[5, 1], [5, 1]], [[5, 1], [5, 2]], [[5, 0]], [[22, 1]], [[5, 1], [22, 2]]]
    asked = [base, *(base | {"arrived_last": given} for given in lists)]
    want = list(map(outcome, asked))
    assert ["error" in one for one in want] == [False] * 5 + [True] * 4
    same(asked, judge.ask("positions_told", positions=asked), want)


# At random ------------------------------------------------------------------------------------------------------------


def some_documents(random: Random, rules_id: str) -> list[dict[str, Any]]:
    """Positions of a random game, from its middle or its beginning, in the middle of turns too."""
    rules, seats, first = some(random, rules_id)
    drawn = scattered(random, rules, seats)
    play = rules.play(seats) if drawn is None else setup(drawn)
    if drawn is None:
        play.begin(first)
    found = []
    for _ in range(60):
        if play.due != START and random.random() < 0.4:
            found.append(plain(describe(play.rules, play.state())))
        if play.due == OVER:
            break
        value = random.choice((6, 6, 1, 2, 3, 4, 5))
        apply(play, random_step(random, play) if play.due == MOVE else roll_of(play, value))
    return found


def changed(random: Random, document: dict[str, Any], donor: dict[str, Any]) -> dict[str, Any]:
    """The document with a few things otherwise, each within the bounds of its type."""
    found: dict[str, Any] = json.loads(json.dumps(document))
    for _ in range(random.choice([1, 1, 2, 3])):
        random.choice(CHANGES)(random, found, donor)
    return found


def _piece(random: Random) -> Any:
    player = random.randrange(6)
    return random.choice(
        [
            random.randint(-1, 75),
            random.choice([-1, 0, 0, 5, 39, 40, 43, 50, 51, 55, 56, 57]),
            {"p": random.choice([-1, 0, 3, 50, 51, 52, 75]), "lap": random.choice([0, 0, 1, 200_000])},
            {"p": random.randint(-1, 75), "locked": random.random() < 0.8},
            {"prisoner_of": player},
            {"intruder_in": player},
            random.choice([{}, {"p": 3}, {"lap": 0}, {"locked": True}, {"prisoner_of": 1, "intruder_in": 1}]),
            random.choice([{"prisoner_of": 1, "locked": True}, {"p": 3, "lap": 0, "locked": True}]),
        ]
    )


def _set(name: str, make: Any) -> Any:
    def change(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
        document[name] = make(random)

    return change


def _drop(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    droppable = [name for name in document if name not in ("ruleset", "players", "pieces")]
    if droppable:
        del document[random.choice(droppable)]


def _take(random: Random, document: dict[str, Any], donor: dict[str, Any]) -> None:
    name = random.choice(list(donor))
    document[name] = json.loads(json.dumps(donor[name]))


def _other_piece(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    pieces = document.get("turn_start", document["pieces"]) if random.random() < 0.2 else document["pieces"]
    own = random.choice(pieces)
    own[random.randrange(len(own))] = _piece(random)


def _same_square(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    own = random.choice(document["pieces"])
    own[random.randrange(len(own))] = random.choice(own)


def _all_home(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    goal = random.choice([43, 55, 56, 71, 75])
    several = goal in (43, 75)
    for own in random.sample(document["pieces"], random.choice([1, 1, 2])):
        own[:] = [goal - index if several else goal for index in range(len(own))]


def _lists(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    name = random.choice(["pieces", "captures", "turn_start", "turn_start_captures", "seats", "done"])
    held = document.get(name)
    if not held:
        return
    if random.random() < 0.5 and len(held) > 2:
        held.pop()
    else:
        held.append(json.loads(json.dumps(held[0])))


def _fewer_pieces(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    own = random.choice(document["pieces"])
    if len(own) > 1 and random.random() < 0.5:
        own.pop()
    elif len(own) < 4:
        own.append(-1)


def _option(random: Random, document: dict[str, Any], _donor: dict[str, Any]) -> None:
    name = random.choice(
        ["six_chain", "full_use", "must_play", "capture_before_home", "teams", "end", "pieces", "walls"]
    )
    value = random.choice([True, False, 1, 4, "sum", "steps", "free", "all", "first", "all_places", "forward"])
    document.setdefault("options", {})[name] = value


def _rolls(random: Random) -> list[int]:
    return [random.choice((6, 6, 6, 5, 1, 3)) for _ in range(random.choice([0, 1, 1, 2, 2, 3, 4]))]


def _dice(random: Random) -> list[int]:
    return [random.choice((6, 6, 5, 1)) for _ in range(random.randrange(4))]


CHANGES: list[Any] = [
    _set("ruleset", lambda random: random.choice([*IDS, "star@9"])),
    _set("players", lambda random: random.randint(2, 6)),
    _set("turn", lambda random: random.randrange(6)),
    _set("rolls", _rolls),
    _set("rolls", _rolls),
    _set("rolls", _rolls),
    _set("due", lambda _random: "roll"),
    _set("bonus", lambda random: random.choice([10, 20])),
    _set("spent", _dice),
    _set("seats", lambda random: [random.randrange(6) for _ in range(random.randint(2, 4))]),
    _set("done", lambda random: [random.randrange(4) for _ in range(random.randrange(4))]),
    _set("captures", lambda random: [random.random() < 0.5 for _ in range(random.randint(2, 4))]),
    _set("last_moved", lambda random: {"player": random.randrange(5), "piece": random.randrange(4)}),
    _set("arrived_last", lambda random: [[random.choice([0, 5, 22, 39, 56]), random.randrange(4)] for _ in range(2)]),
    _drop,
    _drop,
    _take,
    _take,
    _other_piece,
    _other_piece,
    _other_piece,
    _same_square,
    _all_home,
    _lists,
    _fewer_pieces,
    _option,
]


def outcome(document: dict[str, Any]) -> dict[str, Any]:
    try:
        play = setup(position(document))
    except CodedError as error:
        return {"error": fault_of(error)}
    return {"told": told(play), "document": plain(describe(play.rules, play.state()))}


def is_one(document: dict[str, Any]) -> bool:
    """Whether it has the shape of a position document."""
    try:
        msgspec.convert(document, Position)
    except msgspec.ValidationError:
        return False
    return True


def test_documents_of_games_and_what_chance_makes_of_them(judge: Judge) -> None:
    random = Random(20261130)
    documents: list[dict[str, Any]] = []
    wrong: list[dict[str, Any]] = []
    for rules_id in IDS:
        for _ in range(12):
            documents += some_documents(random, rules_id)
    for document in documents:
        wrong += (changed(random, document, random.choice(documents)) for _ in range(3))
    asked = [*documents, *filter(is_one, wrong)]
    want = list(map(outcome, asked))
    same(asked, judge.ask("positions_told", positions=asked), want)
    codes = {one["error"]["code"] for one in want if "error" in one}
    assert len(asked) > 5000
    assert codes == {
        "option.players",
        "option.system",
        "option.unknown",
        "option.value",
        *(f"position.{name}" for name in NAMES),
    }


NAMES = (
    "arrived_last",
    "bonus",
    "done",
    "lap",
    "last_moved",
    "pieces",
    "players",
    "rolls",
    "seats",
    "shared",
    "spent",
    "turn",
)
