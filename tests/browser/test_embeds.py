"""Every way to embed, in a real browser, with the packed player, which says of records what Python says.

On a strict page of another origin, in a sandboxed frame, from a file without a network.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from api.app import create_app
from api.embeds.served import player
from api.embeds.single import single
from api.embeds.snippet import element, frame, script
from fairdice.verify import Trust, verify
from replay.codec import decode_record
from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay
from tests.browser.site import ROOT, Site
from tests.support.databases import migrated_url
from tests.support.heart import Heart
from tests.support.situations import sample
from tests.support.wire import Wire

VECTORS = ROOT / "tests" / "vectors"
STAR = VECTORS / "records" / "star.json"
ICON = '<link rel="icon" href="data:,">'


class Served:
    """A service on a port of its own, with its sample game."""

    def __init__(self, folder: Path) -> None:
        database = migrated_url("sqlite", folder, lambda: pytest.fail("no server is needed"))
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.heart = Heart(database, access_log=False, url=self.url)
        self.game = sample(Wire(self.heart))["game"]
        self._app = create_app(self.heart.service)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _answer(self, environ: Any, start_response: Any) -> Any:
        return self._app(environ, start_response)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.heart.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    service = Served(tmp_path_factory.mktemp("served"))
    yield service
    service.close()


def page_of(site: Site, body: str, policy: str) -> str:
    """A page of another origin than the service's, with the strictest policy that lets the service in."""
    strict = f"default-src 'none'; img-src data:; {policy}; require-trusted-types-for 'script'; trusted-types 'none'"
    head = f'<!doctype html><html lang="en"><head><title>Host</title>{ICON}</head><body>'
    return site.put("/host.html", f"{head}{body}</body></html>", policy=strict)


# On pages of others ---------------------------------------------------------------------------------------------------


def test_the_two_lines(open_page: OpenPage, site: Site, served: Served) -> None:
    body = f"{script(served.url)}\n{element(served.url, served.game, closed=True)}"
    policy = f"script-src {served.url}; connect-src {served.url}"
    replay = Replay(open_page(page_of(site, body, policy), allowed=(f"asked for {served.url}/",))).wait()
    replay.button("Step forward").click()
    assert replay.host.evaluate("host => host.report.verdict") == "verified"


def test_words_of_another_language_have_the_hash_that_the_script_knows(
    open_page: OpenPage, site: Site, served: Served
) -> None:
    body = f"{script(served.url)}\n{element(served.url, served.game, closed=True)}"
    body = body.replace("<fairdice-replay ", '<fairdice-replay lang="sk" ')
    policy = f"script-src {served.url}; connect-src {served.url}"
    replay = Replay(open_page(page_of(site, body, policy), allowed=(f"asked for {served.url}/",))).wait()
    assert "Overené" in replay.find(".verdict").inner_text()


def test_a_script_that_was_changed_is_not_run(open_page: OpenPage, site: Site, served: Served) -> None:
    line = script(served.url).replace(player().integrity, f"sha384-{'A' * 64}")
    url = page_of(site, line + element(served.url, served.game, closed=True), f"script-src {served.url}")
    page = open_page(url, allowed=(f"asked for {served.url}/", "integrity"))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("customElements.get('fairdice-replay') === undefined")


# In frames ------------------------------------------------------------------------------------------------------------


def in_frame(page: Any) -> Any:
    """The replay in the page's frame."""
    framed = page.frame_locator("iframe")
    framed.locator(".verdict[data-state=verified]").wait_for()
    return framed


def test_a_sandboxed_frame_verifies_and_gets_its_height(open_page: OpenPage, site: Site, served: Served) -> None:
    listener = f'<script src="{served.url}{player().path("resize.js")}" defer></script>'
    body = frame(served.url, served.game, "A game", height=300) + listener
    url = page_of(site, body, f"script-src {served.url}; frame-src {served.url}")
    page = open_page(url, allowed=(f"asked for {served.url}/",))
    framed = in_frame(page)
    inner = framed.locator("html").evaluate("html => [self.origin, Math.ceil(html.getBoundingClientRect().height)]")
    assert inner[0] == "null", "a frame without an origin"
    page.wait_for_function("high => document.querySelector('iframe').style.height === `${high}px`", arg=inner[1])
    assert inner[1] > 400


def test_only_the_frame_itself_says_how_high_it_is(open_page: OpenPage, site: Site, served: Served) -> None:
    body = f'<iframe srcdoc="" data-fairdice></iframe><script src="{served.url}{player().path("resize.js")}"></script>'
    page = open_page(page_of(site, body, f"script-src {served.url}"), allowed=(f"asked for {served.url}/",))
    tell = """([data, inside]) => {
      const frame = document.querySelector("iframe");
      dispatchEvent(new MessageEvent("message", { data, source: inside ? frame.contentWindow : window }));
      return frame.style.height;
    }"""
    size = {"type": "fairdice-replay:size", "version": 1}
    assert page.evaluate(tell, [size | {"height": 2000}, False]) == "", "another window"
    for height, shown in ((700, "700px"), (1e9, "5000px"), (1, "100px")):
        assert page.evaluate(tell, [size | {"height": height}, True]) == shown
    others = [None, "x", {"type": "other"}, {"version": 2}, {"height": "200"}, {"height": None}]
    for other in others:
        data = size | {"height": 200} | other if isinstance(other, dict) else other
        assert page.evaluate(tell, [data, True]) == "100px", other


