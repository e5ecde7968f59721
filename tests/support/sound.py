"""Sound records of what is seldom: absences at the edges, the last index, games that are not played to their end.

A sound is a function that makes a record; what a verifier must say of it stands beside it, taken from
docs/spec/verifying.md.  `tests.vectors.make_sound` writes them to files.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from replay.state import MOVE, ROLL, START
from tests.support.forge import Forge
from tests.support.wrong import game, quick
from tests.support.wrong.sign import last_index

__all__ = ["SOUNDS", "Sound"]

CHOICE = {"auto_move": False}

_USUAL = {
    "committed": "yes",
    "unchosen": "if",
    "unforeseen": "if",
    "legal": "yes",
    "authentic": "if",
    "signed": "yes",
    "logged": "no",
    "absences": "yes",
    "ended": "no",
}
"""With an acknowledged link of a contributor in every roll, signed moves, and no word of the caller."""


class Sound(Struct, frozen=True):
    """A sound record: its name (the file's), what is in it, what a verifier must say."""

    name: str
    words: str
    make: Callable[[], Forge]
    verdict: str
    statements: dict[str, str]


SOUNDS: dict[str, Sound] = {}


def sound(
    name: str, words: str, *, verdict: str = "verified", **statements: str
) -> Callable[[Callable[[], Forge]], Callable[[], Forge]]:
    """Register a function as the sound record of this name; `statements` are those that don't hold as usual."""

    def register(make: Callable[[], Forge]) -> Callable[[], Forge]:
        assert name not in SOUNDS
        assert set(statements) <= set(_USUAL)
        SOUNDS[name] = Sound(name, words, make, verdict, _USUAL | statements)
        return make

    return register


NOBODY = {"unchosen": "no", "unforeseen": "no", "signed": "no"}
"""Of a record in which nobody brings a chain or signs a move."""


@sound("open", "the game goes on", verdict="open")
def open_record() -> Forge:
    return game(options=CHOICE).begin().play(14)


@sound("open-lobby", "nobody has joined yet", verdict="open", committed="no", **NOBODY)
def open_lobby() -> Forge:
    return game().open().commit()


@sound("abandoned-lobby", "closed before the draw", committed="no", **NOBODY)
def abandoned_lobby() -> Forge:
    return game().lobby().close()


@sound("abandoned-move", "closed while a move is due")
def abandoned_move() -> Forge:
    return game(options=CHOICE).begin().play(14).until(MOVE).close()


@sound("abandoned-last-index", "closed while the roll with the last index is due, which has a link: not void", **NOBODY)
def abandoned_last_index() -> Forge:
    return last_index().close()


@sound("finished", "played to its end by two players without keys", ended="yes", **NOBODY)
def finished() -> Forge:
    return quick().close()


@sound(
    "control-characters", "what the house says holds every control character, and others that are written as they are"
)
def control_characters() -> Forge:
    odd = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) + '"\\/\u2028\u2029\ufeff\uffff\U0010ffff A\u030a'
    return game(options=CHOICE).open(note=odd).commit().join(0).join(1).draw().play(14).close(reason=odd)


@sound("away-before-draw", "a player is declared away and comes back before the draw, whose index is 2", absences="no")
def away_before_draw() -> Forge:
    return game("ccc", options=CHOICE).lobby().away(1).back(1).draw().play(16).close()


@sound(
    "away-spends-last", "a player is declared away from the roll with the last index: the game is void", absences="no"
)
def away_spends_last() -> Forge:
    forge = game("cck", "mensch@1").begin()
    while not (forge.due == ROLL and forge.presence.index == 64):
        forge.step()
    return forge.away(0).close()


@sound(
    "away-before-void",
    "a player is declared away when there is no link left; one of the players has no key to sign moves with",
    signed="partly",
    absences="no",
)
def away_before_void() -> Forge:
    return game("ccp", "mensch@1").begin().play().away(1).close()


@sound("away-before-abandoned", "a player is declared away, then the game is abandoned", absences="no")
def away_before_abandoned() -> Forge:
    return game("ccc", options=CHOICE).begin().play(14).until(ROLL).away(1).close()


@sound("returned-contributes", "a player who has come back contributes once a second index is spent", absences="no")
def returned_contributes() -> Forge:
    forge = game("ccc", options=CHOICE).begin().play(10).until(ROLL, turn=0).away(0).back(0).away(1)
    assert forge.presence.contributors == (True, False, True)
    return forge.roll().play(26).close()


@sound("timeout-after-back", "a timeout counts from the last roll or move, not from an absence", absences="no")
def timeout_after_back() -> Forge:
    forge = game("ccc", options=CHOICE).begin().play(10).until(ROLL, turn=0).away(0).back(0)
    return forge.away(0).play(26).close()


@sound("away-no-chain", "a player without a chain who has to roll is declared away: no index is spent", absences="no")
def away_no_chain() -> Forge:
    return game("ck", options=CHOICE).begin().play(10).until(ROLL, turn=1).away(1).play(20).close()


@sound(
    "away-no-chain-start",
    "a player without a chain who has to make a start roll is declared away: no index is spent",
    absences="no",
)
def away_no_chain_start() -> Forge:
    forge = game("ckk", "english@1").begin().roll()
    assert forge.due == START
    return forge.away(1).play(24).close()


@sound("stand-in", "a stand-in moves for a player who is away until it comes back", absences="no")
def stand_in() -> Forge:
    forge = game("ccc", options=CHOICE).begin().play(10).until(MOVE, turn=0).away(0)
    return forge.until(MOVE, turn=0).move().until(ROLL, turn=1).back(0).until(MOVE, turn=0).move().close()


@sound(
    "away-left",
    "the only player with a chain leaves: the rolls that follow are the house's alone",
    unchosen="partly",
    unforeseen="partly",
    absences="no",
)
def away_left() -> Forge:
    return game("ck", options=CHOICE).begin().play(10).until(ROLL, turn=1).away(0, "left").play(20).close()
