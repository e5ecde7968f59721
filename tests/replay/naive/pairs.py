"""The rules of pairs@1 a second time: slow, plain, and without one line of `replay`.

Random playouts compare the engine with this.  It is written from the rule text, not from the engine.  A piece is
nowhere but on a place: ("yard", 0), ("loop", square of the loop, 0..51) or ("column", squares into the own column);
it walks from place to place, one step at a time, and whoever asks looks at the whole board again.
"""

from __future__ import annotations

from typing import Any

from tests.replay.naive.contest import Contest

Place = tuple[str, int]
YARD: Place = ("yard", 0)


class NaivePairs(Contest):
    """One game under `options`, all of them given; player p sits on board seat seats[p].  `first` None: start rolls."""

    def __init__(self, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> None:
        self.options = options
        self.seats = seats
        self.players = list(range(len(seats)))
        self.pieces: list[list[Place]] = [[YARD] * 4 for _ in seats]
        if options["quick"]:
            for player in self.players:
                self.pieces[player][0] = self.start(player)
        self.done: list[int] = []
        self.over = False
        self.contest = list(self.players) if first is None else []
        self.contest_rolls: list[int] = []
        self.turn = 0 if first is None else first
        self.rolled: int | None = None
        self.sixes = 0

    def put(self, document: dict[str, Any]) -> None:
        """Stand as in this position document, with a fresh turn and a roll due."""
        self.pieces = [[self.place(player, piece) for piece in own] for player, own in enumerate(document["pieces"])]
        self.turn, self.done = document["turn"], list(document["done"])
        self.rolled, self.sixes, self.contest, self.contest_rolls = None, 0, [], []
        self.over = self.is_over()

    # Places -------------------------------------------------------------------------------------------------------

    def start(self, player: int) -> Place:
        return ("loop", self.seats[player] * 13)

    def home(self) -> Place:
        """The place that is home: one past the five squares of the column, or the fifth of them."""
        return ("column", self.options["finish_step"] - 50)

    def next(self, player: int, place: Place) -> Place | None:
        """The place after this one; none after home."""
        where, number = place
        if place == self.home():
            return None
        if where == "column":
            return ("column", number + 1)
        # The square two before its own start is the last that a colour uses.
        if (number + 2) % 52 == self.start(player)[1]:
            return ("column", 1)
        return ("loop", (number + 1) % 52)

    def ordinary(self, place: Place) -> bool:
        """A square of the loop that is neither one of the four starts nor eight squares past one."""
        return place[0] == "loop" and place[1] % 13 not in (0, 8)

    def place(self, player: int, progress: int) -> Place:
        if progress < 0:
            return YARD
        if progress > 50:
            return ("column", progress - 50)
        return ("loop", (self.start(player)[1] + progress) % 52)

    def document(self, player: int, place: Place) -> int:
        where, number = place
        if where == "loop":
            return (number - self.start(player)[1]) % 52
        return 50 + number if where == "column" else -1

    def documents(self) -> list[list[int]]:
        """By player: the progress of each piece."""
        return [[self.document(player, place) for place in self.pieces[player]] for player in self.players]

    # Players ------------------------------------------------------------------------------------------------------

    def partner(self, player: int) -> int | None:
        if not self.options["teams"]:
            return None
        return self.seats.index((self.seats[player] + 2) % 4)

    def rivals(self, player: int) -> list[int]:
        return [other for other in self.players if other not in (player, self.partner(player))]

    def has_all_home(self, player: int) -> bool:
        return self.pieces[player].count(self.home()) >= (2 if self.options["quick"] else 4)

    def mover(self) -> int:
        """The player whose pieces are moved: who rolls, or its partner when it plays on for it."""
        if self.turn not in self.done:
            return self.turn
        partner = self.partner(self.turn)
        assert partner is not None
        return partner

    def may_have_the_turn(self, player: int) -> bool:
        if player not in self.done:
            return True
        return bool(self.options["teams"] and self.options["finished_partner"] == "plays_partner")

    def is_over(self) -> bool:
        if self.options["teams"]:
            return any(self.partner(player) in self.done for player in self.done)
        if self.options["end"] == "first":
            return len(self.done) > 0
        return len(self.done) == len(self.players) - 1

    # Moves --------------------------------------------------------------------------------------------------------

    def standing(self, player: int, place: Place) -> int:
        return self.pieces[player].count(place)

    def paired(self, player: int, place: Place) -> list[int]:
        """The rivals of this player that have two or more pieces on this ordinary square."""
        return [rival for rival in self.rivals(player) if self.ordinary(place) and self.standing(rival, place) > 1]

    def target(self, player: int, place: Place) -> Place | None:
        """Where the roll takes a piece from this place; none if it may not go there."""
        if place == YARD:
            return self.start(player) if self.rolled == 6 else None
        at = place
        for step in range(1, (self.rolled or 0) + 1):
            further = self.next(player, at)
            if further is None:
                return None
            at = further
            if step == self.rolled and self.paired(player, at):
                return None
            if self.options["walls"] and any(rival not in self.done for rival in self.paired(player, at)):
                return None
        return at

    def victims(self, player: int, place: Place) -> list[int]:
        """The rivals of whom a piece is captured, or could be, when one of this player's lands here."""
        if not self.ordinary(place):
            return []
        return [rival for rival in self.rivals(player) if self.standing(rival, place) == 1]

    def answers(self) -> list[dict[str, Any]]:
        """The legal moves, equal ones once, in any order."""
        found: list[dict[str, Any]] = []
        if self.due() != "move":
            return found
        player = self.mover()
        for place in self.pieces[player]:
            to = self.target(player, place)
            if to is None:
                continue
            move = {"from": self.document(player, place), "to": self.document(player, to)}
            captures = [[[rival, self.document(rival, to)]] for rival in self.victims(player, to)]
            for one in captures or [[]]:
                if move | {"captures": one} not in found:
                    found.append(move | {"captures": one})
        return found

    def may_pass(self) -> bool:
        return False

    def pass_(self) -> None:
        raise AssertionError("nobody may pass")

    def due(self) -> str:
        if self.over:
            return "over"
        if self.contest:
            return "start"
        return "roll" if self.rolled is None else "move"

    # A turn -------------------------------------------------------------------------------------------------------

    def roll(self, value: int) -> None:
        if self.contest:
            return self.start_roll(value)
        assert self.due() == "roll"
        self.sixes = self.sixes + 1 if value == 6 else 0
        if self.sixes == 3:
            return self.end_turn()
        self.rolled = value
        if self.answers():
            return None
        return self.again() if value == 6 else self.end_turn()

    def move(self, fields: dict[str, Any]) -> None:
        """The move that a record writes so."""
        assert self.due() == "move"
        assert set(fields) in ({"piece", "from", "to"}, {"piece", "from", "to", "captured"})
        player = self.mover()
        piece = fields["piece"]
        assert piece in range(4)
        place = self.pieces[player][piece]
        to = self.target(player, place)
        assert to is not None
        assert fields["from"] == self.document(player, place)
        assert fields["to"] == self.document(player, to)
        victims = self.victims(player, to)
        assert ("captured" in fields) == (len(victims) > 1)
        if "captured" in fields:
            assert fields["captured"] in victims
            victims = [fields["captured"]]

        for victim in victims:
            self.pieces[victim][self.pieces[victim].index(to)] = YARD
        self.pieces[player][piece] = to
        extra = self.rolled == 6 or bool(victims) or to == self.home()
        if self.has_all_home(player):
            self.done.append(player)
            self.over = self.is_over()
            # Who goes on for its partner keeps the roll that this piece earned; everyone else has none to move with.
            extra = self.may_have_the_turn(self.turn)
        if self.over:
            self.rolled = None
        elif extra:
            self.again()
        else:
            self.end_turn()

    def again(self) -> None:
        self.rolled = None

    def end_turn(self) -> None:
        self.rolled, self.sixes = None, 0
        seat = self.seats[self.turn]
        while True:
            seat = (seat + 1) % 4
            if seat in self.seats and self.may_have_the_turn(self.seats.index(seat)):
                break
        self.turn = self.seats.index(seat)

    # The end ------------------------------------------------------------------------------------------------------

    def points(self) -> list[int]:
        found = []
        for player, own in enumerate(self.documents()):
            goal = self.document(player, self.home())
            rest = [progress for progress in own if progress != goal]
            way = sum(progress for progress in rest if progress > 0)
            found.append(100 * (4 - len(rest)) + (99 * way // (goal * len(rest)) if rest else 0))
        return found

    def ranking(self) -> list[list[int]]:
        """Once the game is over: the places, best first."""
        if self.options["teams"]:
            winners = [player for player in self.players if self.partner(player) in self.done and player in self.done]
            return [winners, [player for player in self.players if player not in winners]]
        rest = [player for player in self.players if player not in self.done]
        if self.options["end"] == "all_places":
            return [[player] for player in self.done] + [rest]
        points = self.points()
        best_first = sorted({points[player] for player in rest}, reverse=True)
        return [[self.done[0]], *([p for p in rest if points[p] == value] for value in best_first)]
