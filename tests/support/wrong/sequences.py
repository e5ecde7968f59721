"""Wrong sequences of rolls and what is done with them, wrong passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, structs

from replay.parts.actions import Action, actions
from replay.record import Move, Pass
from replay.sequence import SequenceTurn
from replay.state import MOVE, ROLL, LegalMove
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, wrong
from tests.support.wrong.playing import ANY_TIME, FIRST, choice, instead, play, until

# Sequences ----------------------------------------------------------------------------------------------------------


def sequence(reached: Callable[[Forge], object], seed: str = "a wrong record", **opening: Any) -> Forge:
    """A game of two in which a condition holds while a move is due."""
    options = FIRST | opening.pop("options", {})
    forge = game("pp", "nomercy@1", options=options, seed=seed, signed_moves=False, **opening).begin()
    return until(forge, lambda forge: forge.due == MOVE and reached(forge), Forge.merciless)


def action(kind: str, seed: str) -> tuple[Forge, int | None]:
    """A game in which such an action is legal, and its place in the order of answers."""
    forge = sequence(lambda forge: choice(forge, lambda move: move.action == kind) is not None, seed)
    return forge, choice(forge, lambda move: move.action == kind)


@wrong("rules.move.action", "a step back that captures calls itself a move")
def action_exchanged() -> Found:
    return instead(*action("moonwalk", "moonwalk 780"), action="move")


@wrong("rules.move.action_missing", "a move that does not say what kind of action it is")
def action_missing() -> Found:
    return instead(sequence(lambda _: True), 0, action=UNSET)


@wrong("rules.move.dice_missing", "a move that does not say which dice it spends")
def dice_missing() -> Found:
    return instead(sequence(lambda _: True), 0, dice=UNSET)


@wrong("rules.move.dice_order", "a move of two dice names them in the order of rolling, the six first")
def dice_order() -> Found:
    forge = sequence(lambda forge: choice(forge, _two_dice) is not None)
    dice = forge.game.moves()[choice(forge, _two_dice) or 0][0].dice
    assert dice is not UNSET
    return instead(forge, choice(forge, _two_dice), dice=dice[::-1])


def _two_dice(move: LegalMove) -> bool:
    return move.dice is not UNSET and len(set(move.dice)) > 1


@wrong("rules.move.dice_spent", "a move spends a six that has been spent")
def dice_spent() -> Found:
    forge = sequence(lambda forge: play(forge).spent == [6] and play(forge).rolls.count(6) == 1)
    move = forge.game.moves()[0][0]
    return instead(forge, 0, to=move.from_ + 6, dice=(6,))


@wrong("rules.move.dice_unrolled", "a move spends a die that was not rolled")
def dice_unrolled() -> Found:
    forge = sequence(lambda forge: play(forge).spent == [6])
    move = forge.game.moves()[0][0]
    other = play(forge).rolls[-1] % 5 + 1
    return instead(forge, 0, to=move.from_ + other, dice=(other,))


@wrong("rules.move.dice_sum", "a move spends other dice than it goes")
def dice_sum() -> Found:
    forge = sequence(lambda forge: play(forge).spent == [6])
    move = forge.game.moves()[0][0]
    return instead(forge, 0, to=move.to + 1)


@wrong("rules.move.column", "an invasion names another player's column")
def column() -> Found:
    forge, place = action("invade", "invade 408")
    return instead(forge, place, column=forge.turn)


@wrong("rules.move.column_missing", "an invasion does not say whose column it goes to")
def column_missing() -> Found:
    return instead(*action("invade", "invade 408"), column=UNSET)


@wrong("rules.move.column_added", "a move on names a column")
def column_added() -> Found:
    forge = sequence(lambda _: True)
    return instead(forge, 0, column=1 - forge.turn)


@wrong("rules.move.full_use", "a capture leaves a die that cannot be spent")
def full_use() -> Found:
    forge = sequence(_wasteful, "full use 965")
    n, action = forge.n, _wasteful(forge)[0]
    fields = {name: getattr(action.move, name) for name in ("from_", "to", "action", "dice", "column")}
    piece = play(forge).pieces[forge.turn].index(action.start)
    return at(forge.move(0, piece=piece, **fields, follow=False).close(follow=False), n)


def _wasteful(forge: Forge) -> list[Action]:
    """The captures that are refused for what they leave."""
    spend = play(forge)
    assert isinstance(spend, SequenceTurn)
    legal = [move for move, _ in forge.game.moves()]
    found = actions(spend.pieces[spend.turn], spend.dice, spend.parts.survey(spend))
    return [action for action in found if action.move.captures and action.move not in legal]


@wrong("rules.due.sequence", "a move before the sequence of rolls is complete")
def too_soon() -> Found:
    forge = game("pp", "nomercy@1", options=FIRST, signed_moves=False).begin()
    until(forge, lambda forge: forge.due == ROLL and play(forge).rolls == [6])
    n = forge.n
    entering = {"player": forge.turn, "piece": 0, "from_": -1, "to": 0, "by": "player", "action": "enter", "dice": (6,)}
    return at(forge.write(Move, entering, follow=False).close(follow=False), n)


# Passing ------------------------------------------------------------------------------------------------------------


@wrong("rules.pass.forward", "a player passes though a piece can enter")
def passes_forward() -> Found:
    forge = sequence(lambda forge: choice(forge, lambda move: move.action == "enter") is not None)
    n = forge.n
    return at(forge.pass_(follow=False).close(follow=False), n)


@wrong("rules.pass.everything", "a player passes though it could recover a prisoner, where nobody may pass")
def passes_everything() -> Found:
    forge = game("pp", "nomercy@1", options=FIRST | {"must_play": "everything"}, signed_moves=False).begin().until(MOVE)
    n = forge.n
    return at(forge.pass_(follow=False).close(follow=False), n)


@wrong("rules.by.pass", "the engine passes for a player that may")
def engine_passes() -> Found:
    forge = sequence(lambda _: True, options=ANY_TIME)
    n = forge.n
    return at(forge.pass_(by="auto", follow=False).close(follow=False), n)


@wrong("rules.by.may_pass", "the engine makes the one move that a player has who may pass")
def engine_moves() -> Found:
    forge = sequence(lambda forge: len(forge.game.moves()) == 1, options=ANY_TIME | {"auto_move": True})
    n = forge.n
    return at(forge.move(0, by="auto", follow=lambda event: structs.replace(event, by="player")).play(n + 4), n)


@wrong("rules.turn.pass", "another player passes than the one whose move is due")
def others_pass() -> Found:
    forge = sequence(lambda _: True, options=ANY_TIME)
    n = forge.n
    return at(forge.pass_(player=1 - forge.turn, follow=False).close(follow=False), n)


@wrong("rules.due.pass", "a player passes where a roll is due")
def pass_for_a_roll() -> Found:
    forge = game("pp", "nomercy@1", options=ANY_TIME, signed_moves=False).begin().play(8).until(ROLL)
    n = forge.n
    fields = {"player": forge.turn, "by": "player"}
    return at(forge.write(Pass, fields, follow=False).close(follow=False), n)


@wrong("rules.stand_in.pass", "a stand-in passes though a move is left")
def stand_in_passes() -> Found:
    forge = sequence(lambda _: True, options=ANY_TIME)
    forge.away(forge.turn)
    n = forge.n
    return at(forge.pass_(follow=False).close(follow=False), n)


@wrong("rules.stand_in.sequence", "a stand-in spends the dice that are left otherwise than it must")
def stand_in_sequence() -> Found:
    forge = sequence(lambda forge: len(forge.game.moves()) > 2)
    forge.away(forge.turn)
    n = forge.n
    fixed = play(forge).stand_in()
    place = next(place for place, found in enumerate(forge.game.moves()) if found != fixed)
    move, piece = forge.game.moves()[place]
    fields = {name: getattr(move, name) for name in ("from_", "to", "action", "dice", "column")}
    return at(forge.move(piece=piece, **fields, follow=False).close(follow=False), n)


@wrong("sign.pass", "a pass with the signature of a pass after another history")
def pass_of_another() -> Found:
    other = passing("another history").pass_()
    forge = passing()
    n = forge.n
    return at(forge.pass_(sig=getattr(other.events[-1], "sig")).play(n + 4), n)  # noqa: B009 - only passes have it


@wrong("sign.missing.pass", "a player's pass without its signature")
def pass_unsigned() -> Found:
    forge = passing()
    n = forge.n
    return at(forge.pass_(sig=None).play(n + 4), n)


@wrong("sign.move.pass", "a move with the signature that its player gave for a pass")
def move_for_a_pass() -> Found:
    passed = passing().pass_()
    forge = passing()
    n = forge.n
    return at(forge.move(sig=getattr(passed.events[-1], "sig")).play(n + 4), n)  # noqa: B009 - only passes have it


def passing(seed: str = "a wrong record") -> Forge:
    """A game in which a player may pass and signs it."""
    return game("cc", "nomercy@1", options=ANY_TIME, seed=seed).begin().until(MOVE)
