"""A game that is still played: its events come by a stream and are verified as they come."""

from __future__ import annotations

import copy
import json
import queue
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import Site
from tests.support.forge import Forge, seal

STREAM = "/v1/games/x/stream"


class Live:
    """A forged game and the stream that tells it, as the service does."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.forge = Forge("mensch@1", "cc", seed="live").begin().play(30)
        self.record = self.forge.document()
        self.put = site.streams.setdefault(STREAM, queue.Queue()).put
        self.receipts: dict[int, Any] = {}

    def up_to(self, n: int) -> dict[str, Any]:
        """The record after event `n`."""
        record = copy.deepcopy(self.record)
        record["events"] = record["events"][: n + 1]
        record["acks"] = []
        seal(record, self.forge.house)
        return record

    def serve(self, n: int) -> str:
        """Serve the record after event `n`; gives its URL."""
        return self.site.put("/record.json", json.dumps(self.up_to(n)), media="application/json")

    def say(self, n: int, **changes: Any) -> None:
        """Tell event `n`."""
        record = self.up_to(n)
        event = record["events"][n] | changes
        self.put(f"id: {n}\nevent: event\ndata: {json.dumps({'event': event, 'receipt': record['receipt']})}\n\n")


@pytest.fixture
def live(site: Site) -> Live:
    """The game, nothing told yet."""
    return Live(site)


def test_events_are_followed_as_they_come(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = Replay(open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}))).wait("open")
    assert replay.event == 10
    live.say(11)
    replay.wait_event(11)
    live.say(12)
    live.say(13)
    replay.wait_event(13)
    assert site.asked == [f"{STREAM}?after=10"]
    assert replay.find(".verdict strong").inner_text() == "Sound so far"
    # Who looks at an earlier event stays there.
    replay.button("To the start").click()
    live.say(14)
    replay.page.wait_for_function("document.querySelector('fairdice-replay').report.summary.events === 15")
    assert replay.event == 0
    assert replay.find(".slider").get_attribute("max") == "14"


def test_a_stream_alone_tells_the_whole_game(open_page: OpenPage, site: Site, live: Live) -> None:
    for n in range(8):
        live.say(n)
    replay = Replay(open_page(replay_page(site, {"stream": STREAM}))).wait("open")
    replay.wait_event(7)
    assert site.asked == [f"{STREAM}?after=-1"]


def test_after_a_break_it_goes_on_and_hears_nothing_twice(open_page: OpenPage, site: Site, live: Live) -> None:
    page = open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}), allowed=("ERR_",))
    replay = Replay(page).wait("open")
    live.say(11)
    replay.wait_event(11)
    live.put(None)
    live.say(11)
    live.say(12)
    replay.wait_event(12)
    replay.find(".verdict small").filter(has_text="The game goes on").wait_for()


@pytest.mark.parametrize("deed", ["replay.remove()", "replay.setAttribute('src', replay.getAttribute('src') + '?')"])
def test_no_stream_is_left_open_by_who_acts_on_the_verdict(
    open_page: OpenPage, site: Site, live: Live, deed: str
) -> None:
    page = open_page(replay_page(site, {}))
    page.evaluate(
        """([attributes, deed]) => {
          const replay = document.createElement("fairdice-replay");
          for (const [name, value] of Object.entries(attributes)) replay.setAttribute(name, value);
          const act = new Function("replay", deed);
          replay.addEventListener("fairdice-verdict", () => { act(replay); window.acted = true; }, { once: true });
          document.body.append(replay);
        }""",
        [{"src": live.serve(10), "stream": STREAM}, deed],
    )
    page.wait_for_function("window.acted")
    page.wait_for_timeout(500)
    assert len(site.asked) == deed.startswith("replay.set")


def test_a_gap_is_asked_for_again(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = Replay(open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}))).wait("open")
    live.say(12)
    for _ in range(100):
        if len(site.asked) > 1:
            break
        replay.page.wait_for_timeout(100)
    assert site.asked == [f"{STREAM}?after=10"] * 2
    assert replay.event == 10


def test_a_false_event_is_refused_and_nothing_follows(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = Replay(open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}))).wait("open")
    event = live.record["events"][11]
    live.say(11, **({"value": event["value"] % 6 + 1} if event["type"] == "roll" else {"to": event["to"] + 1}))
    replay.wait("refused")
    assert replay.event == 10
    live.say(12)
    replay.page.wait_for_timeout(200)
    assert replay.event == 10


def test_a_game_that_ends_is_loaded_and_verified_whole(open_page: OpenPage, site: Site, live: Live) -> None:
    last = live.forge.n - 1
    replay = Replay(open_page(replay_page(site, {"src": live.serve(last), "stream": STREAM}))).wait("open")
    live.forge.close()
    live.record = live.forge.document()
    live.serve(last + 1)
    live.say(last + 1)
    live.put('event: closed\ndata: {"game": "x"}\n\n')
    replay.wait("verified")
    replay.wait_event(last + 1)


def test_a_closed_game_needs_no_stream(open_page: OpenPage, site: Site) -> None:
    url = replay_page(site, {"src": "/tests/vectors/records/mensch.json", "stream": STREAM})
    Replay(open_page(url)).wait()
    assert site.asked == []
