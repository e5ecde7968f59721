"""Where a text stops being the JSON that `replay.strict` accepts: the first fault, its code and its place.

`replay.strict` says what is accepted and in which order faults count.  Values are not kept: only texts that were
refused are read here.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from replay.errors import FormatError
from replay.pointer import Path, event_of, pointer, shorten
from replay.record import KEY, MAX_SAFE

__all__ = ["MAX_DEPTH", "Scan", "integer", "is_key", "refuse"]

MAX_DEPTH = 16
"""How many arrays and objects may lie in one another; the outermost is the first."""

is_key = re.compile(KEY).search
"""Whether a string may be a key: a match or None."""


_SPACE = re.compile(r"[ \t\n\r]*")
# Before 3.11.5 Python's `re` loses its place in a possessive repeat of a group (python/cpython#101955), so groups are
# repeated greedily, and not without limit: each repeat of a greedy group takes memory.
_STRING_PART = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
_WORD = re.compile(r"-?[A-Za-z]+")
# Elements of an array that have no fault and need no thought, each with its comma: read many at a time.
_PLAIN = re.compile(
    r"(?:[ \t\n\r]*+"
    r'(?:-?[1-9][0-9]{0,14}+|0|"[^"\\,\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4})[^"\\,\x00-\x1f]*+){0,1000}"|true|false|null)'
    r"[ \t\n\r]*+,){1,1000}"
)


def integer(digits: str) -> int:
    """The number that `digits` write.  Raises ValueError for -0 and beyond 2^53-1, however many digits there are."""
    if len(digits) > 17 or digits == "-0" or not -MAX_SAFE <= (number := int(digits)) <= MAX_SAFE:
        raise ValueError("integer")
    return number


def refuse(text: str, max_depth: int) -> NoReturn:
    """Raise the error of the first fault of a text that was refused."""
    Scan(text, max_depth).run()
    raise FormatError("format.syntax", "the document is not JSON")  # pragma: no cover - no such text is known


class Scan:
    """A reader that keeps nothing but its place and stops at the first fault."""

    def __init__(self, text: str, max_depth: int) -> None:
        self.text = text
        self.max_depth = max_depth
        self.position = 0
        # For every open array or object: the index or key being read, and the keys met so far (None in an array).
        self.path: list[str | int] = []
        self.keys: list[set[str] | None] = []

    def run(self) -> None:
        """Read the whole text.  Raises FormatError at the first fault."""
        more = True
        while more:
            self.space()
            more = self.value() or self.after()
        self.space()
        if self.position < len(self.text):
            self.unexpected("the end")

    def fault(self, code: str, message: str, *, found: object = None, path: Path | None = None) -> NoReturn:
        """Raise `code` for what stands at the present position."""
        where = tuple(self.path) if path is None else path
        line = self.text.count("\n", 0, self.position) + 1
        column = self.position - self.text.rfind("\n", 0, self.position)
        raise FormatError(
            code,
            f"{message} (line {line}, column {column})",
            event=event_of(where),
            path=pointer(where),
            found=shorten(found),
        )

    def unexpected(self, wanted: str, path: Path | None = None) -> NoReturn:
        """Raise `format.syntax`: something else than `wanted` stands here, or nothing."""
        char = self.text[self.position : self.position + 1]
        if not char:
            self.fault("format.syntax", f"the document ends where {wanted} should be", path=path)
        shown = repr(char) if char.isprintable() else f"U+{ord(char):04X}"
        self.fault("format.syntax", f"{shown} stands where {wanted} should be", found=char, path=path)

    def space(self) -> None:
        """Pass white space: these four characters and no other."""
        match = _SPACE.match(self.text, self.position)
        assert match is not None
        self.position = match.end()

    def value(self) -> bool:
        """Read a scalar, or open an array or object; whether another value must follow at once."""
        char = self.text[self.position : self.position + 1]
        if char and char in "[{":
            return self.open(char)
        if char == '"':
            self.string()
        elif match := _NUMBER.match(self.text, self.position):
            self.number(match)
        else:
            self.word()
        return False

    def open(self, bracket: str) -> bool:
        """Open an array or object and read up to its first value; whether it has one."""
        if len(self.keys) == self.max_depth:
            self.fault("format.depth", f"arrays and objects are nested deeper than {self.max_depth}")
        self.position += 1
        self.space()
        if self.text[self.position : self.position + 1] == ("]" if bracket == "[" else "}"):
            self.position += 1
            return False
        if bracket == "[":
            self.path.append(0)
            self.keys.append(None)
            self.plain()
        else:
            self.path.append("")
            self.keys.append(set())
            self.key()
        return True

    def after(self) -> bool:
        """Read what stands between a value and the next one; whether there is a next one."""
        while self.keys:
            self.space()
            in_array = self.keys[-1] is None
            char = self.text[self.position : self.position + 1]
            if char == ",":
                self.position += 1
                if in_array:
                    self.step(1)
                    self.plain()
                else:
                    self.space()
                    self.key()
                return True
            if char != ("]" if in_array else "}"):
                self.unexpected("a comma or " + ("]" if in_array else "}"))
            self.position += 1
            self.path.pop()
            self.keys.pop()
        return False

    def step(self, count: int) -> None:
        """Count elements of the innermost array."""
        index = self.path[-1]
        assert isinstance(index, int)
        self.path[-1] = index + count

    def plain(self) -> None:
        """Pass the plain elements that come next in an array, up to the last comma."""
        while match := _PLAIN.match(self.text, self.position):
            self.step(self.text.count(",", match.start(), match.end()))
            self.position = match.end()

    def key(self) -> None:
        """Read a key and its colon."""
        outer = tuple(self.path[:-1])
        seen = self.keys[-1]
        assert seen is not None
        if self.text[self.position : self.position + 1] != '"':
            self.unexpected("a key in quotes", outer)
        start = self.position
        key = self.string(outer)
        after, self.position = self.position, start
        if not is_key(key):
            self.fault("format.key", "a key must be like [a-z][a-z0-9_]{0,31}", found=key, path=outer)
        self.path[-1] = key
        if key in seen:
            self.fault("format.duplicate_key", f'the key "{key}" stands twice in one object', found=key)
        seen.add(key)
        self.position = after
        self.space()
        if self.text[self.position : self.position + 1] != ":":
            self.unexpected("a colon")
        self.position += 1

    def string(self, path: Path | None = None) -> str:
        """Read a string; give its value."""
        start, end = self.position, self.position + 1
        while match := _STRING_PART.match(self.text, end):
            end = match.end()
        if self.text[end : end + 1] != '"':
            self.position = end
            self.unexpected("a character or escape of a string", path)
        token = self.text[start : end + 1]
        value: str = json.loads(token)
        if "\\u" in token and any("\ud800" <= char <= "\udfff" for char in value):
            self.fault("format.surrogate", "a string holds half of a surrogate pair", path=path)
        self.position = end + 1
        return value

    def number(self, match: re.Match[str]) -> None:
        """Read a number."""
        if match.group(1):
            self.fault("format.float", "numbers must be integers, without fraction or exponent", found=match.group())
        try:
            integer(match.group())
        except ValueError:
            self.fault(
                "format.integer", "integers must lie between -(2^53-1) and 2^53-1, and not be -0", found=match.group()
            )
        self.position = match.end()

    def word(self) -> None:
        """Read true, false or null."""
        match = _WORD.match(self.text, self.position)
        word = match.group() if match else ""
        if word in {"NaN", "Infinity", "-Infinity"}:
            self.fault("format.constant", f"{word} is not a JSON value", found=word)
        if word not in {"true", "false", "null"}:
            self.unexpected("a value")
        self.position += len(word)
