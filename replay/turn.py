"""The classical turn machine: roll, then one move of one piece by that roll.

The machine says in which order things happen; what a roll allows and what a move does are the `Parts` that a rule
system chose when its options were bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import UNSET, Struct, structs

from replay.board import YARD
from replay.errors import PositionError
from replay.machine import with_parts
from replay.parts.arrivals import Arrivals
from replay.parts.blocking import Narrow
from replay.parts.extra import Extra
from replay.parts.finishing import Done, Others, Points, shared_place
from replay.parts.landing import Captured, Landing
from replay.parts.laps import split
from replay.parts.reach import Reach
from replay.parts.sharing import Sharing, anywhere
from replay.play import Play
from replay.record import Move
from replay.seating import Seating
from replay.state import MOVE, ROLL, LegalMove, Memory, State

if TYPE_CHECKING:
    from replay.system import Rules

__all__ = ["Parts", "Turn", "machine"]


MovedLast: TypeAlias = Callable[[int, Sequence[int]], bool]
"""(a piece's number, rolls played in this turn) -> whether the piece can have been moved last in this turn."""


MustHaveMoved: TypeAlias = Callable[[Sequence[int], Sequence[int]], bool]
"""(the player's pieces, rolls played in this turn) -> whether one of them must have been moved in this turn."""


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
    beginning: tuple[int, ...] = (YARD,) * 4
    """Each player's pieces when the game begins."""
    sharing: Sharing = anywhere
    """Which pieces may stand on one square."""
    points: Points | None = None
    """Points by player, where the system scores."""
    one_capture: bool = False
    """Whether a landing captures one piece at most; of several the move names whose (W4)."""
    partner_plays: bool = False
    """Whether a player who is done goes on and moves its partner's pieces (W7)."""
    moved_last: MovedLast | None = None
    """Where the rules ask which piece was moved last in the turn: whether it can have been this one (Z6, Z7, H6)."""
    one_mover: bool = False
    """Whether the rest of the throw belongs to the piece that was moved last (Z6, Z7)."""
    must_have_moved: MustHaveMoved | None = None
    """Whether some piece must have been moved in the turn, so that a position document has to name it."""
    kept: Callable[[Play], int] | None = None
    """Where sixes are kept: how many belong to the throw that is to be moved (Z5)."""
    arrivals: Arrivals | None = None
    """Who came last to the squares where the rules may ask for it (H2)."""


class Turn(Play):
    """A game of a classical system."""

    __slots__ = ("_home", "_landing", "_narrow", "_reach", "_remembers", "extra", "legal", "parts")

    def __init__(self, parts: Parts, rules: Rules, seating: Seating) -> None:
        self.parts = parts
        self.extra = parts.extra
        self._reach = parts.reach
        self._landing = parts.landing
        self._narrow = parts.narrow
        self._home = seating.board.home
        self._remembers = parts.moved_last is not None or parts.arrivals is not None
        self.legal: dict[int, int] = {}
        """While a move is due: from -> to, by the numbers of pieces."""
        super().__init__(rules, seating)

    @property
    def beginning(self) -> tuple[int, ...]:
        return self.parts.beginning

    def owner_for(self, player: int) -> int:
        if not self.parts.partner_plays or player not in self.done:
            return player
        return next(mate for mate in self.seating.partners(player) if mate != player)

    def skips(self, player: int) -> bool:
        return not self.parts.partner_plays and super().skips(player)

    # Rolls --------------------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        extra = self.extra
        self.rolls = []
        self.sixes = 0
        self.last_moved = None
        self.bonus = 0
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
        """From -> to for the player to move and this roll, or this bonus."""
        owner = self.owner
        moves = self._reach(self, owner, value)
        for narrow in self._narrow:
            if not moves:
                break
            moves = narrow(self, owner, value, moves)
        return moves

    def _again(self) -> None:
        """The same player rolls once more in this turn; after a six that may mean new tries (M10)."""
        extra = self.extra
        if extra.tries is not None:
            self.tries = extra.tries(self.pieces[self.turn]) if extra.tries_again else 1
        self.due = ROLL

    # Moves --------------------------------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        owner = self.owner
        own = self.pieces[owner]
        piece = move.piece
        start = own[piece] if piece < len(own) else None
        end = self.legal.get(start) if start is not None else None
        if start is None or end is None or start != move.from_ or end != move.to or self.bonus or _extras(move):
            end = self._unusual_end(move, start, end)
            assert start is not None
        hits = self._landing(self, owner, start, end)
        if len(hits) > 1 and self.parts.one_capture:
            hits = self._chosen(move, hits)
        elif move.captured is not UNSET:
            self.refuse_move(move)
        own[piece] = end
        if hits:
            self.captures[self.turn] = True
            for rival, index in hits:
                self.pieces[rival][index] = YARD
        if self._remembers:
            self._remember(piece, end)
        if hits or end >= self._home or self.bonus:
            self._after_move(owner, captured=bool(hits), home=end >= self._home)
        elif self.rolls[-1] == 6:
            self._again()
        else:
            self.end_turn()

    def _remember(self, piece: int, end: int) -> None:
        """What the rules may ask later: which piece was moved, and who came last to a start square."""
        if self.parts.moved_last is not None:
            self.last_moved = piece
        if self.parts.arrivals is not None:
            self.arrived_last = self.parts.arrivals(self, self.seating.square(self.owner, end))

    def _unusual_end(self, move: Move, start: int | None, end: int | None) -> int:
        """Where a move ends that has more to say than a plain one, such as a lap or a bonus; else it is refused."""
        if start is None or end is None:
            self.refuse_move(move)
        progress, lap = split(end)
        right = (
            split(start)[0] == move.from_
            and progress == move.to
            and move.lap == (UNSET if lap is None else lap)
            and move.bonus == (self.bonus or UNSET)
        )
        if not right or not (move.action is move.dice is move.column is UNSET):
            self.refuse_move(move)
        return end

    def _chosen(self, move: Move, hits: Captured) -> Captured:
        """The one piece, of those that could be captured, whose owner the move names (W4)."""
        named = [hit for hit in hits if hit[0] == move.captured]
        if not named:
            self.refuse_move(move)
        return named

    def _after_move(self, owner: int, *, captured: bool, home: bool) -> None:
        """What follows a move: the end, a bonus move, another roll, or the next turn."""
        extra = self.extra
        again = self.rolls[-1] == 6 or (captured and extra.after_capture) or (home and extra.after_home)
        if home and self.parts.done(self.pieces[owner]):
            self._finished(owner, again=again)
        elif not self._bonus_due(extra.capture_bonus if captured else extra.home_bonus if home else 0):
            if again:
                self._again()
            else:
                self.end_turn()

    def _finished(self, owner: int, *, again: bool) -> None:
        """`owner` is done; who goes on with its partner's pieces keeps the roll that it has just earned (W7)."""
        if not (self.parts.partner_plays and again):
            self.finish_player(owner)
        elif not self.mark_done(owner):
            self.owner = self.owner_for(self.turn)
            self._again()

    def _bonus_due(self, bonus: int) -> bool:
        """Whether a bonus move of so many squares is due now: one that nobody can make is lost (H5)."""
        self.bonus = bonus
        if bonus:
            self.legal = self.legal_moves(bonus)
            if self.legal:
                self.due = MOVE
                return True
            self.bonus = 0
        return False

    def owe_bonus(self, value: int, bonus: int) -> None:
        if bonus not in (self.extra.capture_bonus, self.extra.home_bonus):
            super().owe_bonus(value, bonus)
        self.rolls.append(value)
        self.sixes = self.sixes + 1 if value == 6 else 0
        if self.extra.limit and self.sixes == self.extra.limit:
            raise _ended(self.rolls, len(self.rolls))
        if not self._bonus_due(bonus):
            if value == 6:
                self._again()
            else:
                self.end_turn()

    @property
    def forced(self) -> bool:
        if len(self.legal) != 1:
            return False
        return not self.parts.one_capture or len(self.choices()) == 1

    def choices(self) -> list[tuple[LegalMove, int]]:
        if self.due != MOVE:
            return []
        owner = self.owner
        own = self.pieces[owner]
        answers = []
        for start, end in self.legal.items():
            hits = self._landing(self, owner, start, end)
            one = self.parts.one_capture and len(hits) > 1
            progress, lap = split(end)
            for taken in [[hit] for hit in hits] if one else [hits]:
                move = LegalMove(
                    from_=split(start)[0],
                    to=progress,
                    captures=tuple(sorted((rival, split(self.pieces[rival][index])[0]) for rival, index in taken)),
                    lap=UNSET if lap is None else lap,
                    bonus=self.bonus or UNSET,
                    captured=taken[0][0] if one else UNSET,
                )
                answers.append((move, own.index(start)))
        return sorted(answers, key=lambda answer: (answer[0].order(), answer[1]))

    @property
    def keeps_sixes(self) -> bool:
        return self.parts.kept is not None

    def hand(self) -> tuple[int, ...]:
        if self.parts.kept is None:
            return super().hand()
        if self.due == MOVE:
            return (*[6] * self.parts.kept(self), self.rolls[-1])
        # While a roll is due there is none yet that the kept sixes would be moved with.
        return (6,) * (self.sixes - (self.last_moved is not None))

    def to_play(self) -> str:
        if self.bonus:
            return f"a bonus of {self.bonus}"
        hand = self.hand()
        return " + ".join(map(str, hand)) if hand[1:] else super().to_play()

    def nothing_legal(self, rolls: Sequence[int], spent: Sequence[int]) -> tuple[str, str]:
        if self.is_full_run(rolls):
            return "rules.move", f"six number {self.extra.limit} in a row is not moved"
        if rolls[-1] == 6 and self.keeps_sixes:
            return "rules.due", "a roll is due, not a move: the six is kept"
        return super().nothing_legal(rolls, spent)

    def is_full_run(self, rolls: Sequence[int]) -> bool:
        """Whether the last of these rolls of a turn is the six that ends it."""
        limit = self.extra.limit
        return bool(limit) and list(rolls[-limit:]) == [6] * limit

    def is_done(self, player: int) -> bool:
        return self.parts.done(self.pieces[player])

    def impossible(self) -> str | None:
        return self.parts.sharing(self)

    def others(self) -> tuple[tuple[int, ...], ...]:
        return self.parts.others(self)

    def points(self) -> tuple[int, ...] | None:
        return self.parts.points(self) if self.parts.points is not None else None

    # Values -------------------------------------------------------------------------------------------------------

    def restore(self, state: State) -> None:
        super().restore(state)
        self.legal = self.legal_moves(self.bonus or self.rolls[-1]) if self.due == MOVE else {}

    def recall(self, memory: Memory) -> None:
        if memory.last_moved is not UNSET and self.parts.moved_last is not None:
            player, piece = memory.last_moved
            own = self.pieces[self.turn]
            if player != self.turn or piece >= len(own) or not self.parts.moved_last(own[piece], memory.played):
                raise PositionError(
                    "position.last_moved",
                    f"piece {piece} of player {player} cannot have been moved last in this turn",
                    path="/last_moved",
                    found={"player": player, "piece": piece},
                    clause="P7",
                )
            self.last_moved = piece
            memory = structs.replace(memory, last_moved=UNSET)
        elif self.parts.must_have_moved is not None and self.parts.must_have_moved(
            self.pieces[self.turn], memory.played
        ):
            raise PositionError(
                "position.last_moved",
                "a six of this turn has moved a piece or brought it out: last_moved must name it",
                path="/last_moved",
                clause="P7",
            )
        if self.parts.arrivals is not None:
            self.arrived_last = self.parts.arrivals.recalled(self, memory.arrived_last)
            memory = structs.replace(memory, arrived_last=UNSET)
        super().recall(memory)

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
                raise _ended(rolls, place + 1)
            if value == 6:
                self._again()
                if extra.tries_again and place < last_six:
                    self.tries = 3
            elif self.tries > 1:
                self.tries -= 1
        self.rolls = list(rolls)


def machine(choose: Callable[[Rules, Seating], Parts]) -> Callable[[Rules, Seating], Turn]:
    """The classical machine of a system that chooses its parts with `choose`."""
    return with_parts(Turn, choose)


def _extras(move: Move) -> bool:
    """Whether the move has a field, but for `captured`, that a plain move has not."""
    return not (move.lap is move.bonus is move.action is move.dice is move.column is UNSET)


def _ended(rolls: Sequence[int], count: int) -> PositionError:
    """The refusal of rolls, after the first `count` of which the turn would have been another player's."""
    return PositionError(
        "position.rolls",
        f"after the rolls {list(rolls[:count])} the turn would have ended",
        path="/rolls",
        found=list(rolls),
        clause="P5",
    )
