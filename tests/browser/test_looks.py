"""How it fits a page: sizes, themes, motion, forced colours, strict policies, several at once, no shift."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import STRICT, Site

RECORD = "/tests/vectors/records/mensch.json"


def tone(replay: Replay, selector: str, what: str = "backgroundColor") -> str:
    """A computed colour."""
    return str(replay.find(selector).evaluate(f"one => getComputedStyle(one).{what}"))


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
@pytest.mark.parametrize("record", ["records/star.json", "mutations/rules.move.json"])
def test_nothing_is_wider_than_the_page(open_page: OpenPage, site: Site, width: int, record: str) -> None:
    replay = Replay(open_page(replay_page(site, {"src": f"/tests/vectors/{record}"}), width=width))
    replay.find(".verdict:not([data-state=loading])").wait_for()
    page = replay.page
    for tab in ["Moves", "Checks", "Dice", "Standings", "Moments", "Help on keys"]:
        replay.tab(tab).click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
        assert replay.find(".page:visible").evaluate("one => one.scrollWidth <= one.clientWidth"), tab
    for button in replay.find(".button:visible").all():
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 40
    assert replay.button("To the start").is_visible() is (width > 320)


def test_the_box_has_its_size_from_the_first_paint(open_page: OpenPage, site: Site) -> None:
    for width in (390, 1000):
        url = replay_page(site, {"src": RECORD})
        page = open_page("about:blank", width=width, height=2000)
        page.add_init_script("""
          window.sizes = [];
          const look = () => {
            const root = document.querySelector("fairdice-replay")?.shadowRoot;
            const parts = [".frame", ".verdict", ".stage", ".told", ".controls", ".panel"];
            const height = (part) => Math.round(root.querySelector(part).getBoundingClientRect().height);
            if (root?.firstChild) sizes.push(parts.map(height).join());
            requestAnimationFrame(look);
          };
          look();
        """)
        page.goto(url)
        Replay(page).wait()
        assert len(set(page.evaluate("sizes"))) == 1


def test_themes(open_page: OpenPage, site: Site) -> None:
    url = replay_page(site, {"src": RECORD}, {"src": RECORD, "theme": "dark"}, {"src": RECORD, "theme": "light"})
    for scheme, dark in [("light", [False, True, False]), ("dark", [True, True, False])]:
        page = open_page(url, color_scheme=scheme)
        replays = [Replay(page, nth).wait() for nth in range(3)]
        lights = [sum(map(int, tone(one, ".frame")[4:-1].split(", "))) > 384 for one in replays]
        assert lights == [not one for one in dark]
        assert [tone(one, ".frame", "colorScheme") for one in replays] == ["dark" if one else "light" for one in dark]


def test_custom_properties_and_parts(open_page: OpenPage, site: Site) -> None:
    page = open_page(replay_page(site, {"src": RECORD}))
    replay = Replay(page).wait()
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      const part = "fairdice-replay::part(verdict)";
      sheet.replaceSync(`body { --fairdice-face: rgb(1, 2, 3); } ${part} { border-top: 7px solid; }`);
      document.adoptedStyleSheets = [sheet];
    }""")
    assert tone(replay, ".frame") == "rgb(1, 2, 3)"
    assert tone(replay, ".verdict", "borderTopWidth") == "7px"


@pytest.mark.parametrize(("motion", "animated"), [("reduce", False), ("no-preference", True)])
def test_reduced_motion(open_page: OpenPage, site: Site, motion: str, animated: bool) -> None:
    page = open_page("about:blank", reduced_motion=motion)
    page.add_init_script("""
      window.animations = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...all) { animations++; return animate.apply(this, all); };
    """)
    page.goto(replay_page(site, {"src": RECORD, "at": "40"}))
    replay = Replay(page).wait()
    for _ in range(4):
        replay.button("Step forward").click()
    assert (page.evaluate("animations") > 0) is animated


def test_forced_colours(open_page: OpenPage, site: Site) -> None:
    replay = Replay(open_page(replay_page(site, {"src": RECORD}), forced_colors="active")).wait()
    assert replay.page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert tone(replay, ".tab[aria-selected=true]", "borderBlockEndColor") != tone(
        replay, ".tab[aria-selected=false] >> nth=0", "borderBlockEndColor"
    )
    assert replay.find(".verdict strong").is_visible()


def test_five_in_one_page(open_page: OpenPage, site: Site) -> None:
    names = ["mensch", "star", "parchis", "nomercy", "clovece"]
    page = open_page(replay_page(site, *({"src": f"/tests/vectors/records/{name}.json"} for name in names)))
    replays = [Replay(page, nth).wait() for nth in range(5)]
    before = [one.event for one in replays]
    replays[2].button("To the end").click()
    assert [one.event for one in replays][:2] == before[:2]
    assert replays[2].event > before[2]
    assert [one.event for one in replays][3:] == before[3:]


def test_the_strictest_policy(open_page: OpenPage, site: Site) -> None:
    page = open_page(replay_page(site, {"src": RECORD}, policy=STRICT), allowed=("data:,",))
    replay = Replay(page).wait()
    replay.button("Step forward").click()
    for tab in ["Checks", "Dice", "Standings", "Moments", "Help on keys", "Moves"]:
        replay.tab(tab).click()
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("Check it yourself").wait_for()


def test_nothing_is_stored(open_page: OpenPage, site: Site) -> None:
    replay = Replay(open_page(replay_page(site, {"src": RECORD}))).wait()
    stored: Any = replay.page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")
    assert stored == ["", 0, 0]
