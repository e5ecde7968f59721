"""Room codes, reservations, joins."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.actor import Actor
from api.service.ask import Ask
from api.service.errors import SeatError
from api.service.tokens import hash_token
from tests.support.heart import Heart, bots, hosting, plan

NOBODY = Actor("anyone", None, "127.0.0.1")


def by_code(heart: Heart, code: str) -> tuple[str, Actor]:
    """Who reserves with a room code, and the game."""
    game = heart.service.joining.game_of_code(code)
    _, reserved = heart.service.joining.reserve(Ask(NOBODY, game), by_code=True)
    assert reserved.token is not None
    row = heart.service.storage.credential(hash_token(reserved.token))
    assert row is not None
    return game, Actor("player", row, "")


def coded(heart: Heart, **more: Any) -> tuple[str, str]:
    created = heart.service.opening.create(heart.host, plan(**more), lambda _created: None)
    assert created.code is not None
    return created.game.row.id, created.code


def test_a_room_code_leads_to_a_seat(heart: Heart) -> None:
    game, code = coded(heart)
    found, actor = by_code(heart, code.lower().replace("-", " "))
    assert found == game
    ana = heart.join(game, "Ana", actor=actor)
    assert ana.player == 0
    row = heart.service.storage.game(game)
    assert row is not None
    assert heart.service.joining.room_code(heart.host, row) == code


def test_a_room_code_is_gone_when_all_are_there(heart: Heart) -> None:
    game, code = coded(heart)
    heart.join(game, "Ana")
    heart.join(game, "Ben")
    with pytest.raises(SeatError) as caught:
        heart.service.joining.game_of_code(code)
    assert caught.value.code == "seat.code"
    row = heart.service.storage.game(game)
    assert row is not None
    assert heart.service.joining.room_code(heart.host, row) is None


def test_a_token_that_nobody_sits_down_with_ends_by_itself(heart: Heart) -> None:
    _, code = coded(heart)
    game, actor = by_code(heart, code)
    assert actor.credential is not None
    assert actor.credential.expires == heart.clock.now + 86_400_000
    heart.join(game, "Ana", actor=actor)
    stored = heart.service.storage.credential(actor.token_hash)
    assert stored is not None
    assert stored.expires is None, "who has sat down stays"


@pytest.mark.parametrize("text", ["", "AAAA", "????-????", "0" * 65, "AAAA-AAAA"])
def test_codes_that_lead_nowhere(heart: Heart, text: str) -> None:
    coded(heart)
    with pytest.raises(SeatError) as caught:
        heart.service.joining.game_of_code(text)
    assert caught.value.code == "seat.code"


def test_a_reserved_seat_is_nobody_elses_until_it_expires(heart: Heart) -> None:
    game, code = coded(heart)
    by_code(heart, code)
    with pytest.raises(SeatError) as caught:
        by_code(heart, code)
    assert caught.value.code == "seat.reserved"
    assert caught.value.wait_ms == heart.config.reservation_ms
    heart.clock.now += heart.config.reservation_ms
    _, actor = by_code(heart, code)
    assert heart.join(game, "Ben", actor=actor).player == 0


def test_whoever_has_the_code_cannot_keep_the_host_from_its_table(heart: Heart) -> None:
    game, code = coded(heart)
    _, squatter = by_code(heart, code)
    assert heart.join(game, "Ana").player == 0, "the host need not wait"
    [(_, token)] = heart.service.joining.add_tokens(heart.ask(game), 1)
    row = heart.service.storage.credential(hash_token(token))
    assert row is not None
    heart.service.joining.reserve(heart.ask(game, squatter), by_code=False)
    assert heart.join(game, "Ben", actor=Actor("player", row, "")).player == 1, "nor whom it has given a token"


def test_a_code_does_not_take_the_seat_from_the_host(heart: Heart) -> None:
    game, code = coded(heart)
    heart.service.joining.reserve(heart.ask(game), by_code=False)
    with pytest.raises(SeatError) as caught:
        by_code(heart, code)
    assert caught.value.code == "seat.reserved"


def test_an_expired_reservation_may_be_made_again(heart: Heart) -> None:
    game, code = coded(heart)
    _, actor = by_code(heart, code)
    heart.clock.now += heart.config.reservation_ms
    heart.join(game, "Ben")
    assert heart.join(game, "Ana", actor=actor).player == 1


def test_a_key_needs_a_reservation(heart: Heart) -> None:
    game = heart.open()
    given = {"name": "Ana", "key": "11" * 32, "anchor": "22" * 32, "sig": "33" * 64}
    with pytest.raises(SeatError) as caught:
        heart.service.joining.join(heart.ask(game), given)
    assert caught.value.code == "seat.not_reserved"


def test_a_table_may_ask_for_chains(heart: Heart) -> None:
    game = heart.open(plan(chains="required"))
    with pytest.raises(SeatError) as caught:
        heart.join(game, "Ana", key=False)
    assert caught.value.code == "seat.chain"
    assert heart.join(game, "Ana").player == 0


def test_a_token_sits_down_once(heart: Heart) -> None:
    game, code = coded(heart, players=3)
    _, actor = by_code(heart, code)
    heart.join(game, "Ana", actor=actor)
    with pytest.raises(SeatError) as caught:
        heart.join(game, "Ana again", actor=actor)
    assert caught.value.code == "seat.joined"


def test_no_seat_is_left(heart: Heart) -> None:
    game = heart.open(plan(players=2, bots=bots(1)))
    heart.join(game, "Ana")
    for act in (
        lambda: heart.service.joining.reserve(heart.ask(game), by_code=False),
        lambda: heart.service.joining.add_tokens(heart.ask(game), 1),
    ):
        with pytest.raises(SeatError) as caught:
            act()
        assert caught.value.code == "seat.full"


def test_two_keys_of_one_host(heart: Heart) -> None:
    """A host that exchanges its keys: what one has reserved, the other has as well."""
    game = heart.open()
    heart.service.joining.reserve(heart.ask(game), by_code=False)
    assert heart.join(game, "Ana", actor=hosting("host", "n")).player == 0


def test_a_lost_token_is_revoked(heart: Heart) -> None:
    created = heart.service.opening.create(heart.host, plan(tokens=1), lambda _created: None)
    game, [(name, token)] = created.game.row.id, created.tokens
    row = heart.service.storage.credential(hash_token(token))
    assert row is not None
    heart.join(game, "Ana", key=False, actor=Actor("player", row, ""))
    assert heart.service.joining.revoke_token(heart.host, game, name) == row.token_hash
    revoked = heart.service.storage.credential(row.token_hash)
    assert revoked is not None
    assert revoked.revoked == heart.clock.now
    with pytest.raises(SeatError) as caught:
        heart.service.playing.leave(heart.ask(game), {"player": 0})
    assert caught.value.code == "seat.own_token", "the host does not inherit it"
    with pytest.raises(SeatError) as caught:
        heart.service.joining.revoke_token(heart.host, game, "tok_other")
    assert caught.value.code == "seat.token"
