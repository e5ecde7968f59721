"""Pieces as position documents write them (docs/spec/rules/positions.md, P2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from replay.board import YARD
from replay.errors import PositionError
from replay.parts.laps import lapped
from replay.piece import intruder, locked, prisoner, where
from replay.play import Play

__all__ = ["Piece", "PieceState", "number_of", "written"]

PlayerIndex = Annotated[int, Meta(ge=0, le=5)]


class PieceState(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    """A piece of which the progress does not say everything; in one of four forms.

    ``{"p", "lap"}``: it went past its column; its square `p` on the loop and the full rounds before it.
    ``{"p", "locked": true}``: it may not move before its owner's next turn.
    ``{"prisoner_of"}``: the player who holds it.  ``{"intruder_in"}``: the player in whose column it is held.
    """

    p: Annotated[int, Meta(ge=-1, le=75)] | UnsetType = UNSET
    lap: Annotated[int, Meta(ge=0, le=200_000)] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    prisoner_of: PlayerIndex | UnsetType = UNSET
    intruder_in: PlayerIndex | UnsetType = UNSET


Piece = Annotated[int, Meta(ge=-1, le=75)] | PieceState

_LAP, _LOCKED, _PRISONER, _INTRUDER = ("p", "lap"), ("p", "locked"), ("prisoner_of",), ("intruder_in",)


def written(number: int) -> int | PieceState:
    """A piece's number as documents write it."""
    if number >= YARD:
        at = where(number)
        return PieceState(p=at.progress, locked=True) if at.locked else number
    at = where(number)
    if at.prisoner_of is not None:
        return PieceState(prisoner_of=at.prisoner_of)
    if at.intruder_in is not None:
        return PieceState(intruder_in=at.intruder_in)
    return PieceState(p=at.progress, lap=UNSET if at.lap is None else at.lap)


def number_of(play: Play, player: int, piece: int | PieceState, path: str) -> int:
    """The number of a piece of `player`; `path` is where the document has it.

    Raises PositionError ``position.pieces`` or ``position.lap`` where these rules have no such piece.
    """
    if isinstance(piece, int):
        return _on_board(play, piece, path)
    form = tuple(name for name in piece.__struct_fields__ if getattr(piece, name) is not UNSET)
    if form == _LAP:
        return _lapped(play, piece, path)
    if form in (_LOCKED, _PRISONER, _INTRUDER) and piece.locked is not False:
        return _captive(play, player, piece, path)
    raise PositionError(
        "position.pieces",
        "a piece is its progress, or has p and lap, or p and locked true, or prisoner_of, or intruder_in",
        path=path,
        found=to_builtins(piece),
        clause="P2",
    )


def _on_board(play: Play, progress: int, path: str) -> int:
    goal = play.seating.board.goal
    if progress > goal:
        raise PositionError(
            "position.pieces",
            f"a piece stands on -1 (yard) to {goal}, not on {progress}",
            path=path,
            expected=goal,
            found=progress,
            clause="P2",
        )
    return progress


def _lapped(play: Play, piece: PieceState, path: str) -> int:
    board = play.seating.board
    assert isinstance(piece.p, int) and isinstance(piece.lap, int)
    problem = ""
    if not play.rules.options.get("capture_before_home"):
        only = "only with capture_before_home" if "capture_before_home" in play.rules.options else "under no option"
        problem = f"pieces go round again {only}"
    elif not 0 <= piece.p < board.loop:
        problem = f"a piece that goes round again stands on 0 to {board.loop - 1}, not on {piece.p}"
    elif piece.lap == 0 and piece.p != board.lap_end + 1:
        problem = (
            f"in its first round only a piece on {board.lap_end + 1} has passed its column; "
            f"write {piece.p} for this one"
        )
    if problem:
        raise PositionError("position.lap", problem, path=path, found=to_builtins(piece), clause="S9")
    return lapped(piece.p, piece.lap)


def _captive(play: Play, player: int, piece: PieceState, path: str) -> int:
    problem = ""
    if not play.captives:
        problem = "under these rules no piece is locked, a prisoner or an intruder"
    elif isinstance(piece.p, int):
        if piece.p <= play.seating.board.lap_end:
            return locked(piece.p)
        problem = f"a locked piece is in the yard or on the track, not on {piece.p}"
    holder = piece.prisoner_of if isinstance(piece.prisoner_of, int) else piece.intruder_in
    if not problem and (holder == player or holder not in range(len(play.pieces))):
        problem = f"a piece of player {player} can be held only by another player of this game, not by player {holder}"
    if problem:
        raise PositionError("position.pieces", problem, path=path, found=to_builtins(piece), clause="P2")
    assert isinstance(holder, int)
    return prisoner(holder) if isinstance(piece.prisoner_of, int) else intruder(holder)
