"""The rules of nomercy@1 a second time: slow, plain, and without one line of `replay`.

Random playouts compare the engine with this.  It is written from the rule text, not from the engine: a piece is
("yard", 0), ("track", steps since it came out), ("column", squares into the own column), ("home", 0),
("prison", captor) or ("intruder", whose column it is in), with a third part that says whether it is locked.  Whether
dice can be used in full is found by trying out everything that can be done with them.
"""

from __future__ import annotations

from typing import Any

from tests.replay.naive.contest import Contest

Piece = tuple[str, int, bool]
Pieces = list[list[Piece]]
Action = dict[str, Any]

YARD: Piece = ("yard", 0, False)
LOCKED_IN_THE_YARD: Piece = ("yard", 0, True)
HOME: Piece = ("home", 0, False)
STARTS, STARS = (0, 13, 26, 39), (8, 21, 34, 47)
LAST_OF_THE_TRACK = 50


class NaiveNomercy(Contest):
    """One game under `options`, all of them given; player p sits on board seat seats[p]."""

    def __init__(self, options: dict[str, Any], seats: tuple[int, ...], first: int | None) -> None:
        self.options = options
        self.seats = seats
        self.count = len(seats)
        self.pieces: Pieces = [[YARD] * 4 for _ in seats]
        self.done: list[int] = []
        self.rolls: list[int] = []
        self.left: list[int] = []
        self.contest = list(range(self.count)) if first is None else []
        self.contest_rolls: list[int] = []
        self.turn = 0
        self.begin(0 if first is None else first)

    def put(self, document: dict[str, Any]) -> None:
        """Stand as this position document says, with a roll or a move due."""
        self.contest, self.contest_rolls = [], []
        self.pieces = [[piece_of(each) for each in own] for own in document["pieces"]]
        at_home = [player for player in range(self.count) if all(piece == HOME for piece in self.pieces[player])]
        self.done = list(document.get("done") or at_home)
        rolls = list(document.get("rolls") or [])
        if not rolls:
            return self.begin(document.get("turn", 0))
        self.turn, self.rolls, self.left = document.get("turn", 0), rolls, list(rolls)
        for die in document.get("spent") or []:
            self.left.remove(die)
        return self.go_on()

    # Squares ------------------------------------------------------------------------------------------------------

    def square(self, player: int, steps: int) -> int:
        """The square of the loop that is so many steps from the player's start square."""
        return (13 * self.seats[player] + steps) % 52

    def ordinary(self, square: int) -> bool:
        return square not in STARS and not (self.options["starts_safe"] and square in STARTS)

    def landing(self, pieces: Pieces, steps: int) -> list[tuple[int, int]] | None:
        """(rival, index) of every piece captured by who has the turn and lands there; None: it may not land there."""
        square = self.square(self.turn, steps)
        if not self.ordinary(square):
            return []
        hits = []
        for rival in self.others():
            there = [
                index
                for index, (where, number, _) in enumerate(pieces[rival])
                if where == "track" and self.square(rival, number) == square
            ]
            if len(there) > 1:
                return None
            hits += [(rival, index) for index in there]
        return hits

    def others(self) -> list[int]:
        return [player for player in range(self.count) if player != self.turn]

    def entrance(self, rival: int) -> int:
        """The last square of the track of this rival, in steps of who has the turn."""
        return (self.square(rival, LAST_OF_THE_TRACK) - self.square(self.turn, 0)) % 52

    # What can be done with the dice that are left ------------------------------------------------------------------

    def possible(self, pieces: Pieces, left: list[int]) -> list[Action]:
        """Every action that these dice pay for, without asking what becomes of the others."""
        found = []
        for index, piece in enumerate(pieces[self.turn]):
            for dice in some_of(left):
                found += [{"piece": index, "dice": list(dice), **each} for each in self.by(pieces, piece, dice)]
        return found

    def by(self, pieces: Pieces, piece: Piece, dice: tuple[int, ...]) -> list[Action]:
        """What this piece can do with exactly these dice."""
        where, number, locked = piece
        found: list[Action | None] = []
        if where == "yard" and not locked and dice == (6,):
            found.append(self.to_the_track(pieces, "enter", piece, 0, False))
        if where == "prison" and dice == (6,):
            found.append({"action": "recover", "to": -1, "becomes": LOCKED_IN_THE_YARD, "hits": []})
        if where == "intruder" and dice == (6, 6):
            found.append(self.to_the_track(pieces, "free", piece, self.entrance(number), True))
        if where == "track" and not locked:
            found.append(self.forward(pieces, piece, number + sum(dice)))
            found.append(self.backward(pieces, piece, number - sum(dice)))
            found += [self.invasion(pieces, number, sum(dice), rival) for rival in self.others()]
        if where == "column" and not locked:
            found.append(self.forward(pieces, piece, LAST_OF_THE_TRACK + number + sum(dice)))
        return [{"from": shown(piece), **each} for each in found if each is not None]

    def to_the_track(self, pieces: Pieces, action: str, piece: Piece, steps: int, lock: bool) -> Action | None:
        hits = self.landing(pieces, steps)
        if hits is None:
            return None
        return {"action": action, "to": steps, "becomes": ("track", steps, lock), "hits": hits}

    def forward(self, pieces: Pieces, piece: Piece, steps: int) -> Action | None:
        if steps <= LAST_OF_THE_TRACK:
            return self.to_the_track(pieces, "move", piece, steps, False)
        into = steps - LAST_OF_THE_TRACK
        if into > 6:
            return None
        return {"action": "move", "to": steps, "becomes": HOME if into == 6 else ("column", into, False), "hits": []}

    def backward(self, pieces: Pieces, piece: Piece, steps: int) -> Action | None:
        if steps < 0:
            return None
        action = self.to_the_track(pieces, "moonwalk", piece, steps, True)
        return action if action and action["hits"] else None

    def invasion(self, pieces: Pieces, steps: int, distance: int, rival: int) -> Action | None:
        into = steps + distance - self.entrance(rival)
        if steps > self.entrance(rival) or not 1 <= into <= 5:
            return None
        there = [index for index, (where, number, _) in enumerate(pieces[rival]) if (where, number) == ("column", into)]
        if len(there) != 1:
            return None
        hits = [(rival, there[0])]
        becomes = ("intruder", rival, False)
        return {"action": "invade", "to": 50 + into, "column": rival, "becomes": becomes, "hits": hits}

    def after(self, pieces: Pieces, action: Action) -> Pieces:
        """The pieces when it has been done."""
        then = [list(own) for own in pieces]
        then[self.turn][action["piece"]] = action["becomes"]
        for rival, index in action["hits"]:
            then[rival][index] = ("prison", self.turn, False)
        return then

    # Full use, and what is legal ------------------------------------------------------------------------------------

    def spendable(self, pieces: Pieces, left: list[int], tried: set[Any]) -> bool:
        """Whether some sequence of actions spends all of `left`, or brings the last piece home."""
        if not left or all(piece == HOME for piece in pieces[self.turn]):
            return True
        position = (tuple(left), *(tuple(sorted(own)) for own in pieces))
        if position in tried:
            return False
        tried.add(position)
        return any(self.leaves_nothing(pieces, left, action, tried) for action in self.possible(pieces, left))

    def leaves_nothing(self, pieces: Pieces, left: list[int], action: Action, tried: set[Any]) -> bool:
        return self.spendable(self.after(pieces, action), without(left, action["dice"]), tried)

    def legal(self) -> list[Action]:
        if self.due() != "move":
            return []
        found = self.possible(self.pieces, self.left)
        if self.options["full_use"] == "captures":
            return [each for each in found if not each["hits"] or self.ends_well(each)]
        full = [each for each in found if self.ends_well(each)]
        if not full:
            return [each for each in found if not each["hits"]]
        return [each for each in found if each in full or (each["action"] in ("recover", "free") and not each["hits"])]

    def ends_well(self, action: Action) -> bool:
        return self.leaves_nothing(self.pieces, self.left, action, set())

    def may_pass(self) -> bool:
        if self.due() != "move" or self.options["must_play"] == "everything":
            return False
        if self.options["must_play"] == "nothing":
            return True
        return not any(action["action"] in ("enter", "move") for action in self.legal())

    # A turn -------------------------------------------------------------------------------------------------------

    def begin(self, player: int) -> None:
        """The turn of this player begins: its pieces are locked no longer, and a roll is due."""
        self.turn, self.rolls, self.left = player, [], []
        self.pieces[player] = [(where, number, False) for where, number, _ in self.pieces[player]]

    def go_on(self) -> None:
        """Where all dice are rolled and nothing can be done with them, the turn is over."""
        if self.due() == "move" and not self.legal():
            self.pass_on()

    def pass_on(self) -> None:
        order = sorted(range(self.count), key=lambda player: self.seats[player])
        player = self.turn
        while True:
            player = order[(order.index(player) + 1) % self.count]
            if player not in self.done:
                return self.begin(player)

    def roll(self, value: int) -> None:
        assert self.due() in ("start", "roll")
        if self.contest:
            return self.start_roll(value)
        self.rolls.append(value)
        self.left.append(value)
        return self.go_on()

    def first_turn(self) -> None:
        self.begin(self.turn)

    def move(self, fields: dict[str, Any]) -> None:
        """One legal action: piece, from, to, action, dice, and column for an invasion."""
        names = ("piece", "from", "to", "action", "dice", "column")
        asked = {name: fields[name] for name in names if name in fields}
        matching = [a for a in self.legal() if {name: a[name] for name in names if name in a} == asked]
        assert len(matching) == 1, f"{fields} is not legal"
        self.pieces = self.after(self.pieces, matching[0])
        self.left = without(self.left, matching[0]["dice"])
        if all(piece == HOME for piece in self.pieces[self.turn]):
            self.done.append(self.turn)
            if self.due() != "over":
                self.pass_on()
        elif not self.left:
            self.pass_on()
        else:
            self.go_on()

    def pass_(self) -> None:
        assert self.may_pass()
        self.pass_on()

    # What the engine is compared with -----------------------------------------------------------------------------

    def due(self) -> str:
        if self.done and (self.options["end"] == "first" or len(self.done) >= self.count - 1):
            return "over"
        if self.contest:
            return "start"
        return "move" if self.rolls and self.rolls[-1] != 6 else "roll"

    def documents(self) -> list[list[Any]]:
        """The pieces by player, as position documents write them."""
        return [[document_of(piece) for piece in own] for own in self.pieces]

    def answers(self) -> list[dict[str, Any]]:
        """The legal moves, equal ones once, in any order."""
        found: list[dict[str, Any]] = []
        for action in self.legal():
            answer: dict[str, Any] = {
                name: action[name] for name in ("from", "to", "action", "dice", "column") if name in action
            }
            answer["captures"] = sorted([rival, shown(self.pieces[rival][i])] for rival, i in action["hits"])
            if answer not in found:
                found.append(answer)
        return found

    def ranking(self) -> list[list[int]]:
        rest = [player for player in range(self.count) if player not in self.done]
        return [[player] for player in self.done] + [rest]

    def points(self) -> None:
        return None


