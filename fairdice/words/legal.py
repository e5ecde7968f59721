"""Legal moves in words, and what is due."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from fairdice.printable import listed
from fairdice.words.dice import added, counted
from fairdice.words.names import names_of
from fairdice.words.places import place
from replay.board import YARD
from replay.engine import Game
from replay.parts.actions import FREE, INVADE, MOON, RECOVER
from replay.piece import where
from replay.play import Play
from replay.state import MOVE, OVER, START, LegalMove

__all__ = ["due", "due_in_play", "move_in_words", "throw"]

_FEW = 12
"""So many legal moves are told one by one."""


def move_in_words(play: Play, move: LegalMove, names: Sequence[str]) -> str:
    """A legal move of the player whose turn it is: ``the piece on 20 to 24, captures Ben on 14``."""
    board = play.seating.board
    captures = listed([f"{names[player]} on {place(board, at)}" for player, at in move.captures])
    dice = "" if move.dice is UNSET or len(play.hand()) == 1 else f" with {added(move.dice)}"
    goes = f"{_piece(play, move, names)} {_goes(play, move, names)}{dice}"
    return f"{goes}, captures {captures}" if captures else goes


def _piece(play: Play, move: LegalMove, names: Sequence[str]) -> str:
    """The piece that moves."""
    own = [where(piece) for piece in play.pieces[play.owner]]
    if move.action == RECOVER:
        captors = sorted({at.prisoner_of for at in own if at.prisoner_of is not None})
        return f"a prisoner of {' or '.join(names[captor] for captor in captors)}"
    if move.action == FREE:
        return f"the intruder in the column of {names[_entered(play, move)]}"
    whose = "" if play.owner == play.turn else f" of {names[play.owner]}"
    if move.from_ == YARD:
        return f"a piece{whose} out of the yard"
    return f"the piece{whose} on {place(play.seating.board, move.from_)}"


def _entered(play: Play, move: LegalMove) -> int:
    """Whose column the piece is in that goes out to the square where that column begins."""
    seating = play.seating
    out = seating.square(play.owner, move.to)
    return next(p for p in seating.rivals(play.owner) if seating.square(p, seating.board.lap_end) == out)


def _goes(play: Play, move: LegalMove, names: Sequence[str]) -> str:
    board = play.seating.board
    if move.action == INVADE:
        assert isinstance(move.column, int)
        return f"into the column of {names[move.column]}, to {move.to} (held there)"
    there = place(board, move.to, move.lap, locked=move.action in (MOON, RECOVER, FREE))
    return f"{'back ' if move.action == MOON else ''}to {there}"


# What is due ----------------------------------------------------------------------------------------------------------


def due(game: Game) -> str:
    """What the record waits for, in words: ``Ana rolls``, ``Ana moves: 20 to 24``, ``the draw``."""
    play, names = game.play, names_of(game)
    if game.closed is not None:
        return "nothing, the game is closed"
    if game.exhausted:
        return "the close: the chains have no further link"
    if play is None:
        before = {"open": "the opening", "commit": "the commitment of the house", "draw": "the draw"}
        return before.get(game.due, f"player {len(game.joins)} joins")
    return "the close: the game is over" if play.due == OVER else due_in_play(play, names)


def due_in_play(play: Play, names: Sequence[str]) -> str:
    """What a game on the board waits for, in words; of very many legal moves the first ones."""
    if play.due == OVER:
        return "nothing, the game is over"
    who = names[play.turn]
    if play.due != MOVE:
        return f"{who} rolls to begin" if play.due == START else f"{who} rolls"
    ways = list(dict.fromkeys(move_in_words(play, move, names) for move, _ in play.choices()))
    told = ways if len(ways) <= _FEW + 1 else [*ways[:_FEW], f"one of {len(ways) - _FEW} other moves"]
    by = throw(play)
    return f"{who} {by or 'moves'}: {'; or '.join(told)}" + ("; or passes" if play.may_pass else "")


def throw(play: Play) -> str:
    """By what the player moves, where it is not simply the last roll; a move must be due.

    ``moves 6 + 6 + 3``, ``moves a bonus of 20``, ``has 6 and 3 to spend``.
    """
    hand = play.hand()
    if play.spends:
        return f"has {counted(hand)} to spend" if len(play.rolls) > 1 else ""
    if play.bonus:
        return f"moves a bonus of {play.bonus}"
    return f"moves {added(hand)}" if hand[1:] else ""
