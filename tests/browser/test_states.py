"""What the element shows of a record: loading, verified, refused, open, unchecked, unreadable, not loaded."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import ROOT, Site

RECORD = "/tests/vectors/records/mensch.json"
MUTATIONS = "/tests/vectors/mutations"


def opened(open_page: OpenPage, site: Site, page: dict[str, Any] | None = None, **attributes: str) -> Replay:
    """A page with one replay."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    return Replay(open_page(replay_page(site, named), **(page or {})))


def test_a_sound_record_is_verified_and_played_from_the_draw(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, src=RECORD).wait()
    assert replay.find(".verdict strong").inner_text() == "Verified"
    assert replay.said().startswith("the draw: Ana red")
    assert replay.find(".piece").count() == 8
    assert replay.host.evaluate("host => host.report.verdict") == "verified"


def test_no_tick_stands_before_the_verification_has_ended(open_page: OpenPage, site: Site) -> None:
    url = replay_page(site, {"src": RECORD})
    page = open_page("about:blank")
    page.add_init_script("""
      const seen = window.seen = [];
      const look = () => {
        const host = document.querySelector("fairdice-replay");
        const bar = host?.shadowRoot?.querySelector(".verdict");
        if (bar) seen.push(`${bar.dataset.state} ${host.report?.verdict}`);
        setTimeout(look);
      };
      look();
    """)
    page.goto(url)
    Replay(page).wait()
    seen = page.evaluate("[...new Set(seen), '']")
    assert seen == ["loading undefined", "verified verified", ""]


MANIFEST = json.loads((ROOT / "tests/vectors/mutations/manifest.json").read_text())["records"]


@pytest.mark.parametrize(
    "name",
    [
        "rules.move",
        "roll.value",
        "sign.move",
        "chain.link",
        "result.ranking",
        "draw.seats",
        "party.join_sig",
        "order.time",
    ],
)
def test_a_refused_record_stops_before_the_event(open_page: OpenPage, site: Site, name: str) -> None:
    wanted = next(row for row in MANIFEST if row["file"] == f"{name}.json")
    event = wanted["event"]
    replay = opened(open_page, site, src=f"{MUTATIONS}/{name}.json").wait("refused")
    fault = replay.host.evaluate("host => host.report.fault")
    assert (fault["code"], fault["event"]) == (wanted["code"], event)
    assert replay.find(".verdict strong").inner_text() == f"Refused at event {event}"
    assert replay.find(".verdict small").inner_text() not in ("", f"fault.{name}")
    assert replay.event == event - 1
    assert f"The replay ends before event {event}, the first" in replay.said()
    assert replay.tab("Checks").get_attribute("aria-selected") == "true"
    assert fault["code"] in replay.find(".fault").inner_text()
    # Nothing leads beyond it.
    replay.host.evaluate("(host, n) => host.seek(n)", event + 5)
    assert replay.event == event - 1
    replay.find(".slider").press("End")
    assert replay.event == event - 1
    assert replay.button("Step forward").get_attribute("aria-disabled") == "true"


def test_a_refused_receipt_is_refused_without_an_event(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, src=f"{MUTATIONS}/head.index.json").wait("refused")
    assert replay.find(".verdict strong").inner_text() == "Refused"


def test_the_pages_keys_must_hold(open_page: OpenPage, site: Site) -> None:
    key = json.loads((ROOT / RECORD[1:]).read_text())["events"][0]["house"]["key"]
    opened(open_page, site, src=RECORD, house_key=f"{'0' * 64} {key}").wait()
    refused = opened(open_page, site, src=RECORD, house_key="0" * 64).wait("refused")
    assert refused.host.evaluate("host => host.report.fault.code") == "named.house_key"
    opened(open_page, site, src=RECORD, house_key="no key").wait("refused")


def test_an_open_record_is_sound_so_far(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, src="/tests/vectors/sound/open.json").wait("open")
    assert replay.find(".verdict strong").inner_text() == "Sound so far"


def test_a_lobby_has_no_board_yet(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, src="/tests/vectors/sound/open-lobby.json", at="end").wait("open")
    assert replay.event == 1


