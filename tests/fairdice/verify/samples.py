"""The records that the mutation tests change: short games of every system with everything that a record can hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import UNSET, Struct

from replay.play import Play
from replay.record import Move, Pass
from replay.state import MOVE, ROLL
from tests.support.forge import Forge
from tests.support.logged import in_log

__all__ = ["SAMPLES", "Sample", "made"]


class Sample(Struct, frozen=True):
    """How to make one record, what it shows, and the first event that is changed (0: all; below: from the end)."""

    make: Callable[[], Forge]
    shows: str
    first: int = 0
    only: Callable[[dict[str, Any]], bool] | None = None
    """Of these the events that are changed; None: all."""


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


# Six players, drawn colours, several moves a turn ------------------------------------------------------------------


def _six_players() -> Forge:
    options = {"board": 6, "start": "draw"}
    return Forge("clovece@1", "ckpbpc", options=options, links=16384).begin().play(36).close()


def _one_piece_for_the_throw() -> Forge:
    """Players drop out while the throw of the piece that they brought out goes on."""
    options = {"six_chain": "steps", "start": "first", "no_jump_home": True}
    forge = Forge("clovece@1", "ckp", options=options, seed="steps").begin()
    for back in (True, False):
        while not (forge.due == ROLL and _play(forge).last_moved is not None and not forge.absent):
            forge.step()
        leaver = forge.turn
        forge.away(leaver).step()
        if back:
            forge.until(ROLL).back(leaver)
    return forge.play(forge.n + 6).close()


def _drawn_colours() -> Forge:
    options = {"quick": True, "auto_move": False, "finish_step": 55}
    return Forge("pairs@1", "ckb", options=options).begin().play(30).close()


def _which_of_two() -> Forge:
    """A move that could capture either of two rivals' pieces, and says which."""
    forge = Forge("pairs@1", "pppp", options={"teams": True, "quick": True}, seed="captured 201", links=2000).begin()
    while not any(move.captured is not UNSET for move, _ in forge.game.moves()):
        forge.step()
    captured = next(place for place, (move, _) in enumerate(forge.game.moves()) if move.captured is not UNSET)
    return forge.move(captured).play(forge.n + 3)


def _partner_moves() -> Forge:
    options = {"quick": True, "teams": True, "finished_partner": "plays_partner"}
    forge = Forge("pairs@1", "pppp", options=options, seed="partner 201", links=2000, signed_moves=False)
    return forge.begin().play().close()


def _points() -> Forge:
    return Forge("pairs@1", "pp", options={"quick": True}, seed="points 181", links=2000).begin().play().close()


def _bonus_moves() -> Forge:
    """A bonus of either kind; a player drops out while its bonus move is due, and comes back."""
    forge = Forge("parchis@1", "pp", options={"start": "first"}, seed="bonus 287", links=2000, signed_moves=False)
    forge.begin()
    while not _play(forge).bonus:
        forge.step()
    leaver = forge.turn
    forge.away(leaver).move().back(leaver)
    while _play(forge).bonus != 10:
        forge.step()
    return forge.move().play(forge.n + 4)


def _sequences() -> Forge:
    """Signed moves and passes; a player drops out with dice left, and with the sequence not complete."""
    options = {"must_play": "nothing", "start": "first", "starts_safe": True}
    forge = Forge("nomercy@1", "ckp", options=options, seed="sequences 109").begin()
    while not (forge.due == MOVE and _play(forge).spent and not forge.absent):
        forge.step()
    leaver = forge.turn
    forge.away(leaver).until(ROLL).back(leaver)
    while not (forge.due == ROLL and _play(forge).rolls and forge.turn == 1):
        forge.step()
    return forge.away(1).play(forge.n + 4).back(1).play(forge.n + 12).close()


def _no_mercy() -> Forge:
    """Prisoners, moonwalks, invasions, and passes where nothing else is left."""
    forge = Forge("nomercy@1", "pp", options={"start": "first"}, seed="no mercy 75", links=2000, signed_moves=False)
    forge.begin()
    seen: set[object] = set()
    while len(seen) < 7:
        forge.merciless()
        event = forge.events[-1]
        seen.add(event.action if isinstance(event, Move) else "pass" if isinstance(event, Pass) else "move")
    return forge.play(forge.n + 3)


def _play(forge: Forge) -> Play:
    assert forge.game.play is not None
    return forge.game.play


def _seldom(event: dict[str, Any]) -> bool:
    return event["type"] == "pass" or event.get("action", "move") not in ("enter", "move")


def _lobby() -> Forge:
    return Forge("star@1", "cpb").open().commit().join(0).join(1).close()


def _keyless_lobby() -> Forge:
    return Forge("star@1", "pb", note=UNSET).lobby()


def _logged() -> Forge:
    return in_log(Forge("mensch@1", "cc").begin().play(12).close())


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
    "logged": Sample(_logged, "proofs of a log; no event is changed", only=lambda _event: False),
    "void": Sample(_void, "no links left", first=50),
    "finished": Sample(_finished, "a finished game", first=-12),
    "laps": Sample(_going_round, "pieces that go round again", first=-16),
    "six": Sample(_six_players, "six players, sixes that are kept; abandoned"),
    "throw": Sample(_one_piece_for_the_throw, "throws of one piece; away in the middle of a throw", first=5),
    "colours": Sample(_drawn_colours, "three players with drawn colours"),
    "captured": Sample(_which_of_two, "a move that says whom it captures", first=-5),
    "partner": Sample(_partner_moves, "a player who is done moves its partner's pieces; finished by a team", first=-6),
    "points": Sample(_points, "finished with points", first=-8),
    "bonus": Sample(_bonus_moves, "bonus moves, one of them by a stand-in", only=lambda event: "bonus" in event),
    "sequences": Sample(_sequences, "sequences of rolls, signed moves and passes; stand-ins with dice left", first=6),
    "no_mercy": Sample(_no_mercy, "every kind of action; passes", only=_seldom),
}


@cache
def made(name: str) -> Forge:
    """The sample of this name."""
    return SAMPLES[name].make()
