"""The records that the mutation tests change: short games of every system with everything that a record can hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec import UNSET, Struct

from replay.state import MOVE, ROLL
from tests.support.forge import Forge

__all__ = ["SAMPLES", "Sample", "made"]


class Sample(Struct, frozen=True):
    """How to make one record, what it shows, and the first event that is changed (0: all)."""

    make: Callable[[], Forge]
    shows: str
    first: int = 0


def _signed_to_the_end() -> Forge:
    return Forge("mensch@1", "cccc").begin().play(44).close(reason="The power went out.")


def _keys_and_chains() -> Forge:
    options = {"auto_move": False, "leave": "1_6"}
    forge = Forge("star@1", "ckpb", options=options, links=100, note="Four ways to join.", seed="mixed 0")
    return forge.begin().play(46).close()


def _no_keys_at_all() -> Forge:
    forge = Forge("star@1", "pp", options={"auto_move": False, "leave": "1_6", "pieces": 2})
    forge.begin().until(MOVE)
    forge.away(forge.turn, "left").move()
    absent = next(iter(forge.game.presence.away)) if forge.game.presence else 0
    forge.until(MOVE, turn=absent).move().back(absent).play(36)
    return forge.away(forge.turn).close(reason="Both left.")


def _drop_outs() -> Forge:
    """Contributors drop out while a roll and while a move is due, come back, one too often; the record stays open."""
    options = {"leave": "1_6", "start": "draw", "auto_move": False}
    forge = Forge("star@1", "ccc", options=options, signed_moves=False, returns=1, seed="drop outs 32")
    forge.lobby().away(2).draw().back(2).play(9).until(ROLL)
    forge.away(1).until(MOVE, turn=1).move().back(1)
    forge.play(forge.n + 4).until(ROLL).away(0).away(1).play(forge.n + 4).back(1).back(0)
    return forge.play(forge.n + 4).until(MOVE, turn=2).away(2).play(forge.n + 3).back(2).play(forge.n + 3)


def _left_and_back() -> Forge:
    forge = Forge("english@1", "cck", options={"start": "first"})
    forge.begin().play(9).until(ROLL).away(0, "left", at=forge.now + 60_000)
    forge.play(forge.n + 8).back(0).play(forge.n + 6).until(ROLL, turn=2).away(2, "left")
    return forge.until(MOVE).until(ROLL).back(2).play(forge.n + 3).close(reason="")


def _start_rolls() -> Forge:
    return Forge("english@1", "ccc", seed=_tied("english@1", "ccc")).begin().play(40)


@cache
def _tied(rules: str, who: str) -> str:
    """The first seed with which two players tie for the highest start roll."""
    for number in range(100):
        forge = Forge(rules, who, seed=f"{rules} {who} {number}").begin()
        while forge.due == "start":
            forge.roll()
        if forge.n > 2 + 2 * len(who) + 1:
            return forge.seed
    raise AssertionError("no seed gives a tie")


def _bots_of_the_house() -> Forge:
    return Forge("english@1", "bbb", options={"start": "draw"}).begin().play(38).close()


def _engine_moves() -> Forge:
    return Forge("mensch@1", "cb", options={"auto_move": True, "bring_out_optional": True}).begin().play(40).close()


def _void() -> Forge:
    return Forge("mensch@1", "ppp", options={"start": "highest"}, seed="void 29").begin().play().close()


def _finished() -> Forge:
    forge = Forge("star@1", "ck", options={"pieces": 2, "leave": "1_6", "overshoot": "bounce"}, links=1000)
    return forge.begin().play().close(reason=None)


def _going_round() -> Forge:
    options = {"pieces": 2, "leave": "1_6", "capture_before_home": True, "auto_move": False, "pairs": "block"}
    forge = Forge("star@1", "pp", options=options, links=1000).begin()
    while not any(getattr(event, "lap", None) in (0, 1) for event in forge.events):
        forge.step()
    return forge.play(forge.n + 6)


def _lobby() -> Forge:
    return Forge("star@1", "cpb").open().commit().join(0).join(1).close()


def _keyless_lobby() -> Forge:
    return Forge("star@1", "pb", note=UNSET).lobby()


def _opening() -> Forge:
    return Forge("mensch@1", "cc").open()


SAMPLES = {
    "signed": Sample(_signed_to_the_end, "four contributors, every move signed, abandoned with a reason"),
    "mixed": Sample(_keys_and_chains, "chain and key, key alone, neither, house bot; abandoned without a reason"),
    "keyless": Sample(_no_keys_at_all, "no keys: left and timeout unsigned, stand-in moves"),
    "drop_outs": Sample(_drop_outs, "unsigned moves; spent indices, stand-ins, returns, one too many; no close"),
    "left": Sample(_left_and_back, "left and back with signatures"),
    "start_rolls": Sample(_start_rolls, "start rolls with a tie; no close"),
    "bots": Sample(_bots_of_the_house, "house bots alone"),
    "auto": Sample(_engine_moves, "automatic moves, a contributor and a house bot"),
    "lobby": Sample(_lobby, "closed before everybody had joined"),
    "keyless_lobby": Sample(_keyless_lobby, "all have joined, nobody with a key; nothing has been rolled"),
    "opening": Sample(_opening, "an opening and no more"),
    "void": Sample(_void, "no links left", first=50),
    "finished": Sample(_finished, "a finished game", first=-12),
    "laps": Sample(_going_round, "pieces that go round again", first=-16),
}


@cache
def made(name: str) -> Forge:
    """The sample of this name."""
    return SAMPLES[name].make()
