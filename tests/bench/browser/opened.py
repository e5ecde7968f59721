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

__all__ = ["PAGES", "PEERS", "PLAYER", "Opened", "opened", "peer", "run", "zipped"]

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
            window.run = async () => {{
                const start = performance.now();
                const {{ verdict }} = await verify(bytes);
                return {{ verdict: performance.now() - start, says: verdict }};
            }};""",
        )
        for path, wait in (("/element", "true"), ("/whole", "false")):
            self._put(
                path,
                _script(PLAYER),
                f"""
                import {{ bytesOf, showRecord }} from "{PAGES}";
                const bytes = await bytesOf("/usual.json");
                window.run = () => showRecord(bytes, {wait});""",
            )
        self._put(
            "/page",
            f'{_script(PLAYER)}<fairdice-replay src="/usual.json"></fairdice-replay>',
            f"""
            import {{ drawn }} from "{PAGES}";
            const replay = document.querySelector("fairdice-replay");
            if (!replay.report) await new Promise((done) => replay.addEventListener("fairdice-verdict", done));
            await drawn();
            const found = {{ drawn: performance.now(), says: replay.report.verdict }};
            window.run = () => found;""",
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
        start = f"""
            import viewer from "/{_VIEWER[0]}";
            import {{ drawn }} from "{PAGES}";
            const box = document.querySelector("#game");
            const pgn = await (await fetch("/chess.pgn")).text();"""
        body = f'<link rel="stylesheet" href="/{_VIEWER[1]}"><div><div id="game"></div></div>'
        self._put(
            "/viewer/whole",
            body,
            f"""{start}
            window.run = async () => {{
                const start = performance.now();
                viewer(box, {{ pgn }});
                await drawn();
                return {{ drawn: performance.now() - start }};
            }};""",
        )
        self._put(
            "/viewer/page",
            body,
            f"""{start}
            const {{ parentNode }} = box;
            viewer(box, {{ pgn }});
            await drawn();
            const found = {{ drawn: performance.now(), says: parentNode.querySelectorAll(".lpv__moves .move").length }};
            window.run = () => found;""",
        )
        return True

    @contextmanager
    def page(self, path: str) -> Iterator[Any]:
        """A page in a context of its own, without a path still empty."""
        context = self.browser.new_context(viewport={"width": 1000, "height": 900})
        page = context.new_page()
        page.set_default_timeout(60_000)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(f"{error}"))
        page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
        try:
            if path:
                page.goto(self.site.origin + path)
            yield page
        except Exception as error:
            error.add_note(f"{path}: {'; '.join(wrong) or 'nothing said why'}")
            raise
        finally:
            context.close()

    def first(self, path: str) -> dict[str, Any]:
        """Load a page for the first time and give what it measured; `cpu` is the CPU time of its thread, milliseconds.

        That is while it measured; of a page that measured from its navigation on, since then.
        """
        with self.page("") as page:
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            before = _cpu(session)
            page.goto(self.site.origin + path)
            page.wait_for_function("window.run")
            if not path.endswith("page"):
                before = _cpu(session)
            # Not page.evaluate, which first brings code of its own into the page.
            asked = {"expression": "run()", "awaitPromise": True, "returnByValue": True}
            found: dict[str, Any] = session.send("Runtime.evaluate", asked)["result"]["value"]
            return found | {"cpu": _cpu(session) - before}

    def loaded(self, path: str) -> dict[str, int]:
        """What this page asks for besides itself, and the bytes of each, compressed."""
        with self.page(path) as page:
            run(page)
            names = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        paths = [urlsplit(name).path for name in names if name.startswith("http")]
        wanted = [one for one in paths if one not in (PAGES, "/usual.json", "/chess.pgn")]
        return {one: zipped(self._body(one)) for one in wanted}

    def _body(self, path: str) -> bytes:
        if path in self.site.pages:
            return self.site.pages[path][1]
        return (ROOT / path[1:]).read_bytes()


def run(page: Any) -> dict[str, Any]:
    """What a page measures, once it is ready to."""
    page.wait_for_function("window.run")
    found: dict[str, Any] = page.evaluate("window.run()")
    return found


def _cpu(session: Any) -> float:
    """CPU time of the page's thread, milliseconds."""
    metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return sum(float(one["value"]) for one in metrics if one["name"] == "ThreadTime") * 1e3


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
