"""The strict JSON parse: one text, one reading (docs/spec/protocol.md, "Canonical JSON").

What is accepted is RFC 8259 JSON in UTF-8 without a byte order mark, restricted to what can be hashed: every key
unique in its object and of the form ``[a-z][a-z0-9_]{0,31}``, no number but integers with ``|n| < 2^53``, no ``-0``, no
lone surrogate, at most 16 levels (the outermost array or object is level 1).

A fault has one code, and the first fault decides.  The order, for other implementations:

1. the whole text: `format.size`, `format.bom`, `format.utf8` (a UTF-16 mark or a NUL among the first four bytes, then
   anything that is not UTF-8), `format.empty` (no bytes, or white space only);
2. then from left to right, each fault where it stands: `format.depth` at the bracket that opens one level too many;
   `format.constant` (NaN, Infinity, -Infinity); a number is read as far as it can be one, then `format.float` (it has
   a fraction or an exponent), `format.integer` (2^53 or more, -0); a string is read to its end, then
   `format.surrogate`; a key likewise, then `format.key`, then `format.duplicate_key`, and only then its colon;
   everything else that is not JSON is `format.syntax`.

Python's own `json` reads more than RFC 8259 and than this: NaN and infinities, floats, repeated keys (the last wins),
lone surrogates, any depth up to the interpreter's limit (then RecursionError), integers of any length (ValueError over
4300 digits).  It is used with hooks that refuse these, for speed; the hooks can't say where, so whatever is refused is
read again by `replay.scan`, which decides and names the place.
"""

from __future__ import annotations

import json
from typing import NoReturn

import msgspec

from replay.errors import FormatError
from replay.record import MAX_BRACKETS, MAX_BYTES
from replay.scan import MAX_DEPTH, integer, is_key, refuse

__all__ = ["check", "parse"]


def parse(raw: bytes, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> object:
    """Read one JSON document: dict, list, str, int, bool, None.

    Raises FormatError and nothing else, with the codes of this module's docstring.  More than 1,048,576 opening
    brackets are `format.size` too.
    """
    text = _text(raw, max_bytes)
    try:
        value = _read(text, keep=True)
        if _deeper(value, max_depth) or ("\\u" in text and _has_surrogate(value)):
            refuse(text, max_depth)
    except (ValueError, RecursionError):
        refuse(text, max_depth)
    except MemoryError:
        raise FormatError("format.size", "the document needs more memory than there is") from None
    return value


def check(raw: bytes) -> None:
    """Refuse what a typed decode lets pass: repeated keys, -0.  `raw` is a document that `msgspec` has decoded.

    Nothing is kept: the text is read byte for byte, which its brackets, keys and numbers don't mind, and so takes no
    more memory than `raw` whatever letters are in it.  Raises FormatError as `parse` does.
    """
    try:
        _read(raw.decode("latin-1"), keep=False)
    except (ValueError, RecursionError):
        refuse(_text(raw, len(raw)), MAX_DEPTH)


def _text(raw: bytes, max_bytes: int) -> str:
    """The text of the document, not empty."""
    if len(raw) > max_bytes:
        raise FormatError(
            "format.size",
            f"the document has {len(raw)} bytes, {max_bytes} are allowed",
            expected=max_bytes,
            found=len(raw),
        )
    if raw.startswith(b"\xef\xbb\xbf"):
        raise FormatError("format.bom", "the document begins with a byte order mark, which JSON does not have")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw[:4]:
        raise FormatError("format.utf8", "the document looks like UTF-16 or UTF-32, it must be UTF-8")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FormatError(
            "format.utf8",
            f"the document is not UTF-8 at byte {error.start} (line {line})",
            found=raw[error.start : error.start + 1].hex(),
        ) from None
    if not text.strip(" \t\n\r"):
        raise FormatError("format.empty", "the document is empty")
    if (brackets := raw.count(b"[") + raw.count(b"{")) > MAX_BRACKETS:
        raise FormatError(
            "format.size",
            f"the document has more than {MAX_BRACKETS} arrays and objects",
            expected=MAX_BRACKETS,
            found=brackets,
        )
    return text


def _read(text: str, *, keep: bool) -> object:
    """Read with the standard library's scanner; raise ValueError or RecursionError for whatever its hooks can see."""
    keys: set[str] = set()

    def members(pairs: list[tuple[str, object]]) -> dict[str, object] | None:
        value = dict(pairs)
        if len(value) != len(pairs):
            raise ValueError("duplicate key")
        keys.update(value)
        return value if keep else None

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_int=integer, parse_float=_never, parse_constant=_never, strict=True
    )
    value: object = decoder.decode(text)
    if not all(map(is_key, keys)):
        raise ValueError("key")
    return value


def _never(literal: str) -> NoReturn:
    raise ValueError(literal)


def _deeper(value: object, max_depth: int) -> bool:
    """Whether more than `max_depth` arrays and objects lie in one another."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(max_depth):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def _has_surrogate(value: object) -> bool:
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return True
    return False