def some_of(dice: list[int]) -> set[tuple[int, ...]]:
    """Every choice of one or more of these dice, ascending; all but one of them are sixes."""
    others = [die for die in dice if die != 6]
    found = set()
    for sixes in range(dice.count(6) + 1):
        found |= {(6,) * sixes, (*others, *(6,) * sixes)}
    return found - {()}


def without(dice: list[int], spent: list[int]) -> list[int]:
    left = list(dice)
    for die in spent:
        left.remove(die)
    return left


def shown(piece: Piece) -> int:
    """Where the piece is, as the `from` of a move writes it."""
    where, number, _ = piece
    if where == "track":
        return number
    if where == "column":
        return LAST_OF_THE_TRACK + number
    return {"yard": -1, "prison": -2, "intruder": -3, "home": 56}[where]


def document_of(piece: Piece) -> Any:
    where, number, locked = piece
    if where == "prison":
        return {"prisoner_of": number}
    if where == "intruder":
        return {"intruder_in": number}
    return {"p": shown(piece), "locked": True} if locked else shown(piece)


def piece_of(document: Any) -> Piece:
    if isinstance(document, dict) and "prisoner_of" in document:
        return ("prison", document["prisoner_of"], False)
    if isinstance(document, dict) and "intruder_in" in document:
        return ("intruder", document["intruder_in"], False)
    plain = not isinstance(document, dict)
    progress, locked = (document, False) if plain else (document["p"], document.get("locked", False))
    if progress < 0:
        return ("yard", 0, locked)
    if progress == 56:
        return HOME
    if progress > LAST_OF_THE_TRACK:
        return ("column", progress - LAST_OF_THE_TRACK, locked)
    return ("track", progress, locked)
