"""Every way to change one thing in a record: each leaf in ways of its type, each field, each element, each event."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TypeAlias

from msgspec import Struct

__all__ = ["WORDS", "Mutation", "event_mutations", "leaf_mutations"]

Path: TypeAlias = tuple[str | int, ...]

# The words that a field can have.
WORDS = {
    "by": ("player", "auto", "bot"),
    "kind": ("human", "bot"),
    "reason": ("timeout", "left"),
    "status": ("finished", "abandoned", "void"),
    "type": ("open", "commit", "join", "draw", "roll", "move", "pass", "away", "back", "close"),
    "action": ("enter", "move", "moonwalk", "invade", "recover", "free"),
    "id": ("mensch@1", "star@1", "english@1", "clovece@1", "pairs@1", "parchis@1", "nomercy@1"),
}
_OPTION_WORDS = (
    *("first", "draw", "highest", "next", "again", "all_places", "6", "1_6"),
    *("sum", "steps", "drawn", "skip", "blocked", "captures", "all", "forward", "nothing"),
)
# The other of two numbers that a field can have.
_OTHER_NUMBER = {"bonus": {10: 20, 20: 10}, "board": {4: 6, 6: 4}, "finish_step": {55: 56, 56: 55}}
# What may stand in the place of a null: a hash, a number, words and lists that nobody meant.
_VALUES: tuple[Any, ...] = ("ab" * 32, 0, "x", [], [[0]], True)
# Fields that may be absent, by the type of the event (or "" for the document itself).
_OPTIONAL: dict[str, dict[str, Any]] = {
    "": {"log": {"checkpoint": "", "leaves": []}},
    "open": {"note": "Hello"},
    "join": {"sig": "00" * 64},
    "roll": {"purpose": "start"},
    "move": {
        "sig": "00" * 64,
        "lap": 0,
        "bonus": 10,
        "captured": 1,
        "action": "move",
        "dice": [6],
        "column": 1,
    },
    "pass": {"sig": "00" * 64},
    "away": {"sig": "00" * 64},
    "back": {"sig": "00" * 64},
}


class Mutation(Struct, frozen=True):
    """One change: what was done, where, and the document after it."""

    change: str
    path: Path
    document: dict[str, Any]
    was: Any = None
    now: Any = None

    @property
    def event(self) -> int | None:
        """The index of the event that was changed; None if the change is outside of the events."""
        return int(self.path[1]) if len(self.path) > 1 and self.path[0] == "events" else None

    def __str__(self) -> str:
        return f"{self.change} {'/'.join(map(str, self.path))}: {self.was!r} -> {self.now!r}"


def leaf_mutations(record: dict[str, Any]) -> Iterator[Mutation]:
    """Change every leaf, field and element below the document and in every event, one at a time."""
    yield from _members(record, (), record)
    for place, value in _children(record):
        yield from _leaves(record, (place,), value)


def _leaves(record: dict[str, Any], path: Path, value: Any) -> Iterator[Mutation]:
    if isinstance(value, dict | list):
        yield _put(record, "null", path, "...", None)
    if isinstance(value, dict):
        yield from _members(record, path, value)
    elif isinstance(value, list):
        # Events as a whole are another matter: `event_mutations`.
        yield from () if path == ("events",) else _elements(record, path, value)
    else:
        for change, now in _others(path, value):
            yield _put(record, change, path, value, now)
    for step, inner in _children(value):
        yield from _leaves(record, (*path, step), inner)


def _children(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _others(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    """Other values for a leaf: (what was done, the new value)."""
    if value is None:
        yield from (("value", other) for other in _VALUES)
        return
    yield "null", None
    if isinstance(value, bool):
        yield "flip", not value
    elif isinstance(value, int):
        yield "number", value + 1
        yield "number", value - 1
        if other := _OTHER_NUMBER.get(str(path[-1]), {}).get(value):
            yield "other number", other
    elif len(value) in (32, 64, 128) and all(char in "0123456789abcdef" for char in value):
        yield "digit", ("0" if value[0] != "0" else "1") + value[1:]
        yield "digit", value[:-1] + ("0" if value[-1] != "0" else "1")
        yield "capitals", ("A" if value[0] != "a" else "B") + value[1:]
        yield "shorter", value[:-1]
    else:
        yield from _other_words(path, value)


def _other_words(path: Path, value: str) -> Iterator[tuple[str, Any]]:
    words = _OPTION_WORDS if "options" in path else WORDS.get(str(path[-1]), ())
    for other in words if value in words else ():
        if other != value:
            yield "word", other
    yield "text", value + "x"
    if value:
        yield "empty", ""


def _members(record: dict[str, Any], path: Path, value: dict[str, Any]) -> Iterator[Mutation]:
    """Drop each field, add an unknown one, add those that may be absent."""
    for name, was in value.items():
        yield _put(record, "field dropped", (*path, name), was, None, gone=True)
    yield _put(record, "unknown field", (*path, "no_such_field"), None, 0)
    kind = value.get("type", "") if path[:1] == ("events",) and len(path) == 2 else None if path else ""
    for name, now in _OPTIONAL.get(kind, {}).items() if kind is not None else ():
        if name not in value:
            yield _put(record, "field added", (*path, name), None, now)


def _elements(record: dict[str, Any], path: Path, value: list[Any]) -> Iterator[Mutation]:
    """Drop, double and exchange the elements of a list."""
    for place in range(len(value)):
        yield _put(record, "element dropped", path, value, value[:place] + value[place + 1 :])
        yield _put(record, "element doubled", path, value, value[: place + 1] + value[place:])
        for other in range(place + 1, len(value)):
            swapped = list(value)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            if swapped != value:
                yield _put(record, "elements exchanged", path, value, swapped)


def _put(record: dict[str, Any], change: str, path: Path, was: Any, now: Any, *, gone: bool = False) -> Mutation:
    """The record with another value at `path`; what is not on the way there is shared, not copied."""
    copy: Any = dict(record)
    document = copy
    for step in path[:-1]:
        inner = dict(copy[step]) if isinstance(copy[step], dict) else list(copy[step])
        copy[step] = inner
        copy = inner
    if gone:
        del copy[path[-1]]
    else:
        copy[path[-1]] = deepcopy(now)
    return Mutation(change, path, document, was, now)


def event_mutations(record: dict[str, Any]) -> Iterator[Mutation]:
    """Drop and double every event, exchange each with the next: as it stands, and counted and timed anew."""
    events = record["events"]
    for place, event in enumerate(events):
        path = ("events", place)
        changed = {"event doubled": events[: place + 1] + events[place:]}
        if len(events) > 1:
            changed["event dropped"] = events[:place] + events[place + 1 :]
        if place + 1 < len(events):
            changed["events exchanged"] = [*events[:place], events[place + 1], event, *events[place + 2 :]]
        for change, now in changed.items():
            yield Mutation(f"{change}, not counted anew", path, {**record, "events": now}, event.get("type"))
            yield Mutation(change, path, {**record, "events": _counted(now, events)}, event.get("type"))


def _counted(events: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events with indices and times as a careful forger gives them."""
    exchanged = len(events) == len(before)
    times = [event["at"] for event in (before if exchanged else events)]
    return [event | {"n": n, "at": at} for n, (event, at) in enumerate(zip(events, times, strict=True))]
