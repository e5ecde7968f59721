"""All rule systems, options and boards as one JSON document: what the service, the docs and the browser read.

``catalog()`` holds plain values in a stable order, so that its bytes change only when a declaration does.  Its form:

- ``boards``: everything to draw and to count on each board, by id; cells are [column, row] on a grid of `size` cells.
- ``marks``: by seat, the mark that goes with the colour.
- ``systems``: per rule system its words, players, options with all their choices, rule card, and its ``layout``: board,
  pieces for each player, whether colours are drawn, default chain length, and by number of players the seats in use.
  ``layouts`` says what is different there when one option has another value than its default.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from replay.board import BOARDS, SHAPES, Board, Cell
from replay.errors import OptionError
from replay.options import Option, OptionValue
from replay.system import Card, System
from replay.systems import SYSTEMS

__all__ = ["FORMAT", "catalog"]

FORMAT = "fairdice/catalog@1"


def catalog() -> dict[str, Any]:
    """The catalogue as plain JSON values: dicts, lists, strings, numbers, booleans."""
    return {
        "format": FORMAT,
        "marks": list(SHAPES),
        "boards": {board.id: _board(board) for board in BOARDS.values()},
        "systems": [_system(system) for system in SYSTEMS.values()],
    }


def _board(board: Board) -> dict[str, Any]:
    return {
        "loop": board.loop,
        "offsets": list(board.offsets),
        "lap_end": board.lap_end,
        "goal": board.goal,
        "home": board.home,
        "starts": sorted(board.starts),
        "stars": sorted(board.stars),
        "colours": list(board.colours),
        "size": board.size,
        "cells": _cells(board.cells),
        "columns": [_cells(column) for column in board.columns],
        "yards": [_cells(yard) for yard in board.yards],
    }


def _cells(cells: Iterable[Cell]) -> list[list[float]]:
    """Cells as [column, row]; whole numbers without a fraction, as JSON in any language has them."""
    return [[int(at) if at == int(at) else at for at in cell] for cell in cells]


def _system(system: System) -> dict[str, Any]:
    usual = _layout(system, {})
    others = (
        (option.name, choice.value, _layout(system, {option.name: choice.value}))
        for option in system.options
        for choice in option.choices[1:]
    )
    return {
        "id": system.id,
        "title": system.title,
        "summary": system.summary,
        "players": list(system.players),
        "options": [_option(option) for option in system.options],
        "card": [_card(card) for card in system.card],
        "layout": usual,
        "layouts": [
            {"option": name, "value": value, "layout": {key: new for key, new in layout.items() if new != usual[key]}}
            for name, value, layout in others
            if layout != usual
        ],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "help": option.help,
        "clause": option.clause,
        "default": option.default,
        "choices": [{"value": choice.value, "says": choice.says} for choice in option.choices],
    }


def _card(card: Card) -> dict[str, Any]:
    return {"title": card.title, "says": list(card.says), "options": list(card.options)}


def _layout(system: System, options: dict[str, OptionValue]) -> dict[str, Any]:
    """What is on the table under these options: found out by binding them for each number of players."""
    seats: dict[str, list[int]] = {}
    layout: dict[str, Any] = {}
    for players in range(system.players[0], system.players[1] + 1):
        try:
            rules = system.bind(options, players)
        except OptionError:
            continue
        seats[str(players)] = list(rules.seats)
        pieces = rules.play(rules.seats).piece_count
        layout = {
            "board": rules.board.id,
            "pieces": pieces,
            "draws_colours": rules.draws_colours,
            "links": rules.links,
        }
    return layout | {"seats": seats}
