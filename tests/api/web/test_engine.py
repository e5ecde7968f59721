"""The fold over a record's events in JavaScript, event by event as Python's: whole games, right and wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from replay.codec import decode_record
from replay.engine import EXHAUSTED, Game
from replay.errors import CodedError
from replay.position import describe
from replay.record import Away, Back, GameEvent, Open, Pass, Roll
from replay.state import MOVE, OVER, START
from tests.api.web.conftest import Judge
from tests.api.web.told import fault_of, told
from tests.replay.playing import (
    IDS,
    apply,
    close_of,
    draw_of,
    events_before_the_draw,
    move_of,
    numbered,
    plain,
    roll_of,
    some,
)
from tests.replay.test_playouts import DICE, beginning, random_step

VECTORS = Path(__file__).parents[2] / "vectors"
GAMES = 60
"""Random games of each system."""
PLAYOUTS = 80
"""And games from anywhere."""
STEPS = 40
LONGEST = (40, 80, 120, 120, 1200)
"""Events of one; the longest mostly come to their end."""


def seen(game: Game) -> dict[str, Any]:
    """All that a game knows."""
    there = game.presence
    known: dict[str, Any] = plain(
        {
            "due": game.due,
            "events": game.events,
            "turn": game.turn,
            "by": game.by() if game.due == MOVE else None,
            "roll_due": game.roll_due,
            "exhausted": game.exhausted,
            "close_status": game.close_status(),
            "closed": game.closed and game.closed.status,
            "moves": game.moves(),
            "presence": there
            and {
                "index": there.index,
                "away": sorted(there.away),
                "spent": there.spent,
                "contributors": there.contributors,
                "changed": there.changed,
            },
        }
    )
    return known | {"play": game.play and told(game.play)}


def taken(game: Game, event: GameEvent) -> dict[str, Any]:
    """What the game knows after the event, or its fault."""
    try:
        game.apply(event)
    except CodedError as error:
        return {"error": fault_of(error), "unchanged": True}
    return seen(game)


# Games at random ------------------------------------------------------------------------------------------------------


def before_the_draw(random: Random, rules_id: str) -> tuple[list[GameEvent], tuple[int, ...], int | None]:
    """The events up to the joins, the seats and who begins."""
    rules, seats, first = some(random, rules_id)
    kinds = "".join(random.choice("hhb") for _ in seats)
    anchors = "".join(random.choice("aaa-") for _ in seats)
    links, returns = random.choice([12, 4096, 4096]), random.choice([0, 1, 5])
    events = events_before_the_draw(rules, kinds.ljust(6, "h"), anchors.ljust(6, "a"), links=links, returns=returns)
    return events, seats if rules.draws_colours else rules.seats, 0 if rules.start == "first" else first


def next_event(random: Random, game: Game, seats: tuple[int, ...], first: int | None) -> GameEvent:
    """A right event, or now and then one that is perhaps not."""
    player = random.randrange(6)
    if random.random() < 0.04:
        return Away(n=game.events, at=0, player=player, reason="left")
    if random.random() < 0.04:
        return Back(n=game.events, at=0, player=player)
    play = game.play
    if play is None:
        return draw_of(game, seats, first)
    if game.due == OVER or game.exhausted or random.random() < 0.002:
        return right_close(game)
    if play.due != MOVE:
        return numbered(game, roll_of(play, random.choice((6, 6, 1, 2, 3, 4, 5))))
    if game.by() == "bot" and game.joins[play.turn].kind == "human":
        return numbered(game, move_of(play, *play.stand_in()))
    event = numbered(game, random_step(random, play))
    house = game.joins[play.turn].kind == "bot"
    return msgspec.structs.replace(event, by="bot" if house else "player") if isinstance(event, Pass) else event


def right_close(game: Game) -> GameEvent:
    status, play = game.close_status(), game.play
    if status == "finished" and play is not None:
        return close_of(game, status, ranking=play.ranking(), points=play.points())
    return close_of(game, status, reason=EXHAUSTED if status == "void" else None)


def wrong(random: Random, event: dict[str, Any], others: list[dict[str, Any]]) -> GameEvent | None:
    """The event with one or two fields otherwise, or another event in its place."""
    changed = dict(random.choice([event, event, event, random.choice(others)])) | {"n": event["n"]}
    likely = [change for change in CHANGES if change[0] in changed or random.random() < 0.1] or CHANGES
    for name, make in random.choices(likely, k=random.choice([0, 1, 1, 2])):
        changed[name] = make(random)
    try:
        made: GameEvent = msgspec.convert(changed, GameEvent)
    except msgspec.ValidationError:
        return None
    return made


CHANGES: list[Any] = [
    ("player", lambda random: random.randrange(5)),
    ("piece", lambda random: random.randrange(4)),
    ("from", lambda random: random.randint(-3, 75)),
    ("to", lambda random: random.randint(0, 75)),
    ("by", lambda random: random.choice(["player", "auto", "bot"])),
    ("lap", lambda random: random.randrange(3)),
    ("bonus", lambda random: random.choice([10, 20])),
    ("captured", lambda random: random.randrange(4)),
    ("action", lambda random: random.choice(["enter", "move", "moonwalk", "invade", "recover", "free"])),
    ("dice", lambda random: [random.randint(1, 6) for _ in range(random.choice([1, 2, 30]))]),
    ("column", lambda random: random.randrange(4)),
    ("purpose", lambda _random: "start"),
    ("seats", lambda random: random.sample(range(4), random.choice([2, 3, 4]))),
    ("first", lambda random: random.choice([None, 0, 1, 4])),
    ("status", lambda random: random.choice(["finished", "abandoned", "void"])),
    ("reason", lambda random: random.choice([None, "links exhausted", "tired"])),
    ("ranking", lambda random: random.choice([None, [[0], [1]], [[1], [0]]])),
    ("points", lambda random: random.choice([None, [0, 0], [100, 0]])),
    ("players", lambda random: random.randint(2, 6)),
    ("rules", lambda random: {"id": random.choice([*IDS, "star@9"]), "options": {"end": "first", "constructor": 1}}),
]


def random_game(random: Random, rules_id: str) -> tuple[list[Any], list[Any]]:
    """Events, right ones and wrong ones, and what Python makes of each."""
    game = Game()
    begun, seats, first = before_the_draw(random, rules_id)
    events: list[Any] = []
    told_: list[Any] = []

    def take(event: GameEvent) -> None:
        events.append(plain(event))
        told_.append(taken(game, event))

    longest = random.choice(LONGEST)
    while len(events) < longest and game.closed is None:
        event = begun[game.events] if game.events < len(begun) else next_event(random, game, seats, first)
        if random.random() < 0.12:
            other = wrong(random, plain(event), [*events[-20:], plain(event)])
            # An opening that may stand, but is not the one of the events that follow, would make them all wrong.
            if other is not None and not (isinstance(other, Open) and "error" not in taken(Game(), other)):
                take(other)
                continue
        take(event)
    close = right_close(game)
    for _ in range(4):
        take(wrong(random, plain(close), [plain(close)]) or close)
    take(close)
    take(begun[1])
    return events, told_


@pytest.mark.parametrize("rules_id", IDS)
def test_random_games(judge: Judge, rules_id: str) -> None:
    random = Random(f"engine {rules_id}")
    codes: set[str] = set()
    statuses: set[str] = set()
    for _ in range(GAMES):
        events, want = random_game(random, rules_id)
        got = judge.ask("fold", events=events)
        assert len(got) == len(want)
        for event, one, other in zip(events, got, want, strict=True):
            assert one == other, event
        codes |= {one["error"]["code"] for one in want if "error" in one}
        statuses |= {one["closed"] for one in want if "error" not in one}
    assert codes >= {f"rules.{name}" for name in ("away", "back", "by", "due", "move", "over", "piece", "turn")}
    assert codes >= {"result.ranking", "result.points", "result.status", "rules.stand_in"}
    assert statuses >= {"abandoned", "finished", "void"}


def playout(random: Random, rules_id: str) -> tuple[dict[str, Any], list[Any]]:
    """A script from pieces anywhere on the board, or from a new game, and what Python knows after each of its steps."""
    play, _ = beginning(random, rules_id, scatter=0.9)
    script: dict[str, Any] = {"script": []}
    if play.due == START:
        options = dict(play.rules.options)
        script["game"] = {"ruleset": rules_id, "options": options, "seats": list(play.seating.seats), "first": None}
    else:
        script["position"] = plain(describe(play.rules, play.state()))
    want = [told(play)]
    dice = random.choice(DICE)
    for _ in range(STEPS):
        if play.due == OVER:
            break
        event = random_step(random, play) if play.due == MOVE else roll_of(play, random.choice(dice))
        apply(play, event)
        said = {name: value for name, value in plain(event).items() if name not in ("n", "at", "type", "player", "by")}
        script["script"].append(
            {"roll": event.value} if isinstance(event, Roll) else {"move": said} if said else {"pass": True}
        )
        want.append(told(play))
    return script, want


@pytest.mark.parametrize("rules_id", IDS)
def test_random_playouts(judge: Judge, rules_id: str) -> None:
    """From positions that whole games seldom reach."""
    random = Random(f"playouts {rules_id}")
    played = [playout(random, rules_id) for _ in range(PLAYOUTS)]
    for (script, want), got in zip(played, judge.ask("scripts", scripts=[one for one, _ in played]), strict=True):
        assert got == want, script


def test_random_openings(judge: Judge) -> None:
    """Options that are missing, unknown, of another value or type, or do not go with the number of players."""
    random, codes = Random("openings"), set()
    values: list[bool | int | str] = [
        True,
        False,
        0,
        1,
        2,
        4,
        6,
        55,
        56,
        "4",
        "6",
        "true",
        "first",
        "none",
        "",
        "drawn",
    ]
    for rules_id in IDS * 60:
        rules, _, _ = some(random, rules_id)
        options = dict(rules.options)
        for _ in range(random.choice([0, 1, 1, 2])):
            name = random.choice([*options, "constructor", "teams"])
            if random.random() < 0.5:
                options.pop(name, None)
            else:
                options[name] = random.choice(values)
        event = plain(events_before_the_draw(rules)[0])
        event |= {"rules": {"id": rules_id, "options": options}, "players": random.choice([rules.players, 2, 6])}
        game = Game()
        want = taken(game, msgspec.convert(event, GameEvent))
        codes.add(want.get("error", {}).get("code"))
        fault = {"error": want["error"]} if "error" in want else {}
        assert judge.ask("run", events=[event]) == fault | {"seen": seen(game)}, event
    assert codes == {None, *(f"option.{name}" for name in ("missing", "players", "unknown", "value"))}


# Vectors --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((VECTORS / "playthrough").glob("*.json")), ids=lambda path: path.stem)
def test_playthroughs(judge: Judge, path: Path) -> None:
    recorded = json.loads(path.read_bytes())
    game = {name: recorded[name] for name in ("ruleset", "options", "seats", "first")}
    (states,) = judge.ask("scripts", scripts=[{"game": game, "script": recorded["steps"]}])
    assert len(states) == len(recorded["steps"]) + 1
    for step, state in zip(recorded["steps"], states[1:], strict=True):
        want = step["state"]
        also = {"moves": [move for move, _ in state["choices"]]}
        assert {name: (state | also)[name] for name in want} == want
    assert states[-1]["ranking"] == recorded["ranking"]
    assert states[-1]["points"] == recorded["points"]


@pytest.mark.parametrize("folder", ["records", "sound", "mutations"])
def test_records(judge: Judge, folder: str) -> None:
    """Each as far as the rules let it come."""
    faults = 0
    for path in sorted((VECTORS / folder).glob("*.json")):
        if path.stem in ("index", "manifest"):
            continue
        try:
            record = decode_record(path.read_bytes()).record
        except CodedError:
            continue
        game, fault = Game(), {}
        try:
            game.run(record.events)
        except CodedError as error:
            fault = {"error": fault_of(error)}
            faults += 1
        assert judge.ask("run", events=plain(record.events)) == fault | {"seen": seen(game)}, path.name
    assert bool(faults) == (folder == "mutations")
