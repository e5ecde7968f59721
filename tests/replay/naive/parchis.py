"""The rules of parchis@1 a second time: slow, plain, and without one line of `replay`.

Random playouts compare the engine with this.  It is written from the rule text, not from the engine: a piece stands on
a numbered square of the real board, in its column, in the yard or at home; a move is walked square by square; what
stands on a square is looked up by going through all pieces; nothing is prepared or remembered between two questions,
except who landed last on which square, which the rules ask for.
"""

from __future__ import annotations

from typing import Any

from tests.replay.naive.contest import Contest

Place = tuple[str, int]
YARD: Place = ("yard", 0)
HOME: Place = ("home", 0)
Piece = tuple[int, int]
"""(player, index of the piece)."""

# Yellow, blue, red, green: the square where a colour comes out, and the one from which it turns into its column.
START = (5, 22, 39, 56)
TURNOFF = (68, 17, 34, 51)
SAFE = (5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68)
COLUMN = 7


class NaiveParchis(Contest):
    """One game under `options`, all of them given; player p sits on board seat seats[p]."""

    def __init__(self, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> None:
        self.options = options
        self.seats = seats
        self.count = len(seats)
        self.places: list[list[Place]] = [[YARD] * 4 for _ in seats]
        self.done: list[int] = []
        self.landed_last: dict[int, int] = {}
        self.contest = list(range(self.count)) if first is None else []
        self.contest_rolls: list[int] = []
        self.turn = 0 if first is None else first
        self.rolls: list[int] = []
        self.bonus = 0
        self.moved_last: int | None = None
        self.stage = "roll"

    def put(self, document: dict[str, Any]) -> None:
        """Stand as this position document says; what it leaves out has its default."""
        self.contest = []
        self.turn = document.get("turn", 0)
        self.places = [[self.place(player, p) for p in own] for player, own in enumerate(document["pieces"])]
        self.done = document.get("done", [player for player in range(self.count) if self.all_home(player)])
        self.begin()
        self.landed_last = {square: self.likely_last(square) for square in START}
        self.landed_last |= dict(document.get("arrived_last", []))
        if self.finished():
            self.stage = "over"
            return
        rolls = list(document.get("rolls", []))
        if "last_moved" in document:
            self.moved_last = document["last_moved"]["piece"]
        if "bonus" in document:
            self.rolls = rolls
            self.after_move(document["bonus"])
        elif rolls and document.get("due") != "roll":
            self.rolls = rolls[:-1]
            self.roll(rolls[-1])
        else:
            self.rolls = rolls

    def likely_last(self, square: int) -> int:
        """Who counts as the last to arrive: of those who stand there, who has or had the turn most recently."""
        there = [player for player, _ in self.on(("square", square))]
        player = self.turn
        for _ in range(self.count):
            if player in there:
                return player
            player = self.neighbour(player, -1)
        return -1

    # The board ----------------------------------------------------------------------------------------------------

    def step(self, player: int, place: Place) -> Place | None:
        """The place one step further on; none beyond home."""
        kind, number = place
        if kind == "square":
            return ("column", 1) if number == TURNOFF[self.seats[player]] else ("square", number % 68 + 1)
        if kind == "column":
            return HOME if number == COLUMN else ("column", number + 1)
        return None

    def place(self, player: int, progress: int) -> Place:
        """Where a piece with this progress stands: so many steps from where its colour comes out."""
        if progress < 0:
            return YARD
        place: Place | None = ("square", START[self.seats[player]])
        for _ in range(progress):
            assert place is not None
            place = self.step(player, place)
        assert place is not None
        return place

    def progress(self, player: int, place: Place) -> int:
        """How many steps it took from there; -1 in the yard."""
        if place == YARD:
            return -1
        there: Place | None = ("square", START[self.seats[player]])
        steps = 0
        while there != place:
            assert there is not None
            there, steps = self.step(player, there), steps + 1
        return steps

    def on(self, place: Place, owner: int | None = None) -> list[Piece]:
        """The pieces on a square of the track; in a column those of its `owner` only."""
        return [
            (player, index)
            for player, own in enumerate(self.places)
            for index, there in enumerate(own)
            if there == place and (place[0] == "square" or player == owner)
        ]

    def partners(self, one: int, other: int) -> bool:
        """Whether they play together; everyone plays together with itself."""
        return one == other or (self.options["teams"] and self.seats[one] % 2 == self.seats[other] % 2)

    def barrier(self, player: int, place: Place) -> bool:
        """Whether two pieces of one colour stand there; `player` is who would see them in its column."""
        there = self.on(place, player)
        return len(there) == 2 and there[0][0] == there[1][0]

    # Moves --------------------------------------------------------------------------------------------------------

    def walk(self, player: int, index: int, steps: int) -> Place | None:
        """Where so many steps lead the piece; none if something is in the way or there is no room."""
        place = self.places[player][index]
        if place == YARD:
            return None
        for _ in range(steps):
            further = self.step(player, place)
            if further is None or (further != HOME and self.barrier(player, further)):
                return None
            place = further
        if place != HOME and len(self.on(place, player)) == 2:
            return None
        return place

    def caught_by_walking(self, player: int, place: Place) -> list[Piece]:
        if place[0] != "square" or place[1] in SAFE:
            return []
        return [piece for piece in self.on(place) if not self.partners(player, piece[0])]

    def exit(self, player: int) -> list[Piece] | None:
        """What bringing a piece out captures; None if it cannot be brought out."""
        square = START[self.seats[player]]
        there = self.on(("square", square))
        if len(there) < 2:
            return []
        rivals = [piece for piece in there if not self.partners(player, piece[0])]
        if not rivals:
            return None
        if len(rivals) == 1:
            return rivals
        if rivals[0][0] != rivals[1][0]:
            return [piece for piece in rivals if piece[0] == self.landed_last[square]]
        return rivals[:1] if self.options["exit_vs_rival_barrier"] == "captures_last" else None

    def legal(self) -> list[tuple[int, Place, list[Piece]]]:
        """(index, where to, what is captured) of every legal move."""
        if self.stage != "move":
            return []
        player, own = self.turn, self.places[self.turn]
        start: Place = ("square", START[self.seats[player]])
        if self.bonus == 0 and self.rolls[-1] == 5 and YARD in own:
            caught = self.exit(player)
            if caught is not None:
                return [(index, start, caught) for index in range(4) if own[index] == YARD]
        steps = self.bonus or self.rolls[-1]
        if self.bonus == 0 and steps == 6 and YARD not in own and self.options["six_moves_seven"]:
            steps = 7
        moves = []
        for index in range(4):
            end = self.walk(player, index, steps)
            if end is not None:
                moves.append((index, end, self.caught_by_walking(player, end)))
        if self.bonus == 0 and self.rolls[-1] == 6:
            opening = [m for m in moves if own[m[0]] != HOME and self.barrier(player, own[m[0]])]
            return opening or moves
        return moves

    # A turn -------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self.rolls, self.bonus, self.moved_last, self.stage = [], 0, None, "roll"

    def neighbour(self, player: int, way: int) -> int:
        order = sorted(range(self.count), key=lambda one: self.seats[one])
        return order[(order.index(player) + way) % self.count]

    def pass_on(self) -> None:
        self.turn = self.neighbour(self.turn, 1)
        while self.turn in self.done:
            self.turn = self.neighbour(self.turn, 1)
        self.begin()

    def roll(self, value: int) -> None:
        assert self.due() in ("start", "roll")
        if self.contest:
            return self.start_roll(value)
        self.rolls.append(value)
        if self.rolls[-3:] == [6, 6, 6]:
            own = self.places[self.turn]
            if self.moved_last is not None and own[self.moved_last][0] == "square":
                own[self.moved_last] = YARD
            return self.pass_on()
        self.stage = "move"
        return None if self.legal() else self.roll_again_or_pass_on()

    def first_turn(self) -> None:
        self.begin()

    def roll_again_or_pass_on(self) -> None:
        if self.rolls[-1] == 6:
            self.stage = "roll"
        else:
            self.pass_on()

    def move(self, fields: dict[str, Any]) -> None:
        """The move with these fields of a `move` event: piece, from, to, and bonus where one is due."""
        player, own, index = self.turn, self.places[self.turn], fields["piece"]
        found = [(end, caught) for mover, end, caught in self.legal() if mover == index]
        assert found, "this piece has no move"
        end, caught = found[0]
        assert fields["from"] == self.progress(player, own[index])
        assert fields["to"] == self.progress(player, end)
        assert fields.get("bonus", 0) == self.bonus
        assert set(fields) <= {"piece", "from", "to", "bonus"}
        own[index] = end
        for rival, hit in caught:
            self.places[rival][hit] = YARD
        if end[0] == "square":
            self.landed_last[end[1]] = player
        self.moved_last = index
        if self.all_home(player):
            return self.finish(player)
        return self.after_move(20 if caught else 10 if end == HOME else 0)

    def after_move(self, bonus: int) -> None:
        """A bonus is next, if there is one and somebody can make it."""
        self.bonus = bonus
        self.stage = "move"
        if not bonus or not self.legal():
            self.bonus = 0
            self.roll_again_or_pass_on()

    def pass_(self) -> None:
        raise AssertionError("nobody may pass")

    def finish(self, player: int) -> None:
        self.done.append(player)
        if self.finished():
            self.stage = "over"
        else:
            self.pass_on()

    def finished(self) -> bool:
        if self.options["teams"]:
            return any(one != other and self.partners(one, other) for one in self.done for other in self.done)
        return len(self.done) >= (1 if self.options["end"] == "first" else self.count - 1)

    def all_home(self, player: int) -> bool:
        return all(place == HOME for place in self.places[player])

    # What the engine is compared with -----------------------------------------------------------------------------

    def due(self) -> str:
        return "start" if self.contest else self.stage

    def may_pass(self) -> bool:
        return False

    def documents(self) -> list[list[int]]:
        """The pieces by player, as position documents write them."""
        return [[self.progress(player, place) for place in own] for player, own in enumerate(self.places)]

    def answers(self) -> list[dict[str, Any]]:
        """The legal moves, equal ones once, in any order."""
        found: list[dict[str, Any]] = []
        for index, end, caught in self.legal():
            was = self.progress(self.turn, self.places[self.turn][index])
            captures = sorted([rival, self.progress(rival, self.places[rival][hit])] for rival, hit in caught)
            move: dict[str, Any] = {"from": was, "to": self.progress(self.turn, end), "captures": captures}
            if self.bonus:
                move["bonus"] = self.bonus
            if move not in found:
                found.append(move)
        return found

    def ranking(self) -> list[list[int]]:
        rest = [player for player in range(self.count) if player not in self.done]
        if self.options["teams"]:
            winners = [p for p in self.done if any(q != p and self.partners(p, q) for q in self.done)]
            return [sorted(winners), [player for player in range(self.count) if player not in winners]]
        if self.options["end"] == "all_places":
            return [[player] for player in self.done] + [rest]
        return [list(self.done), rest]

    def points(self) -> None:
        return None
