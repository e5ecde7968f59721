"""Wrong turns of several moves or rolls: absences in the middle, bonus moves, whom a move captures, throws."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, structs

from replay.record import Move
from replay.state import MOVE, ROLL
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, wrong
from tests.support.wrong.playing import FIRST, choice, instead, play, until

# Absences in the middle of a turn -----------------------------------------------------------------------------------


def in_a_sequence(who: str = "ccc", **opening: Any) -> Forge:
    """A game in which a player has made the first move of a sequence, and another is due."""
    forge = game(who, "nomercy@1", options=FIRST, **opening).begin()
    return until(forge, lambda forge: forge.due == MOVE and play(forge).spent)


@wrong("chain.index.move_due", "a player was declared away between two moves of its turn; no index is spent by that")
def nothing_spent() -> Found:
    forge = in_a_sequence()
    forge.away(forge.turn).until(ROLL)
    n = forge.n
    forge.presence.index += 1
    return at(forge.roll().play(n + 4), n)


@wrong(
    "roll.contributors.in_a_turn",
    "a player that has come back between two moves of its turn is kept out of the roll that becomes due after them",
)
def kept_out_in_a_turn() -> Found:
    forge = in_a_sequence()
    player = forge.turn
    forge.away(player).back(player).until(ROLL)
    n = forge.n
    links = [*forge.links()]
    links[player + 1] = None
    return at(forge.roll(links=links).play(n + 4), n, f"/links/{player + 1}")


@wrong(
    "roll.contributors.kept_six",
    "a player was declared away when its second roll of a throw was due, and the roll with the next index has its link",
)
def throw_goes_on() -> Found:
    forge = game("ccc", "clovece@1", options=FIRST).begin()
    until(forge, lambda forge: forge.due == ROLL and play(forge).last_moved is not None)
    player = forge.turn
    forge.away(player)
    n = forge.n
    links = [*forge.links()]
    links[player + 1] = forge.chains[player + 1].link(forge.presence.index)
    return at(forge.roll(links=links).play(n + 4), n, f"/links/{player + 1}")


@wrong("rules.by.in_a_turn", "a stand-in goes on with the turn of a player who has come back between two moves")
def stand_in_goes_on() -> Found:
    forge = in_a_sequence(signed_moves=False)
    forge.away(forge.turn).back(forge.turn)
    n = forge.n
    return at(forge.move(0, by="bot", follow=lambda event: structs.replace(event, by="player")).play(n + 4), n)


@wrong("rules.by.away_in_a_turn", "a player who has gone away between two moves of its turn makes the second itself")
def away_goes_on() -> Found:
    forge = in_a_sequence(signed_moves=False)
    forge.away(forge.turn)
    n = forge.n
    return at(forge.move(by="player", follow=lambda event: structs.replace(event, by="bot")).play(n + 4), n)


# Bonus moves --------------------------------------------------------------------------------------------------------


def bonus_due() -> Forge:
    """A game in which a bonus move of 20 is due, and several pieces could make it."""
    forge = game("pp", "parchis@1", options=FIRST, seed="bonus 597", signed_moves=False).begin()
    return until(forge, lambda forge: play(forge).bonus and len(forge.game.moves()) > 1)


@wrong("rules.move.bonus_missing", "a bonus move that does not say that it is one")
def bonus_missing() -> Found:
    return instead(bonus_due(), 0, bonus=UNSET)


@wrong("rules.move.bonus_value", "a bonus move for a capture says that it is one for a homecoming")
def bonus_value() -> Found:
    return instead(bonus_due(), 0, bonus=10)


@wrong("rules.move.bonus_added", "an ordinary move says that it is a bonus move")
def bonus_added() -> Found:
    forge = game("pp", "parchis@1", options=FIRST, signed_moves=False).begin().until(MOVE)
    return instead(forge, 0, bonus=20)


@wrong("rules.move.ten", "a piece moves the ten squares of a homecoming where twenty for a capture are due")
def ten() -> Found:
    forge = bonus_due()
    move = forge.game.moves()[-1][0]
    return instead(forge, len(forge.game.moves()) - 1, to=move.from_ + 10, bonus=10)


@wrong("rules.stand_in.bonus", "a stand-in makes a bonus move of the house's choice")
def stand_in_bonus() -> Found:
    forge = bonus_due()
    forge.away(forge.turn)
    n = forge.n
    fixed = play(forge).stand_in()
    move, piece = next(found for found in forge.game.moves() if found != fixed)
    forge.move(piece=piece, from_=move.from_, to=move.to, bonus=move.bonus, follow=False)
    return at(forge.close(follow=False), n)


@wrong("rules.due.bonus_missing", "a bonus move that a piece can make is left out")
def bonus_left_out() -> Found:
    forge = bonus_due()
    n = forge.n
    play(forge).end_turn()
    return at(forge.roll().close(follow=False), n)


def third_six_due() -> Forge:
    """A game in which the roll that is due gives a third six in a row."""
    forge = game("pp", "parchis@1", options=FIRST, seed="third six 4", signed_moves=False).begin()
    return until(forge, lambda forge: forge.due == ROLL and play(forge).sixes == 2)


@wrong("rules.due.third_six", "a piece moves the third six in a row")
def third_six() -> Found:
    forge = third_six_due()
    player, own = forge.turn, list(play(forge).pieces[forge.turn])
    forge.roll()
    assert getattr(forge.events[-1], "value") == 6  # noqa: B009 - only rolls have it
    n = forge.n
    piece = next(index for index, progress in enumerate(own) if progress >= 0)
    moved = {"player": player, "piece": piece, "from_": own[piece], "to": own[piece] + 6, "by": "player"}
    return at(forge.write(Move, moved, follow=False).close(follow=False), n)


# Whom a move captures -----------------------------------------------------------------------------------------------


def of_two() -> Forge:
    """A game with teams in which a move can capture either of two rivals' pieces."""
    options = {"teams": True, "quick": True, "colours": "fixed", "start": "first"}
    forge = game("pppp", "pairs@1", options=options, seed="captured 594", signed_moves=False).begin()
    return until(forge, lambda forge: either(forge) is not None)


