"""Whether a plain JSON value has a given shape, and if not, where and how it first differs.

`replay.schema` makes the shapes from msgspec types.  msgspec itself refuses the same values, but with a sentence only;
here the first fault has a stable code, its place, what was expected and what was found.

The order, for other implementations.  Each value, from the outermost inwards:

1. its JSON type (null, boolean, integer, string, array, object; true is no integer, 1 no boolean): `format.type`;
2. an object of tagged types: `format.event` when its ``type`` is missing (placed at the object) or unknown (placed at
   ``type``);
3. an object with fixed fields: the first unknown field (`format.unknown_field`), else the first missing field
   (`format.missing`, placed where it should be), else the values, all by sorted field name;
4. an object with free keys: its size (`format.length`), then by sorted key each key (`format.key`) and its value;
5. an array: its length (`format.length`), then its elements in order;
6. a string of fixed choices: `format.value`; hex digits: `format.hex` for number, digits and upper case alike; a name:
   `format.name` for length and characters alike; any other: its length in code points (`format.length`);
7. an integer of fixed choices: `format.value`; any other: `format.range`.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from replay.errors import FormatError
from replay.pointer import Path, event_of, pointer, shorten
from replay.record import HEX, NAME
from replay.scan import is_key

__all__ = [
    "JSON_TYPES",
    "Choice",
    "Elements",
    "Fields",
    "Members",
    "Number",
    "Rule",
    "Shape",
    "Text",
    "Variant",
    "show",
]

JSON_TYPES = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    str: "string",
    list: "array",
    dict: "object",
}
"""The name of the JSON type of each Python type that `replay.strict.parse` gives."""

_FORMS = {"hex": ("format.hex", re.compile(HEX)), "name": ("format.name", re.compile(NAME))}


class Rule(Struct, frozen=True):
    """What is asked of a value beyond its JSON type; here nothing (null, booleans)."""

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise FormatError for the first fault of `value`, which stands at `path` and should be `wanted`."""


class Shape(Struct, frozen=True):
    """What a value may be: in words, and the rule for each JSON type that it may have."""

    words: str
    rules: dict[str, Rule]

    def check(self, value: object, path: Path = ()) -> None:
        """Raise FormatError for the first fault of `value`, which stands at `path`."""
        rule = self.rules.get(JSON_TYPES.get(type(value), ""))
        if rule is None:
            _refuse("format.type", path, self.words, value)
        rule.check(value, path, self.words)


class Number(Rule, frozen=True):
    """An integer between two bounds (None: no bound)."""

    least: int | None = None
    most: int | None = None

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.range`."""
        if not _within(value, self.least, self.most):
            _refuse("format.range", path, wanted, value)


class Choice(Rule, frozen=True):
    """A string or integer out of a few."""

    values: tuple[str | int, ...]

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.value`."""
        if value not in self.values:
            _refuse("format.value", path, wanted, value)


class Text(Rule, frozen=True):
    """A string of limited length (in code points); `form` is "hex" or "name" for those, else "" or a pattern."""

    shortest: int | None = None
    longest: int | None = None
    form: str = ""
    pattern: str | None = None

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.hex` or `format.name` for these forms; otherwise `format.length`, then `format.value`."""
        fits = _within(len(value), self.shortest, self.longest)
        if self.form:
            code, pattern = _FORMS[self.form]
            if not fits or not pattern.search(value):
                _refuse(code, path, wanted, value)
        elif not fits:
            _refuse("format.length", path, wanted, value)
        elif self.pattern is not None and not re.search(self.pattern, value):
            _refuse("format.value", path, wanted, value)


class Elements(Rule, frozen=True):
    """An array of limited length and its elements."""

    element: Shape
    shortest: int | None = None
    longest: int | None = None

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.length` or the first fault of an element."""
        if not _within(len(value), self.shortest, self.longest):
            _refuse("format.length", path, wanted, value)
        for index, element in enumerate(value):
            self.element.check(element, (*path, index))


class Members(Rule, frozen=True):
    """An object with free keys, of limited size, and its values."""

    value: Shape
    fewest: int | None = None
    most: int | None = None

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.length`, `format.key` or the first fault of a value."""
        if not _within(len(value), self.fewest, self.most):
            _refuse("format.length", path, wanted, value)
        for key in sorted(value):
            if not is_key(key):
                _refuse("format.key", path, "an object with keys like [a-z][a-z0-9_]{0,31}", key)
            self.value.check(value[key], (*path, key))


class Variant(Struct, frozen=True):
    """The fields of one type of object, sorted by name; `closed` objects have no others."""

    fields: dict[str, Shape]
    required: tuple[str, ...]
    closed: bool


class Fields(Rule, frozen=True):
    """An object with fixed fields: of one type, or of several told apart by the value of the field `tag`."""

    variants: dict[str, Variant]
    tag: str | None = None

    def check(self, value: Any, path: Path, wanted: str) -> None:
        """Raise `format.event`, `format.unknown_field`, `format.missing` or the first fault of a field's value."""
        variant = self._variant(value, path)
        for name in sorted(value.keys() - variant.fields.keys() - {self.tag}) if variant.closed else ():
            raise _error("format.unknown_field", (*path, name), "is no field of this object", None, value[name])
        for name in variant.required:
            if name not in value:
                raise _error("format.missing", (*path, name), "is missing", variant.fields[name].words, None)
        for name, shape in variant.fields.items():
            if name in value:
                shape.check(value[name], (*path, name))

    def _variant(self, value: dict[str, object], path: Path) -> Variant:
        """The type of `value`, by its tag."""
        if self.tag is None:
            return self.variants[""]
        wanted = " or ".join(map(show, self.variants))
        if self.tag not in value:
            raise _error("format.event", path, f'has no "{self.tag}"', wanted, None)
        named = value[self.tag]
        if not isinstance(named, str) or named not in self.variants:
            _refuse("format.event", (*path, self.tag), wanted, named)
        return self.variants[named]


def show(value: object) -> str:
    """A value in words for a message."""
    short = shorten(value)
    if short is None or isinstance(value, bool | str):
        return msgspec.json.encode(short).decode()
    return str(short)


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def _refuse(code: str, path: Path, expected: str, found: object) -> NoReturn:
    """Raise `code` for a value that is not what was expected."""
    raise _error(code, path, f"must be {expected}, not {show(found)}", expected, found)


def _error(code: str, path: Path, message: str, expected: str | None, found: object) -> FormatError:
    """The error for the value at `path`; its message is a sentence that begins with the value's name."""
    return FormatError(
        code,
        f"{_name(path)} {message}",
        event=event_of(path),
        path=pointer(path),
        expected=expected,
        found=shorten(found),
    )


def _name(path: Path) -> str:
    """A place in words: ``links[2] of event 12``, ``receipt.sig``, ``the document``."""
    event = event_of(path)
    steps = path if event is None else path[2:]
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")
    if event is None:
        return name or "the document"
    return f"{name} of event {event}" if name else f"event {event}"
