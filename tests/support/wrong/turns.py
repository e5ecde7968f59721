"""Wrong turns of several moves, wrong throws and sequences; six players and drawn colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, structs

from replay.parts.actions import Action, actions
from replay.play import Play
from replay.record import Move, Pass, Rules
from replay.sequence import Spend
from replay.state import MOVE, ROLL, LegalMove
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, wrong

FIRST = {"start": "first"}
ANY_TIME = {"start": "first", "must_play": "nothing"}


def play(forge: Forge) -> Play:
    assert forge.game.play is not None
    return forge.game.play


def until(forge: Forge, reached: Callable[[Forge], object], step: Callable[[Forge], object] = Forge.step) -> Forge:
    """Play on until a condition holds."""
    while not reached(forge):
        step(forge)
    return forge


def choice(forge: Forge, fits: Callable[[LegalMove], bool]) -> int | None:
    """The place, in the order of answers, of the first legal move that fits."""
    return next((place for place, (move, _) in enumerate(forge.game.moves()) if fits(move)), None)


def instead(forge: Forge, pick: int | None, **changes: Any) -> Found:
    """The legal move number `pick`, with other fields: the record goes on as if it had been played rightly."""
    n = forge.n
    probe = forge.game.moves()[pick or 0][0]
    right = {name: getattr(probe, name) for name in ("to", "bonus", "captured", "action", "dice", "column")}
    return at(forge.move(pick or 0, **changes, follow=lambda event: structs.replace(event, **right)).play(n + 4), n)


# Six players and drawn colours --------------------------------------------------------------------------------------


@wrong("option.players.board", "six players on the side of the board that is for four")
def six_on_four() -> Found:
    return at(opened("clovece@1", 6, board=4), 0, "/players")


@wrong("option.players.teams", "teams of three players")
def teams_of_three() -> Found:
    return at(opened("pairs@1", 3, teams=True), 0, "/rules/options/teams")


def opened(rules: str, players: int, **options: Any) -> Forge:
    """A game, closed before anybody has joined, with options that the engine would not take."""
    forge = game("pp", rules)
    given = Rules(id=rules, options=dict(forge.rules.options) | options)
    return forge.open(rules=given, players=players, follow=False).commit(follow=False).close(follow=False)


@wrong("draw.seats.colours", "the house exchanges two players' drawn colours, and the game goes on with them")
def colours() -> Found:
    fair = getattr(game("ccc", "pairs@1").begin().events[-1], "seats")  # noqa: B009 - only draws have it
    forge = game("ccc", "pairs@1").lobby()
    n = forge.n
    return at(forge.draw(seats=(fair[1], fair[0], fair[2])).play(n + 4), n)


@wrong("draw.seats.not_drawn", "the players sit in the order in which they joined where colours are drawn")
def not_drawn() -> Found:
    forge = game("cccc", "pairs@1").lobby()
    n = forge.n
    return at(forge.draw(seats=(0, 1, 2, 3)).play(n + 4), n)


@wrong("draw.first.six", "of six players another begins than the draw gives, which is drawn after no colours")
def first_of_six() -> Found:
    options = {"board": 6, "start": "draw"}
    fair = getattr(game("cppppp", "clovece@1", options=options).begin().events[-1], "first")  # noqa: B009
    forge = game("cppppp", "clovece@1", options=options).lobby()
    n = forge.n
    return at(forge.draw(first=(fair + 3) % 6).play(n + 4), n)


@wrong("roll.contributors.six", "the link of the sixth player is left out")
def sixth_left_out() -> Found:
    forge = game("kkkkkc", "clovece@1", options={"board": 6, "start": "draw"}).begin().play(14).until(ROLL)
    n = forge.n
    return at(forge.roll(links=forge.links(without=(6,))).play(n + 3), n, "/links/6")


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
    assert isinstance(spend, Spend)
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


# Results ------------------------------------------------------------------------------------------------------------


def scored() -> Forge:
    """A finished game with points, not yet closed."""
    return (
        game("pp", "pairs@1", options={"quick": True}, seed="points 32", links=400, signed_moves=False).begin().play()
    )


@wrong("result.points.home", "the loser has a point more than its pieces have earned")
def one_more() -> Found:
    forge = scored()
    n = forge.n
    points, winner = play(forge).points(), play(forge).done[0]
    assert points is not None
    more = tuple(count + (player != winner) for player, count in enumerate(points))
    return at(forge.close(points=more, follow=False), n)


@wrong("result.points.missing", "a finished game without the points that it gives")
def no_points() -> Found:
    forge = scored()
    n = forge.n
    return at(forge.close(points=None, follow=False), n)


def team() -> Forge:
    """A game that a team has won, in which a player who is done moves its partner's pieces; not yet closed."""
    options = {"teams": True, "quick": True, "finished_partner": "plays_partner"}
    return game("pppp", "pairs@1", options=options, seed="team 43", links=400, signed_moves=False).begin().play()


@wrong("result.ranking.teams", "of a winning team only the player who was done last has the first place")
def teams_ranking() -> Found:
    forge = team()
    n = forge.n
    last = play(forge).done[-1]
    others = tuple(player for player in range(4) if player != last)
    return at(forge.close(ranking=((last,), others), follow=False), n)


@wrong("result.ranking.points", "those who are not done share the second place where points decide")
def points_ranking() -> Found:
    forge = game("ppp", "pairs@1", options={"quick": True}, seed="places 28", links=400, signed_moves=False)
    n = forge.begin().play().n
    winner = play(forge).done[0]
    others = tuple(player for player in range(3) if player != winner)
    assert len(play(forge).ranking()) == 3
    return at(forge.close(ranking=((winner,), others), follow=False), n)
