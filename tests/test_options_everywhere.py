"""An option is declared once: every one of them, with every value, reaches everything that is made from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdice.cli.arguments import OptionSetting
from fairdice.cli.program import program
from replay.catalog import catalog
from replay.options import Choice, Option, spell
from replay.position import Position, answer
from replay.system import System
from replay.systems import SYSTEMS

ROOT = Path(__file__).parents[1]
ALL = [
    (system, option, choice) for system in SYSTEMS.values() for option in system.options for choice in option.choices
]


@pytest.mark.parametrize(
    ("system", "option", "choice"), ALL, ids=[f"{s.id}-{o.name}-{spell(c.value)}" for s, o, c in ALL]
)
def test_every_option(system: System, option: Option, choice: Choice) -> None:
    setting = f"{option.name}={spell(choice.value)}"

    rules = system.bind({option.name: choice.value}, 4)
    assert rules.options[option.name] == choice.value, "the engine"

    pieces = tuple((-1,) * int(rules.options.get("pieces", 4)) for _ in range(4))
    position = Position(ruleset=system.id, options={option.name: choice.value}, players=4, pieces=pieces, rolls=(1,))
    given = answer(position)
    assert given.moves or given.next, "position documents"

    listed = next(entry for entry in catalog()["systems"] if entry["id"] == system.id)["options"]
    declared = next(entry for entry in listed if entry["name"] == option.name)
    assert declared["default"] == option.default
    assert {"value": choice.value, "says": choice.says} in declared["choices"], "the catalogue"

    assert OptionSetting("rules").convert(setting, None, None) == (option.name, spell(choice.value)), "--option"
    shown = CliRunner().invoke(program, ["rules", system.id, "--players", "4", "--option", setting])
    assert shown.exit_code == 0, shown.output
    words = " ".join(shown.output.split())
    assert choice.says in words, "the rule card"

    page = (ROOT / "docs" / "spec" / "rules" / f"{system.id.partition('@')[0]}.md").read_text(encoding="utf-8")
    assert f"`{option.name}`" in page, "the page of the rule system"
    assert " ".join(choice.says.split()) in " ".join(page.split()), "its table"


def test_every_option_is_on_a_card() -> None:
    for system in SYSTEMS.values():
        carded = [name for card in system.card for name in card.options]
        assert sorted(carded) == sorted(option.name for option in system.options)
