"""Arguments that several commands take: a rule system's id, and options as ``NAME=VALUE``, both completed by shells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from fairdice.cli.faults import Misuse
from replay.errors import OptionError
from replay.options import OptionValue, resolve, spell
from replay.system import Rules, System
from replay.systems import SYSTEMS, system

if TYPE_CHECKING:
    _IdType = click.ParamType[str]
    _PairType = click.ParamType[tuple[str, str]]
else:  # in the earliest click that we take the class has no parameter
    _IdType = _PairType = click.ParamType

__all__ = ["OptionSetting", "RulesId", "bound", "given_options", "possible_players"]


class RulesId(_IdType):
    """The id of a rule system.  What is none raises OptionError ``option.system``."""

    name = "id"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return system(value).id

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        return [
            CompletionItem(name, help=found.title) for name, found in SYSTEMS.items() if name.startswith(incomplete)
        ]


class OptionSetting(_PairType):
    """One option of a rule system as ``NAME=VALUE``; the answer is the pair.

    `rules` is the name of the parameter that holds the system's id: it decides what is completed.
    """

    name = "NAME=VALUE"

    def __init__(self, rules: str) -> None:
        self.rules = rules

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, text = value.partition("=")
        if not (name and equals):
            self.fail(f"{value!r} is not of the form NAME=VALUE", param, ctx)
        return name, text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        # A line that ends with an option without its value has left its arguments unread in `ctx.args`.
        named = [str(ctx.params.get(self.rules)), *ctx.args]
        found = next((SYSTEMS[word] for word in named if word in SYSTEMS), None)
        if found is None:
            return []
        name, equals, _ = incomplete.partition("=")
        if not equals:
            return [CompletionItem(f"{o.name}=", help=o.help) for o in found.options if o.name.startswith(name)]
        chosen = [option for option in found.options if option.name == name]
        items = [
            CompletionItem(f"{name}={spell(choice.value)}", help=choice.says)
            for option in chosen
            for choice in option.choices
        ]
        return [item for item in items if item.value.startswith(incomplete)]


def given_options(rules: System, pairs: Iterable[tuple[str, str]]) -> dict[str, OptionValue]:
    """The options that ``NAME=VALUE`` pairs give, each value of the kind that its option has.

    Raises OptionError ``option.unknown`` or ``option.value``; Misuse ``usage.twice`` for an option given twice.
    """
    declared = {option.name: option for option in rules.options}
    given: dict[str, OptionValue] = {}
    try:
        for name, text in pairs:
            if name in given:
                raise Misuse("usage.twice", f"the option {name} is given twice", found=name)
            if name not in declared:
                resolve(rules.options, {name: text})
            given[name] = declared[name].parse(text)
    except OptionError as error:
        error.path = ""  # it leads into no document
        raise
    return given


def bound(rules: System, pairs: Iterable[tuple[str, str]], players: int) -> Rules:
    """The system with the options that the pairs give, for so many players.

    Raises as `given_options`, and OptionError ``option.players``, which says as well which option would help.
    """
    given = given_options(rules, pairs)
    try:
        return rules.bind(given, players)
    except OptionError as error:
        error.path = ""
        helps = [
            f"{option.name}={spell(choice.value)}"
            for option in rules.options
            for choice in option.choices
            if players in possible_players(rules, {**given, option.name: choice.value})
        ]
        if helps:
            error.message += f"; {players} can play with {' or '.join(helps)}"
        raise


def possible_players(rules: System, options: Mapping[str, OptionValue]) -> list[int]:
    """How many players may play under these options, ascending."""
    counts = []
    for count in range(rules.players[0], rules.players[1] + 1):
        try:
            rules.bind(options, count)
        except OptionError:
            continue
        counts.append(count)
    return counts
