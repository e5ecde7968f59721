"""Replay: one event after the other, each legal or refused (docs/spec/record.md, docs/spec/rules).

`Game` is the fold over a record's events; `step` is the same as a pure function from value to value.  Whose roll it is,
which moves there are, what must follow: all of it comes from here, for a live table as for the verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from msgspec import UNSET

from replay.errors import OptionError, RuleError
from replay.play import Play
from replay.presence import Presence
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll
from replay.spelling import asked, spell
from replay.state import MOVE, OVER, ROLL, START, LegalMove, State
from replay.system import Rules
from replay.systems import system

__all__ = ["EXHAUSTED", "Game", "replay", "rules_of", "step"]

EXHAUSTED = "links exhausted"
"""The reason of a close with status "void"."""


def rules_of(opening: Open) -> Rules:
    """The rules that an opening fixes.

    Raises OptionError ``option.system``, ``option.unknown``, ``option.missing``, ``option.value`` or
    ``option.players``: in a record every option is written out.  `event` and `path` say where in the record.
    """
    given = opening.rules.options
    try:
        found = system(opening.rules.id)
        rules = found.bind(given, opening.players)
        missing = [name for name in rules.options if name not in given]
        if missing:
            raise OptionError(
                "option.missing",
                f"a record states every option; missing: {', '.join(missing)}",
                expected=list(rules.options),
                found=list(given),
                clause="C6",
            )
    except OptionError as error:
        error.event = opening.n
        within = "/rules/id" if error.code == "option.system" else f"/rules/options{error.path}"
        error.path = f"/events/{opening.n}{'/players' if error.path == '/players' else within}"
        raise
    return rules


class Game:
    """A game as far as its events have come.

    `due` says what the record waits for: ``open``, ``commit``, ``join``, ``draw``, ``start``, ``roll``, ``move``,
    ``over`` (the close) or ``closed``.  `play` is the game on the board from the draw on, `presence` who is there.
    A method that raises has changed nothing.
    """

    def __init__(self) -> None:
        self.opening: Open | None = None
        self.rules: Rules | None = None
        self.joins: list[Join] = []
        self.presence: Presence | None = None
        self.play: Play | None = None
        self.events = 0
        self.closed: Close | None = None
        self._phase = "open"
        self._by: list[str] = []
        self._auto = False

    @property
    def due(self) -> str:
        """What the record waits for."""
        return self._phase if self.play is None or self.closed else self.play.due

    @property
    def roll_due(self) -> bool:
        """Whether links are due: for the draw, a start roll or a roll."""
        return self.due in ("draw", START, ROLL)

    @property
    def turn(self) -> int | None:
        """The player who must roll or move; None where nobody in particular must."""
        return self.play.turn if self.play is not None and self.play.due != OVER and not self.closed else None

    def apply(self, event: GameEvent) -> None:
        """Take the next event.  Raises RuleError (or OptionError for an opening) if it may not stand here."""
        self.run((event,))

    def run(self, events: Iterable[GameEvent]) -> None:
        """Take events one after the other.  Raises as `apply`; what stood before the fault has been taken."""
        handlers = _APPLY
        event = None
        try:
            for event in events:
                handlers[type(event)](self, event)
                self.events += 1
        except RuleError as error:
            if error.event is None and event is not None:
                error.event = event.n
            raise

    # Before the game ----------------------------------------------------------------------------------------------

    def _open(self, event: Open) -> None:
        self._expect("open", event)
        self.rules = rules_of(event)
        self.opening = event
        self._auto = self.rules.auto_move
        self._phase = "commit"

    def _commit(self, event: Commit) -> None:
        self._expect("commit", event)
        self._phase = "join"

    def _join(self, event: Join) -> None:
        self._expect("join", event)
        assert self.rules is not None and self.opening is not None
        if event.player != len(self.joins):
            raise RuleError(
                "rules.turn",
                f"player {len(self.joins)} joins next, not {event.player}",
                expected=len(self.joins),
                found=event.player,
                clause="R5",
            )
        self.joins.append(event)
        self._by.append("bot" if event.kind == "bot" else "player")
        if len(self.joins) == self.rules.players:
            self.presence = Presence([join.anchor is not None for join in self.joins], self.opening.returns)
            self._phase = "draw"

    def _draw(self, event: Draw) -> None:
        self._expect("draw", event)
        assert self.rules is not None and self.presence is not None
        seats = tuple(sorted(event.seats)) if self.rules.draws_colours else event.seats
        if seats != self.rules.seats:
            raise RuleError(
                "rules.seats",
                f"the seats of the players are {'some order of ' * self.rules.draws_colours}{list(self.rules.seats)}",
                expected=list(self.rules.seats),
                found=list(event.seats),
                clause="C5",
            )
        fixed: dict[str, tuple[int | None, ...]] = {"first": (0,), "highest": (None,)}
        may_begin = fixed.get(self.rules.start, tuple(range(self.rules.players)))
        if event.first not in may_begin:
            why = {"first": "player 0 begins", "highest": "start rolls find out who begins"}
            raise RuleError(
                "rules.first",
                why.get(self.rules.start, "one of the players is drawn"),
                expected=may_begin[0] if len(may_begin) == 1 else list(may_begin),
                found=event.first,
                clause="C7",
            )
        self.presence.rolled()
        self.play = self.rules.play(event.seats)
        self.play.begin(event.first)
        self.presence.roll_due()

    # The game -----------------------------------------------------------------------------------------------------

    def _roll(self, event: Roll) -> None:
        play, presence = self.play, self.presence
        if play is None or presence is None or self.closed is not None:
            self._misplaced("roll")
        due = play.due
        if due == ROLL:
            if event.player != play.turn or event.purpose is not UNSET:
                self._refuse_roll(event, play)
            play.roll(event.value)
        elif due == START:
            if event.player != play.turn or event.purpose is UNSET:
                self._refuse_roll(event, play)
            play.start_roll(event.value)
        else:
            self._misplaced("roll")
        presence.index += 1
        if presence.changed and play.due != MOVE:
            presence.roll_due()

    def _move(self, event: Move) -> None:
        play, presence = self.play, self.presence
        if play is None or presence is None or play.due != MOVE or self.closed is not None:
            self._misplaced("move")
        player = play.turn
        if event.player != player:
            self._refuse_player(event.player, player, "moves")
        by = self.by()
        if event.by != by:
            self._refuse_by(event.by, by)
        if by == "bot":
            self._check_stand_in(event, play)
        play.move(event)
        if presence.changed and play.due != MOVE:
            presence.roll_due()

    def _pass(self, event: Pass) -> None:
        play = self.play
        if play is None or play.due != MOVE or self.closed is not None:
            self._misplaced("pass")
        if event.player != play.turn:
            self._refuse_player(event.player, play.turn, "moves")
        by = self._by[play.turn]
        if not play.may_pass:
            play.pass_()
        if event.by != by:
            self._refuse_by(event.by, by)
        if by == "bot" and self.joins[play.turn].kind == "human" and play.choices():
            raise RuleError(
                "rules.stand_in",
                "a stand-in never passes while a move is legal",
                expected=asked(*play.stand_in()),
                found="pass",
                clause="C14",
            )
        play.pass_()
        assert self.presence is not None
        if play.due != MOVE:
            self.presence.roll_due()

    def _away(self, event: Away) -> None:
        presence = self._present("away")
        player = event.player
        self._check_player(player)
        if self.joins[player].kind == "bot":
            raise RuleError("rules.away", "the house's own bots are always there", found=player, clause="R8")
        if player in presence.away:
            raise RuleError("rules.away", f"player {player} is away already", found=player, clause="R8")
        owes_link = self.roll_due and presence.contributors[player]
        if player != self.turn and not owes_link:
            raise RuleError(
                "rules.away",
                f"player {player} owes neither a move nor a roll nor a link",
                expected=self.turn,
                found=player,
                clause="R8",
            )
        presence.leave(player, roll_due=self.roll_due)
        self._by[player] = "bot"

    def _back(self, event: Back) -> None:
        presence = self._present("back")
        self._check_player(event.player)
        if event.player not in presence.away:
            raise RuleError("rules.back", f"player {event.player} is not away", found=event.player, clause="R8")
        presence.come_back(event.player)
        self._by[event.player] = "player"

    # The end ------------------------------------------------------------------------------------------------------

    def _close(self, event: Close) -> None:
        if self._phase in ("open", "commit", "closed"):
            self._misplaced("close")
        self.check_close(event)
        self.closed = event
        self._phase = "closed"

    def close_status(self) -> str:
        """The one status that a close can have now: ``finished``, ``void`` or ``abandoned``."""
        if self.due == OVER:
            return "finished"
        return "void" if self.exhausted else "abandoned"

    @property
    def exhausted(self) -> bool:
        """Whether the roll that is due would need a link past the end of the chains."""
        if self.presence is None or self.opening is None or not self.roll_due:
            return False
        return self.presence.index > self.opening.links

    def check_close(self, event: Close) -> None:
        """Raises RuleError ``result.status``, ``result.reason``, ``result.ranking`` or ``result.points``."""
        status = self.close_status()
        if event.status != status:
            why = {
                "finished": "the game is over and can only be closed as finished",
                "void": "the chains have no further link: the game can only be closed as void",
                "abandoned": "the game is not over and no roll past its last links is due: it can only be abandoned",
            }[status]
            raise RuleError("result.status", why, event=event.n, expected=status, found=event.status, clause="R9")
        if status == "void" and event.reason != EXHAUSTED:
            raise RuleError(
                "result.reason",
                f'a void game has the reason "{EXHAUSTED}"',
                event=event.n,
                expected=EXHAUSTED,
                found=event.reason,
                clause="R9",
            )
        finished = self.play if status == "finished" else None
        ranking = finished.ranking() if finished else None
        points = finished.points() if finished else None
        if event.ranking != ranking:
            raise RuleError(
                "result.ranking",
                "the ranking is not the one that the game gives" if finished else "only a finished game has a ranking",
                event=event.n,
                expected=ranking,
                found=event.ranking,
                clause="C13",
            )
        if event.points != points:
            raise RuleError(
                "result.points",
                "the points are not those that the game gives" if points else "this game gives no points",
                event=event.n,
                expected=points,
                found=event.points,
                clause="C13",
            )

    # For tables and the stand-in ----------------------------------------------------------------------------------

    def by(self) -> str:
        """How the move that is due must be made: ``player``, ``auto`` or ``bot``."""
        assert self.play is not None and self.play.due == MOVE
        return "auto" if self._auto and self.play.forced else self._by[self.play.turn]

    def moves(self) -> list[tuple[LegalMove, int]]:
        """The distinct legal moves in the order of answers, each with the lowest index of a piece that can make it."""
        return self.play.choices() if self.play is not None and self.play.due == MOVE else []

    # Refusals -----------------------------------------------------------------------------------------------------

    def _expect(self, phase: str, event: GameEvent) -> None:
        if self._phase != phase or self.play is not None or self.closed is not None:
            self._misplaced(type(event).__name__.lower())

    def _present(self, word: str) -> Presence:
        if self.presence is None or self.closed is not None or self.due == OVER:
            self._misplaced(word)
        return self.presence

    def _misplaced(self, word: str) -> NoReturn:
        due = self.due
        says = {
            "closed": "the game is closed",
            OVER: "the game is over: only its close can follow",
            MOVE: f"a move of player {self.turn} is due",
            ROLL: f"a roll of player {self.turn} is due",
            START: f"a start roll of player {self.turn} is due",
            "open": "the opening is due",
            "commit": "the house's commit is due",
            "join": f"player {len(self.joins)} joins next",
            "draw": "the draw is due",
        }[due]
        code = "rules.over" if due in (OVER, "closed") else "rules.due"
        raise RuleError(code, f"{says}, not a {word}", expected=due, found=word, clause="C2")

    def _refuse_roll(self, event: Roll, play: Play) -> NoReturn:
        if event.player != play.turn:
            self._refuse_player(event.player, play.turn, "rolls")
        start = play.due == START
        raise RuleError(
            "rules.purpose",
            "this is a start roll and must say so" if start else "this is no start roll",
            expected="start" if start else None,
            found=None if start else event.purpose,
            clause="C7",
        )

    def _refuse_player(self, found: int, expected: int, does: str) -> NoReturn:
        raise RuleError(
            "rules.turn",
            f"player {expected} {does} now, not player {found}",
            expected=expected,
            found=found,
            clause="C9",
        )

    def _refuse_by(self, found: str, expected: str) -> NoReturn:
        why = {
            "auto": "a move without a choice is made by the engine",
            "bot": "the player is a bot or away",
            "player": "the player is there and has the choice",
        }[expected]
        raise RuleError("rules.by", f"{why}: by must be {expected}", expected=expected, found=found, clause="C15")

    def _check_player(self, player: int) -> None:
        if player >= len(self.joins):
            raise RuleError("rules.turn", f"there is no player {player}", found=player, clause="C5")

    def _check_stand_in(self, event: Move, play: Play) -> None:
        """The move of an absent player is fixed (C14); house bots choose freely."""
        if self.joins[event.player].kind == "bot":
            return
        choice, piece = play.stand_in()
        expected, found = asked(choice, piece), asked(event, event.piece)
        if found != expected:
            raise RuleError(
                "rules.stand_in",
                f"a stand-in must play {spell(choice)} with piece {piece}, not {spell(event)} with piece {event.piece}",
                expected=expected,
                found=found,
                clause="C14",
            )


_APPLY: dict[type, Callable[[Game, Any], None]] = {
    Open: Game._open,
    Commit: Game._commit,
    Join: Game._join,
    Draw: Game._draw,
    Roll: Game._roll,
    Move: Game._move,
    Pass: Game._pass,
    Away: Game._away,
    Back: Game._back,
    Close: Game._close,
}


def replay(events: Iterable[GameEvent]) -> Game:
    """The game that these events make, from the opening on.

    Raises RuleError or OptionError at the first event that may not stand where it stands; `event` says which.
    """
    game = Game()
    game.run(events)
    return game


def step(rules: Rules, state: State, event: Roll | Move | Pass) -> State:
    """The state after one roll, move or pass of the player whose turn it is; `state` stays as it is.

    Who made the move (`by`), and whether a roll says that it is a start roll, is the record's business and not looked
    at.  Raises RuleError ``rules.due``, ``rules.over``, ``rules.turn``, ``rules.piece``, ``rules.move`` or
    ``rules.pass``.
    """
    play = rules.play(state.seats)
    play.restore(state)
    word = type(event).__name__.lower()
    if play.due == OVER:
        raise RuleError("rules.over", f"the game is over, no {word} can follow", expected=OVER, found=word, clause="C2")
    if event.player != play.turn:
        raise RuleError(
            "rules.turn",
            f"it is player {play.turn}'s turn, not player {event.player}'s",
            expected=play.turn,
            found=event.player,
            clause="C9",
        )
    if isinstance(event, Roll):
        if play.due == START:
            play.start_roll(event.value)
        elif play.due == ROLL:
            play.roll(event.value)
        else:
            raise RuleError("rules.due", f"a {play.due} is due, not a roll", expected=play.due, found=word, clause="C2")
    elif play.due != MOVE:
        raise RuleError("rules.due", f"a {play.due} is due, not a {word}", expected=play.due, found=word, clause="C2")
    elif isinstance(event, Move):
        play.move(event)
    else:
        play.pass_()
    return play.state()
