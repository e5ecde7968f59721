"""How a seat learns the news: streams, streams that die, and asking instead."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairdice.client import Seat, Service, ServiceError
from fairdice.client.follow import Feed
from tests.fairdice.client.playing import play, sit
from tests.support.house import URL, House, spans

Portions = list[bytes | Exception]


class _Stream(httpx.SyncByteStream):
    def __init__(self, portions: Portions) -> None:
        self.portions = portions

    def __iter__(self) -> Any:
        for portion in self.portions:
            if isinstance(portion, Exception):
                raise portion
            yield portion


def message(event: str, data: Any) -> bytes:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n".encode()


class Served:
    """A house whose streams are written by the test."""

    def __init__(self, *streams: Portions) -> None:
        self.house = House(first=1)
        self.streams = list(streams)
        self.slept: list[float] = []
        self.house.before = self._before
        self.service = Service(URL, self.house.token, transport=self.house.transport, sleep=self.slept.append)
        self.feed = Feed(self.service, self.house.table.gid.hex(), sleep=self.slept.append)

    def _before(self, request: httpx.Request) -> httpx.Response | None:
        if not request.url.path.endswith("/stream"):
            return None
        self.house.requests.append(("GET", request.url.path))
        portions = self.streams.pop(0)
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, stream=_Stream(portions))

    def event(self, n: int) -> bytes:
        return message("event", self.house.told_as(n))

    @property
    def asked(self) -> list[str]:
        return spans(self.house.requests)


HEARTBEAT = b": still here\n\n"


def test_events_come_from_the_stream() -> None:
    served = Served([])
    served.streams = [[served.event(1), HEARTBEAT, served.event(2)]]
    assert [item.event.n for item in served.feed.wait(0)] == [1]
    assert served.feed.wait(1) == []
    assert [item.event.n for item in served.feed.wait(1)] == [2]
    assert served.asked == ["stream"]


def test_what_is_due_is_heard() -> None:
    served = Served([])
    served.streams = [[message("snapshot", served.house._state()), message("due", served.house._state())]]
    assert served.feed.wait(2) == []
    assert served.feed.due is not None
    assert served.feed.due.what == "join"


@pytest.mark.parametrize("end", [[], [httpx.ReadTimeout("silent")], [httpx.RemoteProtocolError("cut")]], ids=repr)
def test_a_dead_stream_is_noticed(end: Portions) -> None:
    """What it may have missed is asked for at once; the next wait opens another one, after the last event seen."""
    served = Served([])
    served.streams = [[served.event(1), *end], [served.event(2)]]
    assert [item.event.n for item in served.feed.wait(0)] == [1]
    assert [item.event.n for item in served.feed.wait(1)] == [2]
    assert served.asked == ["stream", "events"]
    assert [item.event.n for item in served.feed.wait(1)] == [2]
    assert served.asked == ["stream", "events", "stream"]
    assert not served.feed.polling


def test_streams_that_never_say_anything_are_given_up() -> None:
    """A proxy may hold them back for ever."""
    served = Served([httpx.ReadTimeout("silent")], [], [HEARTBEAT, httpx.ReadTimeout("silent")])
    for _ in range(4):
        served.feed.wait(2)
    assert served.feed.polling
    served.feed.wait(2)
    assert served.asked == ["stream", "events"] * 3 + ["events"]


def test_a_quiet_stream_is_checked() -> None:
    """Heartbeats alone do not prove that nothing has happened."""
    served = Served([HEARTBEAT] * 9)
    found = [served.feed.wait(1) for _ in range(9)]
    assert [bool(items) for items in found] == [False, False, False, True, False, False, False, True, False]


def test_polling_slows_down_while_nothing_happens() -> None:
    served = Served()
    served.feed.polling = True
    for _ in range(20):
        assert served.feed.wait(2) == []
    assert served.slept == sorted(served.slept)
    assert served.slept[-1] == 3.0
    assert [item.event.n for item in served.feed.wait(1)] == [2]
    served.feed.wait(2)
    assert served.slept[-1] == 0.3


def test_a_refusal_is_told() -> None:
    served = Served()
    body = json.dumps({"code": "auth.invalid", "detail": "revoked"}).encode()
    refusal = httpx.Response(401, headers={"Content-Type": "application/problem+json"}, content=body)
    served.house.before = lambda _request: refusal
    with pytest.raises(ServiceError) as caught:
        served.feed.wait(2)
    assert caught.value.code == "auth.invalid"


BAD: dict[str, Callable[[], bytes]] = {
    "no JSON": lambda: b"event: event\ndata: {\n\n",
    "no event": lambda: message("event", {"event": {"type": "roll"}, "head": "", "receipt": None}),
    "no snapshot": lambda: message("snapshot", [1]),
}


@pytest.mark.parametrize("name", BAD)
def test_garbage_in_a_stream(name: str) -> None:
    """As a dead one: what there is, is asked for."""
    served = Served([BAD[name]()])
    assert [item.event.n for item in served.feed.wait(1)] == [2]


@pytest.mark.parametrize("polling", [False, True])
def test_a_game_that_waits_for_its_start(tmp_path: Path, polling: bool) -> None:
    """Nothing is given before, and no event tells of it."""
    house = House(first=1)
    house.started = False
    waits = 0

    def sleep(_seconds: float) -> None:
        nonlocal waits
        waits += 1
        house.started = house.started or waits == 3

    seat: Seat
    with sit(house, tmp_path / "keep", polling=polling, sleep=sleep) as seat:
        play(seat)
    assert house.table.closed
    assert waits >= 3
