"""The classical turn machine: roll, then one move of one piece by that roll.

The machine says in which order things happen; what a roll allows and what a move does are the `Parts` that a rule
system chose when its options were bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from replay.board import YARD
from replay.errors import PositionError
from replay.parts.blocking import Narrow
from replay.parts.extra import Extra
from replay.parts.finishing import Done, Others, shared_place
from replay.parts.landing import Landing
from replay.parts.laps import split
from replay.parts.reach import Reach
from replay.parts.sharing import Sharing, anywhere
from replay.play import Play
from replay.record import Move
from replay.seating import Seating
from replay.state import MOVE, ROLL, LegalMove, State

if TYPE_CHECKING:
    from replay.system import Rules

__all__ = ["Parts", "Turn", "machine"]


class Parts(Struct, frozen=True):
    """What makes one classical system differ from another."""

    reach: Reach
    """Where each piece may go."""
    landing: Landing
    """Who is captured there."""
    done: Done
    """Whether these pieces are all a player has to bring home."""
    extra: Extra = Extra()
    """What earns another roll."""
    narrow: tuple[Narrow, ...] = ()
    """What is in the way, then what must be done: each leaves fewer moves."""
    others: Others = shared_place
    """The places of those who have not finished."""
    pieces: int = 4
    """How many pieces a player has."""
    sharing: Sharing = anywhere
    """Which pieces may stand on one square."""


class Turn(Play):
    """A game of a classical system."""

    __slots__ = ("_home", "_landing", "_narrow", "_reach", "extra", "legal", "parts")

    def __init__(self, parts: Parts, rules: Rules, seating: Seating) -> None:
        self.parts = parts
        self.extra = parts.extra
        self._reach = parts.reach
        self._landing = parts.landing
        self._narrow = parts.narrow
        self._home = seating.board.home
        self.legal: dict[int, int] = {}
        """While a move is due: from -> to, by the private numbers of pieces."""
        super().__init__(rules, seating)

    @property
    def piece_count(self) -> int:
        return self.parts.pieces

    # Rolls --------------------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        extra = self.extra
        self.rolls = []
        self.sixes = 0
        if extra.tries is not None:
            self.tries = extra.tries(self.pieces[self.turn])
        if extra.keeps_turn_start:
            self.turn_start = (tuple(map(tuple, self.pieces)), tuple(self.captures))

    def roll(self, value: int) -> None:
        self.rolls.append(value)
        if value == 6:
            self.sixes += 1
            if self.sixes == self.extra.limit:
                if self.extra.penalty is not None:
                    self.extra.penalty(self)
                self.end_turn()
                return
        else:
            self.sixes = 0
        legal = self.legal = self.legal_moves(value)
        if legal:
            self.due = MOVE
        elif value == 6 and self.extra.unusable_six:
            self._again()
        elif value != 6 and self.tries > 1:
            self.tries -= 1
        else:
            self.end_turn()

    def legal_moves(self, value: int) -> dict[int, int]:
        """From -> to for the player to move and this roll."""
        moves = self._reach(self, self.turn, value)
        for narrow in self._narrow:
            if not moves:
                break
            moves = narrow(self, self.turn, value, moves)
        return moves

    def _again(self) -> None:
        """The same player rolls once more in this turn; after a six that may mean new tries (M10)."""
        extra = self.extra
        if extra.tries is not None:
            self.tries = extra.tries(self.pieces[self.turn]) if extra.tries_again else 1
        self.due = ROLL

    # Moves --------------------------------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        player = self.turn
        own = self.pieces[player]
        piece = move.piece
        start = own[piece] if piece < len(own) else None
        end = self.legal.get(start) if start is not None else None
        if start is None or end is None or start != move.from_ or end != move.to or _extras(move):
            end = self._lapped_end(move, start, end)
            assert start is not None
        hits = self._landing(self, player, start, end)
        own[piece] = end
        if hits:
            self.captures[player] = True
            for rival, index in hits:
                self.pieces[rival][index] = YARD
        home = end >= self._home
        if home and self.parts.done(own):
            self.finish_player(player)
        elif self.rolls[-1] == 6 or (hits and self.extra.after_capture) or (home and self.extra.after_home):
            self._again()
        else:
            self.end_turn()

    def _lapped_end(self, move: Move, start: int | None, end: int | None) -> int:
        """Where a move ends that is not plainly right: pieces with laps name progress and lap; else it is refused."""
        if start is None or end is None:
            self.refuse_move(move)
        progress, lap = split(end)
        others = (move.bonus, move.captured, move.action, move.dice, move.column)
        right = split(start)[0] == move.from_ and progress == move.to and move.lap == (UNSET if lap is None else lap)
        if not right or any(value is not UNSET for value in others):
            self.refuse_move(move)
        return end

    @property
    def forced(self) -> bool:
        return len(self.legal) == 1

    def choices(self) -> list[tuple[LegalMove, int]]:
        if self.due != MOVE:
            return []
        own = self.pieces[self.turn]
        answers = []
        for start, end in self.legal.items():
            hits = self._landing(self, self.turn, start, end)
            progress, lap = split(end)
            move = LegalMove(
                from_=split(start)[0],
                to=progress,
                captures=tuple(sorted((rival, split(self.pieces[rival][index])[0]) for rival, index in hits)),
                lap=UNSET if lap is None else lap,
            )
            answers.append((move, own.index(start)))
        return sorted(answers, key=lambda answer: (answer[0].order(), answer[1]))

    def progress(self, piece: int) -> int:
        return split(piece)[0]

    def is_done(self, player: int) -> bool:
        return self.parts.done(self.pieces[player])

    def impossible(self) -> str | None:
        return self.parts.sharing(self)

    def others(self) -> tuple[tuple[int, ...], ...]:
        return self.parts.others(self)

    # Values -------------------------------------------------------------------------------------------------------

    def restore(self, state: State) -> None:
        super().restore(state)
        self.legal = self.legal_moves(self.rolls[-1]) if self.due == MOVE else {}

    def resume(self, rolls: Sequence[int]) -> None:
        extra = self.extra
        last_six = max((place for place, value in enumerate(rolls) if value == 6), default=-1)
        if last_six >= 0 and extra.tries is not None:
            # The pieces stood otherwise when the turn began: several tries may have led to the six.
            self.tries = 3
        for place, value in enumerate(rolls):
            self.sixes = self.sixes + 1 if value == 6 else 0
            earned = value == 6 or extra.after_capture or extra.after_home
            if (extra.limit and self.sixes == extra.limit) or not (earned or self.tries > 1):
                raise PositionError(
                    "position.rolls",
                    f"after the rolls {list(rolls[: place + 1])} the turn would have ended",
                    path="/rolls",
                    found=list(rolls),
                    clause="P5",
                )
            if value == 6:
                self._again()
                if extra.tries_again and place < last_six:
                    self.tries = 3
            elif self.tries > 1:
                self.tries -= 1
        self.rolls = list(rolls)


def machine(choose: Callable[[Rules, Seating], Parts]) -> Callable[[Rules, Seating], Turn]:
    """The classical machine of a system that chooses its parts with `choose`; parts are made once for each choice."""
    made: dict[tuple[object, ...], Parts] = {}

    def start(rules: Rules, seating: Seating) -> Turn:
        key = (tuple(rules.options.items()), seating.seats)
        parts = made.get(key)
        if parts is None:
            parts = made[key] = choose(rules, seating)
        return Turn(parts, rules, seating)

    return start


def _extras(move: Move) -> bool:
    """Whether the move has a field that a plain move has not."""
    return not (move.lap is move.bonus is move.captured is move.action is move.dice is move.column is UNSET)
