"""The page /verify: files are verified in the browser, and nothing leaves it."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.bench.browser.records import long
from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.service import House
from tests.browser.site import ROOT

VECTORS = ROOT / "tests" / "vectors"
STAR = VECTORS / "records" / "star.json"
MUTATIONS = json.loads((VECTORS / "mutations" / "manifest.json").read_text())["records"]


class Desk:
    """The page, and what it asked of the network since it was open."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.origin = page.evaluate("location.origin")
        page.wait_for_load_state("networkidle")
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(f"{request.method} {request.url}"))

    def choose(self, name: str, body: bytes) -> None:
        """Choose a file of this name."""
        self.page.set_input_files("#file", {"name": name, "mimeType": "application/json", "buffer": body})

    def drop(self, name: str, body: bytes) -> None:
        """Drag a file here, and drop it."""
        given = [name, base64.b64encode(body).decode()]
        self.page.evaluate(
            """([name, body]) => {
              const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([bytes], name));
              const target = document.querySelector("main");
              const tell = (kind) => target.dispatchEvent(
                new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
              const lit = () => drop.classList.contains("over");
              window.states = [tell("dragenter"), lit(), tell("drop"), lit()];
            }""",
            given,
        )

    def judged(self, name: str) -> Replay:
        """The replay of this file, once it has a verdict."""
        self.page.wait_for_function(
            "(name) => document.querySelector('fairdice-replay')?.report?.file === name", arg=name
        )
        return Replay(self.page)

    def quiet(self) -> bool:
        """Whether nothing was asked for but words of the player, by addresses that say nothing of the file."""
        words = re.compile(rf"GET {re.escape(self.origin)}/player/[0-9a-f]{{32}}/words\.\w+(\.more)?\.json")
        return all(words.fullmatch(one) for one in self.asked)

    def name(self, field: str, value: str) -> None:
        """Name a key that one knows."""
        if not self.page.locator(f"#{field}").is_visible():
            self.page.get_by_text("Keys you know from elsewhere").click()
        self.page.fill(f"#{field}", value)
        self.page.keyboard.press("Tab")


@pytest.fixture
def desk(visit: OpenPage) -> Desk:
    return Desk(visit("/verify"))


def report_of(replay: Replay) -> Any:
    return replay.host.evaluate("host => host.report")


def claim(report: Any, name: str) -> Any:
    return next(one for one in report["statements"] if one["name"] == name)


def test_a_chosen_file_is_verified_and_nothing_is_asked_for(desk: Desk) -> None:
    desk.choose("mine.json", STAR.read_bytes())
    replay = desk.judged("mine.json").wait()
    assert desk.page.get_by_role("heading", name="mine.json").is_visible()
    replay.button("To the end").click()
    for tab in ("Dice", "Standings", "Moments", "Moves"):
        replay.tab(tab).click()
    desk.page.wait_for_load_state("networkidle")
    assert desk.quiet(), desk.asked


def test_explaining_the_checks_loads_words_and_nothing_else(desk: Desk) -> None:
    desk.choose("mine.json", STAR.read_bytes())
    replay = desk.judged("mine.json").wait()
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("Check it yourself").wait_for()
    assert len(desk.asked) <= 1
    assert desk.quiet(), desk.asked


def test_it_works_once_the_network_is_gone(desk: Desk) -> None:
    desk.page.context.set_offline(True)
    desk.choose("mine.json", STAR.read_bytes())
    replay = desk.judged("mine.json").wait()
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("What this proves, and what it does not").wait_for()


def test_a_dropped_file(desk: Desk) -> None:
    desk.drop("dropped.json", STAR.read_bytes())
    assert desk.page.evaluate("states") == [False, True, False, False], (
        "taken from the browser, which would leave the page"
    )
    desk.judged("dropped.json").wait()
    assert desk.quiet(), desk.asked


def test_one_file_after_the_other(desk: Desk) -> None:
    forged = (VECTORS / "mutations" / "chain.link.json").read_bytes()
    desk.choose("one.json", STAR.read_bytes())
    desk.judged("one.json").wait()
    desk.drop("two.json", forged)
    desk.judged("two.json").wait("refused")
    desk.choose("three.json", STAR.read_bytes())
    desk.judged("three.json").wait()
    assert desk.page.locator("fairdice-replay").count() == 1


def test_the_houses_own_game_with_its_key(desk: Desk, house: House) -> None:
    raw = house.record(house.game)
    key = json.loads(raw)["events"][0]["house"]["key"]
    desk.choose("game.json", raw)
    report = report_of(desk.judged("game.json").wait())
    assert claim(report, "authentic")["holds"] != "yes"
    desk.name("house-key", f" {key} ")
    desk.page.wait_for_function(
        "() => document.querySelector('fairdice-replay').report?.stages.at(-1).result === 'passed'"
    )
    report = report_of(desk.judged("game.json").wait())
    assert claim(report, "authentic")["holds"] == "yes"
    replay = Replay(desk.page)
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("the house whose key you named").wait_for()


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("house-key", "0" * 64, "named.house_key"),
        ("player-key", "0" * 64, "named.player_key"),
        ("log-key", "elsewhere+00000000+AA==", "log."),
    ],
)
def test_keys_that_do_not_fit(desk: Desk, house: House, field: str, value: str, code: str) -> None:
    desk.name(field, value)
    desk.choose("game.json", house.record(house.game))
    replay = desk.judged("game.json").wait("refused")
    found = report_of(replay)["fault"]["code"]
    assert found.startswith(code), found
    assert found in replay.find(".fault").inner_text()
    desk.page.fill(f"#{field}", "")
    desk.page.keyboard.press("Tab")
    Replay(desk.page).wait()


