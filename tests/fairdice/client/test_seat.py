"""A seat at an honest house."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdice.client.seat import Seen
from fairdice.verify import verify
from replay.record import Join, Move
from tests.fairdice.client.playing import play, sit
from tests.support.house import House


@pytest.mark.parametrize("rules", ["star@1", "mensch@1", "nomercy@1", "parchis@1"])
def test_a_whole_game(tmp_path: Path, rules: str) -> None:
    house = House(rules, 3 if rules == "star@1" else 4, first=1, log=True)
    seen: list[Seen] = []
    with sit(house, tmp_path / "keep", tell=seen.append, log_key=house.vkey, house_key=house.key.public) as seat:
        play(seat)
        _, report = seat.record()
        own = verify(seat.own_record())
    assert house.table.closed
    assert [one.event.n for one in seen] == list(range(house.table.n + 1))
    assert report.verdict == own.verdict == "verified", report.fault
    assert house.promises.broken == []
    join = house.table.joins[1]
    assert isinstance(join, Join)
    assert (join.name, join.anchor is not None, join.key is not None) == ("Ana", True, True)
    signed = [event for event in house.table.record().events if isinstance(event, Move) and event.player == 1]
    assert any(event.by == "player" and event.sig for event in signed)
