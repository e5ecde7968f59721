"""How a game stands: what its house and its players see alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fairdice.live.history import History
from replay.engine import Game
from replay.play import Play
from replay.record import Join
from replay.state import MOVE, LegalMove, State
from replay.system import Rules

__all__ = ["Choice", "Strategy", "View"]

Choice: TypeAlias = tuple[LegalMove, int]
"""A legal move and the index of the piece that makes it."""
Strategy: TypeAlias = Callable[[Play], Choice | None]
"""How a bot chooses while a move is due; None passes, where the rules allow it.  It looks and changes nothing."""


class View:
    """A game that is followed with a `History`, which must have an opening where it matters; read only."""

    __slots__ = ("_history",)

    def __init__(self, history: History) -> None:
        self._history = history

    @property
    def gid(self) -> bytes:
        """The game's identity (32 bytes)."""
        return self._history.gid

    @property
    def head(self) -> bytes:
        """The head of the last event (32 bytes)."""
        return self._history.head

    @property
    def n(self) -> int:
        """The index of the last event; -1 for none."""
        return len(self._history.events) - 1

    @property
    def at(self) -> int:
        """The time of the last event, Unix milliseconds."""
        return self._history.at

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        assert self._history.game.rules is not None
        return self._history.game.rules

    @property
    def joins(self) -> tuple[Join, ...]:
        """The players so far."""
        return tuple(self._history.game.joins)

    @property
    def state(self) -> State | None:
        """The game on the board, from the draw on."""
        play = self._history.game.play
        return play.state() if play is not None else None

    @property
    def game(self) -> Game:
        """The replay; to be looked at only."""
        return self._history.game

    @property
    def play(self) -> Play | None:
        """The game on the board, from the draw on; to be looked at only."""
        return self._history.game.play

    @property
    def closed(self) -> bool:
        """Whether the record is complete."""
        return self._history.game.closed is not None

    @property
    def due(self) -> str:
        """What the game waits for: ``join``, ``draw``, ``start``, ``roll``, ``move``, ``over`` or ``closed``."""
        return self._history.game.due

    @property
    def turn(self) -> int | None:
        """The player who must roll or move, if somebody in particular must."""
        return self._history.game.turn

    @property
    def by(self) -> str | None:
        """How the move that is due must be made: ``player``, ``auto`` or ``bot``; None if no move is due."""
        return self._history.game.by() if self.due == MOVE else None

    @property
    def moves(self) -> tuple[Choice, ...]:
        """The legal moves, if a move is due, each with the lowest index of a piece that can make it."""
        return tuple(self._history.game.moves())

    @property
    def may_pass(self) -> bool:
        """Whether the move that is due may be declined."""
        play = self.play
        return play is not None and self.due == MOVE and play.may_pass

    def choose(self, strategy: Strategy) -> Choice | None:
        """What a bot would do with the move that is due; None is a pass."""
        play = self._history.game.play
        assert play is not None and play.due == MOVE
        return strategy(play)

    @property
    def roll_index(self) -> int | None:
        """The index of the roll that is due, if one is and the chains have links for it."""
        return self._history.roll_index

    @property
    def contributors(self) -> tuple[int, ...]:
        """The players who give a link to the roll that is due."""
        return self._history.contributors

    def due_since(self, j: int) -> int:
        """The event after which roll `j` was due: what an ack given with a link to it is over."""
        return self._history.due_since[j]

    def has_been_due(self, j: int) -> bool:
        """Whether the game has come to roll `j`."""
        return j in self._history.due_since

    def was_rolled(self, j: int) -> bool:
        """Whether roll `j`, or the draw, has been made."""
        return j in self._history.rolled

    def is_present(self, player: int) -> bool:
        """Whether somebody who is no house bot sits there and is not away."""
        presence = self._history.game.presence
        human = self.joins[player].kind == "human"
        return human and (presence is None or player not in presence.away)

    @property
    def away(self) -> tuple[int, ...]:
        """The players who are away."""
        presence = self._history.game.presence
        return tuple(sorted(presence.away)) if presence is not None else ()

    @property
    def patience(self) -> int:
        """The time from which on a player who keeps the others waiting may be declared away."""
        return self._history.patience