@pytest.mark.parametrize(("field", "value"), [("house-key", "the house"), ("player-key", "0" * 63), ("log-key", "x")])
def test_what_is_no_key_is_told_and_no_verdict_on_the_game(desk: Desk, field: str, value: str) -> None:
    desk.name(field, value)
    desk.choose("mine.json", STAR.read_bytes())
    told = desk.page.get_by_role("alert")
    told.wait_for()
    assert "nothing was verified" in told.inner_text()
    assert desk.page.locator(f"#{field}").get_attribute("aria-invalid") == "true"
    assert desk.page.locator("fairdice-replay").count() == 0
    desk.page.fill(f"#{field}", "")
    desk.page.keyboard.press("Tab")
    desk.judged("mine.json").wait()
    assert not told.is_visible()


def test_a_key_in_capitals_is_the_same_key(desk: Desk, house: House) -> None:
    raw = house.record(house.game)
    desk.name("house-key", json.loads(raw)["events"][0]["house"]["key"].upper())
    desk.choose("game.json", raw)
    assert claim(report_of(desk.judged("game.json").wait()), "authentic")["holds"] == "yes"


def test_the_logs_key_shows_that_it_is_logged(desk: Desk, visit: OpenPage, house: House) -> None:
    key = json.loads(house.ask("/v1/log"))["vkey"]
    desk.choose("game.json", house.record(house.game))
    desk.judged("game.json").wait()
    desk.name("log-key", key)
    desk.page.wait_for_function("""() => document.querySelector("fairdice-replay").report?.statements
      .some((one) => one.name === "logged" && one.holds === "yes")""")
    Replay(desk.page).wait()


@pytest.mark.parametrize(
    ("name", "body", "state"),
    [
        ("empty.json", b"", "unreadable"),
        ("photo.jpg", bytes(range(256)) * 40, "unreadable"),
        ("list.json", b"[1, 2, 3]", "unreadable"),
        ("page.json", b"<!doctype html><title>not this</title>", "unreadable"),
        ("half.json", STAR.read_bytes()[:5000], "unreadable"),
        ("deep.json", b"[" * 100_000, "unreadable"),
    ],
)
def test_what_is_no_record(desk: Desk, name: str, body: bytes, state: str) -> None:
    desk.choose(name, body)
    replay = desk.judged(name).wait(state)
    assert replay.find(".verdict small").inner_text().strip()
    fault = report_of(replay)["fault"]
    facts = replay.find(".fault dt").all_inner_texts()
    assert ("Found" in facts) is (fault.get("found") is not None), "nothing is made up"
    assert fault["code"] in replay.find(".fault").inner_text()
    desk.choose("then.json", STAR.read_bytes())
    desk.judged("then.json").wait()


@pytest.fixture(scope="module")
def six_megabytes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "long.json"
    path.write_bytes(long())
    return path


def test_a_record_of_six_megabytes(desk: Desk, six_megabytes: Path) -> None:
    assert six_megabytes.stat().st_size > 6_000_000
    desk.page.evaluate("""() => {
      window.longest = 0;
      let before = performance.now();
      setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - before); before = now; }, 5);
    }""")
    desk.page.set_input_files("#file", six_megabytes)
    replay = desk.judged("long.json").wait()
    last = report_of(replay)["summary"]["events"] - 1
    replay.button("To the end").click()
    replay.wait_event(last)
    assert replay.find(".page.moves li").count() < 60
    for tab in ("Dice", "Standings", "Moments"):
        replay.tab(tab).click()
    assert desk.quiet(), desk.asked


# A forged record of each stage ----------------------------------------------------------------------------------------

STAGES = ("option", "order", "party", "chain", "draw", "roll", "rules", "sign", "result", "head", "log")


def first_of(stage: str) -> Any:
    return next(row for row in MUTATIONS if row["code"] and row["code"].startswith(f"{stage}."))


def test_a_forged_record_of_each_stage(desk: Desk) -> None:
    for stage in STAGES:
        row = first_of(stage)
        for key in row.get("named", {}).get("log_keys", ()):
            desk.name("log-key", key)
        desk.choose(row["file"], (VECTORS / "mutations" / row["file"]).read_bytes())
        replay = desk.judged(row["file"]).wait(row["verdict"])
        fault = report_of(replay)["fault"]
        assert (fault["code"], fault.get("event")) == (row["code"], row["event"]), row["file"]
        at = "" if row["event"] is None else f" at event {row['event']}"
        title = f"Refused{at}" if row["verdict"] == "refused" else "Unreadable"
        assert replay.find(".verdict strong").inner_text() == title, row["file"]
        shown = replay.find(".page.checks .fault").inner_text()
        assert row["code"] in shown, row["file"]
        assert replay.find(".page.checks .check .bad").count() >= 1, row["file"]
        if row["event"] is not None:
            assert replay.event < row["event"], row["file"]
