"""Games of every rule system, whoever sits there, from the first request to a verified record with the log's proofs."""

from __future__ import annotations

import json

import pytest

from replay.systems import SYSTEMS
from tests.support.service import Running, Sitting

WHO = {"clovece@1": "tb", "mensch@1": "pb", "pairs@1": "cb", "parchis@1": "kb", "english@1": "qb", "nomercy@1": "tb"}
"""Who sits there (see `Sitting`); elsewhere somebody of every kind."""
QUICK = {"star@1": {"pieces": 2}}


@pytest.mark.parametrize("rules", sorted(SYSTEMS))
def test_whole_game(rules, database):
    with Running(database) as running:
        sitting = Sitting(running.host(), rules, WHO.get(rules, "tpcb"), options=QUICK.get(rules, {})).seat()
        record = sitting.play()
        report = running.verified(record)
        assert report.verdict == "verified", report
        assert json.loads(record)["events"][-1]["status"] == "finished"
        assert [leaf["leaf"]["kind"] for leaf in json.loads(record)["log"]["leaves"]] == ["open", "close"]
        assert sitting.host.get(f"{sitting.path}/report").json["verdict"] == "verified"
