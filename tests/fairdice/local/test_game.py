"""A whole game in one process: any plan gives a record that verifies, and players who were away catch up."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdice.cli.arguments import possible_players
from fairdice.dice import Stream
from fairdice.local.absences import Absences, Occasion, Reason
from fairdice.local.game import LocalGame, Plan, seeded, stepping
from fairdice.verify import verify
from replay.codec import encode
from replay.record import Away, Back, Close, Join
from replay.systems import SYSTEMS
from tests.support.live import Live, opened, record_bytes


@settings(max_examples=25)
@given(data=st.data())
def test_every_plan_gives_a_record_that_verifies(data: st.DataObject) -> None:
    found = data.draw(st.sampled_from(list(SYSTEMS.values())), label="rules")
    options = {o.name: data.draw(st.sampled_from(o.choices), label=o.name).value for o in found.options}
    players = data.draw(st.sampled_from(possible_players(found, options)), label="players")
    rules = found.bind(options, players)
    plan = Plan(
        rules=rules,
        bots=data.draw(st.sampled_from(["greedy", "random"])),
        without_chains=data.draw(st.integers(0, players)),
        signed_moves=data.draw(st.booleans()),
        absences=data.draw(st.booleans()),
        links=data.draw(st.integers(64, 120)),
    )
    table = LocalGame(plan, seeded(data.draw(st.text(st.characters(codec="utf-8"), max_size=4))), stepping()).play()
    report = verify(encode(table.record()))
    assert (report.verdict, report.fault) == ("verified", None)


def test_labels_are_apart() -> None:
    secret, other = seeded("seed"), seeded("see")
    answers = [secret("tip 0"), secret("tip 1"), secret("key 1"), other("tip 0"), other("dtip 0"), seeded("")("tip 0")]
    assert len(set(answers)) == len(answers)
    assert {len(answer) for answer in answers} == {32}
    assert secret("tip 0") == seeded("seed")("tip 0")
    # The same on every platform: SHA-256 of a tag, the seed's length and bytes, the label.
    assert secret("tip 0") == sha256(b"fairdice/1 seed\n" + b"\0\0\0\4" + b"seed" + b"tip 0").digest()


def test_every_label_is_asked_for_once() -> None:
    asked: list[str] = []

    def secrets(label: str) -> bytes:
        asked.append(label)
        return seeded("once")(label)

    plan = Plan(rules=opened(players=3).rules, links=64, absences=True)
    LocalGame(plan, secrets, stepping()).play()
    assert len(asked) == len(set(asked))
    assert {"house key", "nonce", "absences", *(f"tip {k}" for k in range(4)), "key 3", "bot 2"} <= set(asked)


def test_a_clock_that_stands_still_or_goes_back_is_no_harm() -> None:
    plan = Plan(rules=opened().rules, links=64, absences=True)
    for times in ([5000, 4000, 3000], [7]):
        answers = iter(times)
        last = times[-1]
        table = LocalGame(plan, seeded("clock"), lambda answers=answers, last=last: next(answers, last)).play()  # type: ignore[misc]
        events = table.record().events
        assert all(before.at <= after.at for before, after in pairwise(events))
        assert verify(encode(table.record())).verdict == "verified"


def test_who_was_away_knows_everything_on_coming_back() -> None:
    live = Live(players=3, absences=True, links=120)
    missed = 0
    while not live.table.closed:
        before = live.table.n
        live.step()
        for n in range(before + 1, live.table.n + 1):
            event = live.table.appended(n).event
            if isinstance(event, Away):
                missed += 1
                assert live.players[event.player].n < n
            if isinstance(event, Back):
                assert live.players[event.player].head == live.table.head or n < live.table.n
    assert missed > 3
    for player in live.players:
        assert player.evidence is None
        assert player.player in live.table.away or player.head == live.table.head


def test_one_player_always_stays() -> None:
    live = Live("english@1", 2, absences=True, links=200, seed="stay")
    seen: set[tuple[int, ...]] = set()
    while not live.table.closed:
        live.step()
        seen.add(live.table.away)
    assert seen == {(), (0,), (1,)}


def test_nobody_drops_out_of_a_usual_game() -> None:
    table = Live(links=None).play()
    assert not any(isinstance(event, Away | Back) for event in table.record().events)


CERTAIN: list[tuple[int, Occasion, Reason]] = [
    (15, "roll", "timeout"),
    (30, "move", "timeout"),
    (45, "roll", "left"),
    (60, "move", "left"),
]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_certain_absences_come_first(seed: str) -> None:
    absences = Absences(Stream(sha256(seed.encode()).digest()))
    assert absences.leaver(15, "roll", []) is None
    assert absences.leaver(15, "move", [0, 1]) is None
    for n, occasion, reason in CERTAIN:
        assert absences.leaver(n, occasion, [2]) == (2, reason)


def test_then_chance_decides() -> None:
    absences = Absences(Stream(bytes(32)))
    for n, occasion, _ in CERTAIN:
        absences.leaver(n, occasion, [0])
    found = [absences.leaver(100, "roll", [0, 1, 2]) for _ in range(5000)]
    told = [each for each in found if each is not None]
    assert set(told) == {(player, reason) for player in (0, 1, 2) for reason in ("timeout", "left")}
    assert len(told) < 100


@pytest.mark.parametrize("rules", ["clovece@1", "pairs@1", "parchis@1", "nomercy@1"])
def test_absences_in_the_middle_of_a_turn(rules: str) -> None:
    """Players drop out after the first part of a turn, and its rest is a stand-in's."""
    found: set[str] = set()
    for number in range(6):
        live = Live(rules, 3, {"auto_move": False}, seed=f"middle {number}", absences=True, links=200)
        while not live.table.closed:
            before = live.table.state
            live.step()
            event = live.table.appended(live.table.n).event
            if isinstance(event, Away) and before is not None and before.turn == event.player and before.rolls:
                found.add("roll" if before.due == "roll" else "move")
        assert verify(record_bytes(live.table)).verdict == "verified"
    assert found == {"roll", "move"}


def test_plan_of_the_record() -> None:
    live = Live("star@1", 3, {"pairs": "none"}, without_chains=1, signed_moves=False, links=70)
    table = live.play()
    events = table.record().events
    assert [join.anchor is None for join in events if isinstance(join, Join)] == [False, False, True]
    assert isinstance(events[-1], Close)
    assert verify(record_bytes(table)).verdict == "verified"
