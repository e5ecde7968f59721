"""Places in a JSON document: pointers (RFC 6901), the event they lead into, and short forms of what stands there."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Path", "event_of", "pointer", "shorten"]

Path: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead from the document to a value."""

_LONGEST = 80


def pointer(path: Path) -> str:
    """Write `path` as a JSON Pointer: ``/events/12/links/0``; the document itself is the empty string (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def event_of(path: Path) -> int | None:
    """The index of the event that `path` leads to or into, or None."""
    if len(path) > 1 and path[0] == "events" and isinstance(path[1], int):
        return path[1]
    return None


def shorten(value: object) -> object:
    """A value short enough for a message: long strings and integers are cut, arrays and objects named by their size."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    if isinstance(value, list | tuple):
        return f"an array of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    return value