def test_a_browser_without_ed25519_never_shows_a_tick(open_page: OpenPage, site: Site) -> None:
    page = open_page("about:blank")
    page.add_init_script("""
      const refuse = () => Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
      SubtleCrypto.prototype.importKey = SubtleCrypto.prototype.verify = refuse;
    """)
    page.goto(replay_page(site, {"src": RECORD}))
    replay = Replay(page).wait("unchecked")
    assert replay.find(".verdict strong").inner_text() == "Signatures not checked"
    assert replay.event == 4


@pytest.mark.parametrize("body", ["", "{", "[]", '{"format":"fairdice/game@1"}', "<html></html>"])
def test_what_is_no_record_is_unreadable(open_page: OpenPage, site: Site, body: str) -> None:
    src = site.put("/broken.json", body)
    replay = opened(open_page, site, src=src).wait("unreadable")
    assert replay.find(".verdict strong").inner_text() == "Unreadable"
    assert replay.button("Play").get_attribute("aria-disabled") == "true"


def test_what_cannot_be_loaded_says_so_and_can_be_tried_again(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, {"allowed": ("404",)}, src="/late.json").wait("unreadable")
    assert replay.find(".verdict small").inner_text().endswith("the server answered 404.")
    site.put("/late.json", (ROOT / RECORD[1:]).read_bytes())
    replay.button("Try again").click()
    replay.wait()


def test_without_a_record_nothing_is_shown(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site).wait("unreadable")
    assert replay.find(".verdict strong").inner_text() == "Not loaded"


def test_a_record_inside_the_page(open_page: OpenPage, site: Site) -> None:
    raw = (ROOT / RECORD[1:]).read_bytes()
    packed = base64.b64encode(gzip.compress(raw)).decode()
    inside = f'<script type="text/plain" data-record="gzip base64">{packed}</script>'
    replay = Replay(open_page(replay_page(site, {}, inside=inside))).wait()
    assert replay.find(".piece").count() == 8
    broken = f'<script type="text/plain" data-record="gzip base64">{packed[:400]}</script>'
    Replay(open_page(replay_page(site, {}, inside=broken))).wait("unreadable")


def test_a_larger_record_than_there_may_be(open_page: OpenPage, site: Site) -> None:
    src = site.put("/large.json", b" " * (32 * 1024 * 1024 + 1))
    replay = opened(open_page, site, src=src).wait("unreadable")
    assert "32 MiB" in replay.find(".verdict small").inner_text()


def test_another_src_is_another_game(open_page: OpenPage, site: Site) -> None:
    replay = opened(open_page, site, src=RECORD).wait()
    replay.host.evaluate("host => host.setAttribute('src', '/tests/vectors/records/star.json')")
    replay.page.wait_for_function("document.querySelector('fairdice-replay').report?.file.endsWith('star.json')")
    assert replay.wait().find(".piece").count() == 16


def test_taken_away_while_it_loads_and_put_back(open_page: OpenPage, site: Site) -> None:
    page = open_page(replay_page(site, {"src": RECORD}))
    page.evaluate("""() => {
      const host = document.querySelector("fairdice-replay");
      host.remove();
      document.body.append(host);
    }""")
    Replay(page).wait()


def test_the_verdict_is_told_to_the_page(open_page: OpenPage, site: Site) -> None:
    page = open_page("about:blank")
    page.add_init_script("""
      window.told = [];
      addEventListener("fairdice-verdict", (event) => told.push(event.detail.verdict));
      addEventListener("fairdice-event", (event) => told.push(event.detail));
    """)
    page.goto(replay_page(site, {"src": RECORD}))
    replay = Replay(page).wait()
    replay.button("Step forward").click()
    replay.wait_event(5)
    assert page.evaluate("told") == ["verified", 4, 5]


@pytest.mark.parametrize("to", [-1, 44, 75])
def test_a_move_to_nowhere_is_refused_and_not_drawn(open_page: OpenPage, site: Site, to: int) -> None:
    """A forged move may name squares that the board has not."""
    record = json.loads((ROOT / RECORD.lstrip("/")).read_bytes())
    moved = next(event for event in record["events"][100:] if event["type"] == "move")
    moved["to"] = to
    site.pages["/nowhere.json"] = {"Content-Type": "application/json"}, json.dumps(record).encode()
    replay = opened(open_page, site, src="/nowhere.json").wait("refused")
    assert f"The replay ends before event {moved['n']}" in replay.said()
