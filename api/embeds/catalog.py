"""The catalogue of boards, systems and options as the JavaScript module ``api/web/catalog.js``.

Names of fields are in camel case, as the JavaScript that mirrors `replay` has them; sentences are left out.
"""

from __future__ import annotations

import json
from typing import Any

from replay.catalog import catalog

__all__ = ["catalog_module"]

_LEFT_OUT = ("summary", "card", "help", "format")
_HEAD = """\
// Made from replay.catalog by `make pack`; not to be edited.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").System} System */

"""


def catalog_module() -> str:
    """The module's text: ``MARKS`` by seat, ``BOARDS`` by id, ``SYSTEMS`` by id."""
    whole = catalog()
    boards = {key: {"id": key} | _camel(board) for key, board in whole["boards"].items()}
    systems = {system["id"]: _system(system) for system in whole["systems"]}
    return _HEAD + "".join(
        [
            f"export const MARKS = {_compact(whole['marks'])};\n\n",
            _constant("BOARDS", "Board", boards),
            "\n",
            _constant("SYSTEMS", "System", systems),
        ]
    )


def _system(system: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = _camel(system)
    for option in made["options"]:
        option["choices"] = [choice["value"] for choice in option["choices"]]
    return made


def _constant(name: str, kind: str, entries: dict[str, Any]) -> str:
    lines = "".join(f"  {_compact(key)}: {_compact(entry)},\n" for key, entry in entries.items())
    return f"/** @type {{Record<string, {kind}>}} */\nexport const {name} = {{\n{lines}}};\n"


def _camel(value: Any) -> Any:
    """The same with the names of fields in camel case, without sentences."""
    if isinstance(value, dict):
        return {_name(key): _camel(item) for key, item in value.items() if key not in _LEFT_OUT}
    return [_camel(item) for item in value] if isinstance(value, list) else value


def _name(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
