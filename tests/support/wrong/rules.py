"""Wrong options, moves and absences."""

from __future__ import annotations

import json
from typing import Any

from msgspec import UNSET, structs

from replay.record import Rules
from replay.state import MOVE, ROLL
from replay.systems import system
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, quick, wrong


def opened(rules_id: str = "star@1", **changes: Any) -> Forge:
    """A game, closed in the lobby, with options that the engine would not take."""
    options = dict(system("star@1").bind({}, 2).options) | changes
    rules = Rules(id=rules_id, options={name: value for name, value in options.items() if value is not UNSET})
    forge = game("pp").open(rules=rules, follow=False).commit(follow=False)
    return forge.join(0, follow=False).join(1, follow=False).close(follow=False)


@wrong("option.system", "a rule system that does not exist")
def unknown_system() -> Found:
    return at(opened("star@99"), 0, "/rules/id")


@wrong("option.unknown", "an option that the system does not have")
def unknown() -> Found:
    return at(opened(loaded_dice=True), 0, "/rules/options/loaded_dice")


@wrong("option.unknown.beside_value", "an unknown option, and a wrong value of one that sorts before it")
def unknown_beside_value() -> Found:
    return at(opened(loaded_dice=True, auto_move=7), 0, "/rules/options/loaded_dice")


@wrong("option.unknown.unsorted", "two unknown options, which the file does not have in sorted order")
def unknown_unsorted() -> Found:
    found = at(opened(loaded_dice=True, zealous_dice=True), 0, "/rules/options/loaded_dice")
    options = found.record["events"][0]["rules"]["options"]
    found.record["events"][0]["rules"]["options"] = dict(sorted(options.items(), reverse=True))
    return structs.replace(found, text=json.dumps(found.record).encode() + b"\n")


@wrong("option.value.sorted", "two wrong values; the one that sorts first is not the first that the system declares")
def value_sorted() -> Found:
    return at(opened(pieces=True, auto_move=7), 0, "/rules/options/auto_move")


@wrong("option.missing", "an option is left to its default")
def missing() -> Found:
    return at(opened(overshoot=UNSET), 0, "/rules/options")


@wrong("option.value", "true where the number of pieces belongs")
def value() -> Found:
    return at(opened(pieces=True), 0, "/rules/options/pieces")


@wrong("option.players", "five players on a board for four")
def players() -> Found:
    forge = game("pp").open(players=5, follow=False).commit(follow=False)
    return at(forge.join(0, follow=False).join(1, follow=False).close(follow=False), 0, "/players")


@wrong("rules.due", "a second roll where a move is due, with the next index")
def due() -> Found:
    forge = game().begin().play(8).until(MOVE)
    n = forge.n
    return at(forge.roll(follow=False).close(follow=False), n)


@wrong("rules.due.missing_move", "a move that must be made is left out")
def missing_move() -> Found:
    forge = game().begin().play(8).until(MOVE)
    n = forge.n
    play = forge.game.play
    assert play is not None
    play.end_turn()
    return at(forge.roll().close(follow=False), n)


@wrong("rules.over", "a roll follows the last piece home")
def over() -> Found:
    forge = quick()
    n = forge.n
    close = forge.close().events.pop()
    forge.heads.pop()
    forge.roll(player=0, follow=False)
    return at(forge.write(type(close), {**fields(close), "n": n + 1}, follow=False), n)


def fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in ("n", "at")}


@wrong("rules.turn", "another player rolls than the one whose turn it is")
def turn() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n, own = forge.n, forge.turn
    return at(forge.roll(player=1 - own, follow=lambda e: structs.replace(e, player=own)).play(n + 4), n)


@wrong("rules.turn.move", "another player moves than the one whose turn it is")
def turn_of_move() -> Found:
    forge = game("pp", options={"auto_move": False}).begin().play(8).until(MOVE)
    n, own = forge.n, forge.turn
    return at(forge.move(player=1 - own, follow=lambda e: structs.replace(e, player=own)).play(n + 4), n)


@wrong("rules.purpose", "an ordinary roll that calls itself a start roll")
def purpose() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.roll(purpose="start", follow=lambda e: structs.replace(e, purpose=UNSET)).play(n + 4), n)


@wrong("rules.piece", "a piece moves from where it does not stand")
def piece() -> Found:
    forge = game(options={"auto_move": False}).begin().play(8).until(MOVE)
    n = forge.n
    right = at_turn(forge)
    return at(forge.move(from_=right + 1, follow=lambda e: structs.replace(e, from_=right)).play(n + 4), n)


def at_turn(forge: Forge) -> int:
    """Where the piece stands that `Forge.move` would choose now."""
    before = len(forge.events)
    probe = game(options={"auto_move": False}).begin().play(before)
    return int(getattr(probe.move().events[-1], "from_"))  # noqa: B009 - only moves have it


