"""Which language a replay speaks, and how it changes it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import ROOT, Site

RECORD = "/tests/vectors/records/mensch.json"
WORDS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "api/web/words").glob("*.json"))
    if "." not in path.stem
}
OTHERS = sorted(WORDS.keys() - {"en"})


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_each_language_says_verdict_and_moves(open_page: OpenPage, site: Site, lang: str) -> None:
    replay = Replay(open_page(replay_page(site, {"src": RECORD, "lang": lang}))).wait()
    assert replay.find(".verdict strong").inner_text() == WORDS[lang]["ui.verified"]
    assert replay.find(".frame").get_attribute("lang") == lang
    replay.host.evaluate("host => host.seek(40)")
    assert replay.said()
    replay.find(".verdict").click()
    replay.find(".check").first.wait_for()


def test_the_menu_changes_the_language_and_keeps_the_place(open_page: OpenPage, site: Site) -> None:
    lang = OTHERS[0]
    replay = Replay(open_page(replay_page(site, {"src": RECORD, "at": "40"}))).wait()
    english = replay.said()
    replay.find(".language").focus()
    replay.find(".language").select_option(lang)
    replay.find(f".frame[lang={lang}]").wait_for()
    assert replay.said() != english
    assert replay.event == 40
    assert replay.find(".language").evaluate("one => one === one.getRootNode().activeElement")


def test_a_language_chosen_while_it_is_verified(open_page: OpenPage, site: Site) -> None:
    page = open_page("about:blank")
    # Seen as it changes, not by a timer: verification leaves timers little room.
    page.add_init_script(f"""
      const watch = () => {{
        const host = document.querySelector("fairdice-replay");
        if (!host?.shadowRoot) return void setTimeout(watch);
        const observer = new MutationObserver(() => {{
          if (!host.shadowRoot.querySelector(".verdict strong")?.textContent.startsWith("Checking")) return;
          observer.disconnect();
          host.lang = "{OTHERS[0]}";
        }});
        observer.observe(host.shadowRoot, {{ childList: true, subtree: true, characterData: true }});
      }};
      watch();
    """)

    def late(route: Any) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route(f"**{RECORD}", late)
    page.goto(replay_page(site, {"src": RECORD, "at": "40"}))
    replay = Replay(page)
    replay.find(f".frame[lang={OTHERS[0]}] .verdict[data-state=verified]").wait_for()
    chosen = replay.said()
    other = Replay(open_page(replay_page(site, {"src": RECORD, "at": "40", "lang": OTHERS[0]}))).wait()
    assert chosen == other.said()


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        (("en", "", "de"), "en"),
        (("de-AT", "", "en"), "de"),
        (("en", "de", "en"), "de"),
        (("ja", "", "de-CH"), "de"),
        (("ja", "", "ja"), "en"),
    ],
)
def test_the_language_of_the_element_the_page_the_browser(
    open_page: OpenPage, site: Site, asked: tuple[str, str, str], lang: str
) -> None:
    around, own, browser = asked
    url = replay_page(site, {"src": RECORD} | ({"lang": own} if own else {}))
    headers, body = site.pages["/page.html"]
    site.pages["/page.html"] = headers, body.replace(b'<html lang="en">', f'<html lang="{around}">'.encode())
    replay = Replay(open_page(url, locale=browser)).wait()
    assert replay.find(".frame").get_attribute("lang") == lang


def test_words_inside_the_page_come_first(open_page: OpenPage, site: Site) -> None:
    words = json.dumps(WORDS["en"] | {"ui.verified": "Geprüft"})
    url = replay_page(site, {"src": RECORD, "lang": "de"})
    headers, body = site.pages["/page.html"]
    inside = f'<script type="application/json" data-words="de">{words}</script></body>'.encode()
    site.pages["/page.html"] = headers, body.replace(b"</body>", inside)
    replay = Replay(open_page(url)).wait()
    assert replay.find(".verdict strong").inner_text() == "Geprüft"


def test_a_language_that_cannot_be_had_is_english(open_page: OpenPage, site: Site) -> None:
    site.put("/api/web/words/de.json", "gone", media="text/plain")
    replay = Replay(open_page(replay_page(site, {"src": RECORD, "lang": "de"}))).wait()
    assert replay.find(".verdict strong").inner_text() == "Verified"
