"""Options: each value by its JSON type, unknown names, values spelled on a command line."""

from __future__ import annotations

from typing import Any

import pytest

from replay.errors import OptionError
from replay.options import Choice, Option, flag, resolve
from replay.systems import SYSTEMS, system

WORD = Option("leave", "h", (Choice("6", "six"), Choice("1_6", "one or six")), "S6")
NUMBER = Option("pieces", "h", (Choice(4, "four"), Choice(2, "two")))
FLAG = flag("teams", "h", off="no", on="yes")
ALL = [(made, option) for made in SYSTEMS.values() for option in made.options]

every_option = pytest.mark.parametrize(
    ("made", "option"), ALL, ids=[f"{made.id} {option.name}" for made, option in ALL]
)


@every_option
def test_each_declared_value_is_accepted_as_it_is(made: Any, option: Option) -> None:
    for choice in option.choices:
        checked = option.check(choice.value)
        assert (type(checked), checked) == (type(choice.value), choice.value)
        assert option.choice(choice.value) is choice
        assert made.bind({option.name: choice.value}, 4).options[option.name] == choice.value


@every_option
def test_each_value_is_read_as_it_is_spelled(made: Any, option: Option) -> None:
    for choice in option.choices:
        spelled = str(choice.value).lower() if isinstance(choice.value, bool) else str(choice.value)
        parsed = option.parse(spelled)
        assert (type(parsed), parsed) == (type(choice.value), choice.value)
        assert spelled in option.spelled()


@every_option
@pytest.mark.parametrize("other", ["yes", "", "True", 17, -1, 1.0, 4.0, 0, 1, None, [], {}, "x" * 1000, 10**30])
def test_no_other_value_is_accepted(made: Any, option: Option, other: Any) -> None:
    # 1 == True and 4.0 == 4 in Python, but not in JSON.
    assert not any(type(other) is type(choice.value) and other == choice.value for choice in option.choices)
    with pytest.raises(OptionError) as error:
        option.check(other)
    assert error.value.code == "option.value"
    assert error.value.path == f"/{option.name}"
    assert error.value.clause == option.clause
    assert error.value.expected == [choice.value for choice in option.choices]
    assert len(error.value.message) < 200


@every_option
@pytest.mark.parametrize("text", ["", "yes", "TRUE", "04", " 4", "6.0", '"6"', "none "])
def test_nothing_else_is_read(made: Any, option: Option, text: str) -> None:
    with pytest.raises(OptionError) as error:
        option.parse(text)
    assert error.value.code == "option.value"


@every_option
def test_an_option_is_explained(made: Any, option: Option) -> None:
    assert len(option.choices) > 1
    assert len({choice.value for choice in option.choices}) == len(option.choices)
    assert option.help
    assert option.clause
    assert all(choice.says[0].isupper() and choice.says.endswith(".") for choice in option.choices)
    assert [option.name in card.options for card in made.card].count(True) == 1, "one place on the rule card"


def test_kinds_and_defaults() -> None:
    assert [option.kind for option in (WORD, NUMBER, FLAG)] == ["word", "number", "flag"]
    assert [option.default for option in (WORD, NUMBER, FLAG)] == ["6", 4, False]
    assert flag("auto_move", "h", off="no", on="yes", default=True).default is True
    assert WORD.spelled() == "6 or 1_6"
    assert FLAG.spelled() == "false or true"


def test_options_are_resolved_in_the_order_of_declaration() -> None:
    resolved = resolve((WORD, NUMBER, FLAG), {"teams": True, "leave": "1_6"})
    assert list(resolved.items()) == [("leave", "1_6"), ("pieces", 4), ("teams", True)]


def test_an_unknown_option() -> None:
    with pytest.raises(OptionError) as error:
        resolve((WORD, NUMBER), {"leaves": "6"})
    assert (error.value.code, error.value.path, error.value.found) == ("option.unknown", "/leaves", "leaves")
    assert error.value.expected == ["leave", "pieces"]


