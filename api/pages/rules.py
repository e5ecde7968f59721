"""The rule systems as pages: made of the catalogue, as everything that is said of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from fairdice.picture.scene import empty
from fairdice.picture.svg import draw
from replay.board import BOARDS
from replay.catalog import catalog
from replay.options import spell

__all__ = ["board_picture", "rule_systems", "rules_page"]


@cache
def rule_systems() -> list[dict[str, Any]]:
    """All systems as the list shows them."""
    return [
        {
            "id": system["id"],
            "title": system["title"],
            "summary": system["summary"],
            "players": _players(system),
            "board": system["layout"]["board"],
            "options": len(system["options"]),
        }
        for system in catalog()["systems"]
    ]


@cache
def rules_page(rules: str) -> dict[str, Any] | None:
    """One system with its card and its options in words; None if there is no such system."""
    system = next((one for one in catalog()["systems"] if one["id"] == rules), None)
    if system is None:
        return None
    options = {option["name"]: _option(option) for option in system["options"]}
    return {
        "id": rules,
        "title": system["title"],
        "summary": system["summary"],
        "players": _players(system),
        "board": system["layout"]["board"],
        "links": system["layout"]["links"],
        "pieces": system["layout"]["pieces"],
        "card": [
            {
                "title": card["title"],
                "says": card["says"],
                "usual": [options[name]["usual"] for name in card["options"]],
            }
            for card in system["card"]
        ],
        "options": list(options.values()),
    }


def _option(option: dict[str, Any]) -> dict[str, Any]:
    choices = [
        {"value": spell(choice["value"]), "says": choice["says"], "usual": choice["value"] == option["default"]}
        for choice in option["choices"]
    ]
    return {
        "name": option["name"],
        "help": option["help"],
        "clause": option["clause"],
        "choices": choices,
        "usual": {"option": option["name"], "says": next(one["says"] for one in choices if one["usual"])},
    }


def _players(system: dict[str, Any]) -> str:
    low, high = system["players"]
    return f"{low} to {high} players"


@cache
def board_picture(board: str) -> bytes | None:
    """The empty board as SVG; None if there is no such board."""
    found = BOARDS.get(board)
    if found is None:
        return None
    return draw(empty(found), (), title=f"The board {board}", description="The board without pieces.").encode()
