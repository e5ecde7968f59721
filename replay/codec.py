"""The record's bytes: canonical JSON out, one strict reading in (docs/spec/protocol.md, "Canonical JSON").

Canonical JSON is RFC 8785 restricted to objects, arrays, strings, booleans, null and integers with ``|n| < 2^53``.  On
these values msgspec's encoder with sorted keys gives the very bytes of RFC 8785, because keys are ASCII (the tests
compare it with another implementation).

A record is read by its types first.  msgspec's decoder alone would let repeated keys and -0 pass, so the record is
encoded again (its events' bodies are needed for the heads anyway) and compared with the bytes read: when they are
equal, nothing of the kind can have been there.  Only a file that is not canonical takes the strict parse as well.
"""

from __future__ import annotations

from itertools import chain, groupby
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import msgspec
from msgspec import Struct, structs

from replay.errors import FormatError
from replay.pointer import Path, event_of, pointer, shorten
from replay.record import MAX_BRACKETS, MAX_BYTES, MAX_SAFE, Draw, Record, Roll

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Decoded", "LinkBytes", "canonical", "decode_record", "encode"]

LinkBytes: TypeAlias = tuple[bytes | None, ...]
"""The links of one draw or roll: 32 bytes each, the house's first; None where a party does not contribute."""

encode: Callable[[Any], bytes] = msgspec.json.Encoder(order="sorted").encode
"""Encode a typed document or event as canonical JSON, without the checks of `canonical`: its types are the checks.

Raises UnicodeEncodeError for a lone surrogate, which no document that was read can hold.
"""

_decode = msgspec.json.Decoder(Record).decode
# Links and bodies are worked through in portions: large enough to spare calls, small enough that a long record is
# never in memory twice.
_PORTION = 1024


class Decoded(Struct, frozen=True):
    """A record as it was read.

    `bodies` are the canonical bytes of each event.  `links` are the link bytes of each draw and roll, in the order of
    their events.  `canonical` tells whether the file itself was canonical JSON, a final line feed apart.
    """

    record: Record
    bodies: list[bytes]
    links: list[LinkBytes]
    canonical: bool


def decode_record(raw: bytes) -> Decoded:
    """Read a game record of at most 32 MiB (docs/spec/record.md).

    Raises FormatError and nothing else: for the first fault of the text as `replay.strict` orders them, else for the
    first fault of its values as `replay.schema.check` does.
    """
    # No record of fewer bytes has too many brackets.
    if len(raw) > MAX_BRACKETS and (len(raw) > MAX_BYTES or raw.count(b"[") + raw.count(b"{") > MAX_BRACKETS):
        _refuse(raw)
    try:
        record = _decode(raw)
        links = _links([event.links for event in record.events if type(event) is Roll or type(event) is Draw])
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors, and so is bad hex
        _refuse(raw)
    bodies = list(map(encode, record.events))
    is_canonical = _is_canonical(raw, record, bodies)
    if not is_canonical:
        from replay.strict import check

        check(raw)
    return Decoded(record, bodies, links, is_canonical)


def _refuse(raw: bytes) -> NoReturn:
    """Raise the error for the first fault of a record that was refused."""
    from replay.schema import decode

    decode(raw, Record)
    raise FormatError("format.shape", "the document is not a game record")  # pragma: no cover - no such one is known


def _is_canonical(raw: bytes, record: Record, bodies: Sequence[bytes]) -> bool:
    """Whether `raw` is the canonical JSON of `record`, a final line feed apart."""
    frame = encode(structs.replace(record, events=()))
    # Of the fields only `acks` sorts before `events`, and it holds nothing but hex and integers.
    place = frame.index(b'"events":[') + len(b'"events":[')
    head, tail = frame[:place], frame[place:]
    if not raw.startswith(head):
        return False
    for start in range(0, len(bodies), _PORTION):
        portion = b",".join(bodies[start : start + _PORTION])
        if start:
            portion = b"," + portion
        if not raw.startswith(portion, place):
            return False
        place += len(portion)
    return raw[place:] in {tail, tail + b"\n"}


def _links(rows: list[tuple[str | None, ...]]) -> list[LinkBytes]:
    """The bytes of links in hex, 64 digits each.  Raises ValueError if they are not all lower-case hex digits."""
    links: list[LinkBytes] = []
    for start in range(0, len(rows), _PORTION):
        for width, group in groupby(rows[start : start + _PORTION], len):
            links += _portion(width, list(group))
    return links


def _portion(width: int, rows: list[tuple[str | None, ...]]) -> list[LinkBytes]:
    """The bytes of rows with `width` links each: converted all at once, which takes a third of the time."""
    gaps = False
    try:
        digits = "".join(chain.from_iterable(rows))  # type: ignore[arg-type]  # None is what `except` is for
    except TypeError:
        gaps = True
        digits = "".join(filter(None, chain.from_iterable(rows)))
    raw = bytes.fromhex(digits)
    # `fromhex` passes over white space and takes capitals.
    if 2 * len(raw) != len(digits) or any(capital in digits for capital in "ABCDEF"):
        raise ValueError("links")
    if not gaps:
        return list(Layout("32s" * width).iter_unpack(raw))
    present = iter(Layout("32s" * (len(raw) // 32)).unpack(raw))
    links = [link and next(present) for link in chain.from_iterable(rows)]
    return list(zip(*[iter(links)] * width, strict=True))


def canonical(value: object) -> bytes:
    """Encode plain Python objects (dict with str keys, list, tuple, str, int, bool, None) as canonical JSON.

    Raises FormatError for what the restriction does not have: `format.float`, `format.integer`, `format.key`,
    `format.surrogate`, `format.depth` (more than 16 levels), `format.type` (any other Python type).
    """
    _check_plain(value, ())
    return encode(value)


def _check_plain(value: object, path: Path) -> None:
    """Refuse what canonical JSON does not have."""
    from replay.scan import MAX_DEPTH, is_key

    if not isinstance(value, dict | list | tuple):
        _check_scalar(value, path)
        return
    if len(path) == MAX_DEPTH:
        _forbid("format.depth", f"arrays and objects are nested deeper than {MAX_DEPTH}", path, value)
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str) or not is_key(key):
                _forbid("format.key", "a key must be like [a-z][a-z0-9_]{0,31}", path, repr(key))
    for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
        _check_plain(inner, (*path, step))


def _check_scalar(value: object, path: Path) -> None:
    """Refuse what is no string, boolean, null or integer of canonical JSON."""
    match value:
        case bool() | None:
            pass
        case str():
            if any("\ud800" <= char <= "\udfff" for char in value):
                _forbid("format.surrogate", "a string holds half of a surrogate pair", path)
        case int():
            if not -MAX_SAFE <= value <= MAX_SAFE:
                _forbid("format.integer", "integers must lie between -(2^53-1) and 2^53-1", path)
        case float():
            _forbid("format.float", "numbers must be integers", path, repr(value))
        case _:
            _forbid("format.type", f"JSON has no {type(value).__name__}", path)


def _forbid(code: str, message: str, path: Path, found: object = None) -> NoReturn:
    raise FormatError(code, message, event=event_of(path), path=pointer(path), found=shorten(found))