@wrong("rules.move", "a piece moves one square too far")
def move() -> Found:
    forge = game(options={"auto_move": False}).begin().play(8).until(MOVE)
    n = forge.n
    moves = forge.game.moves()
    right = moves[0][0]
    return at(forge.move(0, to=right.to + 1, follow=lambda e: structs.replace(e, to=right.to)).play(n + 4), n)


@wrong("rules.pass", "a player passes though it can move")
def passes() -> Found:
    forge = game(options={"auto_move": False}).begin().play(8).until(MOVE)
    n = forge.n
    return at(forge.pass_(follow=False).close(follow=False), n)


@wrong("rules.by", "a player signs a move that the engine must make")
def by() -> Found:
    forge = game().begin().play(8).until(MOVE)
    while forge.game.by() != "auto":
        forge.until(MOVE)
    n = forge.n
    return at(forge.move(by="player", follow=lambda e: structs.replace(e, by="auto")).play(n + 4), n)


@wrong("rules.by.stand_in", "the house plays for a player that is there")
def by_stand_in() -> Found:
    forge = game(options={"auto_move": False}).begin().play(8).until(MOVE)
    n = forge.n
    return at(forge.move(by="bot", follow=lambda e: structs.replace(e, by="player")).play(n + 4), n)


@wrong("rules.stand_in", "a stand-in makes a legal move of the house's choice")
def stand_in() -> Found:
    forge = game(options={"auto_move": False, "leave": "1_6", "pieces": 4}).begin()
    while not (forge.due == MOVE and len(forge.game.moves()) > 1):
        forge.step()
    forge.away(forge.turn)
    n = forge.n
    play = forge.game.play
    assert play is not None
    fixed = play.stand_in()
    move, index = next(choice for choice in forge.game.moves() if choice != fixed)
    return at(forge.move(piece=index, from_=move.from_, to=move.to, follow=False).close(follow=False), n)


@wrong("rules.away", "a player without a chain is declared away who owes neither a move nor a roll")
def away() -> Found:
    forge = game("pp").begin().play(8).until(MOVE)
    n = forge.n
    return at(forge.away(1 - forge.turn, follow=False).play(n + 4), n)


@wrong("rules.away.twice", "a player that is away is declared away once more")
def away_twice() -> Found:
    forge = game("pp").begin().play(8).until(MOVE)
    forge.away(forge.turn)
    n = forge.n
    return at(forge.away(forge.turn, follow=False).play(n + 4), n)


@wrong("rules.away.bot", "a bot of the house is declared away")
def away_bot() -> Found:
    forge = game("pb").begin().play(8).until(MOVE, turn=1)
    n = forge.n
    return at(forge.away(1, follow=False).play(n + 4), n)


@wrong("rules.back", "a player comes back that was not away")
def back() -> Found:
    forge = game("pp").begin().play(8)
    n = forge.n
    return at(forge.back(0, follow=False).play(n + 4), n)


@wrong("rules.away.no_link_due", "a player without a chain is declared away while the others' links are due")
def away_no_link() -> Found:
    forge = game("cp").begin().play(8).until(ROLL, turn=0)
    n = forge.n
    return at(forge.away(1, follow=False).play(n + 4), n)


@wrong("rules.purpose.start", "a start roll that does not call itself one")
def start_purpose() -> Found:
    forge = game("cc", "english@1").begin()
    n = forge.n
    return at(forge.roll(purpose=UNSET, follow=lambda e: structs.replace(e, purpose="start")).play(n + 4), n)


@wrong("rules.away.others_move", "a player with a chain is declared away while another player's move is due")
def away_others_move() -> Found:
    forge = game().begin().play(8).until(MOVE)
    n, other = forge.n, 1 - forge.turn
    forge.away(other, follow=False).presence.leave(other, roll_due=False)
    return at(forge.play(n + 4), n)


@wrong("rules.away.returns", "a player who has come back too often to contribute is declared away at another's roll")
def away_returns() -> Found:
    forge = game("ccc", returns=0).begin().play(8).until(ROLL, turn=0).away(0).back(0).until(ROLL, turn=1)
    n = forge.n
    return at(forge.away(0, follow=False).play(n + 4), n)


@wrong(
    "rules.away.again",
    "a contributor that is away is declared away once more: no second index is spent, one return is enough",
)
def away_again() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL, turn=0).away(0)
    n = forge.n
    forge.away(0, follow=False).roll().until(ROLL).back(0).until(ROLL).until(ROLL)
    assert forge.presence.contributors[0]
    return at(forge.roll(), n)


@wrong(
    "rules.back.return",
    "a contributor comes back that was not away: the return does not count, a later one lets it contribute",
)
def back_uncounted() -> Found:
    forge = game("ccc", returns=1).begin().play(8).until(ROLL, turn=0)
    n = forge.n
    forge.back(0, follow=False).away(0).back(0).until(ROLL).until(ROLL)
    assert forge.presence.contributors[0]
    return at(forge.roll(), n)
