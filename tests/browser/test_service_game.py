"""A game's page: links to its events, and what it has for page owners to copy, pasted into a page of somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from api.embeds.served import SCRIPT, player
from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.service import House
from tests.browser.site import Site

ICON = '<link rel="icon" href="data:,">'


def policy(house: House) -> str:
    """The strictest that docs/howto/embed.md says will do."""
    return (
        f"default-src 'none'; script-src {house.url}; connect-src {house.url}; frame-src {house.url}; "
        "style-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'"
    )


@pytest.fixture
def snippets(visit: OpenPage, house: House) -> list[str]:
    """What stands on the game's page to be copied, by selecting it: the two lines, the frame, what fits the frame."""
    page = visit(f"/games/{house.game}")
    copied = page.locator("section[aria-labelledby=embed] pre").evaluate_all("""(all) => all.map((one) => {
      getSelection().selectAllChildren(one);
      return getSelection().toString();
    })""")
    assert len(copied) == 3
    return list(copied)


@pytest.fixture
def paste(open_page: OpenPage, site: Site, house: House) -> Any:
    """Paste HTML into a page of another origin, and open it."""

    def pasted(body: str, *, allowed: tuple[str, ...] = (), route: Any = None, **how: Any) -> Any:
        text = f'<!doctype html><html lang="en"><head><title>A club</title>{ICON}</head><body><h1>Tuesday</h1>{body}'
        url = site.put("/club.html", f"{text}</body></html>", policy=policy(house))
        page = open_page("about:blank", allowed=(f"asked for {house.url}/", *allowed), **how)
        if route is not None:
            page.route(*route)
        page.goto(url)
        return page

    return pasted


# Links ----------------------------------------------------------------------------------------------------------------


def test_a_link_leads_to_an_event(visit: OpenPage, house: House) -> None:
    page = visit(f"/games/{house.game}#n=100")
    replay = Replay(page).wait()
    assert replay.event == 100
    replay.button("Step forward").click()
    page.wait_for_function("() => location.hash === '#n=101'")
    page.reload()
    assert Replay(page).wait().event == 101


def test_the_lines_of_the_list_are_links_into_the_replay(visit: OpenPage, house: House) -> None:
    page = visit(f"/games/{house.game}")
    replay = Replay(page).wait()
    page.locator("section[aria-labelledby=told] summary").click()
    line = page.locator("ol.told li").nth(60)
    n = int(line.locator("a").inner_text())
    said = line.inner_text().removeprefix(str(n)).strip()
    line.locator("a").click()
    replay.wait_event(n)
    assert replay.find(".page.moves [aria-current=step]").inner_text().split("\n")[-1] == said, "the same words"
    assert replay.find(".verdict").evaluate("one => Boolean(one.getClientRects().length)")
    page.go_back()
    assert "#n=" not in page.url


def test_the_page_says_what_the_record_says(visit: OpenPage, house: House) -> None:
    page = visit(f"/games/{house.game}")
    report = Replay(page).wait().host.evaluate("host => host.report")
    text = page.locator("main").inner_text()
    for fact in (report["summary"]["game"], report["summary"]["house_key"], str(report["summary"]["events"])):
        assert fact in text


# Snippets -------------------------------------------------------------------------------------------------------------


def test_the_two_lines_work_where_they_are_pasted(snippets: list[str], paste: Any, house: House) -> None:
    assert f'integrity="{player().integrity}"' in snippets[0]
    replay = Replay(paste(snippets[0])).wait()
    assert replay.host.evaluate("host => host.report.summary.game") == house.game
    replay.button("To the end").click()
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("Check it yourself").wait_for()


def test_pasted_twice_it_is_two_replays(snippets: list[str], paste: Any) -> None:
    page = paste(snippets[0] * 2)
    for nth in range(2):
        Replay(page, nth).wait()


def test_the_frame_works_where_it_is_pasted(snippets: list[str], paste: Any, house: House) -> None:
    assert 'sandbox="allow-scripts"' in snippets[1]
    page = paste(snippets[2] + snippets[1], width=700)
    frame = page.locator("iframe")
    framed = frame.content_frame
    framed.locator(".verdict[data-state=verified]").wait_for()
    assert framed.locator("html").evaluate("() => self.origin") == "null"
    assert frame.get_attribute("title") == page.evaluate("document.querySelector('iframe').title")
    fits = "() => document.querySelector('iframe').clientHeight >= 700 && document.querySelector('iframe').style.height"
    page.wait_for_function(fits)
    wide = frame.evaluate("one => one.style.height")
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("(wide) => document.querySelector('iframe').style.height !== wide", arg=wide)
    assert framed.locator("html").evaluate("one => one.scrollWidth <= innerWidth")


@pytest.mark.parametrize("bent", [lambda body: body.replace(b"refused", b"refusee", 1), lambda body: body + b" "])
def test_a_script_of_other_bytes_does_not_run(snippets: list[str], paste: Any, bent: Any) -> None:
    """Somebody has changed the script on its way, or the service sends another one."""
    sent: list[bytes] = []

    def send(route: Any) -> None:
        sent.append(bent(player().files[SCRIPT].body))
        headers = {"Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*"}
        route.fulfill(status=200, headers=headers, body=sent[-1])

    page = paste(snippets[0], allowed=("integrity",), route=(f"**/{SCRIPT}", send))
    assert sent
    assert sent[0] != player().files[SCRIPT].body
    assert page.evaluate("customElements.get('fairdice-replay') === undefined")
    assert page.locator("fairdice-replay").evaluate("one => one.shadowRoot === null")
