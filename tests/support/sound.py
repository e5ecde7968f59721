"""Sound records of what is seldom: absences at the edges, the last index, games that are not played to their end.

A sound is a function that makes a record; what a verifier must say of it stands beside it, taken from
docs/spec/verifying.md.  `tests.vectors.make_sound` writes them to files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from fairdice.checkpoint import add_signature
from fairdice.keys import SecretKey
from fairdice.leaves import open_leaf
from replay.record import Move, Pass
from replay.state import MOVE, ROLL, START
from tests.support.forge import Forge
from tests.support.logged import VKEY, closing, in_log, opening
from tests.support.wrong import game, quick
from tests.support.wrong.playing import FIRST, play, until
from tests.support.wrong.seats import scored, team
from tests.support.wrong.sequences import passing
from tests.support.wrong.sign import last_index
from tests.support.wrong.turns import bonus_due, in_a_sequence, of_two, third_six_due

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
    named: dict[str, Any]
    """What the caller names, as in the manifest of the wrong ones; mostly nothing."""


SOUNDS: dict[str, Sound] = {}


def sound(
    name: str, words: str, *, verdict: str = "verified", named: Any = None, **statements: str
) -> Callable[[Callable[[], Forge]], Callable[[], Forge]]:
    """Register a function as the sound record of this name; `statements` are those that don't hold as usual."""

    def register(make: Callable[[], Forge]) -> Callable[[], Forge]:
        assert name not in SOUNDS
        assert set(statements) <= set(_USUAL)
        SOUNDS[name] = Sound(name, words, make, verdict, _USUAL | statements, named or {})
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


# Six players, drawn colours, several moves a turn ------------------------------------------------------------------


@sound(
    "six-players",
    "six players on the board of six arms, of each kind, with chains of 16384 links",
    signed="partly",
)
def six_players() -> Forge:
    options = {"board": 6, "start": "draw"}
    forge = game("ckpbcc", "clovece@1", options=options, links=16384).begin()
    made: set[int] = set()
    while not made >= {0, 2, 3}:
        made |= {forge.turn} if forge.due == MOVE else set()
        forge.step()
    return forge.close()


@sound("drawn-colours", "colours are drawn: the players do not sit in the order in which they joined")
def drawn_colours() -> Forge:
    forge = game("ccc", "pairs@1", options={"quick": True, "auto_move": False}).begin()
    assert play(forge).seating.seats != (0, 1, 2)
    return forge.play(22).close()


@sound("points", "a finished game with points", ended="yes", **NOBODY)
def points() -> Forge:
    return scored().close()


@sound(
    "partner-moves",
    "a player who is done rolls on and moves its partner's pieces, until both are done",
    ended="yes",
    **NOBODY,
)
def partner_moves() -> Forge:
    return team().close()


@sound(
    "away-before-bonus",
    "a stand-in makes a bonus move for a player who went away between two moves of its turn",
    absences="no",
    **NOBODY,
)
def away_before_bonus() -> Forge:
    forge = bonus_due()
    player = forge.turn
    return forge.away(player).move().back(player).play(forge.n + 4).close()


@sound("captured", "a stand-in captures one of two rivals' pieces, and says which", absences="no", **NOBODY)
def captured() -> Forge:
    forge = of_two()
    return forge.away(forge.turn).move().play(forge.n + 4).close()


@sound("third-six", "the third six in a row is not moved, and sends the piece moved last to the yard", **NOBODY)
def third_six() -> Forge:
    return third_six_due().roll().play(24).close()


@sound(
    "away-in-a-throw",
    "a player goes away when the second roll of a throw is due: the index is spent, the piece is kept",
    absences="no",
)
def away_in_a_throw() -> Forge:
    forge = game("ccc", "clovece@1", options=FIRST).begin()
    until(forge, lambda forge: forge.due == ROLL and play(forge).last_moved is not None)
    forge.away(forge.turn).roll()
    while forge.absent and forge.due == ROLL:
        forge.step()
    return forge.play(forge.n + 4).close()


