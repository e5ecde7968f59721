"""Questions about a position, answered as one JSON document: its legal moves, and whether certain moves are legal.

``fairdice moves --json`` and ``POST /v1/positions`` give this document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, structs, to_builtins

from replay.errors import FormatError, PositionError
from replay.play import Play
from replay.pointer import shorten
from replay.position import Position, answer, setup
from replay.schema import convert, decode
from replay.strict import parse
from replay.whatif import Asked, Verdict, judge

__all__ = ["answered", "convert_asked", "play_of", "read_position", "verdicts"]


def read_position(raw: bytes) -> Position:
    """Read a position document.

    Raises FormatError; ``format.kind`` for a game record, from which ``fairdice show --at`` makes a position.
    """
    try:
        return decode(raw, Position)
    except FormatError:
        document = parse(raw)
        if isinstance(document, dict) and "events" in document:
            raise FormatError(
                "format.kind",
                "this is a game record, not a position; `fairdice show FILE --at N --json` gives a position of it",
                expected="a position document",
                found=shorten(document.get("format")),
            ) from None
        raise


def convert_asked(plain: object) -> Asked:
    """The move that plain JSON values ask about; the order of its dice says nothing.  Raises FormatError."""
    asked = convert(plain, Asked)
    return asked if asked.dice is UNSET else structs.replace(asked, dice=tuple(sorted(asked.dice)))


def verdicts(position: Position, asked: Sequence[Asked]) -> list[Verdict]:
    """Judge each move.  Raises PositionError if the position is impossible under every choice that was looked at."""
    judged: list[Verdict] = []
    impossible: PositionError | None = None
    for move in asked:
        try:
            judged.append(judge(position, move))
        except PositionError as error:
            impossible = error
            judged.append(Verdict(legal=False, code=error.code, message=error.message))
    if impossible is not None and not any(verdict.legal_with for verdict in judged):
        raise impossible
    return judged


def play_of(position: Position, judged: Sequence[Verdict]) -> Play | None:
    """The game of the position; None if it is impossible, but possible under the options that a verdict names."""
    try:
        return setup(position)
    except PositionError:
        if judged:
            return None
        raise


def answered(
    position: Position, play: Play | None, asked: Sequence[Asked], judged: Sequence[Verdict]
) -> dict[str, Any]:
    """The document: ``moves`` and ``next``, and for each move asked about whether it is legal, and why not."""
    document: dict[str, Any] = answer(position).document() if play else {"moves": [], "next": None}
    if asked:
        document["asked"] = [
            {"move": move, "legal": True} if verdict.legal else {"move": move, **to_builtins(verdict)}
            for move, verdict in zip(asked, judged, strict=True)
        ]
    return document
