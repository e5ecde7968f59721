"""The turn machine of sequences: roll until a value below 6, then spend all the dice (nomercy N2, N3, N6, N7).

The machine says in which order things happen.  What the dice can do is `replay.parts.actions`; what a rule system
chooses are the `Parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import UNSET, Struct, UnsetType, structs, to_builtins

from replay.board import YARD
from replay.errors import PositionError, RuleError
from replay.machine import with_parts
from replay.parts.actions import Action, Dice, actions
from replay.parts.finishing import shared_place
from replay.parts.full_use import FullUse, Spending
from replay.parts.ground import Survey
from replay.parts.passing import Passing
from replay.piece import prisoner, progress_of, where
from replay.play import Play
from replay.record import Move
from replay.seating import Seating
from replay.spelling import spell
from replay.state import MOVE, LegalMove, Memory, State

if TYPE_CHECKING:
    from replay.system import Rules

__all__ = ["Parts", "SequenceTurn", "machine"]

_Key: TypeAlias = tuple[int, int, str | UnsetType, tuple[int, ...] | UnsetType, int | UnsetType]
"""A piece's number, and to, action, dice and column of what it does."""

_FEW = 8
"""So many dice, or legal moves, are named one by one in a message."""


class Parts(Struct, frozen=True):
    """What a system of sequences chooses."""

    survey: Survey
    """Where pieces may land, and what they capture there."""
    full_use: FullUse
    """What must be left to be spent."""
    passing: Passing
    """When the player may pass."""
    beginning: tuple[int, ...] = (YARD,) * 4
    """Each player's pieces when the game begins."""


