"""Which event may stand where, and what refuses it: code, event, expected and found; a refusal changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from replay.engine import Game, replay, rules_of, step
from replay.errors import OptionError, ReplayError, RuleError
from replay.record import Away, Back, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll
from replay.record import Rules as RulesInForce
from replay.systems import SYSTEMS
from tests.replay.playing import (
    close_of,
    draw_of,
    drawn,
    event_of,
    events_before_the_draw,
    move_of,
    numbered,
    opening,
    roll_of,
    rules_for,
    seen,
    take,
)

Y = [-1, -1, -1, -1]
HOME = [40, 41, 42, 43]
FIRST = rules_for("mensch@1", {"start": "first"})
HIGHEST = rules_for("mensch@1", {"start": "highest"})
ROLL = {"roll": 6}
OUT = {"move": {"piece": 0, "from": -1, "to": 0}}


def begun_until(count: int) -> Game:
    game = Game()
    game.run(events_before_the_draw(FIRST)[:count])
    return game


def over() -> Game:
    game = drawn(FIRST, [[39, 41, 42, 43], Y])
    take(game, {"roll": 1}, {"move": {"piece": 0, "from": 39, "to": 40}})
    return game


def moving() -> Game:
    game = drawn(FIRST)
    take(game, ROLL)
    return game


def closed() -> Game:
    game = drawn(FIRST)
    game.apply(close_of(game, "abandoned"))
    return game


STAGES = {
    "open": Game,
    "commit": lambda: begun_until(1),
    "join": lambda: begun_until(3),
    "draw": lambda: begun_until(4),
    "start": lambda: drawn(HIGHEST),
    "roll": lambda: drawn(FIRST),
    "move": moving,
    "over": over,
    "closed": closed,
}


def an_event(word: str, game: Game) -> GameEvent:
    """An event of this type that could stand where its type can."""
    n = game.events
    events: dict[str, GameEvent] = {
        "open": opening(FIRST),
        "commit": Commit(n=n, at=0, anchor="00" * 32),
        "join": Join(n=n, at=0, player=1, kind="human", name="P", anchor=None, key=None),
        "draw": draw_of(game, (0, 2), 0),
        "roll": Roll(
            n=n, at=0, j=2, player=0, links=(None, None), value=6, purpose="start" if game.due == "start" else UNSET
        ),
        "move": Move(n=n, at=0, player=0, piece=0, from_=-1, to=0, by="player"),
        "pass": Pass(n=n, at=0, player=0, by="player"),
        "away": Away(n=n, at=0, player=0, reason="timeout"),
        "back": Back(n=n, at=0, player=0),
        "close": close_of(game, "finished" if game.due == "over" else "abandoned", ranking=None),
    }
    return msgspec.structs.replace(events[word], n=n)


WORDS = ["open", "commit", "join", "draw", "roll", "move", "pass", "away", "back", "close"]
# Stage -> words that may stand there, or the code of what refuses them there for another reason than their place.
FITS: dict[str, dict[str, str | None]] = {
    "open": {"open": None},
    "commit": {"commit": None},
    "join": {"join": None, "close": None},
    "draw": {"draw": None, "away": None, "back": "rules.back", "close": None},
    "start": {"roll": None, "away": None, "back": "rules.back", "close": None},
    "roll": {"roll": None, "away": None, "back": "rules.back", "close": None},
    "move": {"move": None, "pass": "rules.pass", "away": None, "back": "rules.back", "close": None},
    "over": {"close": "result.ranking"},
    "closed": {},
}


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("stage", STAGES)
def test_where_an_event_may_stand(stage: str, word: str) -> None:
    game = STAGES[stage]()
    assert game.due == stage
    event, before = an_event(word, game), seen(game)
    code = FITS[stage].get(word, "rules.over" if stage in ("over", "closed") else "rules.due")
    if code is None:
        game.apply(event)
        assert seen(game) != before
        assert game.events == event.n + 1
        return
    with pytest.raises(RuleError) as error:
        game.apply(event)
    assert (error.value.code, error.value.event) == (code, event.n)
    assert seen(game) == before
    if code in ("rules.due", "rules.over"):
        assert (error.value.expected, error.value.found, error.value.clause) == (stage, word, "C2")


# One event too far from right ----------------------------------------------------------------------------------------


def refused(game: Game, event: GameEvent, code: str, expected: Any, found: Any) -> ReplayError:
    before = seen(game)
    with pytest.raises(ReplayError) as error:
        game.apply(event)
    assert (error.value.code, error.value.event) == (code, event.n)
    assert (error.value.expected, error.value.found) == (expected, found)
    assert error.value.clause
    assert msgspec.json.encode([error.value.expected, error.value.found])
    assert seen(game) == before
    return error.value


def changed(event: GameEvent, **fields: Any) -> GameEvent:
    return msgspec.structs.replace(event, **fields)


@pytest.mark.parametrize("player", [0, 2, 5])
def test_players_join_in_order(player: int) -> None:
    game = begun_until(3)
    refused(game, changed(an_event("join", game), player=player), "rules.turn", 1, player)


@pytest.mark.parametrize("seats", [(0, 1), (2, 0), (0, 0), (0, 2, 3), (0,), (2, 3)])
def test_the_seats_of_the_draw(seats: tuple[int, ...]) -> None:
    game = begun_until(4)
    refused(game, draw_of(game, seats, 0), "rules.seats", [0, 2], list(seats))


@pytest.mark.parametrize(
    ("start", "first", "expected"),
    [
        ("first", 1, 0),
        ("first", None, 0),
        ("draw", 3, [0, 1, 2]),
        ("draw", None, [0, 1, 2]),
        ("highest", 0, None),
        ("highest", 2, None),
    ],
)
@pytest.mark.parametrize("rules_id", SYSTEMS)
def test_the_first_player_of_the_draw(rules_id: str, start: str, first: int | None, expected: Any) -> None:
    rules = rules_for(rules_id, {"start": start}, 3)
    game = Game()
    game.run(events_before_the_draw(rules))
    refused(game, draw_of(game, (0, 1, 2), first), "rules.first", expected, first)
    right = expected[-1] if isinstance(expected, list) else expected
    game.apply(draw_of(game, (0, 1, 2), right))
    assert (game.turn, game.due) == ((0, "start") if right is None else (right, "roll"))


def test_a_start_roll_says_so() -> None:
    game = drawn(HIGHEST)
    refused(game, changed(an_event("roll", game), purpose=UNSET), "rules.purpose", "start", None)
    game = drawn(FIRST)
    refused(game, changed(an_event("roll", game), purpose="start"), "rules.purpose", None, "start")


@pytest.mark.parametrize("stage", ["start", "roll"])
def test_whose_roll_it_is(stage: str) -> None:
    game = STAGES[stage]()
    refused(game, changed(an_event("roll", game), player=1), "rules.turn", 0, 1)


@pytest.mark.parametrize("word", ["move", "pass"])
def test_whose_move_it_is(word: str) -> None:
    game = moving()
    refused(game, changed(an_event(word, game), player=1), "rules.turn", 0, 1)


@pytest.mark.parametrize("word", ["away", "back"])
def test_a_player_that_nobody_is(word: str) -> None:
    game = moving()
    refused(game, changed(an_event(word, game), player=2), "rules.turn", None, 2)


def test_nobody_may_pass() -> None:
    game = moving()
    refused(game, an_event("pass", game), "rules.pass", None, "pass")


def test_a_piece_that_is_not_there() -> None:
    rules = rules_for("star@1", {"pieces": 2, "auto_move": False})
    game = drawn(rules, [[20, 30], [-1, -1]])
    take(game, {"roll": 4})
    right = an_event("move", game)
    refused(game, changed(right, piece=2, from_=20, to=24), "rules.piece", 1, 2)
    refused(game, changed(right, piece=1, from_=20, to=24), "rules.piece", 30, 20)
    refused(game, changed(right, piece=0, from_=-1, to=0), "rules.piece", 20, -1)


@pytest.mark.parametrize(
    "fields",
    [
        {"to": 25},
        {"to": 23},
        {"bonus": 20},
        {"captured": 1},
        {"action": "move"},
        {"dice": (4,)},
        {"column": 1},
        {"lap": 0},
    ],
)
def test_a_move_that_is_not_legal(fields: dict[str, Any]) -> None:
    game = drawn(FIRST, [[20, 30, -1, -1], [4, -1, -1, -1]])
    take(game, {"roll": 4})
    right = {"piece": 0, "from": 20, "to": 24}
    event = changed(an_event("move", game), piece=0, from_=20, **({"to": 24} | fields))
    legal = [{"from": 20, "to": 24, "captures": ((1, 4),)}, {"from": 30, "to": 34, "captures": ()}]
    error = refused(game, event, "rules.move", legal, right | fields)
    assert "20 to 24" in error.message


def test_what_follows_names_its_event() -> None:
    """`run` takes what stands before the fault, and `replay` says which event it is."""
    game = Game()
    events = [*events_before_the_draw(FIRST), Draw(n=4, at=0, j=1, links=(None, None), seats=(0, 2), first=1)]
    with pytest.raises(RuleError) as error:
        game.run(events)
    assert (error.value.event, game.events, game.due) == (4, 4, "draw")
    with pytest.raises(RuleError) as error:
        replay(events)
    assert error.value.event == 4
    assert replay(events[:4]).due == "draw"


# `by` ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("auto", "kind", "forced", "by"),
    [
        (False, "h", True, "player"),
        (False, "h", False, "player"),
        (False, "b", True, "bot"),
        (False, "b", False, "bot"),
        (True, "h", True, "auto"),
        (True, "h", False, "player"),
        (True, "b", True, "auto"),
        (True, "b", False, "bot"),
    ],
)
def test_by_whom_a_move_is_made(auto: bool, kind: str, forced: bool, by: str) -> None:
    rules = rules_for("star@1", {"auto_move": auto})
    game = drawn(rules, [[20, 20 if forced else 21, -1, -1], Y], kinds=kind + "h")
    take(game, {"roll": 4})
    event = changed(an_event("move", game), from_=20, to=24)
    for other in {"player", "bot", "auto"} - {by}:
        refused(game, changed(event, by=other), "rules.by", by, other)
    assert game.by() == by
    game.apply(changed(event, by=by))


def test_a_bot_chooses_freely() -> None:
    for piece, start in enumerate((20, 30, 40)):
        game = drawn(rules_for("star@1"), [[20, 30, 40, -1], Y], kinds="bh")
        take(game, {"roll": 4})
        game.apply(changed(an_event("move", game), piece=piece, from_=start, to=start + 4, by="bot"))


# The opening ---------------------------------------------------------------------------------------------------------


def other_rules(event: Open, rules_id: str | None = None, players: int | None = None, **options: Any) -> Open:
    """The opening with other options; None leaves one out."""
    resolved = {name: value for name, value in (event.rules.options | options).items() if value is not None}
    in_force = RulesInForce(id=rules_id or event.rules.id, options=resolved)
    return msgspec.structs.replace(event, rules=in_force, players=players or event.players)


@pytest.mark.parametrize(
    ("change", "code", "path", "expected", "found"),
    [
        ({"rules_id": "star@9"}, "option.system", "/rules/id", list(SYSTEMS), "star@9"),
        ({"leave": "7"}, "option.value", "/rules/options/leave", ["6", "1_6", "5"], "7"),
        ({"teams": 0}, "option.value", "/rules/options/teams", [False, True], 0),
        (
            {"walls": True},
            "option.unknown",
            "/rules/options/walls",
            list(SYSTEMS["star@1"].bind({}, 2).options),
            "walls",
        ),
        ({"players": 6}, "option.players", "/players", [2, 3, 4], 6),
        ({"teams": True}, "option.players", "/rules/options/teams", 4, 2),
    ],
)
def test_openings_that_fix_no_rules(change: dict[str, Any], code: str, path: str, expected: Any, found: Any) -> None:
    event = other_rules(opening(rules_for("star@1")), **change)
    error = refused(Game(), event, code, expected, found) if code != "option.system" else None
    with pytest.raises(OptionError) as again:
        rules_of(event)
    assert (again.value.code, again.value.event, again.value.path) == (code, 0, f"/events/0{path}")
    assert error is None or error.path == again.value.path


@pytest.mark.parametrize(
    ("rules_id", "name"), [(made.id, option.name) for made in SYSTEMS.values() for option in made.options]
)
def test_an_opening_states_every_option(rules_id: str, name: str) -> None:
    rules = rules_for(rules_id)
    event = opening(rules)
    assert dict(rules_of(event).options) == dict(rules.options)
    without = other_rules(event, **{name: None})
    with pytest.raises(OptionError) as error:
        rules_of(without)
    assert (error.value.code, error.value.event) == ("option.missing", 0)
    assert error.value.path == "/events/0/rules/options"
    assert error.value.expected == list(rules.options)
    assert error.value.found == [other for other in rules.options if other != name]
    assert name in error.value.message


# Steps on values -----------------------------------------------------------------------------------------------------


def test_step_refuses_what_is_not_due() -> None:
    for stage, words in {"start": ["move", "pass"], "roll": ["move", "pass"], "move": ["roll"]}.items():
        play = STAGES[stage]().play
        assert play is not None
        for word in words:
            event = {"move": event_of(play, OUT), "pass": event_of(play, {"pass": True}), "roll": roll_of(play, 3)}[
                word
            ]
            with pytest.raises(RuleError) as error:
                step(play.rules, play.state(), event)
            assert (error.value.code, error.value.expected, error.value.found) == ("rules.due", stage, word)


def test_step_refuses_what_the_rules_refuse() -> None:
    play = moving().play
    assert play is not None
    (move, _), state = play.choices()[0], play.state()
    for event, code in [
        (msgspec.structs.replace(move_of(play, move, 0), player=1), "rules.turn"),
        (msgspec.structs.replace(move_of(play, move, 0), to=1), "rules.move"),
        (msgspec.structs.replace(move_of(play, move, 0), from_=3), "rules.piece"),
        (event_of(play, {"pass": True}), "rules.pass"),
    ]:
        with pytest.raises(RuleError) as error:
            step(play.rules, state, event)
        assert error.value.code == code
    assert play.state() == state
    assert step(play.rules, state, move_of(play, move, 3)).pieces[0] == (-1, -1, -1, 0)


@pytest.mark.parametrize("word", ["roll", "move", "pass"])
def test_step_refuses_everything_when_the_game_is_over(word: str) -> None:
    game = over()
    assert game.play is not None
    event: Any = an_event(word, game)
    with pytest.raises(RuleError) as error:
        step(game.play.rules, game.play.state(), event)
    assert (error.value.code, error.value.found) == ("rules.over", word)


def test_what_a_game_shows() -> None:
    game = Game()
    assert (game.due, game.turn, game.roll_due, game.moves(), game.exhausted) == ("open", None, False, [], False)
    game = begun_until(4)
    assert (game.due, game.turn, game.roll_due, game.moves()) == ("draw", None, True, [])
    game = moving()
    assert (game.due, game.turn, game.roll_due) == ("move", 0, False)
    assert [(move.from_, move.to, piece) for move, piece in game.moves()] == [(-1, 0, 0)]
    game.apply(numbered(game, event_of(game.play, OUT)))  # type: ignore[arg-type]
    assert (game.due, game.turn, game.roll_due, game.moves()) == ("roll", 0, True, [])
    assert (over().due, over().turn, over().roll_due) == ("over", None, False)
    assert (closed().due, closed().turn, closed().roll_due) == ("closed", None, False)
