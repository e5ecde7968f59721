"""What is measured, and what it should be."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from fairdice.verify import verify
from replay.codec import decode_record
from replay.engine import Game
from replay.record import GameEvent, Roll
from tests.bench import full_use, games, peers
from tests.bench.floor import Floor
from tests.bench.measure import alternate, memory, spawn
from tests.bench.row import Row

__all__ = ["GROUPS"]


def verifying() -> Iterator[Row]:
    """A record is verified: against what can't be avoided, and against a reader of chess games."""
    raw = games.usual()
    decoded, floor = decode_record(raw), Floor(raw)
    events = decoded.record.events
    tasks = {
        "verify": lambda: verify(raw),
        "floor": floor.run,
        "decode": lambda: floor.decode(raw),
        "hashes": floor.hashes,
        "signatures": floor.signatures,
        "replay": lambda: Game().run(decode_record(raw).record.events),
    }
    plies = 0
    if peers.has("chess"):
        tasks["chess"], plies = peers.chess_games(200)
    took = alternate(tasks)
    parts = ", ".join(f"{name} {took.of(name) * 1e3:.2f}" for name in ("decode", "hashes", "signatures"))
    note = f"{took.of('verify') * 1e3:.2f} ms for {len(events)} events; floor {took.of('floor') * 1e3:.2f} ms: {parts}"
    yield Row("verify a record / its floor", took.ratio("verify", "floor"), "x", "at most", 1.5, note)
    per_ply = took.ratio("chess", "verify") * len(events) / plies if plies else None
    note = f"{took.of('chess') / plies * 1e6:.1f} us a ply, {plies} plies" if plies else "chess is not installed"
    yield Row("a ply of python-chess's read_game / an event of verify", per_ply, "x", "at least", 3, note)
    if plies:
        note = "strict parse and replay, which is what read_game does; no hash, no signature"
        like = took.ratio("chess", "replay") * len(events) / plies
        yield Row("a ply of python-chess's read_game / an event of read and replay", like, note=note)


def engine() -> Iterator[Row]:
    """The rules alone, without hashing."""
    events = decode_record(games.usual()).record.events
    rolls = sum(isinstance(event, Roll) for event in events)
    link = bytes(32)

    def hashes() -> None:
        for _ in range(1000):
            sha256(link).digest()

    took = alternate({"engine": lambda: Game().run(events), "sha256": hashes})
    note = (
        f"{took.of('engine') / rolls * 1e6:.2f} us a roll, its move included; SHA-256 {took.of('sha256') * 1e3:.2f} us"
    )
    yield Row(
        "engine, a roll / SHA-256 of 32 bytes", took.ratio("engine", "sha256") * 1000 / rolls, "x", "at most", 13, note
    )
    yield from _ludo_peers(events, rolls)


def _ludo_peers(events: tuple[GameEvent, ...], rolls: int) -> Iterator[Row]:
    """The same against other engines, which play random games; ours checks one."""
    others = {}
    if peers.has("ludopy"):
        others["ludopy"] = lambda: peers.ludopy_game(1)
    if peers.has("pyspiel"):
        maedn = peers.maedn()
        others["maedn"] = lambda: peers.maedn_game(1, maedn)
    took = alternate({"engine": lambda: Game().run(events), **others}, rounds=5)
    for name, title in (("ludopy", "LUDOpy"), ("maedn", "OpenSpiel's maedn (C++)")):
        if name in others:
            theirs = others[name]()
            note = f"{took.of(name) / theirs * 1e6:.2f} us a roll"
            yield Row(f"{title}, a roll / engine, a roll", took.ratio(name, "engine") * rolls / theirs, note=note)
        else:
            yield Row(f"{title}, a roll / engine, a roll", None, note="not installed")


def signed() -> Iterator[Row]:
    """Every move carries its player's signature."""
    raw = games.signed()
    floor = Floor(raw)
    took = alternate({"verify": lambda: verify(raw), "signatures": floor.signatures}, rounds=7)
    count = sum(len(checks) for _, checks in floor.signed)
    note = f"{took.of('verify') * 1e3:.1f} ms, {count} signatures"
    yield Row(
        "verify, all moves signed / its Ed25519 checks", took.ratio("verify", "signatures"), "x", "at most", 1.25, note
    )


