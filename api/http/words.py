"""What the document says in words: the service, its tags, its path parameters."""

from __future__ import annotations

from typing import Any

__all__ = ["ABOUT", "PARAMETERS", "TAGS"]

ABOUT = """\
Dice that nobody can choose or foresee, a referee that knows the rules, and records that strangers verify offline.

Hosts open tables, players bring their own chains and keys or none, and every event comes back with the house's receipt.
Errors are `application/problem+json` with a stable `code`; /docs/problems explains each.\
"""

TAGS = {
    "games": "Open a game, look at it, list yours, play once more.",
    "seats": "Room codes and tokens; reserve a seat, then join.",
    "play": "Start, give links, roll, move, pass, leave, come back.",
    "streams": "Follow a game as it happens.",
    "records": "What is left of a game, and what a verifier says of it.",
    "log": "The transparency log: leaves at the opening and the close of every game.",
    "log files": "The log as static files (C2SP tlog-tiles), for mirrors and monitors.",
    "verify": "Verify any record.",
    "embeds": "Games on other people's pages: oEmbed and pictures; docs/howto/embed.md shows all ways.",
    "rules": "Rule systems, and what is legal in a position.",
    "house": "Who the house is.",
    "keys": "A host's API keys.",
    "webhooks": "Be told, with signatures and retries.",
    "operations": "For operators and their machines.",
    "docs": "This document and its pages.",
}
"""In the order in which they are shown."""

_TEXT: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 64}

PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "game": ("the game's identity, 64 hex digits", {"type": "string", "pattern": "^[0-9a-f]{64}$"}),
    "token": ("id of a player token, not the token itself", {"type": "string", "pattern": "^tok_[0-9a-f]{24}$"}),
    "rules": ("id of a rule system", _TEXT),
    "key": ("id of a key", {"type": "string", "pattern": "^key_[0-9a-f]{24}$"}),
    "webhook": ("id of a webhook", _TEXT),
    "delivery": ("id of a delivery", _TEXT),
    "index": ("index of a leaf", {"type": "integer", "minimum": 0}),
    "tree": ("number of a log that was given up", {"type": "integer", "minimum": 0}),
    "tile": ("path of a tile or an entry bundle, as C2SP tlog-tiles has it", _TEXT),
    "sheet": ("name of a static file", _TEXT),
    "board": ("id of a board", _TEXT),
}
