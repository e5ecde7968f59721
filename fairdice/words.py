"""Games in words: what an event did, what is due next, what a legal move would do.

Places are named by progress, as records and position documents name them: ``20``, ``52 (column)``, ``home``.  Names
come from records: they are made printable, and a name that is not one plain word stands in quotation marks, so that no
name can be read as a part of the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from fairdice.picture.marks import colour, mark
from fairdice.printable import listed, places, printable, quoted, told_apart
from replay.board import YARD, Board
from replay.engine import Game
from replay.options import spell
from replay.parts.laps import split
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll
from replay.state import MOVE, OVER, START, LegalMove
from replay.turn import Turn

if TYPE_CHECKING:
    from replay.play import Play
    from replay.system import Rules

__all__ = [
    "Line",
    "Narrator",
    "Told",
    "chosen_options",
    "due",
    "due_in_play",
    "join_lines",
    "move_in_words",
    "names_of",
    "place",
    "seated",
]

_NUMBERS = ("no", "one", "two", "three", "four")


class Told(Struct, frozen=True):
    """One event in words, without a full stop."""

    n: int
    text: str
    """``Ana moves a piece from 20 to 24``."""
    goes_on: str = ""
    """For a move or pass what can follow the sentence of its roll: ``moves a piece from 20 to 24``."""
    whole: str = ""
    """For a move or pass the sentence with its roll: ``Ana rolls 4, moves a piece from 20 to 24``."""


class Line(Struct, frozen=True):
    """One sentence about events `first` to `last`."""

    first: int
    last: int
    text: str


class Narrator:
    """Follows a record and says each event in words.  `game` is the game so far."""

    def __init__(self) -> None:
        self.game = Game()

    def skip(self, events: Iterable[GameEvent]) -> None:
        """Take events without a word.  Raises as `replay.engine.Game.run`."""
        self.game.run(events)

    def tell(self, event: GameEvent) -> Told:
        """Take the next event and say it in words.

        Raises RuleError (or OptionError for an opening) if it may not stand here; then nothing has changed.
        """
        before = _Before.of(self.game)
        self.game.apply(event)
        said = _SAYS[type(event)](self.game, event, before)
        if not isinstance(event, Move | Pass):
            return Told(event.n, said)
        who = names_of(self.game)[event.player]
        return Told(event.n, f"{who} {said}", said, f"{who} rolls {', '.join(map(str, before.rolls[-1:]))}, {said}")


def join_lines(told: Iterable[Told]) -> list[Line]:
    """The events as lines; a roll and the move that directly follows it are one."""
    lines: list[Line] = []
    for one in told:
        if one.goes_on and lines and lines[-1].last == one.n - 1 and one.whole.startswith(f"{lines[-1].text}, "):
            lines[-1] = Line(lines[-1].first, one.n, one.whole)
        else:
            lines.append(Line(one.n, one.n, one.text))
    return lines


# Names and places -----------------------------------------------------------------------------------------------------


def names_of(game: Game) -> list[str]:
    """By player who has joined: the name in a sentence; those who share one are numbered as well."""
    return told_apart([join.name for join in game.joins])


def seated(play: Play) -> list[str]:
    """By player: a name for those who have none, by seat: ``player 1 (yellow ▬)``."""
    board = play.seating.board
    return [f"player {p} ({colour(board, seat)} {mark(seat)})" for p, seat in enumerate(play.seating.seats)]


def chosen_options(rules: Rules) -> list[str]:
    """The options that do not have their default, as one types them: ``pairs=block``."""
    declared = rules.system.options
    return [f"{o.name}={spell(value)}" for o in declared if (value := rules.options[o.name]) != o.default]


def place(board: Board, progress: int, lap: int | UnsetType | None = None) -> str:
    """A progress in words: ``the yard``, ``20``, ``52 (column)``, ``home``, ``42 (home)``, ``51 (lap 0)``."""
    if progress == YARD:
        return "the yard"
    if isinstance(lap, int):
        return f"{progress} (lap {lap})"
    if progress >= board.home:
        return "home" if board.home == board.goal else f"{progress} (home)"
    return f"{progress} (column)" if progress > board.lap_end else f"{progress}"


# Events ---------------------------------------------------------------------------------------------------------------


class _Before(Struct, frozen=True):
    """What the words for an event need to know of the game before it."""

    due: str
    pieces: tuple[tuple[int, ...], ...] = ()
    rolls: tuple[int, ...] = ()
    sixes: int = 0
    done: tuple[int, ...] = ()
    spent: int = 0

    @classmethod
    def of(cls, game: Game) -> _Before:
        play = game.play
        if play is None or game.presence is None:
            return cls(game.due)
        pieces = tuple(map(tuple, play.pieces))
        return cls(game.due, pieces, tuple(play.rolls), play.sixes, tuple(play.done), len(game.presence.spent))


def _open(game: Game, event: Open, _before: _Before) -> str:
    assert game.rules is not None
    chosen = chosen_options(game.rules)
    with_options = f", with {listed(chosen)}" if chosen else ""
    return (
        f"the house {quoted(event.house.name)} opens a game of {game.rules.system.title} ({game.rules.id}) "
        f"for {event.players} players{with_options}"
    )


def _commit(game: Game, _event: Commit, _before: _Before) -> str:
    assert game.opening is not None
    return f"the house commits to its chain of {game.opening.links} links"


def _join(game: Game, event: Join, _before: _Before) -> str:
    brings = [word for word, given in (("a chain", event.anchor), ("a key", event.key)) if given]
    how = ", a bot of the house" if event.kind == "bot" else f" with {listed(brings)}" if brings else ""
    return f"{names_of(game)[event.player]} joins{how}"


def _draw(game: Game, event: Draw, _before: _Before) -> str:
    assert game.play is not None
    names, board = names_of(game), game.play.seating.board
    seats = [f"{names[p]} {colour(board, seat)} {mark(seat)}" for p, seat in enumerate(event.seats)]
    begins = "start rolls decide who begins" if event.first is None else f"{names[event.first]} begins"
    return f"the draw: {', '.join(seats)}; {begins}"


def _roll(game: Game, event: Roll, before: _Before) -> str:
    play = game.play
    assert play is not None
    says = f"{names_of(game)[event.player]} rolls {event.value}"
    if before.due == START:
        return f"{says} to begin{_start(game, play)}"
    if play.due == MOVE:
        return says
    if isinstance(play, Turn) and event.value == 6 and before.sixes + 1 == play.extra.limit:
        taken_back = tuple(play.pieces[event.player]) != before.pieces[event.player]
        ends = "the turn ends and its moves are taken back" if taken_back else "the turn ends"
        return f"{says}, six number {play.extra.limit} in a row: {ends}"
    return f"{says}, cannot move{', rolls again' if play.turn == event.player else ''}"


def _start(game: Game, play: Play) -> str:
    names = names_of(game)
    if play.due != START:
        return f"; {names[play.turn]} is highest and begins"
    if not play.start_rolls:
        return f"; {listed([names[player] for player in play.contenders])} roll again"
    return ""


def _move(game: Game, event: Move, before: _Before) -> str:
    play = game.play
    assert play is not None
    board = play.seating.board
    lap = split(before.pieces[event.player][event.piece])[1]
    move = LegalMove(from_=event.from_, to=event.to, captures=(), lap=event.lap)
    if event.from_ == YARD:
        says = "brings a piece out"
    elif lap is None and event.lap is UNSET and play.is_homecoming(move):
        says = "brings a piece home" if board.home == board.goal else f"brings a piece home to {event.to}"
    else:
        says = f"moves a piece from {place(board, event.from_, lap)} to {place(board, event.to, event.lap)}"
    return says + _spends(event) + _effects(game, play, event.player, before) + _by(game, event)


def _spends(event: Move | LegalMove) -> str:
    """The fields that only some systems have, as they stand in the record."""
    named = {name: getattr(event, name) for name in ("action", "dice", "bonus", "column", "captured")}
    given = [f"{name} {spell(value)}" for name, value in named.items() if value is not UNSET]
    return f" ({', '.join(given)})" if given else ""


def _effects(game: Game, play: Play, player: int, before: _Before) -> str:
    names = names_of(game)
    captured = []
    for rival in play.seating.rivals(player):
        lost = sum(now != then for now, then in zip(play.pieces[rival], before.pieces[rival], strict=True))
        if lost:
            captured.append(names[rival] if lost == 1 else f"{_NUMBERS[lost]} pieces of {names[rival]}")
    says = f", captures {listed(captured)}" if captured else ""
    if len(play.done) > len(before.done):
        says += ", has all pieces home"
    return says + (": the game is over" if play.due == OVER else "")


def _by(game: Game, event: Move | Pass) -> str:
    return " (stand-in)" if event.by == "bot" and game.joins[event.player].kind == "human" else ""


def _pass(game: Game, event: Pass, _before: _Before) -> str:
    return f"passes{_by(game, event)}"


def _away(game: Game, event: Away, before: _Before) -> str:
    assert game.presence is not None
    why = "leaves" if event.reason == "left" else "is away: no answer in time"
    spent = game.presence.spent[before.spent :]
    again = f"; dice number {spent[-1][0]} is spent, number {game.presence.index} is asked for" if spent else ""
    return f"{names_of(game)[event.player]} {why}{again}"


def _back(game: Game, event: Back, _before: _Before) -> str:
    return f"{names_of(game)[event.player]} is back"


def _close(game: Game, event: Close, _before: _Before) -> str:
    if event.status == "finished":
        return f"the game is finished: {places(event.ranking or (), names_of(game))}"
    if event.status == "void":
        return f"the game is void: {printable(event.reason or '')}"
    return "the house stops the game" + (f': "{printable(event.reason)}"' if event.reason else ", no reason given")


_SAYS: Mapping[type, Callable[[Game, Any, _Before], str]] = {
    Open: _open,
    Commit: _commit,
    Join: _join,
    Draw: _draw,
    Roll: _roll,
    Move: _move,
    Pass: _pass,
    Away: _away,
    Back: _back,
    Close: _close,
}


# What may come --------------------------------------------------------------------------------------------------------


def move_in_words(play: Play, move: LegalMove, names: Sequence[str]) -> str:
    """A legal move of the player whose turn it is: ``the piece on 20 to 24, captures Ben on 14``."""
    board = play.seating.board
    captures = listed([f"{names[player]} on {place(board, at)}" for player, at in move.captures])
    comes = "a piece out of the yard" if move.from_ == YARD else f"the piece on {place(board, move.from_)}"
    goes = f"{comes} to {place(board, move.to, move.lap)}{_spends(move)}"
    return f"{goes}, captures {captures}" if captures else goes


def due(game: Game) -> str:
    """What the record waits for, in words: ``Ana rolls``, ``Ana moves: 20 to 24``, ``the draw``."""
    play, names = game.play, names_of(game)
    if game.closed is not None:
        return "nothing, the game is closed"
    if game.exhausted:
        return "the close: the chains have no further link"
    if play is None:
        before = {"open": "the opening", "commit": "the commitment of the house", "draw": "the draw"}
        return before.get(game.due, f"player {len(game.joins)} joins")
    return "the close: the game is over" if play.due == OVER else due_in_play(play, names)


def due_in_play(play: Play, names: Sequence[str]) -> str:
    """What a game on the board waits for, in words."""
    if play.due == OVER:
        return "nothing, the game is over"
    who = names[play.turn]
    if play.due != MOVE:
        return f"{who} rolls to begin" if play.due == START else f"{who} rolls"
    ways = dict.fromkeys(move_in_words(play, move, names) for move, _ in play.choices())
    return f"{who} moves: {'; or '.join(ways)}" + ("; or passes" if play.may_pass else "")
