"""A move or pass in words, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec import UNSET

from fairdice.words.before import Before
from fairdice.words.dice import added, counted, dice_of, lost
from fairdice.words.names import NUMBERS, names_of, pieces_of
from fairdice.words.places import place, place_of
from replay.board import YARD
from replay.engine import Game
from replay.parts.actions import ENTER, FREE, INVADE, MOON, ON, RECOVER
from replay.piece import PRISONER, Where, progress_of, where
from replay.play import Play
from replay.record import Move, Pass
from replay.state import OVER
from replay.turn import Turn

__all__ = ["move", "pass_"]

_Does: TypeAlias = Callable[[Play, Move, Where, Sequence[str], str], str]
"""(game, move, where the piece was, names by player, ``" of Ben"`` for a partner's piece) -> the move."""


def move(game: Game, event: Move, before: Before) -> str:
    """``moves a piece from 20 to 24, captures Ben``."""
    play, names = game.play, names_of(game)
    assert play is not None
    at = where(before.pieces[before.owner][event.piece])
    kind = event.action if event.action is not UNSET else ENTER if event.from_ == YARD else ON
    whose = "" if before.owner == event.player else f" of {names[before.owner]}"
    says = _DOES[kind](play, event, at, names, whose)
    return says + _by_what(event, before) + _effects(play, event, before, names) + _by(game, event)


def pass_(game: Game, event: Pass, before: Before) -> str:
    """``passes``, or ``passes with 6 and 3 left`` in the middle of a sequence."""
    left = "" if before.straight else f" with {counted(before.hand)} left"
    return f"passes{left}{_by(game, event)}"


def _by(game: Game, event: Move | Pass) -> str:
    return " (stand-in)" if event.by == "bot" and game.joins[event.player].kind == "human" else ""


# What is done ---------------------------------------------------------------------------------------------------------


def _enter(_play: Play, _event: Move, _at: Where, _names: Sequence[str], whose: str) -> str:
    return f"brings a piece{whose} out"


def _on(play: Play, event: Move, at: Where, _names: Sequence[str], whose: str) -> str:
    board = play.seating.board
    if at.lap is None and event.lap is UNSET and play.is_homecoming(event):
        return f"brings a piece{whose} home" + (f" to {event.to}" if board.home < board.goal else "")
    return f"moves a piece{whose} from {place_of(board, at)} to {place(board, event.to, event.lap)}"


def _moonwalk(play: Play, event: Move, at: Where, _names: Sequence[str], _whose: str) -> str:
    board = play.seating.board
    return f"moonwalks a piece from {place_of(board, at)} back to {place(board, event.to, locked=True)}"


def _invade(play: Play, event: Move, at: Where, names: Sequence[str], _whose: str) -> str:
    assert isinstance(event.column, int)
    start = place_of(play.seating.board, at)
    return f"invades the column of {names[event.column]}, from {start} to {event.to} (held there)"


def _recover(play: Play, event: Move, at: Where, names: Sequence[str], _whose: str) -> str:
    assert at.prisoner_of is not None
    there = place(play.seating.board, event.to, locked=True)
    return f"recovers a piece from the prison of {names[at.prisoner_of]} to {there}"


def _free(play: Play, event: Move, at: Where, names: Sequence[str], _whose: str) -> str:
    assert at.intruder_in is not None
    there = place(play.seating.board, event.to, locked=True)
    return f"frees a piece from the column of {names[at.intruder_in]} to {there}"


_DOES: Mapping[str, _Does] = {
    ENTER: _enter,
    ON: _on,
    MOON: _moonwalk,
    INVADE: _invade,
    RECOVER: _recover,
    FREE: _free,
}


def _by_what(event: Move, before: Before) -> str:
    """By what the piece is moved, where it is not simply the last roll."""
    if event.dice is not UNSET:
        return "" if before.straight else f" with {added(event.dice)}"
    if event.bonus is not UNSET:
        return f" with the bonus of {event.bonus}"
    if before.hand[1:] and event.from_ != YARD:
        return f" with {added(before.hand)}"
    return " with 7 for the 6" if before.rolls[-1] == 6 and event.to - event.from_ == 7 else ""


# What comes of it -----------------------------------------------------------------------------------------------------


def _effects(play: Play, event: Move, before: Before, names: Sequence[str]) -> str:
    captured = _captured(play, event, before)
    says = ""
    if captured:
        says = f", captures {pieces_of((names[rival], count) for rival, count in captured.items())}"
        if play.spends:
            says += ", now a prisoner" if sum(captured.values()) == 1 else ", now prisoners"
    if len(play.done) > len(before.done):
        says += f", {_done(play, event, before, names)}"
        return f"{says}: the game is over" if play.due == OVER else says
    return says + _bonus(play, event, captured=bool(captured)) + _left(play, event, before)


def _captured(play: Play, event: Move, before: Before) -> dict[int, int]:
    """By rival: how many of its pieces have gone to its yard or into prison."""
    counts = {}
    for rival in play.seating.rivals(event.player):
        was, now = (map(progress_of, pieces[rival]) for pieces in (before.pieces, play.pieces))
        counts[rival] = sum(old != new and new in (YARD, PRISONER) for old, new in zip(was, now, strict=True))
    return {rival: count for rival, count in counts.items() if count}


def _done(play: Play, event: Move, before: Before, names: Sequence[str]) -> str:
    own, home = play.pieces[before.owner], play.seating.board.home
    who = "" if before.owner == event.player else f"{names[before.owner]} "
    count = sum(where(piece).lap is None and progress_of(piece) >= home for piece in own)
    return f"{who}has all pieces home" if count == len(own) else f"{who}has {NUMBERS[count]} pieces home and is done"


def _bonus(play: Play, event: Move, *, captured: bool) -> str:
    """The bonus move that the move earns (H5)."""
    if not isinstance(play, Turn):
        return ""
    extra = play.extra
    owed = extra.capture_bonus if captured else extra.home_bonus if play.is_homecoming(event) else 0
    if not owed:
        return ""
    return f", earns a bonus of {owed}" if play.bonus else f", the bonus of {owed} is lost"


def _left(play: Play, event: Move, before: Before) -> str:
    """Dice that nothing can be done with, when the turn is over."""
    if event.dice is UNSET or play.turn == event.player:
        return ""
    left = dice_of(before.hand, event.dice)
    return f", {lost(left)}" if left else ""
