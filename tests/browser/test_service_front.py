"""The start page: a game that is verified before the visitor's eyes, and can be forged there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.service import House

CHANCES = (0.0, 0.3, 0.62, 0.999)
"""What Math.random says, in turn: so a test forges the same places each time."""
CHANCE = f"(() => {{ let n = 0; const all = {list(CHANCES)}; Math.random = () => all[n++ % all.length]; }})()"


@pytest.fixture
def front(visit: OpenPage) -> Any:
    """The start page, its game verified."""
    page = visit("/")
    Replay(page).wait()
    page.evaluate(CHANCE)
    return page


def test_a_game_is_verified_before_your_eyes(front: Any, house: House) -> None:
    replay = Replay(front)
    report = replay.host.evaluate("host => host.report")
    assert report["verdict"] == "verified"
    assert report["summary"]["game"] == house.game
    assert front.locator("table.games").get_by_text(house.game[:8]).is_visible()
    front.get_by_role("link", name="open its page").click()
    Replay(front).wait()
    assert front.url == f"{house.url}/games/{house.game}"


def event_at(raw: str, index: int) -> dict[str, Any]:
    """The event in which this byte stands."""
    decoder = json.JSONDecoder()
    start = raw.index('"events":[') + len('"events":[')
    while True:
        event, end = decoder.raw_decode(raw, start)
        if end > index:
            found: dict[str, Any] = event
            return found
        start = end + 1


def forged(page: Any, kind: str) -> tuple[int, Replay]:
    """What came of forging this: the byte that was changed, and the replay."""
    page.locator(f"[data-forge={kind}]").click()
    replay = Replay(page, 1)
    page.wait_for_function("() => document.querySelector('#forged fairdice-replay')?.report")
    said = page.locator("#changed").inner_text()
    return int(re.findall(r"^byte (\d+):", said)[0]), replay


CODES = {
    "die": r"roll\.value",
    "link": r"chain\.link",
    "move": r"rules\.\w+|sign\.move",
    "result": r"result\.\w+|format\.\w+|order\.\w+",
}

TOLD = {"die": r"\d was rolled", "link": r"[0-9a-f] became [0-9a-f]", "move": r"went to \d+", "result": r"\w+ won"}


@pytest.mark.parametrize("kind", CODES)
def test_a_forged_event_is_named(front: Any, house: House, kind: str) -> None:
    raw = house.record(house.game).decode()
    for _ in CHANCES:
        index, replay = forged(front, kind)
        report = replay.host.evaluate("host => host.report")
        assert report["verdict"] in ("refused", "unreadable"), index
        fault, event = report["fault"], event_at(raw, index)
        assert re.fullmatch(CODES[kind], fault["code"]), (fault, event)
        words = front.locator("#in-words").inner_text()
        assert re.fullmatch(rf"Event {event['n']}: .*{TOLD[kind]}.*\.", words), words
        if report["verdict"] == "refused":
            assert fault["event"] == event["n"], (fault, event)
            assert replay.event == event["n"] - 1
            assert f"The replay ends before event {event['n']}, the first" in replay.said()
        assert "erified" not in replay.find(".verdict strong").inner_text()


def test_a_forged_name_is_found(front: Any, house: House) -> None:
    """A player's own signature says whose join is forged; that of a bot, all that was signed after it."""
    raw = house.record(house.game).decode()
    for _ in CHANCES:
        index, replay = forged(front, "name")
        joined = event_at(raw, index)
        assert front.locator("#in-words").inner_text().startswith(f"Event {joined['n']}: {joined['name']} has become ")
        replay.wait("refused")
        fault, event = replay.host.evaluate("host => host.report.fault"), event_at(raw, index)
        if event["kind"] == "bot":
            assert fault["code"].partition(".")[0] in ("sign", "head", "log"), fault
        else:
            assert (fault["code"], fault["event"]) == ("party.join_sig", event["n"])
        # What stands under the board is about the very event at which it stops.
        stages = replay.host.evaluate("host => host.report.stages")
        stop = min(stage["fault"]["event"] for stage in stages if stage["fault"] and "event" in stage["fault"])
        assert f"The replay ends before event {stop}, the first" in replay.said()


def test_no_byte_can_be_changed(front: Any) -> None:
    for _ in range(12):
        _, replay = forged(front, "any")
        assert replay.host.evaluate("host => host.report.verdict") in ("refused", "unreadable")


def test_the_game_itself_stays_as_it_was(front: Any) -> None:
    forged(front, "die")
    assert Replay(front).host.evaluate("host => host.report.verdict") == "verified"


def test_what_cannot_be_forged_is_told(visit: OpenPage) -> None:
    page = visit("/", allowed=("Failed to load resource",))
    Replay(page).wait()
    answers: list[dict[str, Any]] = [{"status": 503}, {"body": "{}"}]
    page.route("**/record", lambda route: route.fulfill(**answers.pop(0)))
    for said in ("The record could not be fetched", "nothing of the kind"):
        page.locator("[data-forge=die]").click()
        page.wait_for_function("said => document.getElementById('in-words').textContent.includes(said)", arg=said)
    assert not page.locator("#forged fairdice-replay").count()


# Keyboard and motion --------------------------------------------------------------------------------------------------

FOCUSED = """() => {
  let one = document.activeElement;
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return { what: one.className || one.id || one.textContent.trim().slice(0, 30) || one.tagName, tag: one.tagName,
    ring, seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight };
}"""


RUNNING = """() => {
  const root = document.querySelector("fairdice-replay").shadowRoot;
  const all = [...document.getAnimations(), ...root.getAnimations()];
  return all.filter((one) => one.playState === "running").length;
}"""


def test_everything_is_reached_and_seen_by_keyboard(front: Any) -> None:
    forged(front, "die")
    front.get_by_text("Skip to content").focus()
    stops: list[dict[str, Any]] = []
    for _ in range(90):
        front.keyboard.press("Tab")
        stop = front.evaluate(FOCUSED)
        if stop["tag"] == "BODY":
            break
        stops.append(stop)
    assert [stop for stop in stops if not stop["ring"] or not stop["seen"]] == []
    reached = [stop["what"] for stop in stops]
    for what in ("brand", "A die", "Any byte", "verdict", "stage", "slider", "tab"):
        assert any(one == what or one.startswith(f"{what} ") for one in reached), what
    links = front.locator("main a:visible").count()
    assert sum(stop["tag"] == "A" for stop in stops) >= links, "all links of the page, and those of its head"


def test_the_skip_link_leads_to_the_content(front: Any) -> None:
    front.keyboard.press("Tab")
    assert front.get_by_text("Skip to content").is_visible()
    front.keyboard.press("Enter")
    front.keyboard.press("Tab")
    assert front.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_forging_by_keyboard(front: Any) -> None:
    front.get_by_role("button", name="A die").focus()
    front.keyboard.press("Enter")
    replay = Replay(front, 1).wait("refused")
    replay.find(".slider").focus()
    front.keyboard.press("Home")
    assert replay.event == 0
    assert Replay(front).event != 0


def test_reduced_motion(visit: OpenPage) -> None:
    page = visit("/", reduced_motion="reduce")
    replay = Replay(page).wait()
    replay.find("select >> nth=0").select_option("8")
    replay.button("Play").click()
    for n in (12, 16, 20):
        replay.wait_event(n)
        assert page.evaluate(RUNNING) == 0
    replay.button("Pause").click()
