"""What is measured in the browser, and what it should be."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.browser import records
from tests.bench.browser.opened import PAGES, PLAYER, Opened, measured, opened, peer, zipped
from tests.bench.measure import spawn
from tests.bench.row import Row
from tests.browser.chromium import CHROMIUM
from tests.browser.site import ROOT

__all__ = ["rows"]

ROUNDS, SEEKS, HASHES = 11, 500, 2000
HERE = "a time of this machine"


def rows() -> Iterator[Row]:
    """All of it; a single row that says so where there is no browser."""
    missing = _missing()
    if missing:
        yield Row("the replay in a browser", None, note=f"not measured: there is no {missing}")
        return
    with opened() as here:
        yield from _first_loads(here)
        yield from _seeks(here)
        yield from _long(here)
        yield from _hashes(here)
        yield from _sizes(here)
    yield from _node()


def _missing() -> str:
    try:
        import playwright.sync_api  # noqa: F401
    except ModuleNotFoundError:
        return "playwright"
    return "" if CHROMIUM else "Chromium"


def _first_loads(here: Opened) -> Iterator[Row]:
    """A game of usual length, each time in a context of its own."""
    paths = ["/verify", "/element", "/page", *(["/viewer"] if here.has_viewer else [])]
    for path in paths:
        here.first(path)
    took: dict[str, list[dict[str, float]]] = {path: [] for path in paths}
    for _ in range(ROUNDS):
        for path in paths:
            took[path].append(here.first(path))

    def of(path: str, key: str) -> list[float]:
        return [one[key] for one in took[path]]

    size = f"{here.events} events, {len(records.usual()):,} bytes; least {{:.0f}} ms, {ROUNDS} first loads; {HERE}"
    for what, path, key in (
        ("verify alone, from bytes in memory", "/verify", "took"),
        ("the element, from bytes in memory to its verdict", "/element", "verdict"),
    ):
        yield Row(what, median(of(path, key)), "ms", "at most", 60, size.format(min(of(path, key))))
    drawn = "{:.0f} ms from navigation, {:.0f} ms from bytes in memory"
    note = drawn.format(median(of("/page", "took")), median(of("/element", "drawn")))
    if not here.has_viewer:
        yield Row("a replay drawn, verified / lichess's pgn-viewer drawn", None, note=f"{note}; {_no_viewer()}")
        return
    plies = int(took["/viewer"][0]["says"])
    theirs = drawn.format(median(of("/viewer", "took")), median(of("/viewer", "drawn")))
    note += f"; with {plies} plies {theirs}"
    for what, own, other in (
        ("from navigation", of("/page", "took"), of("/viewer", "took")),
        ("from bytes in memory", of("/element", "drawn"), of("/viewer", "drawn")),
    ):
        ratio = median(above / below for above, below in zip(own, other, strict=True))
        yield Row(f"a replay drawn, verified / lichess's pgn-viewer drawn, {what}", ratio, note=note)


def _no_viewer() -> str:
    return "pgn-viewer or python-chess is not installed"


def _seeks(here: Opened) -> Iterator[Row]:
    """Seeks to events at random, in that game."""
    with here.page("/page") as page:
        measured(page)
        for frame, what in ((False, "a seek with its layout"), (True, "a seek with all that its frame does")):
            script = f"""async ([count, frame]) => (await import("{PAGES}"))
                .seek(document.querySelector("fairdice-replay"), count, frame)"""
            took = sorted(page.evaluate(script, [SEEKS, frame]))
            note = f"median {median(took):.2f} ms, the longest {took[-1]:.1f} ms; {HERE}"
            yield Row(f"{what}, the 99th of 100", took[int(0.99 * (SEEKS - 1))], "ms", "at most", 16, note)


def _long(here: Opened) -> Iterator[Row]:
    """A record of 6 MB."""
    raw = records.long()
    here.site.put("/long.json", raw, media="application/json")
    here.site.put("/room", f'<!doctype html><title>Long</title><script type="module" src="{PLAYER}"></script>')
    found = []
    for _ in range(3):
        with here.page("/room") as page:
            page.wait_for_function("!!customElements.get('fairdice-replay')")
            found.append(
                page.evaluate(f"""async () => {{
                const {{ bytesOf, showRecord, watch }} = await import("{PAGES}");
                const bytes = await bytesOf("/long.json");
                return watch(() => showRecord(bytes));
            }}""")
            )
            session = page.context.new_cdp_session(page)
            session.send("HeapProfiler.collectGarbage")
            found[-1]["kept"] = session.send("Runtime.getHeapUsage")["usedSize"]

    def middle(key: str) -> float:
        value: float = median(one[key] for one in found)
        return value

    note = f"{len(raw) / 1e6:.1f} MB, {found[0]['says']}; {middle('drawn') / 1e3:.2f} s until it is drawn; {HERE}"
    yield Row("a long game, from bytes in memory to its verdict", middle("verdict") / 1e3, "s", note=note)
    note = f"by a timer; the longest task that the browser tells {middle('task'):.0f} ms"
    yield Row("the same: the longest that the page does not answer", middle("longest"), "ms", note=note)
    note = f"{middle('kept') / 1e6:.0f} MB afterwards, rubbish collected"
    yield Row("the same: the most memory of its JavaScript", middle("most") / 1e6, "MB", note=note)


def _hashes(here: Opened) -> Iterator[Row]:
    """SHA-256 of a link: our module against WebCrypto, awaited each time."""
    with here.page("/empty") as page:
        took = page.evaluate(
            f"""async (count) => {{
            const {{ sha256 }} = await import("/api/web/fairdice/sha256.js");
            return (await import("{PAGES}")).hashes(sha256, count);
        }}""",
            HASHES,
        )
    ours, theirs = median(took["ours"]), median(took["theirs"])
    ratio = median(one / other for one, other in zip(took["theirs"], took["ours"], strict=True))
    note = f"{theirs * 1e3:.1f} us and {ours * 1e3:.2f} us for two blocks"
    yield Row("SHA-256 by WebCrypto, awaited / by our module", ratio, note=note)


def _sizes(here: Opened) -> Iterator[Row]:
    """What a page loads for its replay, in one language."""
    loaded = here.loaded("/page")
    note = ", ".join(f"{path.rpartition('/')[2]} {size}" for path, size in loaded.items())
    total = sum(loaded.values())
    yield Row("all that a replay loads, compressed", total / 1e3, "kB", "at most", 40, note)
    viewer, framework = peer("@lichess-org/pgn-viewer"), peer("boardgame.io")
    theirs = sum(here.loaded("/viewer").values()) if here.has_viewer else 0
    if viewer and theirs:
        yield Row(
            "the same / lichess's pgn-viewer", total / theirs, note=f"{theirs / 1e3:.1f} kB, pieces and board among it"
        )
    else:
        yield Row("the same / lichess's pgn-viewer", None, note=_no_viewer())
    if framework:
        size = zipped((framework / "boardgameio.min.js").read_bytes())
        note = f"{size / 1e3:.1f} kB, its whole bundle: no board, no verification"
        yield Row("the same / boardgame.io", total / size, note=note)
    else:
        yield Row("the same / boardgame.io", None, note="not installed")


def _node() -> Iterator[Row]:
    """The same verifier as a process of Node."""
    node = shutil.which("node")
    if node is None:
        yield Row("`node verify.js` as a process / `fairdice verify`", None, note="there is no node")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_bytes(records.usual())
        took = spawn(
            {
                "node": [node, str(ROOT / "api/web/verify.js"), str(path)],
                "empty": [node, "-e", "0"],
                "python": [sys.executable, "-c", "from fairdice.cli import main; main()", "verify", str(path)],
            },
            times=3,
        )
    each = ", ".join(f"{name} {took.of(name) * 1e3:.0f}" for name in took.seconds)
    note = f"ms of user time: {each}"
    yield Row("`node verify.js` as a process / an empty one", took.ratio("node", "empty"), note=note)
    yield Row("`node verify.js` as a process / `fairdice verify`", took.ratio("node", "python"), note=note)
