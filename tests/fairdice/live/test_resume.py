"""A table that is resumed from what was stored is the table that stored it, after every event and every link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from fairdice.keys import SecretKey
from fairdice.live.messages import Contribution
from fairdice.live.table import Table
from replay.codec import decode_record, encode
from replay.record import Record
from replay.systems import SYSTEMS
from tests.support.live import Live, opened, record_bytes, refused, secrets


class Stored(Live):
    """A live game whose events and contributions are stored; its table can be exchanged for a resumed one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.contributions: list[Contribution] = []
        super().__init__(*args, **kwargs)
        self.watch = False
        self.looks = 0

    def resumed(self) -> Table:
        stored = decode_record(record_bytes(self.table)).record.events
        return Table.resume(stored, house=self.house, tip=self.tip, contributions=self.contributions)

    def _submit(self, contribution: Contribution) -> None:
        super()._submit(contribution)
        self.contributions.append(contribution)
        if self.watch:
            self.look()

    def look(self) -> None:
        assert standing(self.resumed()) == standing(self.table)
        self.looks += 1


def standing(table: Table) -> dict[str, object]:
    """Everything that a table shows, the house's link that is due included.

    `game` and `play` are things and not values; `state` and the rest tell what they are.
    """
    shown: dict[str, object] = {
        name: value
        for name in dir(table)
        if not name.startswith("_") and name not in ("game", "play") and not callable(value := getattr(table, name))
    }
    shown["record"] = table.record()
    shown["receipts"] = [table.appended(n) for n in range(table.n + 1)]
    if table.roll_index is not None:
        shown["link"] = table.house_link(table.roll_index)
    return shown


PLANS: list[dict[str, Any]] = [
    {"rules": "star@1", "players": 3, "absences": True, "links": 80, "signed_moves": False},
    {"rules": "english@1", "players": 2, "absences": True, "without_chains": 1},
    {"rules": "mensch@1", "players": 2},
    {"rules": "clovece@1", "players": 6, "options": {"board": 6}, "without_chains": 4, "absences": True},
    {"rules": "pairs@1", "players": 3, "absences": True},
    {"rules": "parchis@1", "players": 2, "absences": True},
    {"rules": "nomercy@1", "players": 3, "absences": True, "bots": "random", "options": {"must_play": "nothing"}},
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan["rules"])
def test_equal_after_every_event_and_link(plan: dict[str, Any]) -> None:
    game = Stored(**plan)
    game.watch = True
    while not game.table.closed and game.table.n < 90:
        game.step()
        game.look()
    assert game.looks > 120


@settings(max_examples=15)
@given(
    rules=st.sampled_from(list(SYSTEMS)),
    players=st.integers(2, 3),
    absences=st.booleans(),
    seed=st.text(max_size=3).filter(lambda text: text.isprintable()),
    restarts=st.sets(st.integers(0, 150)),
)
def test_restarts_change_nothing(rules: str, players: int, absences: bool, seed: str, restarts: set[int]) -> None:
    """A game whose service is restarted at any moments has the same record, byte for byte."""
    record = record_bytes(Live(rules, players, absences=absences, seed=seed, signed_moves=False).play())
    game = Stored(rules, players, absences=absences, seed=seed, signed_moves=False)
    while not game.table.closed:
        if game.table.n in restarts:
            game.table = game.resumed()
        game.step()
    assert record_bytes(game.table) == record


def test_a_closed_game_is_resumed_too() -> None:
    game = Stored()
    game.play()
    game.look()


def test_last_contributions_suffice() -> None:
    game = Stored(players=3).until(lambda table: table.roll_index == 9)
    game._submit(game.contribution(1))
    last = {given.player: given for given in game.contributions}
    events = game.table.record().events
    table = Table.resume(events, house=game.house, tip=game.tip, contributions=last.values())
    assert standing(table) == standing(game.table)
    assert list(table.missing) == [0, 2]


def test_contributions_come_in_any_order() -> None:
    game = Stored(players=3).until(lambda table: table.roll_index == 9)
    game._submit(game.contribution(1))
    given: dict[str, Any] = {"house": game.house, "tip": game.tip, "contributions": reversed(game.contributions)}
    assert standing(Table.resume(game.table.record().events, **given)) == standing(game.table)


def test_who_has_no_chain_contributed_to_no_spent_index() -> None:
    game = Stored(players=3, without_chains=1).until(lambda table: table.roll_index == 6)
    game._submit(game.contribution(0))
    game.tell(game.table.timeout(1, at=game.table.patience))
    assert standing(game.resumed()) == standing(game.table)
    given: dict[str, Any] = {"house": game.house, "tip": game.tip}
    for player, code in ((2, "table.no_contributor"), (1, "sign.ack")):
        given["contributions"] = [structs.replace(game.contributions[-1], player=player)]
        refused(code, lambda: Table.resume(game.table.record().events, **given))


def without(game: Stored, count: int) -> Any:
    return game.table.record().events[:count]


def contribution(game: Stored, **changes: Any) -> list[Contribution]:
    return [structs.replace(game.contributions[0], **changes)]


REFUSED: dict[str, tuple[Callable[[Stored], dict[str, Any]], str]] = {
    "no events": (lambda game: {"events": ()}, "table.unopened"),
    "no commit": (lambda game: {"events": without(game, 1)}, "table.unopened"),
    "another key": (lambda game: {"house": SecretKey(secrets()("another"))}, "table.house_key"),
    "another tip": (lambda game: {"tip": bytes(32)}, "table.tip"),
    "no tip": (lambda game: {"tip": b""}, "chain.tip"),
    "an event is missing": (lambda game: {"events": (*without(game, 5), game.table.record().events[6])}, "order.index"),
    "an event was changed": (
        lambda game: {"events": (*without(game, 6), structs.replace(game.table.record().events[6], at=1))},
        "order.time",
    ),
    "a contribution to no roll": (lambda game: {"contributions": contribution(game, j=50)}, "table.contribution"),
    "a contribution of nobody": (lambda game: {"contributions": contribution(game, player=9)}, "table.contribution"),
    "a contribution of less than nobody": (
        lambda game: {"contributions": contribution(game, player=-1)},
        "table.contribution",
    ),
    "another link": (lambda game: {"contributions": contribution(game, link=bytes(32))}, "table.link_given"),
    "another ack": (lambda game: {"contributions": contribution(game, ack=bytes(64))}, "sign.ack"),
}


@pytest.mark.parametrize(("change", "code"), REFUSED.values(), ids=REFUSED)
def test_resume_refused(change: Callable[[Stored], dict[str, Any]], code: str) -> None:
    game = Stored().until(lambda table: table.n > 10)
    given: dict[str, Any] = {
        "events": game.table.record().events,
        "house": game.house,
        "tip": game.tip,
        "contributions": game.contributions,
    } | change(game)
    refused(code, lambda: Table.resume(**given))


def test_record_is_canonical() -> None:
    table = opened()
    raw = record_bytes(table)
    decoded = decode_record(raw)
    assert decoded.canonical
    assert isinstance(decoded.record, Record)
    assert encode(decoded.record) == raw


def test_another_process_follows() -> None:
    """A table that was resumed long ago is given what has been stored since, in portions, and is as the other one."""
    game = Stored(players=3, absences=True, without_chains=1)
    follower, given = game.resumed(), 0
    while not game.table.closed:
        game.step()
        follower.follow(game.table.record().events[follower.n + 1 :], game.contributions[given:])
        given = len(game.contributions)
        assert (follower.head, follower.missing) == (game.table.head, game.table.missing)
    assert standing(follower) == standing(game.table)
