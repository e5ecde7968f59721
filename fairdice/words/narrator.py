"""Following a record and saying each event in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fairdice.marks import colour, mark
from fairdice.printable import listed, places, printable, quoted
from fairdice.words.before import Before
from fairdice.words.moves import move, pass_
from fairdice.words.names import chosen_options, names_of
from fairdice.words.rolls import roll
from fairdice.words.told import Told
from replay.engine import Game
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll

__all__ = ["Narrator"]


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
        before = Before.of(self.game)
        self.game.apply(event)
        said = _SAYS[type(event)](self.game, event, before)
        if not isinstance(event, Move | Pass):
            return Told(event.n, said)
        who = names_of(self.game)[event.player]
        if not before.straight:
            return Told(event.n, f"{who} {said}")
        return Told(event.n, f"{who} {said}", said, f"{who} rolls {before.rolls[-1]}, {said}")


def _open(game: Game, event: Open, _before: Before) -> str:
    assert game.rules is not None
    chosen = chosen_options(game.rules)
    with_options = f", with {listed(chosen)}" if chosen else ""
    return (
        f"the house {quoted(event.house.name)} opens a game of {game.rules.system.title} ({game.rules.id}) "
        f"for {event.players} players{with_options}"
    )


def _commit(game: Game, _event: Commit, _before: Before) -> str:
    assert game.opening is not None
    return f"the house commits to its chain of {game.opening.links} links"


def _join(game: Game, event: Join, _before: Before) -> str:
    brings = [word for word, given in (("a chain", event.anchor), ("a key", event.key)) if given]
    how = ", a bot of the house" if event.kind == "bot" else f" with {listed(brings)}" if brings else ""
    return f"{names_of(game)[event.player]} joins{how}"


def _draw(game: Game, event: Draw, _before: Before) -> str:
    assert game.play is not None
    names, board = names_of(game), game.play.seating.board
    seats = [f"{names[p]} {colour(board, seat)} {mark(seat)}" for p, seat in enumerate(event.seats)]
    begins = "start rolls decide who begins" if event.first is None else f"{names[event.first]} begins"
    return f"the draw: {', '.join(seats)}; {begins}"


def _away(game: Game, event: Away, before: Before) -> str:
    assert game.presence is not None
    why = "leaves" if event.reason == "left" else "is away: no answer in time"
    spent = game.presence.spent[before.skipped :]
    again = f"; dice number {spent[-1][0]} is spent, number {game.presence.index} is asked for" if spent else ""
    return f"{names_of(game)[event.player]} {why}{again}"


def _back(game: Game, event: Back, _before: Before) -> str:
    return f"{names_of(game)[event.player]} is back"


def _close(game: Game, event: Close, _before: Before) -> str:
    names = names_of(game)
    if event.status == "finished":
        if event.points is not None:
            names = [f"{name} ({points} points)" for name, points in zip(names, event.points, strict=True)]
        return f"the game is finished: {places(event.ranking or (), names)}"
    if event.status == "void":
        return f"the game is void: {printable(event.reason or '')}"
    return "the house stops the game" + (f': "{printable(event.reason)}"' if event.reason else ", no reason given")


_SAYS: Mapping[type, Callable[[Game, Any, Before], str]] = {
    Open: _open,
    Commit: _commit,
    Join: _join,
    Draw: _draw,
    Roll: roll,
    Move: move,
    Pass: pass_,
    Away: _away,
    Back: _back,
    Close: _close,
}
