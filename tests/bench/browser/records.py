"""What is shown: a game of usual length, a long one, and a game of chess of as many plies.

`python -m tests.bench.browser.records` plays the games again of which the first is the median.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random

from fairdice.local.game import LocalGame, Plan, seeded, stepping
from replay.codec import encode
from replay.record import Record
from replay.systems import system
from tests.bench import peers
from tests.bench.long import LongGame

__all__ = ["chess", "long", "usual"]

_GAMES = 41
_MEDIAN = 2
"""Which of the games has the median number of events."""


@cache
def usual() -> bytes:
    """A four-player game of median length: star@1, two players with chains, keys and signed moves."""
    return encode(_game(_MEDIAN))


def _game(number: int) -> Record:
    plan = Plan(rules=system("star@1").bind({}, 4), without_chains=2)
    return LocalGame(plan, seeded(f"browser {number}"), stepping()).play().record()


@cache
def long(size: int = 6_000_000) -> bytes:
    """A game of star@1 with four contributors whose record has at least so many bytes."""
    game = LongGame("long 0")
    rolls = 400
    while len(raw := encode(game.play(rolls))) < size:
        rolls = max(rolls + 50, int(rolls * min(8, size / len(raw))))
    return raw


@cache
def chess(plies: int) -> str | None:
    """A random game of chess as PGN, of exactly so many plies; None where python-chess is not installed."""
    if not peers.has("chess"):
        return None
    rules, pgn = import_module("chess"), import_module("chess.pgn")
    random = Random("chess")
    while True:
        board = rules.Board()
        while board.ply() < plies and (moves := list(board.legal_moves)):
            board.push(random.choice([move for move in moves if not board.is_capture(move)] or moves))
        if board.ply() == plies:
            return str(pgn.Game.from_board(board))


def _main() -> None:
    games = [(number, _game(number)) for number in range(_GAMES)]
    games.sort(key=lambda each: len(each[1].events))
    for place, (number, game) in enumerate(games):
        median = "  <- median" if place == _GAMES // 2 else ""
        print(f"{len(game.events):5} events {len(encode(game)):7} bytes  game {number}{median}")


if __name__ == "__main__":
    _main()
