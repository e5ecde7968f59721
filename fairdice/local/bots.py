"""Bots: how a program chooses among the legal moves, under any rule system."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from fairdice.dice import Stream
from fairdice.live.history import move_of
from fairdice.live.view import Choice, Strategy
from replay.board import YARD
from replay.play import Play
from replay.state import OVER, ROLL

__all__ = ["BOTS", "greedy", "uniform"]

_HOME, _OUT, _CAPTURE = 40, 15, 10


def uniform(stream: Stream) -> Strategy:
    """Choose any legal move, each equally likely; `stream` is this bot's own and is read on."""

    def choose(play: Play) -> Choice | None:
        choices = play.choices()
        return choices[stream.uniform(len(choices))] if choices else None

    return choose


def greedy(_stream: Stream) -> Strategy:
    """Choose what looks best for the next moment, always the same in the same position.

    What a move gains: the way that captured pieces lose, a piece brought home or out of the yard.  What it risks: the
    way that the player's own pieces can lose to each rival's next roll, on average.  Of equals, the foremost piece.
    """
    return _best


def _best(play: Play) -> Choice | None:
    choices = play.choices()
    if len(choices) < 2:
        return choices[0] if choices else None
    return max(choices, key=lambda choice: (6 * _gain(play, choice) - _risk(play, choice), choice[0].to))


def _gain(play: Play, choice: Choice) -> int:
    move, _ = choice
    captures = sum(progress + _CAPTURE for _, progress in move.captures)
    return captures + _HOME * play.is_homecoming(move) + _OUT * (move.from_ == YARD) + move.to - move.from_


def _risk(play: Play, choice: Choice) -> int:
    """Six times the way that the player may lose to the rivals' next rolls: the worst capture of each roll, summed."""
    player, seats = play.turn, play.seating.seats
    after = play.rules.play(seats)
    after.restore(play.state())
    after.move(move_of(*choice, player=player, by="player", n=0))
    if after.due == OVER:
        return 0
    state = after.state()
    risk = 0
    for rival in play.seating.rivals(player):
        begins = structs.replace(state, turn=rival, due=ROLL, rolls=(), sixes=0, tries=1)
        for value in range(1, 7):
            after.restore(begins)
            after.roll(value)
            # A roll without a legal move has passed the turn on.
            moves = after.choices() if after.turn == rival else []
            risk += max((_lost(player, found) for found in moves), default=0)
    return risk


def _lost(player: int, choice: Choice) -> int:
    return sum(progress + _CAPTURE for owner, progress in choice[0].captures if owner == player)


BOTS: dict[str, Callable[[Stream], Strategy]] = {"greedy": greedy, "random": uniform}
"""All bots by name; each makes one player's strategy from a stream of that player's own."""