class SequenceTurn(Play):
    """A game in which a turn is a sequence of rolls and the actions that spend them."""

    __slots__ = ("legal", "parts")

    captives = True
    spends = True
    keeps_sixes = True

    def __init__(self, parts: Parts, rules: Rules, seating: Seating) -> None:
        self.parts = parts
        self.legal: dict[_Key, Action] = {}
        """While a move is due: every legal action."""
        super().__init__(rules, seating)

    @property
    def beginning(self) -> tuple[int, ...]:
        return self.parts.beginning

    # The sequence -------------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        self.rolls = []
        self.spent = []
        own = self.pieces[self.turn]
        own[:] = [at.progress if (at := where(piece)).locked else piece for piece in own]

    def roll(self, value: int) -> None:
        self.rolls.append(value)
        if value < 6:
            self._go_on()

    @property
    def dice(self) -> Dice:
        """What is left of the sequence."""
        return _left(self.rolls, self.spent)

    def hand(self) -> tuple[int, ...]:
        return self.dice.values

    def _go_on(self) -> None:
        """A move is due while anything can be done with the dice; then the turn ends."""
        self.legal = self._actions()
        if self.legal:
            self.due = MOVE
        else:
            self.end_turn()

    def _actions(self) -> dict[_Key, Action]:
        own, dice, ground = self.pieces[self.turn], self.dice, self.parts.survey(self)
        found = self.parts.full_use(actions(own, dice, ground), Spending(own, dice, ground))
        return {(action.start, *_key(action.move)): action for action in found}

    # Actions ------------------------------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        player, own = self.turn, self.pieces[self.turn]
        action = self.legal.get((own[move.piece], *_key(move))) if move.piece < len(own) else None
        if action is None or action.move.from_ != move.from_ or not move.lap is move.bonus is move.captured is UNSET:
            self.refuse_move(move)
        own[move.piece] = action.end
        for rival, index in action.prize.hits:
            self.pieces[rival][index] = prisoner(player)
            self.captures[player] = True
        self.spent = sorted([*self.spent, *action.spends.values])
        if self.is_done(player):
            self.finish_player(player)
        else:
            self._go_on()

    @property
    def may_pass(self) -> bool:
        return self.parts.passing.allows(str(action.move.action) for action in self.legal.values())

    def pass_(self) -> None:
        if not self.may_pass:
            raise RuleError(
                "rules.pass",
                self.parts.passing.refusal,
                expected=to_builtins([choice for choice, _ in self.choices()]),
                found="pass",
                clause="N6",
            )
        self.end_turn()

    @property
    def forced(self) -> bool:
        return len(self.legal) == 1 and not self.may_pass

    def choices(self) -> list[tuple[LegalMove, int]]:
        if self.due != MOVE:
            return []
        own = self.pieces[self.turn]
        answers = [(action.move, own.index(action.start)) for action in self.legal.values()]
        return sorted(answers, key=lambda answer: (answer[0].order(), answer[1]))

    def is_done(self, player: int) -> bool:
        return all(piece == self.seating.board.goal for piece in self.pieces[player])

    def others(self) -> tuple[tuple[int, ...], ...]:
        return shared_place(self)

    # Words --------------------------------------------------------------------------------------------------------

    def to_play(self) -> str:
        return f"{_spelled(self.dice)} left"

    def not_legal(self, move: Move | LegalMove) -> str:
        choices = self.choices()
        named = ", ".join(spell(choice) for choice, _ in choices[:_FEW])
        more = len(choices) - _FEW
        legal = f"{named} and {more} more" if more > 0 else named
        return f"with {self.to_play()} this {self._why_not(move)}; legal: {legal}"

    def _why_not(self, move: Move | LegalMove) -> str:
        """What is wrong with a move that is not legal: that it leaves dice which cannot all be spent, if it is that."""
        own, dice = self.pieces[self.turn], self.dice
        asked = [own[move.piece]] if isinstance(move, Move) else [n for n in own if progress_of(n) == move.from_]
        if all(where(number).locked for number in asked):
            return f"move is not legal: the piece is locked until the next turn of player {self.turn}"
        wanted = (move.from_, *_key(move))
        for action in actions(own, dice, self.parts.survey(self)):
            key = _key(action.move)
            if (action.move.from_, *key) == wanted and (action.start, *key) not in self.legal:
                word, left = "capture" if action.prize.bit else "action", dice.without(action.spends)
                return f"{word} is not legal: it leaves {_spelled(left)}, which could not be spent to the last"
        return "move is not legal"

    def nothing_legal(self, rolls: Sequence[int], spent: Sequence[int]) -> tuple[str, str]:
        if rolls[-1] == 6:
            return "rules.due", "a roll is due, not a move: a sequence goes on until a roll below 6"
        dice = _left(rolls, spent)
        if not (dice.sixes or dice.other):
            return "rules.due", "all dice of the sequence are spent"
        return "rules.move", f"with {_spelled(dice)} left nothing can be done"

    # Values -------------------------------------------------------------------------------------------------------

    def restore(self, state: State) -> None:
        super().restore(state)
        self.legal = self._actions() if self.due == MOVE else {}

    def recall(self, memory: Memory) -> None:
        spent = [] if memory.spent is UNSET else sorted(memory.spent)
        rolls = memory.rolls
        problem = ""
        if spent and (not rolls or rolls[-1] == 6):
            problem = "dice are spent only after the sequence is complete, with a roll below 6"
        elif any(spent.count(value) > rolls.count(value) for value in spent):
            more = next(value for value in spent if spent.count(value) > rolls.count(value))
            problem = f"more dice of {more} have been spent than rolled"
        if problem:
            raise PositionError(
                "position.spent",
                problem,
                path="/spent",
                expected=list(rolls),
                found=spent,
                clause="P7",
            )
        super().recall(structs.replace(memory, spent=UNSET))
        self.spent = spent

    def resume(self, rolls: Sequence[int]) -> None:
        if any(value < 6 for value in rolls):
            raise PositionError(
                "position.rolls",
                "a sequence of rolls ends with the first roll below 6",
                path="/rolls",
                found=list(rolls),
                clause="P5",
            )
        self.rolls = list(rolls)


def machine(choose: Callable[[Rules, Seating], Parts]) -> Callable[[Rules, Seating], SequenceTurn]:
    """The machine of a system of sequences that chooses its parts with `choose`."""
    return with_parts(SequenceTurn, choose)


def _key(move: Move | LegalMove) -> tuple[int, str | UnsetType, tuple[int, ...] | UnsetType, int | UnsetType]:
    return move.to, move.action, move.dice, move.column


def _left(rolls: Sequence[int], spent: Sequence[int]) -> Dice:
    others = [value for value in rolls[-1:] if value != 6 and value not in spent]
    return Dice(rolls.count(6) - spent.count(6), others[0] if others else 0)


def _spelled(dice: Dice) -> str:
    """Dice in words: ``6, 6 and 3``."""
    if dice.sixes > _FEW:
        return f"{dice.sixes} sixes{f' and a {dice.other}' if dice.other else ''}"
    words = list(map(str, reversed(dice.values)))
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
