"""What is measured in the browser, and what it should be."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.browser import records
from tests.bench.browser.opened import PAGES, PLAYER, Opened, opened, peer, run, zipped
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
    took = _in_turns(here)
    size = f"{here.events} events, {len(records.usual()):,} bytes"
    for what, path in (
        ("verifying, from bytes in memory to the report", "/verify"),
        ("the element, from bytes in memory to its verdict", "/element"),
    ):
        times, cpu = took.of(path, "verdict"), took.of(path, "cpu")
        note = f"{size}; the least {min(times):.0f} ms, CPU time {median(cpu):.0f} ms; {ROUNDS} first loads; {HERE}"
        yield Row(what, median(times), "ms", "at most", 60, note)
    note = took.told("ours {:.0f} ms", "/page", "/whole")
    if not here.has_viewer:
        yield Row("a replay drawn, verified / lichess's pgn-viewer drawn", None, note=f"{note}; {_no_viewer()}")
        return
    plies = int(took.of("/viewer/page", "says")[0])
    note += "; " + took.told(f"theirs, with {plies} plies, {{:.0f}} ms", "/viewer/page", "/viewer/whole")
    for what, key, ours, theirs in (
        ("from navigation", "drawn", "/page", "/viewer/page"),
        ("from bytes in memory", "drawn", "/whole", "/viewer/whole"),
        ("CPU time of the page from navigation", "cpu", "/page", "/viewer/page"),
    ):
        ratio = median(own / other for own, other in zip(took.of(ours, key), took.of(theirs, key), strict=True))
        yield Row(f"a replay drawn, verified / lichess's pgn-viewer drawn, {what}", ratio, note=note)


class _Loads:
    """What first loads measured, by page, one for each round."""

    def __init__(self, found: dict[str, list[dict[str, float]]]) -> None:
        self.found = found

    def of(self, path: str, key: str) -> list[float]:
        """The same figure of each round."""
        return [one[key] for one in self.found[path]]

    def told(self, what: str, page: str, whole: str) -> str:
        """From navigation, and from bytes in memory, with CPU time."""
        times = [what.format(median(self.of(page, "drawn"))), f"{median(self.of(whole, 'drawn')):.0f} ms"]
        return f"{' and '.join(times)} ({median(self.of(page, 'cpu')):.0f} ms CPU)"


def _in_turns(here: Opened) -> _Loads:
    """Load each page a few times, in turn; the first round is not counted."""
    paths = ["/verify", "/element", "/whole", "/page"]
    if here.has_viewer:
        paths += ["/viewer/page", "/viewer/whole"]
    found: dict[str, list[dict[str, float]]] = {path: [] for path in paths}
    for _ in range(ROUNDS + 1):
        for path in paths:
            found[path].append(here.first(path))
    return _Loads({path: each[1:] for path, each in found.items()})


def _no_viewer() -> str:
    return "pgn-viewer or python-chess is not installed"


def _seeks(here: Opened) -> Iterator[Row]:
    """Seeks to events at random, in that game."""
    with here.page("/page") as page:
        run(page)
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
                return watch(() => showRecord(bytes, true));
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
    note = f"by a timer; the browser itself tells of a task of {middle('task'):.0f} ms"
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
    theirs = sum(here.loaded("/viewer/page").values()) if here.has_viewer else 0
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
