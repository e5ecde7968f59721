"""Bots: how a program chooses among the legal moves, under any rule system."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from fairdice.dice import Stream
from fairdice.live.history import move_of
from fairdice.live.view import Choice, Strategy
from replay.board import YARD
from replay.piece import PRISONER, progress_of
from replay.play import Play
from replay.state import OVER, ROLL

__all__ = ["BOTS", "greedy", "uniform"]

_HOME, _OUT, _CAPTURE = 40, 15, 10


def uniform(stream: Stream) -> Strategy:
    """Choose any legal move, or to pass where that is allowed, each equally likely.

    `stream` is this bot's own and is read on.
    """

    def choose(play: Play) -> Choice | None:
        choices = play.choices()
        ways: list[Choice | None] = [*choices, None] if choices and play.may_pass else [*choices]
        return ways[stream.uniform(len(ways))] if ways else None

    return choose


def greedy(_stream: Stream) -> Strategy:
    """Choose what looks best for the next moment, always the same in the same position; pass only without a move.

    What a move gains: the way that captured pieces lose, a piece brought home or out of the yard or of prison.  What it
    risks: the way that the player's own pieces can lose to each rival's next roll, on average.  Of equals, the foremost
    piece.
    """
    return _best


def _best(play: Play) -> Choice | None:
    choices = play.choices()
    if len(choices) < 2:
        return choices[0] if choices else None
    after = play.rules.play(play.seating.seats)
    state = play.state()

    def value(choice: Choice) -> tuple[int, int]:
        after.restore(state)
        after.move(move_of(*choice, player=play.turn, by="player", n=0))
        return 6 * _gain(play, after, choice) - _risk(play.owner, after), choice[0].to

    return max(choices, key=value)


def _gain(play: Play, after: Play, choice: Choice) -> int:
    """What the move brings at once; `after` is the game after it."""
    move, piece = choice
    captures = sum(progress + _CAPTURE for _, progress in move.captures)
    # A piece that others hold is further from home than one in the yard.
    way = progress_of(after.pieces[play.owner][piece]) - move.from_
    return captures + _HOME * play.is_homecoming(move) + _OUT * (move.from_ in (YARD, PRISONER)) + way


def _risk(owner: int, after: Play) -> int:
    """Six times the way that `owner` may lose to the rivals' next rolls: the worst capture of each roll, summed.

    `after` is the game to ask, and is changed by that.
    """
    if after.due == OVER:
        return 0
    state = structs.replace(after.state(), due=ROLL, rolls=(), sixes=0, bonus=0, spent=(), last_moved=None)
    risk = 0
    for rival in after.seating.rivals(owner):
        begins = structs.replace(state, turn=rival, tries=1)
        for value in range(1, 7):
            after.restore(begins)
            after.roll(value)
            # A roll without a legal move has passed the turn on.
            moves = after.choices() if after.turn == rival else []
            risk += max((_lost(owner, found) for found in moves), default=0)
    return risk


def _lost(player: int, choice: Choice) -> int:
    return sum(progress + _CAPTURE for owner, progress in choice[0].captures if owner == player)


BOTS: dict[str, Callable[[Stream], Strategy]] = {"greedy": greedy, "random": uniform}
"""All bots by name; each makes one player's strategy from a stream of that player's own."""