def either(forge: Forge) -> int | None:
    return choice(forge, lambda move: move.captured is not UNSET)


@wrong("rules.move.captured_missing", "a move that could capture either of two rivals' pieces does not say which")
def captured_missing() -> Found:
    forge = of_two()
    return instead(forge, either(forge), captured=UNSET)


@wrong("rules.move.captured_partner", "a move says that it captures the mover's partner")
def captured_partner() -> Found:
    forge = of_two()
    return instead(forge, either(forge), captured=(forge.turn + 2) % 4)


@wrong("rules.move.captured_added", "a move that captures nothing says whom it captures")
def captured_added() -> Found:
    forge = game("pp", "pairs@1", options={"quick": True, "auto_move": False}, signed_moves=False).begin().until(MOVE)
    return instead(forge, 0, captured=1 - forge.turn)


@wrong("rules.stand_in.captured", "a stand-in captures the other of two rivals, not the next in turn order")
def stand_in_captured() -> Found:
    forge = of_two()
    forge.away(forge.turn)
    n = forge.n
    move, _ = play(forge).stand_in()
    assert move.captured is not UNSET
    other = next(m.captured for m, _ in forge.game.moves() if m.captured not in (UNSET, move.captured))
    return at(forge.move(captured=other, follow=False).close(follow=False), n)


@wrong("rules.turn.partner", "the partner whose piece is moved makes the move, not the player who is done and rolled")
def partner_plays() -> Found:
    options = {"teams": True, "quick": True, "finished_partner": "plays_partner", "auto_move": False}
    forge = game("pppp", "pairs@1", options=options, seed="partner 171", links=400, signed_moves=False).begin()
    until(forge, lambda forge: forge.due == MOVE and play(forge).owner != forge.turn)
    n, roller = forge.n, forge.turn
    own = play(forge).owner
    return at(forge.move(player=own, follow=lambda e: structs.replace(e, player=roller)).play(n + 4), n)


# Throws -------------------------------------------------------------------------------------------------------------


@wrong("rules.move.throw", "another piece takes the throw than the one that was brought out")
def other_piece() -> Found:
    forge = game("pp", "clovece@1", options=FIRST, seed="throw 1", signed_moves=False).begin()

    def several(forge: Forge) -> bool:
        return forge.due == MOVE and play(forge).last_moved is not None and play(forge).rolls[-1] < 6

    until(forge, lambda forge: several(forge) and sum(p >= 0 for p in play(forge).pieces[forge.turn]) > 1)
    n, own, chosen = forge.n, play(forge).pieces[forge.turn], play(forge).last_moved
    piece = next(index for index, p in enumerate(own) if p >= 0 and index != chosen)
    to = own[piece] + forge.game.moves()[0][0].to - forge.game.moves()[0][0].from_
    return at(forge.move(piece=piece, from_=own[piece], to=to, follow=False).close(follow=False), n)


@wrong("rules.move.kept_six", "a piece moves the last roll of a throw alone, without the six that was kept")
def without_the_six() -> Found:
    forge = game("pp", "clovece@1", options=FIRST, seed="sum 57", signed_moves=False).begin()

    def kept(forge: Forge) -> bool:
        return forge.due == MOVE and play(forge).last_moved is None and play(forge).rolls[-2:-1] == [6]

    until(forge, kept)
    return instead(forge, 0, to=forge.game.moves()[0][0].to - 6)


@wrong("rules.due.kept_six", "a six that must bring a piece out is kept, and the die rolled again")
def kept_in_the_yard() -> Found:
    forge = game("pp", "clovece@1", options=FIRST, signed_moves=False).begin().until(MOVE)
    n = forge.n
    return at(forge.roll(follow=False).close(follow=False), n)
