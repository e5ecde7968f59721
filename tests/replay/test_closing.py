"""The close: the status that the game has, its reason, ranking and points."""

from __future__ import annotations

from typing import Any

import pytest

from replay.engine import EXHAUSTED, Game
from replay.errors import RuleError
from replay.record import Away, Back
from tests.replay.playing import close_of, drawn, events_before_the_draw, rules_for, seen, take

Y = [-1, -1, -1, -1]
HOME = [40, 41, 42, 43]
RULES = rules_for("mensch@1", {"start": "first"}, 3)


def finished() -> Game:
    game = drawn(RULES, [[39, 41, 42, 43], [5, -1, -1, -1], Y])
    take(game, {"roll": 1}, {"move": {"piece": 0, "from": 39, "to": 40}})
    return game


def exhausted() -> Game:
    """All 64 links are used up: the draw and 63 rolls, none of them a six."""
    game = drawn(RULES, links=64)
    assert game.presence is not None
    while not game.exhausted:
        assert game.presence.index <= 64
        take(game, {"roll": 1 + game.presence.index % 5})
    return game


def refused(game: Game, code: str, expected: Any, found: Any, **fields: Any) -> None:
    before = seen(game)
    with pytest.raises(RuleError) as error:
        game.apply(close_of(game, **fields))
    assert (error.value.code, error.value.event) == (code, game.events)
    assert (error.value.expected, error.value.found) == (expected, found)
    assert error.value.clause
    assert seen(game) == before


@pytest.mark.parametrize(
    ("make", "status"),
    [
        pytest.param(finished, "finished", id="finished"),
        pytest.param(lambda: drawn(RULES), "abandoned", id="a roll is due"),
        pytest.param(exhausted, "void", id="no link is left"),
    ],
)
def test_only_one_status_is_right(make: Any, status: str) -> None:
    ranking = ((0,), (1, 2)) if status == "finished" else None
    reason = EXHAUSTED if status == "void" else None
    for other in {"finished", "abandoned", "void"} - {status}:
        refused(make(), "result.status", status, other, status=other, reason=EXHAUSTED, ranking=ranking)
    game = make()
    assert game.close_status() == status
    game.apply(close_of(game, status, reason=reason, ranking=ranking))
    assert game.due == "closed"
    assert game.closed is not None


def test_links_end_with_the_last_index() -> None:
    game = exhausted()
    assert game.presence is not None
    assert game.presence.index == 65
    assert game.due == "roll"


def test_not_exhausted_while_the_last_roll_is_to_be_moved() -> None:
    """Void is legal when a roll needs link L + 1, not when L has been used."""
    game = drawn(RULES, links=64)
    assert game.presence is not None
    while game.presence.index < 64:
        take(game, {"roll": 1})
    assert not game.exhausted
    refused(game, "result.status", "abandoned", "void", status="void", reason=EXHAUSTED)
    take(game, {"roll": 6})
    assert (game.presence.index, game.due, game.exhausted) == (65, "move", False)
    refused(game, "result.status", "abandoned", "void", status="void", reason=EXHAUSTED)
    take(game, {"move": {"piece": 0, "from": -1, "to": 0}})
    assert game.exhausted
    refused(game, "result.status", "void", "abandoned", status="abandoned")


def test_the_last_roll_may_finish_the_game() -> None:
    game = drawn(RULES, [[39, 41, 42, 43], Y, Y], links=64)
    assert game.presence is not None
    game.presence.index = 64
    take(game, {"roll": 1}, {"move": {"piece": 0, "from": 39, "to": 40}})
    assert (game.presence.index, game.exhausted, game.close_status()) == (65, False, "finished")


def test_spent_indices_use_up_links() -> None:
    game = drawn(RULES, links=64)
    assert game.presence is not None
    game.presence.index = 64
    assert not game.exhausted
    game.apply(Away(n=game.events, at=0, player=1, reason="timeout"))
    assert game.presence.spent == [(64, 1)]
    assert game.exhausted
    game.apply(close_of(game, "void", reason=EXHAUSTED))


def test_a_draw_can_use_up_the_links() -> None:
    """Two contributors leave in turns while the draw is due; each is back for what the other spends next."""
    game = Game()
    game.run(events_before_the_draw(RULES, links=64, returns=1000))
    for count in range(64):
        assert not game.exhausted
        game.apply(Away(n=game.events, at=0, player=count % 2, reason="timeout"))
        game.apply(Back(n=game.events, at=0, player=count % 2))
    assert game.presence is not None
    assert [index for index, _ in game.presence.spent] == list(range(1, 65))
    assert (game.due, game.close_status()) == ("draw", "void")
    refused(game, "result.status", "void", "abandoned", status="abandoned")


@pytest.mark.parametrize("reason", [None, "", "links  exhausted", "Links exhausted"])
def test_void_has_its_reason(reason: str | None) -> None:
    refused(exhausted(), "result.reason", EXHAUSTED, reason, status="void", reason=reason)


def test_other_reasons_are_free() -> None:
    for make, status, ranking in [(finished, "finished", ((0,), (1, 2))), (lambda: drawn(RULES), "abandoned", None)]:
        for reason in (None, "", "lunch", EXHAUSTED):
            game = make()
            game.apply(close_of(game, status, reason=reason, ranking=ranking))


@pytest.mark.parametrize(
    "ranking", [None, (), ((0,),), ((0,), (2, 1)), ((0,), (1,), (2,)), ((1,), (0, 2)), ((0, 1, 2),), ((0,), (1, 2), ())]
)
def test_a_finished_game_has_its_ranking(ranking: Any) -> None:
    refused(finished(), "result.ranking", ((0,), (1, 2)), ranking, status="finished", ranking=ranking)


@pytest.mark.parametrize(("make", "status"), [(lambda: drawn(RULES), "abandoned"), (exhausted, "void")])
def test_only_a_finished_game_has_a_ranking(make: Any, status: str) -> None:
    given = ((0,), (1, 2))
    refused(make(), "result.ranking", None, given, status=status, reason=EXHAUSTED, ranking=given)


@pytest.mark.parametrize("points", [(), (1, 0, 0)])
def test_these_systems_give_no_points(points: Any) -> None:
    ranking = ((0,), (1, 2))
    refused(finished(), "result.points", None, points, status="finished", ranking=ranking, points=points)
    refused(drawn(RULES), "result.points", None, points, status="abandoned", points=points)


def test_a_game_can_be_given_up_before_its_draw() -> None:
    for count in (2, 3, 5):
        game = Game()
        game.run(events_before_the_draw(RULES)[:count])
        game.apply(close_of(game, "abandoned", reason="nobody came"))
        assert game.due == "closed"