def test_of_several_faults_the_first_by_name() -> None:
    """Whatever the order in which a document gives them; an unknown name comes before a bad value."""
    with pytest.raises(OptionError) as error:
        resolve((WORD, NUMBER), {"zzz": 1, "aaa": 1, "leave": "7"})
    assert (error.value.code, error.value.path) == ("option.unknown", "/aaa")
    with pytest.raises(OptionError) as error:
        resolve((WORD, NUMBER, FLAG), {"teams": 1, "pieces": 3, "leave": "7"})
    assert (error.value.code, error.value.path) == ("option.value", "/leave")


# The defaults of the rule text; a change is a new rule system.
DEFAULTS: dict[str, dict[str, Any]] = {
    "mensch@1": {
        "start": "draw",
        "end": "first",
        "capture_compulsory": False,
        "bring_out_optional": False,
        "no_jump_home": False,
        "six_unusable": "next",
        "tries_scope": "turn",
        "auto_move": False,
    },
    "star@1": {
        "start": "first",
        "end": "first",
        "pieces": 4,
        "leave": "6",
        "extra": "six_capture_home",
        "three_sixes": "cancel",
        "safe": "starts_stars",
        "pairs": "immune",
        "rival_on_start": "share",
        "overshoot": "no",
        "capture_before_home": False,
        "teams": False,
        "auto_move": True,
    },
    "english@1": {"start": "highest", "end": "first", "six_unusable": "again", "auto_move": False},
    "clovece@1": {
        "start": "highest",
        "end": "first",
        "board": 4,
        "six_chain": "sum",
        "no_jump_home": False,
        "auto_move": False,
    },
    "pairs@1": {
        "start": "draw",
        "end": "first",
        "colours": "drawn",
        "walls": False,
        "quick": False,
        "teams": False,
        "finished_partner": "skip",
        "finish_step": 56,
        "auto_move": True,
    },
    "parchis@1": {
        "start": "highest",
        "end": "first",
        "six_moves_seven": True,
        "exit_vs_rival_barrier": "blocked",
        "teams": False,
        "auto_move": False,
    },
    "nomercy@1": {
        "start": "draw",
        "end": "first",
        "starts_safe": False,
        "full_use": "captures",
        "must_play": "forward",
        "auto_move": False,
    },
}


@pytest.mark.parametrize("rules_id", SYSTEMS)
def test_defaults(rules_id: str) -> None:
    assert dict(SYSTEMS[rules_id].bind({}, 2).options) == DEFAULTS[rules_id]


@pytest.mark.parametrize("rules_id", SYSTEMS)
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7, True, None, 2.0, "2"])
def test_numbers_of_players(rules_id: str, players: Any) -> None:
    made = SYSTEMS[rules_id]
    assert [made.bind({}, count).players for count in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(OptionError) as error:
        made.bind({}, players)
    assert (error.value.code, error.value.path) == ("option.players", "/players")
    assert error.value.expected == [2, 3, 4]


@pytest.mark.parametrize("players", [1, 7])
def test_six_may_play_on_six_arms(players: int) -> None:
    made = system("clovece@1")
    assert [made.bind({"board": 6}, count).players for count in (2, 3, 4, 5, 6)] == [2, 3, 4, 5, 6]
    with pytest.raises(OptionError) as error:
        made.bind({"board": 6}, players)
    assert (error.value.code, error.value.expected) == ("option.players", [2, 3, 4, 5, 6])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules_id", ["star@1", "pairs@1", "parchis@1"])
def test_teams_take_four(rules_id: str, players: int) -> None:
    assert system(rules_id).bind({"teams": True}, 4).options["teams"] is True
    with pytest.raises(OptionError) as error:
        system(rules_id).bind({"teams": True}, players)
    assert (error.value.code, error.value.path, error.value.expected) == ("option.players", "/teams", 4)


@pytest.mark.parametrize("rules_id", ["", "star", "star@2", "Star@1", "x" * 5000])
def test_no_such_system(rules_id: str) -> None:
    with pytest.raises(OptionError) as error:
        system(rules_id)
    assert error.value.code == "option.system"
    assert error.value.expected == list(SYSTEMS)
    assert len(error.value.message) < 200
