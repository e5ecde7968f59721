"""Opening and opening once more."""

from __future__ import annotations

import pytest

from api.service.actor import Actor
from api.service.errors import GameError, SeatError
from api.service.keeper import Keeper
from api.service.tokens import hash_token
from tests.support.heart import Heart, bots, plan


def test_too_many_bots(heart: Heart) -> None:
    with pytest.raises(SeatError) as caught:
        heart.open(plan(players=2, bots=bots(3)))
    assert (caught.value.code, caught.value.expected, caught.value.found) == ("seat.bots", 2, 3)


def test_the_tip_is_stored_sealed(heart: Heart) -> None:
    game = heart.open()
    row = heart.service.storage.game(game)
    assert row is not None
    tip = heart.service.sealer.open(row.tip, f"tip {game}".encode())
    assert len(tip) == 32
    assert tip not in row.tip


def closed(heart: Heart, start: str, players: int) -> str:
    """A game of `players`, of which the last one is a bot, that was abandoned after the draw."""
    game = heart.open(plan("mensch@1", players, {"start": start}, bots=bots(1), tokens=players - 1))
    for number in range(players - 1):
        heart.join(game, f"Player {number}", key=False)
    heart.service.playing.abandon(heart.ask(game), None)
    return game


@pytest.mark.parametrize(("start", "order"), [("first", [1, 2, 3, 0]), ("highest", [0, 1, 2, 3])])
def test_who_begins_in_a_rematch(heart: Heart, start: str, order: list[int]) -> None:
    game = closed(heart, start, 4)
    again = heart.service.opening.rematch_plan(heart.host, game)
    place = {bot.name: bot.place for bot in again.bots}
    assert place == {"Bot 0": order.index(3)}
    assert again.rules.options["start"] == start
    assert again.rematch_of == game


def test_tokens_hold_the_seats_of_a_rematch(heart: Heart) -> None:
    created = heart.service.opening.create(
        heart.host, plan("mensch@1", 3, {"start": "first"}, bots=bots(1), tokens=2), lambda _created: None
    )
    game = created.game.row.id
    actors = []
    for number, (_, token) in enumerate(created.tokens):
        row = heart.service.storage.credential(hash_token(token))
        assert row is not None
        actors.append(Actor("player", row, ""))
        heart.join(game, f"Player {number}", key=False, actor=actors[-1])
    heart.service.playing.abandon(heart.ask(game), None)
    again = heart.open(heart.service.opening.rematch_plan(heart.host, game))
    # Player 1 begins now and is player 0; the bot is player 1; player 0 has become player 2.
    with pytest.raises(SeatError) as caught:
        heart.join(again, "Player 0", key=False, actor=actors[0])
    assert caught.value.code == "seat.not_yet"
    heart.join(again, "Player 1", key=False, actor=actors[1])
    heart.join(again, "Player 0", key=False, actor=actors[0])
    with heart.service.hall.looking(again) as live:
        assert [join.name for join in live.table.joins] == ["Player 1", "Bot 0", "Player 0"]
        assert live.started


def test_no_rematch_of_a_game_that_goes_on(heart: Heart) -> None:
    game = heart.open()
    with pytest.raises(GameError) as caught:
        heart.service.opening.rematch_plan(heart.host, game)
    assert caught.value.code == "game.open"


def test_a_table_of_bots_needs_nobody(heart: Heart) -> None:
    game = heart.open(plan("star@1", 2, bots=bots(2)))
    keeper = Keeper(heart.service.hall, keep_answers_ms=1)
    while keeper.tick():
        pass
    with heart.service.hall.looking(game) as live:
        assert live.row.status == "closed"
