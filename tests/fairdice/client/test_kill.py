"""A seat's program is killed at every step, and goes on: never two things for one place, no chain twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from msgspec import structs

from fairdice.client import Seat
from fairdice.verify import verify
from tests.fairdice.client.playing import play, sit
from tests.support.house import House


class Killed(BaseException):
    pass


class Killer:
    """Ends the program at one of the points where it touches the disk or the network: before it does, or after.

    With `unplugged` what was not forced onto the disk is lost, but for a part of the next line.
    """

    def __init__(self, at: int | None, *, unplugged: bool = False) -> None:
        self.at = at
        self.points = 0
        self.unplugged = unplugged
        self.safe: dict[int, int] = {}

    def point(self) -> None:
        self.points += 1
        if self.points == self.at:
            raise Killed

    @contextmanager
    def watching(self, house: House) -> Iterator[None]:
        """Real calls, and points around them."""
        fsync, replace, link = os.fsync, os.replace, os.link

        def synced(number: int) -> None:
            self.point()
            fsync(number)
            self.safe[os.fstat(number).st_ino] = os.fstat(number).st_size
            self.point()

        def around(call: Any) -> Any:
            def run(*args: Any) -> None:
                self.point()
                call(*args)
                self.point()

            return run

        house.before = lambda _request: self.point()
        house.after = lambda _request: self.point()
        with patch("os.fsync", synced), patch("os.replace", around(replace)), patch("os.link", around(link)):
            yield

    def unplug(self, keep: Path) -> None:
        for path in keep.glob("*.seat"):
            safe = self.safe.get(path.stat().st_ino, 0)
            if self.unplugged and path.stat().st_size > safe:
                os.truncate(path, min(safe + 40, path.stat().st_size - 1))


def other(play: Any) -> Any:
    """Chooses otherwise than `choose`, as far as it can."""
    return play.choices()[-1]


def turns(seat: Seat, count: int) -> None:
    for turn in seat.turns():
        turn.play(other)
        count -= 1
        if not count:
            return


def run(keep: Path, at: int | None, *, unplugged: bool = False, count: int = 5) -> int:
    """Play some turns, killed at a point; go on as another program; the number of points that were passed."""
    house, killer = House(first=1, log=True), Killer(at, unplugged=unplugged)
    try:
        with killer.watching(house), sit(house, keep) as seat:
            turns(seat, count)
    except Killed:
        killer.unplug(keep)
    house.before, house.after = lambda _request: None, lambda _request: None
    with sit(house, keep) as seat:
        for turn in seat.turns():
            turn.play(lambda play: play.choices()[0])
            count -= 1
            if not count:
                break
        assert seat.number == 1
    assert house.promises.broken == []
    assert house.table.joins[1].name == "Ana"
    assert len(house.code_keys) == 1, "another key would make another player of it"
    return killer.points


ALL = 200
"""More points than five turns have; `test_every_point_is_tried` says so."""


def test_every_point_is_tried(tmp_path: Path) -> None:
    assert 60 < run(tmp_path / "keep", None) < ALL


@pytest.mark.parametrize("start", range(1, 5))
@pytest.mark.parametrize("unplugged", [False, True], ids=["killed", "unplugged"])
def test_killed_anywhere(tmp_path: Path, start: int, unplugged: bool) -> None:
    for at in range(start, ALL, 4):
        if run(tmp_path / f"keep{at}", at, unplugged=unplugged) < at:
            return
    pytest.fail("not all points were reached")


@pytest.mark.parametrize("late", [False, True], ids=["not sent", "sent"])
def test_a_decision_stands(tmp_path: Path, late: bool) -> None:
    """Killed when a move was signed, before or after it was sent: the next run does not choose again."""
    house, keep = House(first=1), tmp_path / "keep"

    def kill(request: httpx.Request) -> None:
        if request.url.path.endswith("/moves"):
            raise Killed

    with sit(house, keep) as seat:
        for turn in seat.turns():
            if len(turn.moves) > 1:
                break
            turn.play(other)
        house.before, house.after = (_pass, kill) if late else (kill, _pass)
        decided = seat.player.move(*turn.moves[-1])
        with pytest.raises(Killed):
            turn.play(other)
    house.before, house.after = _pass, _pass
    with sit(house, keep) as seat:
        next(seat.turns())
    found = house.table.record().events[decided.n]
    assert structs.replace(decided, at=found.at) == found
    assert house.promises.broken == []


def _pass(_request: httpx.Request) -> None:
    """Nothing happens."""


def test_history_is_safe_before_it_is_acknowledged(tmp_path: Path) -> None:
    """The power goes right after an ack: the history that it was for is still there, and held against another one."""
    house, keep, killer = House(first=1), tmp_path / "keep", Killer(None, unplugged=True)
    stood = -1

    def look(_request: httpx.Request) -> None:
        nonlocal stood
        stood = house.table.n

    def kill(request: httpx.Request) -> None:
        if request.url.path.endswith("/links") and len(house.promises.acks) == 3:
            raise Killed

    with killer.watching(house):
        house.before, house.after = look, kill
        with sit(house, keep) as seat, pytest.raises(Killed):
            play(seat)
    killer.unplug(keep)
    house.before, house.after = _pass, _pass
    seen: list[int] = []
    with sit(house, keep, tell=lambda one: seen.append(one.event.n) if one.restored else None):
        assert seen == list(range(stood + 1))


def test_killed_again_and_again(tmp_path: Path) -> None:
    """A whole game of a program that lives for 60 points each time."""
    house, keep = House(first=1), tmp_path / "keep"
    runs = 0
    while not house.table.closed:
        runs += 1
        killer = Killer(60 + runs % 7)
        try:
            with killer.watching(house), sit(house, keep) as seat:
                play(seat)
        except Killed:
            continue
    assert runs > 5
    assert house.promises.broken == []
    house.before, house.after = lambda _request: None, lambda _request: None
    assert verify(keep_record(house, keep)).verdict == "verified"


def keep_record(house: House, keep: Path) -> bytes:
    from replay.codec import encode

    assert list(keep.glob("*.seat"))
    return encode(house.table.record())
