"""Away and back: who may be declared away when, who plays meanwhile and what, who contributes afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from replay.engine import Game
from replay.errors import RuleError
from replay.record import Away, Back, Move
from tests.replay.playing import draw_of, drawn, events_before_the_draw, plain, rules_for, seen, take

Y = [-1, -1, -1, -1]
RULES = rules_for("mensch@1", {"start": "first"}, 3)
STAR = rules_for("star@1", {"auto_move": False})


def go(game: Game, player: int) -> None:
    game.apply(Away(n=game.events, at=0, player=player, reason="left"))


def back(game: Game, player: int) -> None:
    game.apply(Back(n=game.events, at=0, player=player))


def refused(game: Game, event: Any, code: str, expected: Any, found: Any) -> None:
    before = seen(game)
    with pytest.raises(RuleError) as error:
        game.apply(event)
    assert (error.value.code, error.value.event) == (code, event.n)
    assert (error.value.expected, error.value.found) == (expected, found)
    assert error.value.clause
    assert seen(game) == before


def away(game: Game, player: int) -> Away:
    return Away(n=game.events, at=0, player=player, reason="timeout")


def there(game: Game) -> Any:
    assert game.presence is not None
    return game.presence


# Who may be declared away ---------------------------------------------------------------------------------------------


def test_while_a_roll_is_due_any_contributor() -> None:
    for player in range(3):
        game = drawn(RULES, anchors="aaa")
        go(game, player)
        assert there(game).spent == [(2, player)]
        assert there(game).contributors == tuple(other != player for other in range(3))


def test_while_a_roll_is_due_the_roller_even_without_a_chain() -> None:
    game = drawn(RULES, anchors="-aa")
    go(game, 0)
    assert (there(game).spent, there(game).index) == ([], 2)
    assert there(game).contributors == (False, True, True)


def test_while_a_roll_is_due_nobody_else() -> None:
    game = drawn(RULES, anchors="aa-")
    refused(game, away(game, 2), "rules.away", 0, 2)


def test_while_a_move_is_due_the_mover_alone() -> None:
    game = drawn(RULES)
    take(game, {"roll": 6})
    for player in (1, 2):
        refused(game, away(game, player), "rules.away", 0, player)
    go(game, 0)
    assert (there(game).spent, there(game).index) == ([], 3)


def test_while_the_draw_is_due_any_contributor_and_nobody_else() -> None:
    game = Game()
    game.run(events_before_the_draw(RULES, anchors="aa-"))
    refused(game, away(game, 2), "rules.away", None, 2)
    go(game, 1)
    assert (there(game).spent, there(game).contributors) == ([(1, 1)], (True, False, False))
    game.apply(draw_of(game, RULES.seats, 0))
    assert there(game).index == 3


def test_while_start_rolls_are_due_the_roller_and_contributors() -> None:
    game = drawn(rules_for("mensch@1", {"start": "highest"}, 3), anchors="-a-")
    refused(game, away(game, 2), "rules.away", 0, 2)
    go(game, 0)
    assert there(game).spent == []
    go(game, 1)
    assert there(game).spent == [(2, 1)]
    take(game, {"roll": 3}, {"roll": 4}, {"roll": 2})
    assert (game.due, game.turn) == ("roll", 1)


def test_nobody_twice() -> None:
    game = drawn(RULES)
    go(game, 0)
    refused(game, away(game, 0), "rules.away", None, 0)


def test_a_bot_is_always_there() -> None:
    game = drawn(RULES, kinds="bhh", anchors="-aa")
    refused(game, away(game, 0), "rules.away", None, 0)


def test_only_who_is_away_comes_back() -> None:
    game = drawn(RULES)
    refused(game, Back(n=game.events, at=0, player=0), "rules.back", None, 0)
    go(game, 0)
    back(game, 0)
    refused(game, Back(n=game.events, at=0, player=0), "rules.back", None, 0)


def test_who_is_back_but_does_not_contribute_to_this_roll_owes_no_link() -> None:
    game = drawn(RULES)
    go(game, 1)
    back(game, 1)
    refused(game, away(game, 1), "rules.away", 0, 1)


def test_who_is_back_before_the_draw_contributes_to_the_first_roll() -> None:
    game = Game()
    game.run(events_before_the_draw(RULES))
    go(game, 1)
    back(game, 1)
    assert there(game).contributors == (True, False, True)
    game.apply(draw_of(game, RULES.seats, 0))
    assert (there(game).index, there(game).contributors) == (3, (True, True, True))


def test_who_is_back_contributes_to_the_roll_after_a_roll_or_a_move() -> None:
    for rolls in ([{"roll": 1}], [{"roll": 6}, {"move": {"piece": 0, "from": -1, "to": 0}}]):
        game = drawn(RULES)
        go(game, 1)
        back(game, 1)
        take(game, *rolls)
        assert (game.due, there(game).contributors) == ("roll", (True, True, True))


def test_who_leaves_while_a_move_is_due_does_not_contribute_to_the_next_roll() -> None:
    game = drawn(RULES)
    take(game, {"roll": 6})
    go(game, 0)
    take(game, {"move": {"piece": 0, "from": -1, "to": 0}})
    assert there(game).contributors == (False, True, True)


def test_after_too_many_returns_a_player_plays_but_never_contributes() -> None:
    game = drawn(RULES, returns=1)
    for _ in range(2):
        go(game, 0)
        back(game, 0)
        take(game, {"roll": 1})
        while game.turn != 0:
            take(game, {"roll": 1})
    assert there(game).contributors == (False, True, True)
    assert game.turn == 0
    take(game, {"roll": 6})
    assert game.by() == "player"


# Who plays meanwhile --------------------------------------------------------------------------------------------------


def moved(game: Game, piece: int, start: int, end: int, by: Any = "bot", **fields: Any) -> Move:
    player = game.turn
    assert player is not None
    return Move(n=game.events, at=0, player=player, piece=piece, from_=start, to=end, by=by, **fields)


def stand_in_for(pieces: list[list[Any]], roll: int, rules: Any = STAR) -> Game:
    game = drawn(rules, pieces)
    take(game, {"roll": roll})
    go(game, 0)
    return game


# Pieces of player 0, of player 1 (on the opposite seat), the roll; then what the stand-in must play: piece, from, to.
CHOICES = [
    pytest.param([53, 20, -1, -1], [50, -1, -1, -1], 3, (0, 53, 56), id="home before the first in order"),
    pytest.param([53, 21, 10, -1], [50, 50, 39, 50], 3, (0, 53, 56), id="home before a capture"),
    pytest.param([10, 20, 30, -1], [50, -1, -1, -1], 4, (1, 20, 24), id="a capture before the rearmost"),
    pytest.param([10, 20, 30, 40], [-1, -1, -1, -1], 4, (0, 10, 14), id="else the rearmost"),
    pytest.param([40, 30, 20, 10], [-1, -1, -1, -1], 4, (3, 10, 14), id="the rearmost, whatever its index"),
    pytest.param([10, -1, 30, -1], [-1, -1, -1, -1], 6, (1, -1, 0), id="the yard before the rearmost"),
    pytest.param([30, 10, 10, 40], [-1, -1, -1, -1], 4, (1, 10, 14), id="of equal pieces the lowest index"),
    pytest.param(
        [50, 53, 56, 53], [-1, -1, -1, -1], 3, (1, 53, 56), id="of equal pieces that come home the lowest index"
    ),
    pytest.param([20, 12, 30, -1], [50, 42, -1, -1], 4, (1, 12, 16), id="of equal captures the first in order"),
]


@pytest.mark.parametrize(("own", "rival", "roll", "expected"), CHOICES)
def test_what_a_stand_in_plays(own: list[int], rival: list[int], roll: int, expected: tuple[int, int, int]) -> None:
    game = stand_in_for([own, rival], roll)
    right = dict(zip(("piece", "from", "to"), expected, strict=True))
    for move, _ in game.moves():
        for index, start in enumerate(own):
            asked = {"piece": index, "from": start, "to": move.to}
            if start == move.from_ and asked != right:
                refused(game, moved(game, index, start, move.to), "rules.stand_in", right, asked)
    refused(game, moved(game, *expected, by="player"), "rules.by", "bot", "player")
    game.apply(moved(game, *expected))


def test_most_captures_first() -> None:
    rules = rules_for("star@1", {"auto_move": False, "pairs": "none"})
    game = stand_in_for([[10, 20, -1, -1], [40, 50, 50, -1]], 4, rules)
    refused(
        game,
        moved(game, 0, 10, 14),
        "rules.stand_in",
        {"piece": 1, "from": 20, "to": 24},
        {"piece": 0, "from": 10, "to": 14},
    )
    game.apply(moved(game, 1, 20, 24))


def test_moving_on_within_the_home_row_brings_nobody_home() -> None:
    rules = rules_for("mensch@1", {"start": "first"})
    game = stand_in_for([[20, 40, -1, -1], Y], 3, rules)
    game.apply(moved(game, 0, 20, 23))
    game = stand_in_for([[20, 41, 37, -1], Y], 3, rules)
    game.apply(moved(game, 2, 37, 40))


def test_rounds_count_in_the_order() -> None:
    rules = rules_for("star@1", {"auto_move": False, "capture_before_home": True})
    lapped = {"p": 3, "lap": 1}
    game = stand_in_for([[lapped, 3, 20, -1], Y], 2, rules)
    assert plain([move for move, _ in game.moves()])[:2] == [
        {"from": 3, "to": 5, "captures": []},
        {"from": 3, "to": 5, "captures": [], "lap": 1},
    ]
    refused(
        game,
        moved(game, 0, 3, 5, lap=1),
        "rules.stand_in",
        {"piece": 1, "from": 3, "to": 5},
        {"piece": 0, "from": 3, "to": 5, "lap": 1},
    )
    game.apply(moved(game, 1, 3, 5))


def test_of_unlike_pieces_with_equal_answers_the_lowest_index() -> None:
    rules = rules_for("star@1", {"auto_move": False, "capture_before_home": True})
    for pieces in ([{"p": 50, "lap": 1}, 50, 56, 56], [50, {"p": 50, "lap": 1}, 56, 56]):
        game = drawn(rules, [pieces, Y])
        assert game.play is not None
        game.play.captures[0] = True
        take(game, {"roll": 2})
        go(game, 0)
        assert len(game.moves()) == 2
        event = moved(game, 1, 50, 52)
        right = {"piece": 0, "from": 50, "to": 52}
        refused(game, event, "rules.stand_in", right, {"piece": 1, "from": 50, "to": 52})
        game.apply(moved(game, 0, 50, 52))


def test_a_forced_move_is_made_by_the_engine_for_a_stand_in_too() -> None:
    game = stand_in_for([[20, 20, -1, -1], Y], 4, rules_for("star@1"))
    refused(game, moved(game, 0, 20, 24), "rules.by", "auto", "bot")
    game.apply(moved(game, 1, 20, 24, by="auto"))


def test_an_away_player_comes_back_before_it_plays() -> None:
    game = stand_in_for([[20, 30, -1, -1], Y], 4)
    refused(game, moved(game, 1, 30, 34, by="player"), "rules.by", "bot", "player")
    back(game, 0)
    refused(game, moved(game, 0, 20, 24, by="bot"), "rules.by", "player", "bot")
    game.apply(moved(game, 1, 30, 34, by="player"))