@sound("away-in-a-sequence", "a stand-in spends the dice that are left; no index is spent", absences="no")
def away_in_a_sequence() -> Forge:
    forge = in_a_sequence()
    player = forge.turn
    return forge.away(player).until(ROLL).play(forge.n + 3).back(player).play(forge.n + 6).close()


@sound(
    "back-in-a-sequence",
    "a player is away between two moves only, and contributes to the roll after its turn",
    absences="no",
)
def back_in_a_sequence() -> Forge:
    forge = in_a_sequence()
    player = forge.turn
    forge.away(player).back(player).until(ROLL)
    assert forge.presence.contributors == (True, True, True)
    return forge.play(forge.n + 4).close()


@sound(
    "away-before-sequence",
    "a player goes away with a sequence that is not complete: a stand-in rolls on",
    signed="no",
    absences="no",
)
def away_before_sequence() -> Forge:
    forge = game("ccc", "nomercy@1", options=FIRST).begin()
    until(forge, lambda forge: forge.due == ROLL and play(forge).rolls)
    return forge.away(forge.turn).until(MOVE).until(ROLL).play(forge.n + 4).close()


@sound("passes", "players pass, and sign it", verdict="open")
def passes() -> Forge:
    forge = passing().pass_()
    return forge.play(forge.n + 16)


@sound("no-mercy", "every kind of action, and passes where nothing else is left", **NOBODY)
def no_mercy() -> Forge:
    forge = game("pp", "nomercy@1", options=FIRST, seed="no mercy 329", links=400, signed_moves=False).begin()
    seen: set[object] = set()
    while len(seen) < 7:
        forge.merciless()
        event = forge.events[-1]
        seen |= {event.action} if isinstance(event, Move) else {"pass"} if isinstance(event, Pass) else set()
    return forge.close()


# In a transparency log ---------------------------------------------------------------------------------------------

LOG = {"log_keys": [VKEY]}


def closed() -> Forge:
    return game(options=CHOICE).begin().play(14).close()


@sound("logged", "opening and close are in the log that the caller named", named=LOG, logged="yes")
def logged() -> Forge:
    return in_log(closed())


@sound("logged-unnamed", "opening and close are in a log, but whose log that is nobody said")
def logged_unnamed() -> Forge:
    return in_log(closed())


@sound("logged-witness", "a witness has signed the checkpoint too", named=LOG, logged="yes")
def logged_witness() -> Forge:
    forge = in_log(closed())
    assert forge.log is not None
    forge.log["checkpoint"] = add_signature(forge.log["checkpoint"], "witness.example.com", SecretKey(bytes(32)))
    return forge


@sound("logged-open", "the game goes on, its opening is in the log", verdict="open", named=LOG, logged="partly")
def logged_open() -> Forge:
    forge = game(options=CHOICE).begin().play(14)
    return in_log(forge, [opening(forge)])


@sound("logged-not-yet", "the game is closed, the log has its opening alone so far", named=LOG, logged="partly")
def logged_not_yet() -> Forge:
    forge = closed()
    return in_log(forge, [opening(forge)])


@sound(
    "logged-lobby",
    "closed before the draw, when nothing had to be logged but the close",
    named=LOG,
    logged="partly",
    committed="no",
    **NOBODY,
)
def logged_lobby() -> Forge:
    forge = game().lobby().close()
    return in_log(forge, [closing(forge)])


@sound(
    "logged-twice",
    "the opening was logged anew when a player was declared away before the draw",
    named=LOG,
    logged="yes",
    absences="no",
)
def logged_twice() -> Forge:
    forge = game("ccc", options=CHOICE).lobby()
    n = forge.n - 1
    leaf = open_leaf(forge.gid, n, forge.heads[n])
    forge.away(1).draw().back(1).play(16).close()
    return in_log(forge, [leaf, opening(forge), closing(forge)])
