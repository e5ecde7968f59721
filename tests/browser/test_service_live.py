"""A game that is played while its page is open: each event is verified as it comes, whatever happens to the line."""

from __future__ import annotations

import pytest

from api.service.sample import Sample
from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.service import House

BROKEN = ("ERR_", "Failed to load resource")
"""What the browser itself says of a line that breaks."""


@pytest.fixture
def live(house: House) -> Sample:
    """A game after its draw."""
    game = house.live()
    for _ in range(4):
        game.step()
    return game


def last_of(house: House, game: Sample) -> int:
    return house.events(game.game) - 1


def test_events_are_verified_one_after_another(visit: OpenPage, house: House, live: Sample) -> None:
    page = visit(f"/games/{live.game}")
    replay = Replay(page).wait("open")
    page.evaluate("""() => {
      window.verdicts = [];
      addEventListener("fairdice-verdict", ({ detail }) => verdicts.push([detail.verdict, detail.summary.events]));
    }""")
    for _ in range(6):
        live.step()
        replay.wait_event(last_of(house, live))
        assert replay.find(".verdict strong").inner_text() == "Sound so far"
    verdicts = page.evaluate("verdicts")
    assert {verdict for verdict, _ in verdicts} == {"open"}
    counts = [events for _, events in verdicts]
    assert counts == sorted(set(counts))
    assert len(counts) >= 6


def test_a_frame_follows_too(visit: OpenPage, house: House, live: Sample) -> None:
    replay = Replay(visit(f"/embed/{live.game}")).wait("open")
    live.step()
    replay.wait_event(last_of(house, live))


def test_to_its_end(visit: OpenPage, house: House, live: Sample) -> None:
    """Faster than anyone plays, and then its house ends it."""
    page = visit(f"/games/{live.game}")
    replay = Replay(page).wait("open")
    for _ in range(100):
        live.step()
    house.end(live.game)
    replay.wait("verified")
    last = last_of(house, live)
    replay.wait_event(last)
    report = replay.host.evaluate("host => host.report")
    assert report["summary"]["events"] == last + 1
    assert {stage["result"] for stage in report["stages"] if stage["name"] in ("result", "head", "log")} == {"passed"}
    page.reload()
    assert Replay(page).wait().event != -1
    assert page.locator("#forge").is_visible()


def test_the_line_is_cut_and_comes_back(visit: OpenPage, house: House, live: Sample) -> None:
    page = visit(f"/games/{live.game}", allowed=BROKEN)
    replay = Replay(page).wait("open")
    page.context.set_offline(True)
    for _ in range(3):
        live.step()
    page.context.set_offline(False)
    live.step()
    replay.wait_event(last_of(house, live))
    assert replay.find(".verdict strong").inner_text() == "Sound so far"


def test_the_service_is_restarted(visit: OpenPage, house: House, live: Sample) -> None:
    page = visit(f"/games/{live.game}", allowed=BROKEN)
    replay = Replay(page).wait("open")
    live.step()
    replay.wait_event(last_of(house, live))
    with house.away():
        replay.find(".verdict small").filter(has_text="Connection lost").wait_for()
        assert replay.find(".verdict strong").inner_text() == "Sound so far", "what was verified still is"
        live.step()
    live.step()
    replay.wait_event(last_of(house, live))
    replay.find(".verdict small").filter(has_text="The game goes on").wait_for()