def long() -> Iterator[Row]:
    """One game after 400 and after 25,000 rolls, and the memory that verifying it takes."""
    short, great = games.lengths()
    floors = {"short": Floor(short), "great": Floor(great)}
    events = {name: len(floor.bodies) for name, floor in floors.items()}
    tasks = {
        "short": lambda: verify(short),
        "great": lambda: verify(great),
        "short floor": floors["short"].signatures,
        "great floor": floors["great"].signatures,
    }
    took = alternate(tasks, rounds=7)
    growth = took.ratio("great", "short") * events["short"] / events["great"]
    costs = ", ".join(f"{took.of(name) / events[name] * 1e6:.2f} us for {events[name]}" for name in ("short", "great"))
    yield Row("an event in 25,000 rolls / an event in 400", growth, "x", "at most", 1.1, costs)
    rest = {name: (took.of(name) - took.of(f"{name} floor")) / events[name] for name in floors}
    yield Row("the same, signature checks apart", rest["great"] / rest["short"], note="they are as many in both")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.json"
        path.write_bytes(great)
        held = memory(_command(path))
    note = f"a file of {len(great) / 1e6:.1f} MB"
    yield Row("memory of `fairdice verify` there", held / 1e6, "MB", "at most", 120, note)


def process() -> Iterator[Row]:
    """The command line on one game, from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_bytes(games.usual())
        took = spawn({"verify": _command(path), "pass": [sys.executable, "-c", "pass"]})
    note = f"{took.of('verify') * 1e3:.0f} ms user, {took.of('pass') * 1e3:.1f} ms"
    if peers.has("typing_extensions"):
        note += "; typing_extensions is here, which msgspec then loads"
    yield Row(
        "`fairdice verify` as a process / `python -c pass`", took.ratio("verify", "pass"), "x", "at most", 8, note
    )


def sequences() -> Iterator[Row]:
    """Legal moves of nomercy@1 after long sequences of rolls."""
    hardest: dict[int, float] = {}
    for sixes in (1, 12, 20, 200):
        name, hardest[sixes] = _hardest(sixes, 5)
        if sixes in (12, 20):
            what = f"legal moves with {{6 x {sixes}, 5}} where they are hardest"
            yield Row(what, hardest[sixes] * 1e3, "ms", "at most", 50, f"a time of this machine; {name}")
    name, longest = max((_hardest(12, other) for other in range(1, 5)), key=lambda found: found[1])
    yield Row("the same, 12 sixes and any other roll", longest * 1e3, "ms", "at most", 50, name)
    note = f"{hardest[200] * 1e3:.2f} ms and {hardest[12] * 1e3:.2f} ms"
    yield Row("the same, 200 sixes / 12 sixes", hardest[200] / hardest[12], "x", "at most", 1.5, note)
    yield Row("the same, 12 sixes / one", hardest[12] / hardest[1], note=f"one: {hardest[1] * 1e3:.2f} ms")


def _hardest(sixes: int, other: int) -> tuple[str, float]:
    """Where legal moves with such a sequence take longest, and how long."""
    took = alternate(full_use.tasks(sixes, other), rounds=3, batch=0.02)
    return max(((name, took.of(name)) for name in took.seconds), key=lambda found: found[1])


def _command(path: Path) -> list[str]:
    return [sys.executable, "-c", "from fairdice.cli import main; main()", "verify", str(path)]


def service() -> Iterator[Row]:
    """The service under load (`tests.bench.service`)."""
    from tests.bench.service.rows import rows

    yield from rows()


def browser() -> Iterator[Row]:
    """The replay in a browser (`tests.bench.browser`)."""
    from tests.bench.browser.rows import rows

    yield from rows()


GROUPS = {group.__name__: group for group in (verifying, engine, signed, long, sequences, process, browser, service)}
