"""The rules of clovece@1 a second time: slow, plain, and without one line of `replay`.

Written from the client's rule text, not from the engine.  A piece is ("yard", 0), ("track", squares walked since its
start square) or ("home", number of its home square, the first is 1).  A hop is looked at square by square, and what a
turn allows is read anew from all of its rolls each time it is asked.
"""

from __future__ import annotations

from typing import Any

from tests.replay.naive.contest import Contest

Piece = tuple[str, int]
YARD: Piece = ("yard", 0)
START: Piece = ("track", 0)
# One side of the board is for four players, the other for six: squares of the loop, squares from one start to the next.
SIDES = {4: (40, 10), 6: (72, 12)}


class NaiveClovece(Contest):
    """One game under `options`, all of them given; player p sits on board seat seats[p]."""

    rolls: list[int]
    # The piece that has the rest of the throw, and whether it is the first six that brought it out.
    bound: int | None
    brought: bool
    must_move: bool

    def __init__(self, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> None:
        self.options = options
        self.seats = seats
        self.count = len(seats)
        self.loop, self.arm = SIDES[options["board"]]
        self.pieces: list[list[Piece]] = [[YARD] * 4 for _ in seats]
        self.done: list[int] = []
        self.over = False
        self.contest = list(range(self.count)) if first is None else []
        self.contest_rolls: list[int] = []
        self.turn = 0 if first is None else first
        self.begin()

    def put(self, document: dict[str, Any]) -> None:
        """Stand as in a position document; its last roll, unless it has been played, is played now."""
        self.contest = []
        self.pieces = [[self.piece(progress) for progress in own] for own in document["pieces"]]
        home = [player for player in range(self.count) if self.is_home(player)]
        self.done = list(document.get("done") or home)
        self.over = len(self.done) >= self.finishers()
        self.turn = document.get("turn", 0)
        self.begin()
        rolls = list(document.get("rolls", []))
        last = rolls.pop() if rolls and document.get("due") != "roll" else None
        self.rolls = rolls
        moved = document.get("last_moved")
        # A six that was played has brought a piece out, or (but for the sum, where it may only be kept) moved one.
        if moved and 6 in rolls and self.options["six_chain"] != "free":
            self.bound = moved["piece"]
            self.brought = self.options["six_chain"] == "sum"
        if last is not None and not self.over:
            self.roll(last)

    # Squares ------------------------------------------------------------------------------------------------------

    def piece(self, progress: int) -> Piece:
        if progress < 0:
            return YARD
        return ("track", progress) if progress < self.loop else ("home", progress - self.loop + 1)

    def document(self, piece: Piece) -> int:
        """The piece as position documents write it."""
        where, number = piece
        return {"yard": -1, "track": number, "home": self.loop - 1 + number}[where]

    def square(self, player: int, piece: Piece) -> int | None:
        """The square of the loop where the piece stands, if it stands there."""
        return (self.seats[player] * self.arm + piece[1]) % self.loop if piece[0] == "track" else None

    def hits(self, player: int, end: Piece) -> list[tuple[int, int]]:
        """(rival, index) of every piece that is captured by a piece of `player` that lands there."""
        square = self.square(player, end)
        return [
            (rival, index)
            for rival in range(self.count)
            for index, piece in enumerate(self.pieces[rival])
            if rival != player and square is not None and self.square(rival, piece) == square
        ]

    def walk(self, piece: Piece, steps: int) -> list[Piece]:
        """Every square that a piece out of the yard comes over, the last one last; none if it cannot go so far."""
        path = []
        for _ in range(steps):
            where, number = piece
            if piece == ("track", self.loop - 1):
                piece = ("home", 1)
            elif piece == ("home", 4):
                return []
            else:
                piece = (where, number + 1)
            path.append(piece)
        return path

    # What the throw allows ----------------------------------------------------------------------------------------

    def throw(self) -> int:
        """How far a piece goes with the last roll: in `sum` further, by the sixes that were kept before it."""
        if self.options["six_chain"] != "sum":
            return self.rolls[-1]
        kept = self.rolls[:-1].count(6) - (1 if self.brought else 0)
        return 6 * kept + self.rolls[-1]

    def can_bring_out(self) -> bool:
        """Whether the last roll is a six that must bring a piece out."""
        own = self.pieces[self.turn]
        return self.rolls[-1] == 6 and YARD in own and START not in own and self.bound is None

    def landing(self, index: int) -> Piece | None:
        """Where this piece, out of the yard, would go with the throw; None if it cannot."""
        own = self.pieces[self.turn]
        if own[index] == YARD or self.bound not in (None, index):
            return None
        path = self.walk(own[index], self.throw())
        if not path or path[-1] in own:
            return None
        jumped = [square for square in path[:-1] if square[0] == "home" and square in own]
        return None if jumped and self.options["no_jump_home"] else path[-1]

    def choices(self) -> dict[int, Piece]:
        """Index of a piece -> where it goes, for every move that the last roll allows."""
        own = self.pieces[self.turn]
        if self.can_bring_out():
            return {index: START for index, piece in enumerate(own) if piece == YARD}
        ends = {index: end for index in range(4) if (end := self.landing(index)) is not None}
        clearing = {index: end for index, end in ends.items() if own[index] == START and YARD in own}
        return clearing or ends

    def is_kept(self) -> bool:
        """Whether the last roll is a six that only adds to the sum."""
        return self.options["six_chain"] == "sum" and self.rolls[-1] == 6 and not self.can_bring_out()

    # A turn -------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self.rolls, self.bound, self.brought, self.must_move = [], None, False, False

    def tries(self) -> int:
        """Rolls that the player to move may use up without a six (asked while nothing has moved in this turn)."""
        own = self.pieces[self.turn]
        row = sorted(number for where, number in own if where == "home")
        nothing_to_move = not any(where == "track" for where, _ in own) and row == list(range(5 - len(row), 5))
        return 3 if nothing_to_move else 1

    def pass_on(self) -> None:
        order = sorted(range(self.count), key=lambda player: self.seats[player])
        while True:
            self.turn = order[(order.index(self.turn) + 1) % self.count]
            if self.turn not in self.done:
                break
        self.begin()

    def roll(self, value: int) -> None:
        assert self.due() in ("start", "roll")
        if self.contest:
            return self.start_roll(value)
        self.rolls.append(value)
        if self.is_kept():
            return None
        if self.choices():
            self.must_move = True
            return None
        if 6 not in self.rolls and len(self.rolls) < self.tries():
            return None
        return self.pass_on()

    def first_turn(self) -> None:
        self.begin()

    def move(self, fields: dict[str, Any]) -> None:
        """The move with these fields, which must be legal: the piece (as an index), `from` and `to`."""
        assert self.due() == "move"
        index, own = fields["piece"], self.pieces[self.turn]
        end = self.choices().get(index)
        assert end is not None
        assert (fields["from"], fields["to"]) == (self.document(own[index]), self.document(end))
        assert fields.keys() <= {"piece", "from", "to"}
        for rival, hit in self.hits(self.turn, end):
            self.pieces[rival][hit] = YARD
        brings_out = own[index] == YARD
        own[index] = end
        self.must_move = False
        if self.is_home(self.turn):
            return self.finish()
        if self.rolls[-1] != 6:
            return self.pass_on()
        if self.options["six_chain"] != "free":
            self.bound = index
            self.brought = self.brought or brings_out
        return None

    def pass_(self) -> None:
        raise AssertionError("nobody passes")

    def may_pass(self) -> bool:
        return False

    # The end ------------------------------------------------------------------------------------------------------

    def is_home(self, player: int) -> bool:
        return all(where == "home" for where, _ in self.pieces[player])

    def finishers(self) -> int:
        """How many players must be done for the game to be over."""
        return 1 if self.options["end"] == "first" else self.count - 1

    def finish(self) -> None:
        self.done.append(self.turn)
        self.over = len(self.done) == self.finishers()
        if not self.over:
            self.pass_on()

    def ranking(self) -> list[list[int]]:
        rest = [player for player in range(self.count) if player not in self.done]
        return [[player] for player in self.done] + [rest]

    def points(self) -> list[int] | None:
        return None

    # What the engine is compared with -----------------------------------------------------------------------------

    def due(self) -> str:
        if self.over:
            return "over"
        return "start" if self.contest else "move" if self.must_move else "roll"

    def documents(self) -> list[list[int]]:
        """The pieces of every player as position documents write them."""
        return [[self.document(piece) for piece in own] for own in self.pieces]

    def answers(self) -> list[dict[str, Any]]:
        """The legal moves, equal ones once, in any order."""
        found: list[dict[str, Any]] = []
        for index, end in (self.choices() if self.must_move else {}).items():
            start, hits = self.pieces[self.turn][index], self.hits(self.turn, end)
            captures = sorted([rival, self.document(self.pieces[rival][hit])] for rival, hit in hits)
            move = {"from": self.document(start), "to": self.document(end), "captures": captures}
            if move not in found:
                found.append(move)
        return found
