"""Turns longer than any honest one: dice are judged apart from rules, so a forgery may hold any number of sixes."""

from __future__ import annotations

from typing import Any

import pytest

from replay.codec import encode
from tests.api.web.conftest import Judge
from tests.api.web.test_conformance import Question, agree
from tests.support.forge import Forge, seal

SIXES = 60_000
"""A replay that counted the run anew with each roll would be at it for minutes."""


def rolled(forge: Forge, *values: int) -> None:
    """Roll what the links don't give."""
    for value in values:
        forge.roll(value=value)


def stretched(forge: Forge, count: int) -> bytes:
    """The record, its last event repeated so often."""
    document = forge.document()
    events: list[dict[str, Any]] = document["events"]
    last = events[-1]
    events += [last | {"n": last["n"] + step} for step in range(1, count)]
    seal(document, forge.house)
    return encode(document)


def test_sixes_that_nobody_can_use(judge: Judge) -> None:
    """Sixes are kept for the roll that follows them (Z5)."""
    forge = Forge("clovece@1", "pp", options={"start": "first", "six_chain": "sum"}, links=6000).begin()
    rolled(forge, 6)
    forge.move()
    rolled(forge, 6)
    assert (forge.due, forge.turn) == ("roll", 0)
    (report,) = agree(judge, [Question("sixes", stretched(forge, SIXES))])
    assert {stage["name"]: stage["result"] for stage in report["stages"]}["rules"] == "passed"


@pytest.mark.parametrize("sixes", [99, 255, 256, 257, SIXES])
def test_sequences_of_sixes(judge: Judge, sixes: int) -> None:
    """Nothing is spent while sixes come (N2)."""
    forge = Forge("nomercy@1", "pp", links=6000).begin()
    while forge.due != "roll":
        forge.step()
    rolled(forge, 6)
    reports = agree(judge, [Question("sixes", stretched(forge, sixes))])
    assert {stage["name"]: stage["result"] for stage in reports[0]["stages"]}["rules"] == "passed"
