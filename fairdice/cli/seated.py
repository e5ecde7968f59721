"""A seat in the terminal: what happens in words, and what the player is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
import msgspec

from fairdice.cli.screen import board, numbered, page, players
from fairdice.cli.shown import Watch
from fairdice.cli.streams import in_colour
from fairdice.words.legal import move_in_words, throw
from fairdice.words.names import names_of

if TYPE_CHECKING:
    from fairdice.client import Turn
    from fairdice.client.kept import Seen
    from fairdice.live.view import Choice, Strategy

__all__ = ["Asks", "Bot", "Person", "Tells", "Went"]


class Went(Exception):
    """Standard input has ended: nobody answers any more."""


class Tells:
    """Writes each event as it happens: in words, or as a line of JSON."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self.watch = Watch()
        self._begun = False

    def seen(self, seen: Seen) -> None:
        """Tell an event.  What an earlier run has told already is told in JSON alone."""
        told = self.watch.take(seen.event)
        if self._as_json:
            line = {
                "event": seen.event,
                "head": seen.head.hex(),
                "receipt": seen.receipt,
                "words": told.text,
                "restored": seen.restored,
            }
            click.echo(msgspec.json.encode(line))
        elif not seen.restored:
            self._begun = True
            click.echo("\n".join(numbered([told])))

    def begin(self, game: str) -> None:
        """Show how things stand to somebody who comes back."""
        if not (self._as_json or self._begun):
            click.echo("\n".join(page(self.watch.shown(), game, last_only=False, in_colour=in_colour())))

    def board(self) -> None:
        """Show the board and the players."""
        if not self._as_json:
            shown = self.watch.shown()
            lines = [*board(shown, in_colour=in_colour()), *players(shown, in_colour=in_colour())]
            click.echo("\n".join(["", *lines]))


Asks = Callable[["Turn"], None]
"""Answers a turn."""


class Bot:
    """Lets a strategy answer."""

    def __init__(self, choose: Strategy) -> None:
        self._choose = choose

    def __call__(self, turn: Turn) -> None:
        turn.play(self._choose)


class Person:
    """Asks whoever sits at the terminal."""

    def __init__(self, tells: Tells) -> None:
        self._tells = tells

    def __call__(self, turn: Turn) -> None:
        act = self._roll if turn.due == "roll" else self._move if turn.due == "move" else self._back
        if not act(turn):
            click.echo("Too late: the game has gone on.", err=True)

    def _roll(self, turn: Turn) -> bool:
        answer = _ask("Enter rolls, q leaves: ", ("", "q"))
        return turn.leave() if answer == "q" else turn.roll()

    def _back(self, turn: Turn) -> bool:
        click.echo("You are away, and a stand-in plays for you.")
        answer = _ask("Enter comes back, q stays away: ", ("", "q"))
        if answer == "q":
            raise Went
        return turn.back()

    def _move(self, turn: Turn) -> bool:
        self._tells.board()
        choices = list({move: (move, piece) for move, piece in reversed(turn.moves)}.values())[::-1]
        for number, line in enumerate(self._in_words(turn, choices), 1):
            click.echo(f"  {number:>2}  {line}")
        numbers = [str(number) for number in range(1, len(choices) + 1)]
        asked = f"Your move, {'1' if len(numbers) == 1 else f'1 to {len(numbers)}'}"
        passes = ["p"] if turn.may_pass else []
        answer = _ask(f"{asked}{', p passes' if passes else ''}, q leaves: ", (*numbers, *passes, "q"))
        if answer == "q":
            return turn.leave()
        return turn.pass_() if answer == "p" else turn.move(*choices[int(answer) - 1])

    def _in_words(self, turn: Turn, choices: list[Choice]) -> list[str]:
        play, names = turn.board, names_of(self._tells.watch.narrator.game)
        assert play is not None
        by = throw(play)
        if by:
            click.echo(f"  {names[play.turn]} {by}:")
        lines = []
        for move, _ in choices:
            square = play.seating.square(play.owner, move.to)
            lines.append(move_in_words(play, move, names) + ("" if square is None else f"  (square {square})"))
        return lines


def _ask(prompt: str, answers: tuple[str, ...]) -> str:
    """One of the answers.  Raises Went at the end of standard input."""
    source = sys.stdin
    while True:
        click.echo(prompt, nl=False)
        line = source.readline() if source is not None else ""
        if not line or not source.isatty():
            click.echo()  # at a terminal whoever answers has ended the line
        if not line:
            raise Went
        answer = line.strip().lower()
        if answer in answers:
            return answer
        click.echo(f"Please answer with {_spelled(answers)}.")


def _spelled(answers: tuple[str, ...]) -> str:
    numbers = [answer for answer in answers if answer.isdigit()]
    words = [{"": "Enter"}.get(answer, answer) for answer in answers if not answer.isdigit()]
    if numbers:
        words.insert(0, numbers[0] if len(numbers) == 1 else f"a number from 1 to {numbers[-1]}")
    return f"{', '.join(words[:-1])} or {words[-1]}"
