"""A roll in words, and what it does by itself."""

from __future__ import annotations

from fairdice.printable import listed
from fairdice.words.before import Before
from fairdice.words.dice import added, counted
from fairdice.words.names import names_of
from fairdice.words.places import place_of
from replay.engine import Game
from replay.piece import where
from replay.play import Play
from replay.record import Roll
from replay.state import MOVE, START
from replay.turn import Turn

__all__ = ["roll"]


def roll(game: Game, event: Roll, before: Before) -> str:
    """The roll; what follows it where the player has no choice, such as the end of the turn."""
    play, names = game.play, names_of(game)
    assert play is not None
    says = f"{names[event.player]} rolls {event.value}"
    if before.due == START:
        return f"{says} to begin{_start(play, names)}"
    if play.spends:
        return says + _sequence(play, event, before)
    if play.due == MOVE:
        return says
    assert isinstance(play, Turn)
    if play.is_full_run([*before.rolls, event.value]):
        return f"{says}, six number {play.extra.limit} in a row: {_full_run(play, before)}"
    again = ", rolls again" if play.turn == event.player else ""
    if event.value == 6 and play.keeps_sixes:
        return f"{says}, keeps it{again}"
    return f"{says}, cannot move{_what(play, event, before, names)}{again}"


def _start(play: Play, names: list[str]) -> str:
    if play.due != START:
        return f"; {names[play.turn]} is highest and begins"
    if not play.start_rolls:
        return f"; {listed([names[player] for player in play.contenders])} roll again"
    return ""


def _sequence(play: Play, event: Roll, before: Before) -> str:
    """What a roll means for its sequence (N2)."""
    if event.value == 6:
        return ", rolls again"
    dice = [*before.rolls, event.value]
    if len(dice) == 1:
        return "" if play.due == MOVE else ", cannot move"
    return f": {counted(dice)} to spend" if play.due == MOVE else f": nothing can be done with {counted(dice)}"


def _full_run(play: Turn, before: Before) -> str:
    """What the last six of a full run does (S1, H6)."""
    was, now = before.pieces[before.owner], play.pieces[before.owner]
    lost = [old for old, new in zip(was, now, strict=True) if old != new]
    if not lost:
        return "the turn ends"
    if play.extra.keeps_turn_start:
        return "the turn ends and its moves are taken back"
    at = place_of(play.seating.board, where(lost[0]))
    return f"the piece moved last goes from {at} back to the yard, and the turn ends"


def _what(play: Turn, event: Roll, before: Before, names: list[str]) -> str:
    """What cannot be moved, where it is not simply any piece by this roll."""
    says = ""
    if before.owner != event.player:
        says = f" a piece of {names[before.owner]}"
    elif before.last_moved is not None and play.parts.one_mover:
        # The rest of the throw belongs to that piece (Z5, Z7); where only a penalty asks for it any piece may move.
        says = " that piece"
    return f"{says}{' by' if says else ''} {added([*before.hand, event.value])}" if before.hand else says
