"""Whatever well-formed events stand in whatever order: a report, never an exception."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from fairdice.verify import Trust, verify
from fairdice.verify.text import lines
from replay.codec import encode
from tests.fairdice.verify.samples import made
from tests.support.forge import seal

NAMES = ("signed", "mixed", "keyless", "drop_outs", "left", "start_rolls", "bots", "lobby", "opening")
EVENTS = [event for name in NAMES for event in made(name).document()["events"]]
ROUNDS = 60


def values(random: Random) -> dict[str, Any]:
    """A value for each of some fields, well-formed and mostly wrong."""
    return {
        "player": random.randint(0, 5),
        "piece": random.randint(0, 3),
        "by": random.choice(["player", "auto", "bot"]),
        "players": random.randint(2, 6),
        "from": random.randint(-3, 75),
        "to": random.randint(-3, 75),
        "j": random.randint(1, 70),
        "first": random.choice([None, 0, 5]),
        "anchor": random.choice(["cd" * 32, "ab" * 32]),
        "key": random.choice([None, "ab" * 32]),
        "kind": random.choice(["human", "bot"]),
        "seats": random.sample(range(6), random.randint(2, 6)),
        "value": random.randint(1, 6),
        "returns": random.randint(0, 2),
        "signed_moves": random.random() < 0.5,
        "ranking": random.choice([None, [], [[5]], [[0], [1]]]),
        "status": random.choice(["finished", "void", "abandoned"]),
    }


def spoil(random: Random, document: dict[str, Any]) -> None:
    """Move, drop, copy and change events; count and time them anew."""
    events = document["events"]
    for _ in range(random.randint(1, 6)):
        place = random.randrange(len(events))
        match random.randint(0, 4):
            case 0:
                events.insert(place, dict(random.choice(EVENTS)))
            case 1 if len(events) > 1:
                events.pop(place)
            case 2:
                other = random.randrange(len(events))
                events[place], events[other] = events[other], events[place]
            case _:
                changed = {k: v for k, v in values(random).items() if k in events[place]}
                if changed:
                    field = random.choice(sorted(changed))
                    events[place] = events[place] | {field: changed[field]}
    at = 0
    for n, event in enumerate(events):
        at = max(at, event["at"])
        events[n] = event | {"n": n, "at": at}
    if random.random() < 0.3:
        document["acks"] = [{"player": random.randint(0, 5), "n": random.randint(0, 60), "sig": "00" * 64}]


@pytest.mark.parametrize("name", NAMES)
def test_spoiled_records_are_told(name: str) -> None:
    random = Random(name)
    for _ in range(ROUNDS):
        document = made(name).document()
        spoil(random, document)
        seal(document, made(name).house)
        trust = Trust(player_keys=(bytes(32),) * random.randint(0, 1), require=("unchosen:0", "signed:5"))
        report = verify(encode(document), trust)
        assert report.verdict == "refused", report.fault
        assert all(line.isprintable() for line in lines(report))
        msgspec.json.encode(report)
