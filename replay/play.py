"""A game being played: what every turn machine shares.

`Play` is the private, mutable form of a game that replay folds over; `state` and `restore` turn it into the value
`State` and back, so a pure step is: restore, apply, state.  One implementation of the rules serves both.

A turn machine says what a roll does and which moves it allows: `replay.turn.Turn` is the one of the classical
systems (a roll, then a move), `replay.sequence.SequenceTurn` that of sequences (rolls, then what spends them).  Start
rolls, the order of turns, finishing and ranking are the same for all and stand here (docs/spec/rules/common.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NoReturn

from msgspec import UNSET, to_builtins

from replay.errors import PositionError, RuleError
from replay.piece import progress_of
from replay.record import Move
from replay.seating import Seating
from replay.spelling import asked, spell, standing
from replay.state import MOVE, OVER, ROLL, START, Due, LegalMove, Memory, State

if TYPE_CHECKING:
    from replay.system import Rules

__all__ = ["Play", "not_asked"]


class Play:
    """A running game; subclasses are the turn machines.

    Attributes are open to read: `pieces[player][piece]` (numbers, `replay.piece`), `turn`, `owner` (whose pieces the
    player `turn` moves), `due`, `rolls` (of this turn), `done` (finishing order), `captures` (by player: has captured),
    and the rest of `replay.state.State`.  Only the methods change them, and a method that raises has changed nothing.
    """

    __slots__ = (
        "after",
        "arrived_last",
        "bonus",
        "captures",
        "contenders",
        "done",
        "due",
        "last_moved",
        "owner",
        "pieces",
        "rolls",
        "rules",
        "seating",
        "sixes",
        "spent",
        "start_rolls",
        "tries",
        "turn",
        "turn_start",
    )

    captives: ClassVar[bool] = False
    """Whether pieces can be locked, prisoners and intruders."""
    spends: ClassVar[bool] = False
    """Whether a turn spends the dice of a sequence in several moves; else one move is made by a roll."""

    def __init__(self, rules: Rules, seating: Seating) -> None:
        self.rules = rules
        self.seating = seating
        self.after = seating.after
        self.pieces: list[list[int]] = [list(self.beginning) for _ in seating.seats]
        self.captures = [False] * len(seating.seats)
        self.turn = 0
        self.owner = 0
        self.due: Due = ROLL
        self.rolls: list[int] = []
        self.sixes = 0
        self.tries = 1
        self.done: list[int] = []
        self.turn_start: tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]] | None = None
        self.last_moved: int | None = None
        self.bonus = 0
        self.arrived_last: dict[int, int] = {}
        self.spent: list[int] = []
        self.contenders: tuple[int, ...] = ()
        self.start_rolls: list[int] = []

    # What a turn machine provides ------------------------------------------------------------------------------

    @property
    def beginning(self) -> tuple[int, ...]:
        """Each player's pieces when the game begins."""
        raise NotImplementedError

    @property
    def piece_count(self) -> int:
        """How many pieces each player has."""
        return len(self.beginning)

    def owner_for(self, player: int) -> int:
        """The player whose pieces `player` moves: itself, unless it plays its partner's (W7)."""
        return player

    @property
    def keeps_sixes(self) -> bool:
        """Whether a six that gives no move waits for the rolls that follow (N2, Z5)."""
        return False

    def hand(self) -> tuple[int, ...]:
        """The dice that lie before the player `turn`: by which it moves, or that wait for its next roll."""
        return tuple(self.rolls[-1:]) if self.due == MOVE else ()

    @property
    def may_pass(self) -> bool:
        """Whether the player `turn` may decline to move; it counts while a move is due."""
        return False

    def roll(self, value: int) -> None:
        """The player to roll has rolled `value` (1..6); `due` must be ROLL."""
        raise NotImplementedError

    def move(self, move: Move) -> None:
        """Make a move; `due` must be MOVE and the mover `turn`.

        Raises RuleError ``rules.piece`` or ``rules.move`` if it is not legal; then nothing has changed.
        """
        raise NotImplementedError

    def pass_(self) -> None:
        """Decline to move.  Raises RuleError ``rules.pass`` where the rules do not allow it."""
        raise RuleError("rules.pass", "nobody may pass here", found="pass", clause="C8")

    def choices(self) -> list[tuple[LegalMove, int]]:
        """The distinct legal moves, in the order of answers, each with the lowest index of a piece that can make it."""
        raise NotImplementedError

    @property
    def forced(self) -> bool:
        """Whether all legal moves lead to the same position and passing is not allowed."""
        raise NotImplementedError

    def begin_turn(self) -> None:
        """`turn` has just been set: forget the last turn."""
        raise NotImplementedError

    def resume(self, rolls: Sequence[int]) -> None:
        """Go on in the middle of a turn in which `rolls` have been played, as position documents say it.

        Raises PositionError ``position.rolls`` if the turn would have ended before.
        """
        raise NotImplementedError

    def recall(self, memory: Memory) -> None:
        """Take over what a position document says of the turn that has begun, before `resume`.

        Raises PositionError ``position.last_moved``, ``position.arrived_last`` or ``position.spent``, also for what
        these rules do not ask for.
        """
        for name in ("last_moved", "arrived_last", "spent"):
            if getattr(memory, name) is not UNSET:
                raise not_asked(name)

    def owe_bonus(self, value: int, bonus: int) -> None:
        """The roll `value` has been played and a bonus move of `bonus` squares is due, if a piece can make it.

        Raises PositionError ``position.bonus`` where there are no bonus moves.
        """
        raise not_asked("bonus")

    def is_done(self, player: int) -> bool:
        """Whether the player has brought home all the pieces that it must."""
        raise NotImplementedError

    def impossible(self) -> str | None:
        """Why the pieces cannot stand as they do, in words; None if they can."""
        return None

    def others(self) -> tuple[tuple[int, ...], ...]:
        """The order of those who have not finished, best first, when the game ends with the first winner."""
        raise NotImplementedError

    def points(self) -> tuple[int, ...] | None:
        """Points by player, where the system scores."""
        return None

    def is_homecoming(self, move: Move | LegalMove) -> bool:
        """Whether the move brings a piece home."""
        return move.from_ < self.seating.board.home <= move.to

    # Beginning ----------------------------------------------------------------------------------------------------

    def begin(self, first: int | None) -> None:
        """The first turn is `first`'s; None: start rolls find out whose it is (C7)."""
        if first is None:
            self.due = START
            self.contenders = tuple(range(len(self.pieces)))
            self.turn = 0
        else:
            self.give_turn(first)

    def start_roll(self, value: int) -> None:
        """A start roll of the player `turn`; those who tie for the highest roll again (C7)."""
        self.start_rolls.append(value)
        if len(self.start_rolls) < len(self.contenders):
            self.turn = self.contenders[len(self.start_rolls)]
            return
        highest = max(self.start_rolls)
        self.contenders = tuple(
            player for player, roll in zip(self.contenders, self.start_rolls, strict=True) if roll == highest
        )
        self.start_rolls.clear()
        self.turn = self.contenders[0]
        if len(self.contenders) == 1:
            self.contenders = ()
            self.give_turn(self.turn)

    # Turns and their end ------------------------------------------------------------------------------------------

    def skips(self, player: int) -> bool:
        """Whether the player's turn is left out (C9)."""
        return player in self.done

    def end_turn(self) -> None:
        """The turn goes to the next player who is not skipped (C9)."""
        after = self.after
        player = after[self.turn]
        if self.done:
            while self.skips(player):
                player = after[player]
        self.give_turn(player)

    def give_turn(self, player: int) -> None:
        """The turn of `player` begins."""
        self.turn = player
        self.owner = self.owner_for(player)
        self.due = ROLL
        self.begin_turn()

    def finish_player(self, player: int) -> None:
        """`player` has brought its last piece home: it earns no further roll (C11); perhaps the game is over (C12)."""
        if not self.mark_done(player):
            self.end_turn()

    def mark_done(self, player: int) -> bool:
        """`player` is done.  True if that ends the game (C12)."""
        self.done.append(player)
        if not self.is_over():
            return False
        self.due = OVER
        self.forget_turn()
        return True

    def forget_turn(self) -> None:
        """Nothing of the turn matters any more: a finished game is told by its pieces and who was done when."""
        self.rolls, self.sixes, self.tries, self.turn_start = [], 0, 1, None
        self.last_moved, self.bonus, self.arrived_last, self.spent = None, 0, {}, []

    def is_over(self) -> bool:
        """Whether those who are done end the game (C10, C12)."""
        done = self.done
        if not done:
            return False
        if self.seating.teams:
            return any(map(self._side_done, done))
        return self.rules.options["end"] == "first" or len(done) >= len(self.pieces) - 1

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Places, best first; players of one place ascending (C13).  The game must be over."""
        if self.seating.teams:
            winner = next(filter(self._side_done, self.done))
            return self.seating.partners(winner), self.seating.rivals(winner)
        if self.rules.options["end"] == "first":
            return ((self.done[0],), *self.others())
        return (*((player,) for player in self.done), self.unfinished())

    def unfinished(self) -> tuple[int, ...]:
        """The players who are not done, ascending."""
        return tuple(player for player in range(len(self.pieces)) if player not in self.done)

    def _side_done(self, player: int) -> bool:
        return all(mate in self.done for mate in self.seating.partners(player))

    # The stand-in -------------------------------------------------------------------------------------------------

    def stand_in(self) -> tuple[LegalMove, int]:
        """What a stand-in must play for a player that is away (C14), and the index of the piece.

        A move that brings a piece home, else the one that captures most, else the first in the order of answers.
        """
        choices = self.choices()
        best = next((choice for choice in choices if self.is_homecoming(choice[0])), None)
        if best is None:
            best = max(choices, key=lambda choice: len(choice[0].captures))
        alike = [c for c in choices if (c[0].from_, c[0].to, c[1]) == (best[0].from_, best[0].to, best[1])]
        return min(alike, key=lambda choice: self._how_soon(choice[0])) if best[0].captured is not UNSET else best

    def _how_soon(self, move: LegalMove) -> int:
        """After how many turns the player that the move captures would have the turn."""
        player, turns = self.after[self.turn], 1
        while player != move.captured:
            player, turns = self.after[player], turns + 1
        return turns

    # The value ----------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """The game as a value."""
        return State(
            seats=self.seating.seats,
            pieces=tuple(map(tuple, self.pieces)),
            turn=self.turn,
            due=self.due,
            rolls=tuple(self.rolls),
            sixes=self.sixes,
            tries=self.tries,
            captures=tuple(self.captures),
            done=tuple(self.done),
            turn_start=self.turn_start,
            last_moved=self.last_moved,
            bonus=self.bonus,
            arrived_last=tuple(sorted(self.arrived_last.items())),
            spent=tuple(self.spent),
            contenders=self.contenders,
            start_rolls=tuple(self.start_rolls),
        )

    def restore(self, state: State) -> None:
        """Become the game of `state`, which must come from these rules and seats."""
        self.pieces = [list(own) for own in state.pieces]
        self.turn = state.turn
        self.due = state.due
        self.rolls = list(state.rolls)
        self.sixes = state.sixes
        self.tries = state.tries
        self.captures = list(state.captures)
        self.done = list(state.done)
        self.turn_start = state.turn_start
        self.last_moved = state.last_moved
        self.bonus = state.bonus
        self.arrived_last = dict(state.arrived_last)
        self.spent = list(state.spent)
        self.contenders = state.contenders
        self.start_rolls = list(state.start_rolls)
        self.owner = self.owner_for(state.turn)

    # Refusals -----------------------------------------------------------------------------------------------------

    def refuse_move(self, move: Move) -> NoReturn:
        """Raise the RuleError that says why this move is not legal here."""
        own = self.pieces[self.owner]
        if move.piece >= len(own):
            raise RuleError(
                "rules.piece",
                f"there is no piece {move.piece}: each player has {len(own)}, counted from 0",
                expected=len(own) - 1,
                found=move.piece,
                clause="C1",
            )
        at = progress_of(own[move.piece])
        if at != move.from_:
            raise RuleError(
                "rules.piece",
                f"piece {move.piece} is {standing(at)}, not {standing(move.from_)}",
                expected=at,
                found=move.from_,
                clause="C1",
            )
        raise RuleError(
            "rules.move",
            self.not_legal(move),
            expected=to_builtins([choice for choice, _ in self.choices()]),
            found=asked(move, move.piece),
            clause="C8",
        )

    def not_legal(self, move: Move | LegalMove) -> str:
        """What to say of a move that is none of the legal ones, of which there must be some."""
        legal = ", ".join(spell(choice) for choice, _ in self.choices())
        return f"with {self.to_play()} this move is not legal; legal: {legal}"

    def nothing_legal(self, rolls: Sequence[int], spent: Sequence[int]) -> tuple[str, str]:
        """Code and sentence for a move asked for after these rolls of a turn, with which none could be made."""
        return "rules.move", f"with this {rolls[-1]} nothing can be moved"

    def to_play(self) -> str:
        """What the player moves by, in words, while a move is due: ``a 4``."""
        return f"a {self.rolls[-1]}"


def not_asked(name: str) -> PositionError:
    """The refusal of a field that these rules do not ask for."""
    return PositionError(f"position.{name}", f"these rules know no {name}", path=f"/{name}", clause="P1")
