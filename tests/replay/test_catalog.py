"""The catalogue holds everything that is declared, and is what tests/vectors/catalog.json says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from replay.board import BOARDS, SHAPES
from replay.catalog import FORMAT, catalog
from replay.options import Option
from replay.system import System
from replay.systems import SYSTEMS

CATALOG = catalog()
BY_ID: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in CATALOG["systems"]}


def test_it_is_what_was_checked_in() -> None:
    """After a change: ``python -m tests.replay.regenerate catalog``."""
    text = (Path(__file__).parents[1] / "vectors/catalog.json").read_text(encoding="utf-8")
    assert json.dumps(CATALOG, ensure_ascii=False, indent=1) + "\n" == text


def test_it_is_plain_json_in_a_stable_order() -> None:
    assert json.loads(json.dumps(CATALOG)) == CATALOG
    assert msgspec.json.encode(catalog()) == msgspec.json.encode(CATALOG)
    assert CATALOG["format"] == FORMAT
    assert CATALOG["marks"] == list(SHAPES)


@pytest.mark.parametrize(
    ("made", "option"), [pytest.param(m, o, id=f"{m.id} {o.name}") for m in SYSTEMS.values() for o in m.options]
)
def test_every_option_is_in_it(made: System, option: Option) -> None:
    (entry,) = [entry for entry in BY_ID[made.id]["options"] if entry["name"] == option.name]
    assert entry == {
        "name": option.name,
        "kind": option.kind,
        "help": option.help,
        "clause": option.clause,
        "default": option.default,
        "choices": [{"value": choice.value, "says": choice.says} for choice in option.choices],
    }
    assert sum(option.name in card["options"] for card in BY_ID[made.id]["card"]) == 1


@pytest.mark.parametrize("made", list(SYSTEMS.values()), ids=list(SYSTEMS))
def test_every_system_is_in_it(made: System) -> None:
    entry = BY_ID[made.id]
    assert (entry["title"], entry["summary"]) == (made.title, made.summary)
    assert entry["players"] == [made.players[0], made.players[1]]
    assert [option["name"] for option in entry["options"]] == [option.name for option in made.options]
    assert [card["says"] for card in entry["card"]] == [list(card.says) for card in made.card]
    assert entry["layout"]["board"] in CATALOG["boards"]


@pytest.mark.parametrize("made", list(SYSTEMS.values()), ids=list(SYSTEMS))
def test_layouts_are_those_of_the_rules(made: System) -> None:
    """The layout that a reader puts together for any one option is what binding it gives."""
    entry = BY_ID[made.id]
    for option in made.options:
        for choice in option.choices:
            layout = dict(entry["layout"])
            for other in entry["layouts"]:
                if (other["option"], other["value"]) == (option.name, choice.value):
                    layout |= other["layout"]
            for players, seats in layout["seats"].items():
                rules = made.bind({option.name: choice.value}, int(players))
                assert list(rules.seats) == seats
                assert rules.board.id == layout["board"]
                assert rules.draws_colours == layout["draws_colours"]
                assert rules.play(rules.seats).piece_count == layout["pieces"]
                assert rules.links == layout["links"]


def test_layouts_of_star() -> None:
    assert BY_ID["star@1"]["layouts"] == [
        {"option": "pieces", "value": 2, "layout": {"pieces": 2}},
        {"option": "teams", "value": True, "layout": {"seats": {"4": [0, 1, 2, 3]}}},
    ]


@pytest.mark.parametrize("board", list(BOARDS.values()), ids=list(BOARDS))
def test_every_board_is_in_it(board: Any) -> None:
    entry = CATALOG["boards"][board.id]
    assert set(entry) == set(board.__struct_fields__) - {"id"}
    for seat in range(len(board.offsets)):
        way = entry["cells"][entry["offsets"][seat] :] + entry["cells"][: entry["offsets"][seat]]
        way = way[: entry["lap_end"] + 1] + entry["columns"][seat]
        assert [tuple(cell) for cell in way] == [board.cell(seat, progress) for progress in range(board.goal + 1)]
    assert set(entry["starts"]) == board.starts
    assert set(entry["stars"]) == board.stars
