"""All pages of the service: of any width, in all colours, without JavaScript, for assistive technology."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.service import House

PATHS = (
    "/",
    "/games/{game}",
    "/verify",
    "/rules",
    "/rules/star@1",
    "/rules/parchis@1",
    "/log",
    "/docs",
    "/docs/problems",
)
NOWHERE = "/nowhere"
WIDTHS = (320, 390, 768, 1280)


def settled(page: Any) -> None:
    """Wait until what verifies itself on the page has a verdict."""
    if page.locator("fairdice-replay").count():
        page.locator("fairdice-replay .verdict:not([data-state=loading])").first.wait_for()


@pytest.fixture(params=[*PATHS, "/embed/{game}", NOWHERE])
def path(request: pytest.FixtureRequest, house: House) -> str:
    found: str = request.param
    return found.format(game=house.game)


def opened(visit: OpenPage, path: str, **how: Any) -> Any:
    page = visit(path, allowed=("404",) if path == NOWHERE else (), **how)
    settled(page)
    return page


def test_no_page_is_wider_than_its_window(visit: OpenPage, path: str) -> None:
    page = opened(visit, path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, (width, wide)


# Colours --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_follow_the_visitors_colours(visit: OpenPage, house: House, scheme: str) -> None:
    page = opened(visit, "/", color_scheme=scheme)

    def light(locator: Any) -> float:
        colour = locator.evaluate("one => getComputedStyle(one).backgroundColor")
        return sum(map(float, colour.partition("(")[2].rstrip(")").split(",")[:3])) / 3

    for locator in (page.locator("body"), Replay(page).find(".frame"), page.locator(".cards > li").first):
        assert (light(locator) > 128) is (scheme == "light")


def test_in_forced_colours_everything_is_still_told_apart(visit: OpenPage, house: House) -> None:
    page = opened(visit, "/", forced_colors="active")
    replay = Replay(page)
    assert replay.find(".verdict strong").inner_text() == "Verified"
    page.locator("[data-forge=die]").click()
    Replay(page, 1).wait("refused")
    edges = page.locator(".choices button").first.evaluate(
        "one => [getComputedStyle(one).borderTopStyle, getComputedStyle(one).borderTopWidth]"
    )
    assert edges == ["solid", "1px"]
    pieces = replay.find(".piece").first.evaluate(
        "one => getComputedStyle(one.querySelector('path, circle, rect')).fill"
    )
    board = replay.find(".stage").evaluate("one => getComputedStyle(one).backgroundColor")
    assert pieces != board
    ways = page.locator("#changed del, #changed ins").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).textDecorationLine + getComputedStyle(one).borderBottomStyle)"
    )
    assert len(set(ways)) == 2, "struck out, and underlined"


# Without JavaScript ---------------------------------------------------------------------------------------------------


@pytest.fixture
def still(visit: OpenPage) -> Any:
    """Open a page in a browser that runs no scripts."""
    return lambda path: visit(path, java_script_enabled=False, allowed=("404",) if path == NOWHERE else ())


@pytest.mark.parametrize("where", ["/", "/games/{game}", "/embed/{game}"])
def test_a_game_can_be_looked_at(still: Any, house: House, where: str) -> None:
    page = still(where.format(game=house.game))
    picture = page.locator("fairdice-replay img")
    picture.scroll_into_view_if_needed()
    picture.evaluate("async one => { await one.decode(); }")
    assert picture.evaluate("one => one.naturalWidth") > 0
    assert picture.is_visible()
    assert picture.get_attribute("alt")
    text = page.locator("body").inner_text()
    assert "With JavaScript this game is replayed here" in text
    assert "Verified" not in text, "nobody has checked anything"
    assert not page.locator("#forge").count() or not page.locator("#forge").is_visible()


def test_the_words_of_a_game_can_be_read(still: Any, house: House) -> None:
    page = still(f"/games/{house.game}")
    page.locator("section[aria-labelledby=told] summary").click()
    line = page.locator("ol.told li").last
    assert line.is_visible()
    assert line.inner_text().strip()


def test_the_page_verify_says_what_to_do_instead(still: Any) -> None:
    page = still("/verify")
    assert page.locator("p.note", has_text="Without JavaScript this page cannot look at a file").is_visible()
    assert not page.locator("#drop").is_visible()
    assert page.get_by_role("heading", name="What it does not prove").is_visible()


@pytest.mark.parametrize("where", ["/rules", "/rules/star@1", "/log", "/docs", "/docs/problems", NOWHERE])
def test_other_pages_need_no_scripts(still: Any, where: str) -> None:
    page = still(where)
    assert page.locator("h1").is_visible()
    assert page.locator("script").count() == 0
    for picture in page.locator("main img").all():
        picture.scroll_into_view_if_needed()
        picture.evaluate("async one => { await one.decode(); }")
        assert picture.bounding_box()["width"] > 50


# For assistive technology ---------------------------------------------------------------------------------------------

AXE = Axe()
OPTIONS = {"resultTypes": ["violations"]}


def violations(page: Any) -> list[Any]:
    """What axe-core finds wrong: the rule, and where."""
    found = AXE.run(page, options=OPTIONS).response["violations"]
    return [
        (one["id"], [(node["target"], node["failureSummary"]) for node in one["nodes"]][:4], len(one["nodes"]))
        for one in found
    ]


def test_axe_finds_nothing_on_any_page(visit: OpenPage, path: str) -> None:
    # The reference is long, and has nothing that others have not: once is enough.
    for scheme in ("light",) if path == "/docs" else ("light", "dark"):
        page = opened(visit, path, color_scheme=scheme)
        assert violations(page) == [], scheme


@pytest.fixture
def replay(visit: OpenPage, house: House) -> Replay:
    return Replay(visit(f"/games/{house.game}")).wait()


TABS = ("Moves", "Checks", "Dice", "Standings", "Moments", "Help on keys")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_tab(visit: OpenPage, house: House, scheme: str) -> None:
    page = visit(f"/games/{house.game}#n=200", color_scheme=scheme)
    replay = Replay(page).wait()
    for tab in TABS:
        replay.tab(tab).click()
        replay.find(".page:visible").wait_for()
        assert violations(page) == [], tab


def test_axe_finds_nothing_while_it_plays(replay: Replay) -> None:
    replay.button("Play").click()
    assert violations(replay.page) == []


def test_axe_finds_nothing_where_it_speaks_german(replay: Replay) -> None:
    replay.host.evaluate("host => host.setAttribute('lang', 'de')")
    replay.find(".verdict strong").filter(has_text="Geprüft").wait_for()
    for nth in range(len(TABS)):
        replay.find("[role=tab]").nth(nth).click()
        assert violations(replay.page) == [], nth


@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_in_what_is_refused(visit: OpenPage, width: int) -> None:
    page = opened(visit, "/", width=width)
    for kind in ("die", "name", "any"):
        page.locator(f"[data-forge={kind}]").click()
        page.locator("#forged .verdict:is([data-state=refused], [data-state=unreadable])").wait_for()
        assert violations(page) == [], kind


def test_axe_finds_nothing_in_what_cannot_be_read(visit: OpenPage) -> None:
    page = visit("/verify")
    page.get_by_text("Keys you know from elsewhere").click()
    for body in (b"", b"{}", b'{"acks": 1}'):
        page.set_input_files("#file", {"name": "x.json", "mimeType": "application/json", "buffer": body})
        Replay(page).wait("unreadable")
        assert violations(page) == [], body


def test_axe_finds_nothing_in_a_game_that_goes_on(visit: OpenPage, house: House) -> None:
    game = house.live()
    page = visit(f"/games/{game.game}")
    replay = Replay(page).wait("open")
    assert violations(page) == [], "before the draw"
    for _ in range(12):
        game.step()
    replay.wait_event(house.events(game.game) - 1)
    assert violations(page) == []
    assert violations(opened(visit, "/")) == []
