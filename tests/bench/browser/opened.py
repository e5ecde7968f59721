"""Chromium with a small site, and the pages that are measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gzip import compress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from replay.codec import decode_record
from tests.bench.browser import records
from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.site import ROOT, Site

__all__ = ["PAGES", "PEERS", "PLAYER", "Opened", "measured", "opened", "peer", "zipped"]

PEERS = ROOT / ".venv" / "npm"
PLAYER = "/api/web/served/fairdice-replay.js"
PAGES = "/tests/bench/browser/pages.js"
_VIEWER = ("lichess-pgn-viewer.min.js", "lichess-pgn-viewer.css")


def peer(name: str) -> Path | None:
    """Where the files are that this package from npm publishes; None if it is not here."""
    found = sorted(PEERS.glob(f"{name.rpartition('/')[2]}@*/package/dist"))
    return found[-1] if found else None


def zipped(body: bytes) -> int:
    """How many bytes this is for the network, compressed."""
    return len(compress(body, 9))


class Opened:
    """A browser that is running, and a site with the pages."""

    def __init__(self, browser: Any, site: Site) -> None:
        self.browser = browser
        self.site = site
        raw = records.usual()
        self.events = len(decode_record(raw).record.events)
        site.put("/usual.json", raw, media="application/json")
        site.put("/empty", "<!doctype html><title>Nothing</title>")
        self._put(
            "/verify",
            "",
            f"""
            import {{ verify }} from "/api/web/fairdice/verify/verifier.js";
            import {{ bytesOf }} from "{PAGES}";
            const bytes = await bytesOf("/usual.json");
            const start = performance.now();
            const {{ verdict }} = await verify(bytes);
            window.measured = {{ took: performance.now() - start, says: verdict }};""",
        )
        self._put(
            "/element",
            _script(PLAYER),
            f"""
            import {{ bytesOf, showRecord }} from "{PAGES}";
            window.measured = await showRecord(await bytesOf("/usual.json"));""",
        )
        self._put(
            "/page",
            f'{_script(PLAYER)}<fairdice-replay src="/usual.json"></fairdice-replay>',
            f"""
            import {{ drawn }} from "{PAGES}";
            const replay = document.querySelector("fairdice-replay");
            if (!replay.report) await new Promise((done) => replay.addEventListener("fairdice-verdict", done));
            await drawn();
            window.measured = {{ took: performance.now(), says: replay.report.verdict }};""",
        )
        self.has_viewer = self._put_viewer()

    def _put(self, path: str, body: str, script: str) -> None:
        page = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{path}</title><link rel="icon" href="data:,">'
        )
        self.site.put(path, f'{page}<body>{body}<script type="module">{script}</script>')

    def _put_viewer(self) -> bool:
        """The page of the viewer for games of chess, if it and python-chess are here."""
        folder, pgn = peer("@lichess-org/pgn-viewer"), records.chess(self.events)
        if folder is None or pgn is None:
            return False
        self.site.put("/chess.pgn", pgn, media="application/x-chess-pgn")
        for name, media in zip(_VIEWER, ("text/javascript", "text/css"), strict=True):
            self.site.put(f"/{name}", (folder / name).read_bytes(), media=media)
        self._put(
            "/viewer",
            f'<link rel="stylesheet" href="/{_VIEWER[1]}"><div id="game"></div>',
            f"""
            import viewer from "/{_VIEWER[0]}";
            import {{ drawn }} from "{PAGES}";
            const pgn = await (await fetch("/chess.pgn")).text();
            const start = performance.now();
            viewer(document.querySelector("#game"), {{ pgn }});
            const made = performance.now() - start;
            await drawn();
            const now = performance.now();
            const moves = document.querySelectorAll(".lpv__moves .move").length;
            window.measured = {{ made, drawn: now - start, took: now, says: moves }};""",
        )
        return True

    @contextmanager
    def page(self, path: str) -> Iterator[Any]:
        """A page in a context of its own."""
        context = self.browser.new_context(viewport={"width": 1000, "height": 900})
        page = context.new_page()
        page.set_default_timeout(60_000)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(f"{error}"))
        page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
        page.goto(self.site.origin + path)
        try:
            yield page
        except Exception as error:
            error.add_note(f"{path}: {'; '.join(wrong) or 'nothing said why'}")
            raise
        finally:
            context.close()

    def first(self, path: str) -> dict[str, Any]:
        """Load a page for the first time, and give what it measured."""
        with self.page(path) as page:
            return measured(page)

    def loaded(self, path: str) -> dict[str, int]:
        """What this page asks for besides itself, and the bytes of each, compressed."""
        with self.page(path) as page:
            measured(page)
            names = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        paths = [urlsplit(name).path for name in names if name.startswith("http")]
        wanted = [one for one in paths if one not in (PAGES, "/usual.json", "/chess.pgn")]
        return {one: zipped(self._body(one)) for one in wanted}

    def _body(self, path: str) -> bytes:
        if path in self.site.pages:
            return self.site.pages[path][1]
        return (ROOT / path[1:]).read_bytes()


def measured(page: Any) -> dict[str, Any]:
    """What a page measured, once it has."""
    page.wait_for_function("window.measured")
    found: dict[str, Any] = page.evaluate("window.measured")
    return found


def _script(path: str) -> str:
    return f'<script type="module" src="{path}"></script>'


@contextmanager
def opened() -> Iterator[Opened]:
    """Start the browser, and end it."""
    from playwright.sync_api import sync_playwright

    site = Site()
    try:
        with sync_playwright() as started:
            flags = [*FLAGS, "--enable-precise-memory-info"]
            browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
            yield Opened(browser, site)
            browser.close()
    finally:
        site.close()
