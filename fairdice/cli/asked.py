"""Moves as one types them: ``20:24``, ``yard:0``, ``20:29:action=move,dice=3+6``, or the JSON of a move."""

from __future__ import annotations

import re

from msgspec import UNSET

from fairdice.asking import convert_asked
from fairdice.cli.faults import Misuse
from replay.board import YARD
from replay.errors import FormatError
from replay.piece import INTRUDER, PRISONER
from replay.state import FURTHER, LegalMove
from replay.strict import parse
from replay.whatif import Asked

__all__ = ["asked_move", "notation"]

_NUMBER = re.compile(r"-?[0-9]{1,6}")
_PLACES = {"yard": YARD, "prisoner": PRISONER, "intruder": INTRUDER}
_FIELDS = (*FURTHER, "piece")


def asked_move(text: str) -> Asked:
    """The move that `text` names: ``FROM:TO``, further fields after another colon as ``NAME=VALUE,NAME=VALUE``.

    FROM and TO are progress, or ``yard``, ``prisoner`` or ``intruder``; several dice are joined with ``+``, in any
    order.  Text that begins with ``{`` is read as JSON.  Raises Misuse ``usage.move`` for other text, FormatError for a
    value that no move has.
    """
    try:
        if text.startswith("{"):
            return convert_asked(parse(text.encode("utf-8", "surrogatepass")))
        return _compact(text)
    except FormatError as error:
        error.message, error.path = f"in the move {text[:60]!r} {error.message}", ""
        raise


def _compact(text: str) -> Asked:
    start, _, rest = text.partition(":")
    end, colon, fields = rest.partition(":")
    plain: dict[str, object] = {"from": _place(start, text), "to": _place(end, text)}
    for field in fields.split(",") if colon else ():
        name, _, value = field.partition("=")
        if name not in _FIELDS or not value or name in plain:
            _refuse(text)
        if name == "action":
            plain[name] = value
        else:
            numbers = [_number(part, text) for part in value.split("+")]
            plain[name] = numbers if name == "dice" else numbers[0] if len(numbers) == 1 else _refuse(text)
    return convert_asked(plain)


def _place(word: str, text: str) -> int:
    return _PLACES[word] if word in _PLACES else _number(word, text)


def _number(word: str, text: str) -> int:
    return int(word) if _NUMBER.fullmatch(word) else _refuse(text)


def _refuse(text: str) -> int:
    raise Misuse(
        "usage.move",
        f"{text[:60]!r} is no move: write FROM:TO such as 20:24 or yard:0, further fields as in 50:51:lap=0",
        found=text[:60],
    )


def notation(move: LegalMove | Asked) -> str:
    """The move as one types it."""
    words = {place: word for word, place in _PLACES.items()}
    start, end = (words.get(place, str(place)) for place in (move.from_, move.to))
    named = {name: getattr(move, name, UNSET) for name in _FIELDS}
    fields = [f"{name}={_spelled(value)}" for name, value in named.items() if value is not UNSET]
    return ":".join(filter(None, [start, end, ",".join(fields)]))


def _spelled(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)
