"""The state of a game as a value, and a legal move as an answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

__all__ = ["FURTHER", "MOVE", "OVER", "ROLL", "START", "Captures", "Due", "LegalMove", "Memory", "Pieces", "State"]

Due: TypeAlias = Literal["start", "roll", "move", "over"]
"""What the game waits for: a start roll, a roll, a move (or pass), or nothing any more."""
START: Due = "start"
ROLL: Due = "roll"
MOVE: Due = "move"
OVER: Due = "over"

Pieces: TypeAlias = tuple[tuple[int, ...], ...]
"""By player, by piece: its number (`replay.piece`), mostly its progress."""
Captures: TypeAlias = tuple[tuple[int, int], ...]
"""[player, progress before the capture], ascending."""


class State(Struct, frozen=True, kw_only=True):
    """Everything that the rules need to go on from here.  Equal states play on equally."""

    seats: tuple[int, ...]
    """By player: the board seat."""
    pieces: Pieces
    turn: int
    """The player whose turn it is; in start rolls the player who rolls."""
    due: Due
    rolls: tuple[int, ...] = ()
    """Rolls of this turn so far.  While a move is due, the last one is to be played."""
    sixes: int = 0
    """Length of the run of sixes that ends with the last roll."""
    tries: int = 1
    """Rolls left, the one due included, until one is usable (three tries)."""
    captures: tuple[bool, ...] = ()
    """By player: whether it has captured anything in this game."""
    done: tuple[int, ...] = ()
    """Players who are done, in finishing order."""
    turn_start: tuple[Pieces, tuple[bool, ...]] | None = None
    """Pieces and captures when the turn began, where the rules may go back to it."""
    last_moved: int | None = None
    """The piece that its owner moved last in this turn, where the rules ask for it."""
    bonus: int = 0
    """Squares of the bonus move that is due; 0: none is."""
    arrived_last: tuple[tuple[int, int], ...] = ()
    """(Loop square, player who came there last), ascending, where the rules may ask for it."""
    spent: tuple[int, ...] = ()
    """Dice of this turn's sequence that have been spent, ascending."""
    contenders: tuple[int, ...] = ()
    """Start rolls: the players of this round, in player order."""
    start_rolls: tuple[int, ...] = ()
    """Start rolls: what the first of them have rolled in this round."""


class Memory(Struct, frozen=True, kw_only=True):
    """What a position document says of a turn that has begun; UNSET where it says nothing."""

    rolls: tuple[int, ...] = ()
    """All rolls of the turn, the last one included."""
    played: tuple[int, ...] = ()
    """The rolls that have been played."""
    last_moved: tuple[int, int] | UnsetType = UNSET
    """(player, piece)"""
    arrived_last: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    """By loop square: (square, player)"""
    spent: tuple[int, ...] | UnsetType = UNSET


FURTHER = ("lap", "bonus", "captured", "action", "dice", "column")
"""The fields of a move that only some systems have, as moves, answers and questions name them (C8)."""


class LegalMove(Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal move as answers show it (docs/spec/rules/positions.md).

    Fields that the rule system does not use are absent.
    """

    from_: int = field(name="from")
    to: int
    captures: Captures = field()
    lap: int | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    captured: int | UnsetType = UNSET
    action: str | UnsetType = UNSET
    dice: tuple[int, ...] | UnsetType = UNSET
    column: int | UnsetType = UNSET

    def order(self) -> tuple[object, ...]:
        """The sort key of answers: from, to, action, dice, column, lap, captures."""
        return (
            self.from_,
            self.to,
            self.action or "",
            self.dice or (),
            -1 if self.column is UNSET else self.column,
            -1 if self.lap is UNSET else self.lap,
            self.captures,
        )
