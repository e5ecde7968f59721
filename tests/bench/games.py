"""The records that are measured: games of local bots, through the code of a live table, the same bytes each time."""

from __future__ import annotations

from functools import cache

from fairdice.local.game import LocalGame, Plan, seeded, stepping
from replay.codec import encode
from replay.systems import system
from tests.bench.long import LongGame

__all__ = ["lengths", "signed", "usual"]

_GAMES = 15


@cache
def usual() -> bytes:
    """The game of median length among some: star@1, four players who all contribute, moves not signed."""
    plan = Plan(rules=system("star@1").bind({}, 4), signed_moves=False)
    games = [LocalGame(plan, seeded(f"bench {number}"), stepping()).play().record() for number in range(_GAMES)]
    return encode(sorted(games, key=lambda game: len(game.events))[_GAMES // 2])


@cache
def signed() -> bytes:
    """A game in which every move carries its player's signature: none is automatic."""
    plan = Plan(rules=system("star@1").bind({"auto_move": False}, 4))
    return encode(LocalGame(plan, seeded("bench signed"), stepping()).play().record())


@cache
def lengths() -> tuple[bytes, bytes]:
    """One game after 400 rolls and after 25,000."""
    game = LongGame("long 0")
    return encode(game.play(400)), encode(game.play(25_000))
