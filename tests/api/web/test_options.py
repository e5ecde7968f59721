"""Options in JavaScript: the declarations of the catalogue, and values resolved or refused as in Python."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.errors import CodedError
from replay.options import Option, resolve
from replay.record import MAX_SAFE
from replay.systems import SYSTEMS
from tests.api.web.reading import error_of

ALL = [option for made in SYSTEMS.values() for option in made.options]
VALUES = [choice.value for option in ALL for choice in option.choices]
OTHERS: list[Any] = [None, "", "true", "4", 0, 1, -1, 3, 17, MAX_SAFE, True, False, "x" * 40, "constructor", "🎲"]


def declared(options: tuple[Option, ...]) -> list[dict[str, Any]]:
    return [
        {
            "name": option.name,
            "choices": [choice.value for choice in option.choices],
            "clause": option.clause,
        }
        for option in options
    ]


def test_the_declarations_are_those_of_the_catalogue(judge):
    assert judge.ask("declared_options") == {made.id: declared(made.options) for made in SYSTEMS.values()}


@pytest.mark.parametrize("option", ALL, ids=lambda option: option.name)
def test_values(judge, option):
    values = [*OTHERS, *VALUES]
    told = judge.ask("option_values", option=declared((option,))[0], values=values)
    for value, answer in zip(values, told, strict=True):
        try:
            expected: Any = option.check(value)
        except CodedError as error:
            expected = error_of(error)
        assert (type(answer), answer) == (type(expected), expected)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.id)
@settings(max_examples=40)
@given(st.data())
def test_options_are_resolved(judge, system, data):
    names = [option.name for option in system.options]
    values = st.sampled_from([*VALUES, *OTHERS])
    wild = st.dictionaries(st.sampled_from([*names, "teams", "zzz", "constructor", "aaa"]), values, max_size=5)
    sound = st.fixed_dictionaries(
        {},
        optional={
            option.name: st.sampled_from([choice.value for choice in option.choices]) for option in system.options
        },
    )
    given_options = data.draw(st.lists(wild | sound, min_size=1, max_size=20))
    told = judge.ask("options", declared=declared(system.options), given=given_options)
    for options, answer in zip(given_options, told, strict=True):
        try:
            expected: Any = resolve(system.options, options)
            assert list(answer) == list(expected)
        except CodedError as error:
            expected = error_of(error)
        assert answer == expected