def test_what_the_frame_is_asked_for(open_page: OpenPage, site: Site, served: Served) -> None:
    body = frame(served.url, served.game, "A game", n=20, lang="de", theme="dark")
    page = open_page(page_of(site, body, f"frame-src {served.url}"), allowed=(f"asked for {served.url}/",))
    replay = in_frame(page).locator("fairdice-replay")
    assert replay.evaluate("host => [host.event, host.lang, host.getAttribute('theme')]") == [20, "de", "dark"]


def test_the_frames_page_by_itself(open_page: OpenPage, served: Served) -> None:
    page = open_page(f"{served.url}/embed/{served.game}", allowed=(f"asked for {served.url}/",))
    replay = Replay(page).wait()
    replay.tab("Checks").click()
    link = replay.find(".page.checks a").get_by_text("source")
    assert link.get_attribute("href") == f"{served.url}/source/player/register.js"


# One file -------------------------------------------------------------------------------------------------------------


def file_of(folder: Path, record: Path, **how: Any) -> str:
    raw = record.read_bytes()
    path = folder / "replay.html"
    path.write_bytes(single(raw, decode_record(raw).record, trust=how.pop("trust", Trust()), **how))
    return path.as_uri()


def test_a_file_works_without_a_network(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(file_of(tmp_path, STAR), offline=True)
    replay = Replay(page).wait()
    replay.button("Step forward").click()
    replay.tab("Checks").click()
    replay.find(".page.checks").get_by_text("Check it yourself").wait_for()


def test_a_file_works_where_its_address_leads_nowhere(open_page: OpenPage, site: Site, tmp_path: Path) -> None:
    """As mail programs show what is attached: from a blob."""
    file_of(tmp_path, VECTORS / "mutations" / "chain.link.json")
    page = open_page(site.put("/mail.html", '<!doctype html><title>Mail</title><link rel="icon" href="data:,">'))
    page.evaluate(
        """(html) => {
          const frame = document.createElement("iframe");
          frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
          document.body.append(frame);
        }""",
        (tmp_path / "replay.html").read_text(encoding="utf-8"),
    )
    replay = page.frame_locator("iframe").locator("fairdice-replay")
    replay.locator(".check").first.wait_for()
    assert replay.evaluate("host => host.report.fault.code") == "chain.link"
    assert replay.locator(".page.checks a").count() == 1  # the record; the file is the source itself


@pytest.mark.parametrize("lang", player().languages)
def test_a_file_speaks_all_languages(open_page: OpenPage, tmp_path: Path, lang: str) -> None:
    """The visitor's own by default, and the one that it was made for."""
    words = {"en": "Verified", "de": "Geprüft", "sk": "Overené", "cs": "Ověřeno", "es": "Verificada"}
    for url, locale in ((file_of(tmp_path, STAR), lang), (file_of(tmp_path, STAR, lang=lang), "fr-FR")):
        replay = Replay(open_page(url, offline=True, locale=locale)).wait()
        assert words[lang] in replay.find(".verdict").inner_text()


def test_a_file_of_a_forged_record_says_so(open_page: OpenPage, tmp_path: Path) -> None:
    replay = Replay(open_page(file_of(tmp_path, VECTORS / "mutations" / "chain.link.json"), offline=True))
    replay.wait("refused")
    assert replay.host.evaluate("host => host.report.fault.code") == "chain.link"


def test_a_file_asks_for_the_key_that_it_was_made_with(open_page: OpenPage, tmp_path: Path) -> None:
    other = Trust(house_keys=(bytes.fromhex("ab" * 32),))
    replay = Replay(open_page(file_of(tmp_path, STAR, trust=other), offline=True)).wait("refused")
    assert replay.host.evaluate("host => host.report.fault.code") == "named.house_key"


def test_a_file_can_be_read_without_javascript(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(file_of(tmp_path, STAR), java_script_enabled=False)
    assert "Nothing has been checked here" in page.inner_text("body")
    assert page.locator("svg").is_visible()


# The packed player ----------------------------------------------------------------------------------------------------


def vectors() -> list[Path]:
    """Sound records of all kinds, and forged ones of each stage."""
    sound = [path for kind in ("records", "sound") for path in sorted((VECTORS / kind).glob("*.json"))]
    forged = [path for path in sorted((VECTORS / "mutations").glob("*.json")) if path.stem.count(".") == 1]
    return [path for path in [*sound, *forged] if path.stem not in ("index", "manifest")]


def test_the_packed_player_says_what_python_says(open_page: OpenPage, site: Site) -> None:
    """Packing and shortening have changed nothing: verdict, code and event of every record."""
    head = f'<!doctype html><html lang="en"><head><title>Packed</title>{ICON}'
    url = site.put(
        "/packed.html", f'{head}<script type="module" src="/api/web/served/fairdice-replay.js"></script></head>'
    )
    page = open_page(url)
    ask = """async (src) => {
      const replay = document.createElement("fairdice-replay");
      replay.setAttribute("src", src);
      const told = new Promise((done) => replay.addEventListener("fairdice-verdict", (event) => done(event.detail)));
      document.body.replaceChildren(replay);
      const { verdict, fault } = await told;
      return [verdict, fault?.code ?? null, fault?.event ?? null];
    }"""
    wrong = []
    for path in vectors():
        report = verify(path.read_bytes())
        fault = report.fault
        expected = [report.verdict, fault and fault.code, fault and fault.event]
        found = page.evaluate(ask, f"/{path.relative_to(ROOT).as_posix()}")
        if found != expected:
            wrong.append((path.name, found, expected))
    assert wrong == []
