"""All that a game of the engine knows, as tests/api/web/ops/positions.js tells it of the JavaScript one."""

from __future__ import annotations

from typing import Any

from replay.errors import CodedError
from replay.piece_document import written
from replay.play import Play
from replay.spelling import asked
from replay.state import MOVE, OVER, START
from tests.replay.playing import plain

__all__ = ["fault_of", "told"]

Pieces = tuple[tuple[int, ...], ...] | list[list[int]]


def told(play: Play) -> dict[str, Any]:
    """The whole state, and what may follow."""
    moving = play.due == MOVE
    start = play.turn_start
    found: dict[str, Any] = plain(
        {
            "turn": play.turn,
            "due": play.due,
            "rolls": play.rolls,
            "sixes": play.sixes,
            "tries": play.tries,
            "captures": play.captures,
            "done": play.done,
            "owner": play.owner,
            "bonus": play.bonus,
            "last_moved": play.last_moved,
            "spent": play.spent,
            "pieces": play.pieces if play.due == START else _documents(play.pieces),
            "turn_start": None if start is None else [_documents(start[0]), start[1]],
            "arrived_last": sorted(play.arrived_last.items()),
            "contenders": play.contenders,
            "start_rolls": play.start_rolls,
            "hand": play.hand(),
            "points": play.points(),
            "ranking": play.ranking() if play.due == OVER else None,
            "choices": play.choices() if moving else [],
            "may_pass": moving and play.may_pass,
            "forced": moving and play.forced,
            "stand_in": asked(*play.stand_in()) if moving else None,
        }
    )
    return found


def _documents(pieces: Pieces) -> list[list[Any]]:
    return [[written(piece) for piece in own] for own in pieces]


def fault_of(error: CodedError) -> dict[str, Any]:
    """A fault as the judge tells it."""
    return {
        "code": error.code,
        "event": error.event,
        "path": error.path,
        "expected": plain(error.expected),
        "found": plain(error.found),
        "clause": error.clause,
    }
