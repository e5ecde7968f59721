"""Buttons, slider, moves, panel, and the keyboard."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import ROOT, Site

RECORD = "/tests/vectors/records/mensch.json"
EVENTS = json.loads((ROOT / RECORD[1:]).read_text())["events"]
LAST = len(EVENTS) - 1


@pytest.fixture
def replay(open_page: OpenPage, site: Site) -> Replay:
    """A verified replay that stands at event 40."""
    return Replay(open_page(replay_page(site, {"src": RECORD, "at": "40"}))).wait()


def test_buttons(replay: Replay) -> None:
    assert replay.event == 40
    for name, n in [
        ("Step forward", 41),
        ("Step back", 40),
        ("To the end", LAST),
        ("To the start", 0),
    ]:
        replay.button(name).click()
        assert replay.event == n, name
    assert replay.button("Step back").get_attribute("aria-disabled") == "true"
    assert replay.find(".more .place").inner_text() == f"0 of {LAST}"


def test_turns_begin_where_another_player_acts(replay: Replay) -> None:
    starts, actor = [], None
    for event in EVENTS:
        if event["type"] in ("roll", "move", "pass") and event["player"] != actor:
            actor = event["player"]
            starts.append(event["n"])
    replay.button("Next turn").click()
    assert replay.event == next(n for n in starts if n > 40)
    replay.host.evaluate("host => host.seek(40)")
    replay.button("Previous turn").click()
    assert replay.event == [n for n in starts if n < 40][-1]


def test_play_goes_on_by_itself_and_pauses(replay: Replay) -> None:
    replay.find("select >> nth=0").select_option("8")
    replay.button("Play").click()
    replay.wait_event(43)
    replay.button("Pause").click()
    n = replay.event
    assert n >= 43
    assert replay.button("Play").is_visible()
    replay.page.wait_for_timeout(400)
    assert replay.event == n


def test_play_ends_at_the_end_and_begins_anew(replay: Replay) -> None:
    replay.find("select >> nth=0").select_option("8")
    replay.host.evaluate("(host, n) => host.seek(n)", LAST - 2)
    replay.button("Play").click()
    replay.wait_event(LAST)
    replay.button("Play").click()
    replay.wait_event(5)
    replay.host.evaluate("host => host.pause()")


def test_the_screen_reader_hears_steps_and_is_left_alone_while_it_plays(replay: Replay) -> None:
    status = replay.find("[role=status]")
    replay.button("Step forward").click()
    replay.wait_event(41)
    assert status.inner_text() == replay.said()
    before = status.inner_text()
    replay.find("select >> nth=0").select_option("8")
    replay.button("Play").click()
    replay.wait_event(44)
    assert status.inner_text() == before
    replay.button("Pause").click()


def test_the_slider_says_the_event(replay: Replay) -> None:
    slider = replay.find(".slider")
    assert slider.get_attribute("aria-valuetext") == f"Event 40 of {LAST}: {replay.said()}"
    slider.fill("100")
    assert replay.event == 100


def test_the_board_follows(replay: Replay) -> None:
    def places() -> Any:
        return replay.find(".piece").evaluate_all("all => all.map((one) => one.getAttribute('transform'))")

    before = places()
    replay.button("To the end").click()
    assert places() != before
    replay.host.evaluate("host => host.seek(40)")
    assert places() == before


def test_a_click_on_a_move_shows_it_and_the_page_stays(replay: Replay) -> None:
    replay.page.evaluate("document.body.prepend(Object.assign(document.createElement('p'), {textContent: 'x'}))")
    replay.page.evaluate("document.body.style.paddingTop = '600px'")
    replay.host.evaluate("(host, n) => host.seek(n)", LAST)
    assert replay.page.evaluate("scrollY") == 0
    current = replay.find(".page.moves [aria-current=step]")
    assert current.inner_text().startswith(str(LAST))
    box, row = replay.find(".page.moves").bounding_box(), current.bounding_box()
    assert box["y"] <= row["y"]
    assert row["y"] + row["height"] <= box["y"] + box["height"] + 1
    replay.find(".page.moves").evaluate("box => box.scrollTop = 0")
    replay.find(".page.moves button").filter(has_text="joins").first.click()
    assert replay.event == 2


def test_a_game_of_25000_events_makes_few_rows(open_page: OpenPage, site: Site) -> None:
    page = open_page(site.put("/list.html", "<!doctype html><title>List</title><link rel=icon href=data:,>"))
    counts = page.evaluate("""async () => {
      const { makeMoves } = await import("/api/web/player/moves.js");
      const box = document.createElement("div");
      box.style.cssText = "height:400px;overflow:auto;position:relative";
      document.body.append(box);
      const list = makeMoves(box, () => {});
      list.fill(Array.from({ length: 25000 }, (_, n) => ({ first: n, last: n, text: `line ${n}` })));
      const counts = [];
      for (const n of [0, 24999, 12345]) {
        list.mark(n);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        counts.push([box.querySelectorAll("li").length < 60, box.querySelector("[aria-current=step]").textContent]);
      }
      return counts;
    }""")
    assert counts == [[True, "0line 0"], [True, "24999line 24999"], [True, "12345line 12345"]]


def test_panels(replay: Replay) -> None:
    for name, inside in [
        ("Dice", "rolls"),
        ("Standings", "in the yard"),
        ("Moments", "Capture"),
        ("Help on keys", "Play or pause"),
        ("Checks", "Dice fixed beforehand"),
    ]:
        replay.tab(name).click()
        page = replay.find(".page:visible")
        page.get_by_text(inside).first.wait_for()
        assert page.count() == 1


def test_checks_tell_all_stages_and_statements(replay: Replay) -> None:
    replay.find(".verdict").click()
    checks = replay.find(".page.checks")
    checks.get_by_text("Check it yourself").wait_for()
    report = replay.host.evaluate("host => host.report")
    assert checks.locator(".check").count() == len(report["stages"]) + len(report["statements"])
    text = checks.inner_text()
    assert report["summary"]["house_key"] in text
    assert "fairdice verify" in text
    for key in ("stage.", "claim.", "means.", "about.", "holds.", "ui."):
        assert f"\n{key}" not in text
    with replay.page.expect_download() as download:
        checks.get_by_text("Download the record").click()
    assert download.value.path().read_bytes() == (ROOT / RECORD[1:]).read_bytes()


KEYS = [
    ("ArrowRight", 41),
    ("ArrowLeft", 39),
    ("Home", 0),
    ("End", LAST),
]


@pytest.mark.parametrize(("key", "n"), KEYS)
@pytest.mark.parametrize("at", [".stage", ".slider", ".button.play", ".verdict"])
def test_keys_work_wherever_the_focus_is_inside(replay: Replay, at: str, key: str, n: int) -> None:
    replay.find(at).focus()
    replay.page.keyboard.press(key)
    assert replay.event == n


def test_keys_by_turn_space_and_help(replay: Replay) -> None:
    replay.find(".stage").focus()
    replay.page.keyboard.press("PageDown")
    assert replay.event > 40
    replay.page.keyboard.press("PageUp")
    assert replay.event <= 40
    replay.page.keyboard.press("Space")
    assert replay.host.evaluate("host => host.playing")
    replay.page.keyboard.press("Space")
    assert not replay.host.evaluate("host => host.playing")
    replay.page.keyboard.press("?")
    assert replay.tab("Help on keys").get_attribute("aria-selected") == "true"


def test_keys_do_nothing_outside_or_with_a_modifier(replay: Replay) -> None:
    replay.page.keyboard.press("ArrowRight")
    assert replay.event == 40
    replay.find(".stage").focus()
    replay.page.keyboard.press("Control+ArrowRight")
    assert replay.event == 40


def test_arrows_in_the_list_of_moves_go_from_line_to_line(replay: Replay) -> None:
    replay.find(".page.moves [aria-current=step]").focus()
    replay.page.keyboard.press("ArrowDown")
    n = replay.event
    assert n > 40
    assert replay.find(".page.moves :focus").inner_text().startswith(str(n))
    replay.page.keyboard.press("ArrowUp")
    assert replay.event < n


def test_tabs_by_keyboard_and_one_stop_for_each_part(replay: Replay) -> None:
    page, stops = replay.page, []
    for _ in range(16):
        page.keyboard.press("Tab")
        stops.append(replay.host.evaluate("host => host.shadowRoot.activeElement?.className ?? ''"))
    assert stops[0] == "verdict good"
    assert stops[1] == "stage"
    assert stops[2] == "slider"
    assert [stop for stop in stops if stop == "tab"] == ["tab"]
    assert stops.count("move") == 1
    replay.find("[role=tab][aria-selected=true]").focus()
    page.keyboard.press("ArrowRight")
    assert replay.tab("Checks").get_attribute("aria-selected") == "true"
    assert replay.event == 40
    page.keyboard.press("End")
    assert replay.tab("Help on keys").get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowRight")
    assert replay.tab("Moves").get_attribute("aria-selected") == "true"


def test_deep_link(open_page: OpenPage, site: Site) -> None:
    url = replay_page(site, {"src": RECORD, "deep-link": "", "at": "40"}, {"src": RECORD, "at": "50"})
    page = open_page(f"{url}#n=123")
    one, other = Replay(page).wait(), Replay(page, 1).wait()
    assert (one.event, other.event) == (123, 50)
    one.button("Step forward").click()
    page.wait_for_function("location.hash === '#n=124'")
    other.button("Step forward").click()
    page.evaluate("location.hash = '#n=9'")
    one.wait_event(9)
    assert other.event == 51
    page.evaluate("location.hash = '#elsewhere'")
    assert one.event == 9
