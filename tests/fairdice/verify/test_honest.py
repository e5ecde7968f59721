"""Honest records pass: every system under random options, whoever joins, whoever leaves and comes back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fairdice.live.history import History
from fairdice.verify import Trust, verify
from fairdice.verify.case import Case
from replay.codec import decode_record, encode
from replay.errors import OptionError
from replay.state import MOVE, OVER
from replay.systems import SYSTEMS
from tests.support.forge import Forge, seal

EVENTS = 60
LONG = 300


def some(random: Random, rules: str) -> Forge:
    """A game under random options; of the players each brings what it likes."""
    while True:
        options = {option.name: random.choice(option.choices).value for option in SYSTEMS[rules].options}
        who = "".join(random.choice("cccckpb") for _ in range(random.randint(*SYSTEMS[rules].players)))
        opening: dict[str, Any] = {"returns": random.randint(0, 2), "signed_moves": random.random() < 0.7}
        opening["links"] = LONG
        try:
            return Forge(rules, who, options=options, seed=f"{rules} {random.random()}", **opening)
        except OptionError:
            continue


def absences(random: Random, forge: Forge) -> None:
    """Perhaps somebody leaves who may leave now, or comes back."""
    away = forge.presence.away
    for player, brings in enumerate(forge.players):
        if random.random() > 0.1 or forge.due == OVER:
            continue
        if player in away:
            forge.back(player)
        elif brings.kind == "human":
            owes = forge.due != MOVE and forge.presence.contributors[player]
            if owes or player == forge.game.turn:
                forge.away(player, random.choice(["timeout", "left"]))


def go_on(random: Random, forge: Forge) -> None:
    """Whatever is due, chosen at random."""
    play = forge.game.play
    if forge.due == "draw":
        forge.draw()
    elif play is None or forge.due != MOVE:
        forge.roll()
    elif play.may_pass and not forge.absent and random.random() < 0.3:
        forge.pass_()
    else:
        forge.move(random.randrange(len(forge.game.moves())))


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("number", range(8))
def test_honest_records_pass(rules: str, number: int) -> None:
    random = Random(f"{rules} {number}")
    forge = some(random, rules).lobby()
    # What is seldom, such as bonus moves and captives, comes late in a game.
    events = LONG if number == 0 else EVENTS
    while forge.n < events and forge.due != OVER and not forge.game.exhausted:
        absences(random, forge)
        if not forge.game.exhausted:
            go_on(random, forge)
    report = verify(forge.bytes())
    assert report.verdict == "open", report.fault
    document = forge.document()
    for count in range(1, forge.n, max(7, events // 20)):
        kept = [ack for ack in document["acks"] if ack["n"] < count]
        part = {**document, "events": document["events"][:count], "acks": kept}
        seal(part, forge.house)
        assert verify(encode(part)).fault is None, count
    closed = verify(forge.close().bytes())
    assert closed.verdict == "verified", closed.fault


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("number", range(8, 12))
def test_since_when_a_roll_was_due(rules: str, number: int) -> None:
    """The verifier takes it from what follows an absence, a table from the rules: they agree, in long turns too."""
    random = Random(f"{rules} {number}")
    forge = some(random, rules).lobby()
    while forge.n < EVENTS and forge.due != OVER and not forge.game.exhausted:
        absences(random, forge)
        if not forge.game.exhausted:
            go_on(random, forge)
    history = History()
    for event in forge.events:
        history.append(event)
    due_rolls = Case(decode_record(forge.bytes()), Trust()).due_rolls
    rolled = [(due.index, due.due_since) for due in due_rolls]
    assert rolled == [(j, history.due_since[j]) for j in history.rolled]
