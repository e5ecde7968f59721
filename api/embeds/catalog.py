"""The catalogue of boards, systems and options as the JavaScript module ``api/web/catalog_data.js``.

It is sent to every visitor, so it is short: of a board it has what belongs to seat 0, in straight lines of cells, and
which way the other seats are turned; of an option its name and choices, the default first; no sentence.
``api/web/catalog.js`` unfolds it.
"""

from __future__ import annotations

import json
from math import cos, pi, sin
from typing import Any

from replay.catalog import catalog

__all__ = ["catalog_module"]

_HEAD = """\
// Made from replay.catalog by `make pack`; not to be edited. catalog.js says what the parts mean.

"""
_NEAR = 0.0015
"""Cells are rounded to three decimals."""


def catalog_module() -> str:
    """The module's text.  Raises ValueError for a board that is not one arm turned around, or an unusual default."""
    whole = catalog()
    boards = [_board(key, board) for key, board in whole["boards"].items()]
    systems = [_system(system) for system in whole["systems"]]
    return _HEAD + "".join(
        [
            f"export const MARKS = {_compact(whole['marks'])};\n\n",
            _constant("BOARD_DATA", boards),
            "\n",
            _constant("SYSTEM_DATA", systems),
        ]
    )


def _board(name: str, board: dict[str, Any]) -> list[Any]:
    seats = len(board["colours"])
    length = board["loop"] // seats
    turn = next((one for one in (1, -1) if _turns(board, one)), None)
    if turn is None:
        raise ValueError(f"the arms of {name} are not alike")
    return [
        name,
        board["size"],
        turn,
        board["colours"],
        board["offsets"][0],
        board["lap_end"],
        board["home"],
        [star for star in board["stars"] if star < length],
        *(_lines(cells) for cells in (board["cells"][:length], board["columns"][0], board["yards"][0])),
    ]


def _turns(board: dict[str, Any], turn: int) -> bool:
    """Whether what belongs to any seat is what belongs to seat 0, turned that way (1: clockwise)."""
    seats = len(board["colours"])
    length = board["loop"] // seats
    middle = (board["size"] - 1) / 2
    own = (board["cells"][:length], board["columns"][0], board["yards"][0])
    for seat in range(seats):
        angle = turn * seat * 2 * pi / seats
        there = (board["cells"][seat * length : (seat + 1) * length], board["columns"][seat], board["yards"][seat])
        for cells, turned in zip(own, there, strict=True):
            for (column, row), found in zip(cells, turned, strict=True):
                x, y = column - middle, row - middle
                right = middle + x * cos(angle) - y * sin(angle), middle + x * sin(angle) + y * cos(angle)
                if any(abs(a - b) > _NEAR for a, b in zip(right, found, strict=True)):
                    return False
    return True


def _lines(cells: list[list[float]]) -> list[float]:
    """Column, row and number of steps to it, for the first cell and each end of a straight line of equal steps."""
    found = [*cells[0], 1]
    at = 0
    while at < len(cells) - 1:
        steps = max(n for n in range(1, len(cells) - at) if _straight(cells[at : at + n + 1]))
        at += steps
        found += [*cells[at], steps]
    return found


def _straight(cells: list[list[float]]) -> bool:
    steps = len(cells) - 1
    return all(
        abs(first + (last - first) * step / steps - found) < 1e-9
        for step, cell in enumerate(cells)
        for first, last, found in zip(cells[0], cells[-1], cell, strict=True)
    )


def _system(system: dict[str, Any]) -> list[Any]:
    options = []
    for option in system["options"]:
        choices = [choice["value"] for choice in option["choices"]]
        if choices[0] != option["default"]:
            raise ValueError(f"the default of {option['name']} is not its first choice")
        options.append([option["name"], option["clause"], *choices])
    # What teams leave of the seats is a check of its own.
    layouts = [
        [one["option"], one["value"], _layout(one["layout"])] for one in system["layouts"] if one["option"] != "teams"
    ]
    return [system["id"], system["title"], options, _layout(system["layout"]), [one for one in layouts if one[2]]]


def _layout(layout: dict[str, Any]) -> dict[str, Any]:
    names = {"board": "board", "draws_colours": "drawsColours", "seats": "seats"}
    return {short: layout[name] for name, short in names.items() if name in layout}


def _constant(name: str, entries: list[Any]) -> str:
    lines = "".join(f"  {_compact(entry)},\n" for entry in entries)
    return f"/** @type {{any[][]}} */\nexport const {name} = [\n{lines}];\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
