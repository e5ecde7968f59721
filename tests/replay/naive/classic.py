"""The rules of mensch@1, star@1 and english@1 a second time: slow, plain, and without one line of `replay`.

Random playouts compare the engine with this (test_playouts).  It is written from the rule text, not from the engine:
a piece is ("yard", 0), ("track", steps since it came out) or ("column", squares into the own column); a move is looked
at square by square; nothing is prepared or remembered between two questions.
"""

from __future__ import annotations

from typing import Any

from tests.replay.naive.contest import Contest

Piece = tuple[str, int]
YARD: Piece = ("yard", 0)


class NaiveClassic(Contest):
    """One game under `options`, all of them given; player p sits on board seat seats[p]."""

    def __init__(self, system: str, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> None:
        self.system = system
        self.options = options
        self.seats = seats
        # Squares of the loop, the last that a colour walks on, squares of its column, the first of them that is home.
        self.loop, self.last, self.column, self.home = (40, 39, 4, 1) if system == "mensch@1" else (52, 50, 6, 6)
        self.count = len(seats)
        self.pieces: list[list[Piece]] = [[YARD] * options.get("pieces", 4) for _ in seats]
        self.captured = [False] * self.count
        self.done: list[int] = []
        self.rolls: list[int] = []
        self.sixes = 0
        self.over = False
        self.contest = list(range(self.count)) if first is None else []
        self.contest_rolls: list[int] = []
        self.turn = 0 if first is None else first
        self.must_move = False
        self.begin()

    def put(self, document: dict[str, Any]) -> None:
        """Stand as in this position document, with a fresh turn and a roll due."""
        self.contest = []
        self.pieces = [[self.read(piece) for piece in own] for own in document["pieces"]]
        self.captured = list(document.get("captures", self.captured))
        self.turn = document.get("turn", 0)
        self.done = [p for p in range(self.count) if all(self.is_home(piece) for piece in self.pieces[p])]
        self.begin()

    def read(self, piece: int | dict[str, int]) -> Piece:
        """A piece as a position document has it."""
        if isinstance(piece, dict):
            return "track", piece["lap"] * 52 + piece["p"]
        if piece < 0:
            return YARD
        return ("track", piece) if piece <= self.last else ("column", piece - self.last)

    # Squares ------------------------------------------------------------------------------------------------------

    def square(self, player: int, piece: Piece) -> int | None:
        """The square of the loop where the piece stands, if it stands there."""
        start = self.seats[player] * self.loop // 4
        return (start + piece[1]) % self.loop if piece[0] == "track" else None

    def partners(self, player: int) -> list[int]:
        if not self.options.get("teams"):
            return [player]
        return [other for other in range(self.count) if self.seats[other] % 2 == self.seats[player] % 2]

    def safe(self, square: int) -> bool:
        named = self.options.get("safe", "none")
        return (named != "none" and square % 13 == 0) or (named == "starts_stars" and square % 13 == 8)

    def rivals_on(self, player: int, square: int | None) -> dict[int, list[int]]:
        """By rival: the indices of its pieces on this square of the loop."""
        found: dict[int, list[int]] = {}
        for rival in range(self.count):
            if square is None or rival in self.partners(player):
                continue
            indices = [i for i, piece in enumerate(self.pieces[rival]) if self.square(rival, piece) == square]
            if indices:
                found[rival] = indices
        return found

    # Where a roll leads -------------------------------------------------------------------------------------------

    def path(self, player: int, piece: Piece, roll: int) -> list[Piece]:
        """Every square that the piece steps on, the last one last; none if it cannot move so far."""
        if piece == YARD:
            numbers = {"6": [6], "1_6": [1, 6], "5": [5]}[self.options.get("leave", "6")]
            return [("track", 0)] if roll in numbers else []
        if piece == ("column", self.column):
            return []
        may_enter = self.captured[player] or not self.options.get("capture_before_home")
        steps, back = [], False
        for _ in range(roll):
            where, number = piece
            if where == "track" and number % self.loop == self.last and may_enter:
                piece = ("column", 1)
            elif where == "track":
                piece = ("track", number + 1)
            else:
                if number == self.column:
                    if self.options.get("overshoot") != "bounce":
                        return []
                    back = True
                piece = ("column", number - 1 if back else number + 1)
            steps.append(piece)
        return steps

    def blocked(self, player: int, piece: Piece, path: list[Piece]) -> bool:
        own, end = self.pieces[player], path[-1]
        if self.system == "mensch@1" and end in own:
            return True
        if self.system == "english@1" and end in own and end != ("column", 6):
            return True
        if self.options.get("no_jump_home") and any(step[0] == "column" and step in own for step in path[:-1]):
            return True
        if self.options.get("pairs") == "block":
            for step in path:
                square = self.square(player, step)
                met = self.rivals_on(player, square).values()
                if square is not None and not self.safe(square) and any(len(indices) > 1 for indices in met):
                    return True
        return False

    def hits(self, player: int, piece: Piece, end: Piece) -> list[tuple[int, int]]:
        """(rival, index) of every piece that is captured."""
        square = self.square(player, end)
        if square is None:
            return []
        if self.safe(square) and not (piece == YARD and self.options.get("rival_on_start") == "capture"):
            return []
        return [
            (rival, index)
            for rival, indices in self.rivals_on(player, square).items()
            if len(indices) == 1 or self.options.get("pairs") == "none"
            for index in indices
        ]

    def legal(self) -> dict[Piece, Piece]:
        """From -> to of every legal move."""
        if not self.must_move:
            return {}
        player, roll = self.turn, self.rolls[-1]
        own = self.pieces[player]
        moves = {}
        for piece in own:
            path = self.path(player, piece, roll)
            if path and not self.blocked(player, piece, path):
                moves[piece] = path[-1]
        if self.system == "mensch@1":
            duties = not self.options["bring_out_optional"]
            if duties and YARD in moves:
                return {YARD: moves[YARD]}
            if duties and YARD in own and ("track", 0) in moves:
                return {("track", 0): moves["track", 0]}
            if self.options["capture_compulsory"]:
                captures = {start: end for start, end in moves.items() if self.hits(player, start, end)}
                return captures or moves
        return moves

    # A turn -------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self.rolls, self.sixes, self.must_move = [], 0, False
        self.tries = self.allowed_tries()
        self.before = [list(own) for own in self.pieces], list(self.captured)

    def allowed_tries(self) -> int:
        if self.system != "mensch@1" or any(where == "track" for where, _ in self.pieces[self.turn]):
            return 1
        row = sorted(number for where, number in self.pieces[self.turn] if where == "column")
        return 3 if row == [1, 2, 3, 4][4 - len(row) :] else 1

    def pass_on(self) -> None:
        order = sorted(range(self.count), key=lambda player: self.seats[player])
        while True:
            self.turn = order[(order.index(self.turn) + 1) % self.count]
            if self.turn not in self.done:
                break
        self.begin()

    def roll(self, value: int) -> None:
        if self.contest:
            return self.start_roll(value)
        self.rolls.append(value)
        self.sixes = self.sixes + 1 if value == 6 else 0
        limit = {"star@1": self.options.get("three_sixes"), "english@1": "cancel"}.get(self.system, "none")
        if self.sixes == 3 and limit != "none":
            if limit == "undo":
                self.pieces, self.captured = self.before
            return self.pass_on()
        self.must_move = True
        if self.legal():
            return None
        self.must_move = False
        if value == 6:
            if self.system == "star@1" or self.options["six_unusable"] == "again":
                return self.roll_again()
            return self.pass_on()
        self.tries -= 1
        return self.pass_on() if self.tries == 0 else None

    def first_turn(self) -> None:
        self.begin()

    def roll_again(self) -> None:
        self.must_move = False
        self.tries = 1
        if self.rolls[-1] == 6 and self.options.get("tries_scope") == "roll":
            self.tries = self.allowed_tries()

    def may_pass(self) -> bool:
        return False

    def pass_(self) -> None:
        raise AssertionError("nobody may pass")

    def move(self, fields: dict[str, Any]) -> None:
        """The legal move of this piece."""
        index = fields["piece"]
        player, own = self.turn, self.pieces[self.turn]
        start = own[index]
        end = self.legal()[start]
        hits = self.hits(player, start, end)
        own[index] = end
        for rival, hit in hits:
            self.pieces[rival][hit] = YARD
            self.captured[player] = True
        if all(self.is_home(piece) for piece in own):
            return self.finish(player)
        extra = self.rolls[-1] == 6
        if self.system == "star@1" and self.options["extra"] == "six_capture_home":
            extra = extra or bool(hits) or self.is_home(end)
        return self.roll_again() if extra else self.pass_on()

    def is_home(self, piece: Piece) -> bool:
        return piece[0] == "column" and piece[1] >= self.home

    def finish(self, player: int) -> None:
        self.must_move = False
        self.done.append(player)
        if self.options.get("teams"):
            self.over = all(mate in self.done for mate in self.partners(player))
        else:
            self.over = self.options["end"] == "first" or len(self.done) == self.count - 1
        if not self.over:
            self.pass_on()

    # What the engine is compared with -----------------------------------------------------------------------------

    def due(self) -> str:
        if self.over:
            return "over"
        return "start" if self.contest else "move" if self.must_move else "roll"

    def document(self, piece: Piece) -> int | dict[str, int]:
        """The piece as position documents write it."""
        where, number = piece
        if where == "column":
            return self.last + number
        if where == "track" and number > self.last:
            return {"p": number % 52, "lap": number // 52}
        return number if where == "track" else -1

    def answers(self) -> list[dict[str, Any]]:
        """The legal moves, equal ones once, in any order."""
        found: list[dict[str, Any]] = []
        for start, end in self.legal().items():
            move: dict[str, Any] = {}
            for name, piece in (("from", start), ("to", end)):
                shown = self.document(piece)
                move[name] = shown["p"] if isinstance(shown, dict) else shown
                if name == "to" and isinstance(shown, dict):
                    move["lap"] = shown["lap"]
            pieces = [(rival, self.document(self.pieces[rival][i])) for rival, i in self.hits(self.turn, start, end)]
            move["captures"] = sorted([rival, at["p"] if isinstance(at, dict) else at] for rival, at in pieces)
            if move not in found:
                found.append(move)
        return found

    def documents(self) -> list[list[int | dict[str, int]]]:
        return [[self.document(piece) for piece in own] for own in self.pieces]

    def points(self) -> None:
        return None

    def ranking(self) -> list[list[int]]:
        rest = [player for player in range(self.count) if player not in self.done]
        if self.options.get("teams"):
            winner = next(p for p in self.done if all(mate in self.done for mate in self.partners(p)))
            mates = self.partners(winner)
            return [mates, [player for player in range(self.count) if player not in mates]]
        if self.options["end"] == "all_places":
            return [[player] for player in self.done] + [rest]
        if self.system != "star@1":
            return [self.done, rest]
        return [self.done, *([p for p in rest if self.sum(p) == s] for s in sorted(set(map(self.sum, rest)))[::-1])]

    def sum(self, player: int) -> int:
        where_to = {"yard": 0, "track": 0, "column": self.last}
        return sum(where_to[where] + number for where, number in self.pieces[player])
