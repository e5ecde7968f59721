"""Make the seeded records in tests/vectors/records: `python -m tests.vectors.make_records`.

Each is what ``fairdice play ARGUMENTS --seed NAME`` writes, on any platform.  The files of some are kept, of all others
the hash alone.  Look at the difference before it is committed: the same seed gives the same bytes for ever, unless the
bots or the words of `play` itself have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from replay.options import spell
from replay.systems import SYSTEMS
from tests.fairdice.cli.running import fairdice

__all__ = ["FOLDER", "INDEX", "KEPT", "played", "variants"]

FOLDER = Path(__file__).parent / "records"
INDEX = FOLDER / "index.json"

KEPT: dict[str, str] = {
    "star": "--rules star@1",
    "mensch": "--rules mensch@1 --players 2 --bots random",
    "english": "--rules english@1 --players 3 --unsigned",
    "away": "--rules star@1 --players 3 --option pieces=2 --away",
    "unsigned-without-chains": "--rules star@1 --players 4 --option pieces=2 --unsigned --without-chains 2",
    "void": "--rules mensch@1 --players 3 --option start=highest --links 64",
    "star-undo-laps": (
        "--rules star@1 --players 2 --option pieces=2 --option three_sixes=undo --option capture_before_home=true"
    ),
    "star-teams-bounce": (
        "--rules star@1 --players 4 --unsigned --option pieces=2 --option teams=true --option end=all_places "
        "--option overshoot=bounce"
    ),
    "mensch-all-places": "--rules mensch@1 --players 3 --unsigned --option end=all_places",
    "clovece": "--rules clovece@1 --players 3",
    "clovece-six": "--rules clovece@1 --players 6 --option board=6 --links 128",
    "pairs-partners": (
        "--rules pairs@1 --players 4 --unsigned --without-chains 3 --option teams=true --option quick=true "
        "--option finished_partner=plays_partner"
    ),
    "parchis": "--rules parchis@1 --players 3 --unsigned --without-chains 1",
    "nomercy": "--rules nomercy@1 --players 3 --unsigned --without-chains 3",
    "nomercy-passes": "--rules nomercy@1 --players 2 --unsigned --bots random --option must_play=nothing",
    "nomercy-away": "--rules nomercy@1 --players 3 --away --without-chains 1",
}
"""The records whose files are kept: name (and seed) and arguments."""


def variants() -> Iterator[tuple[str, str]]:
    """A short game for each value of each option: name and arguments."""
    for rules, found in SYSTEMS.items():
        for option in found.options:
            for choice in option.choices:
                setting = f"{option.name}={spell(choice.value)}"
                alone = option.name not in ("teams", "finished_partner") or setting == "teams=false"
                players = 2 if alone else 4
                teams = "" if alone or option.name == "teams" else " --option teams=true"
                yield (
                    f"{rules} {setting}",
                    f"--rules {rules} --players {players} --option {setting}{teams} --unsigned "
                    f"--without-chains {players}",
                )


def played(name: str, arguments: str, file: Path) -> bytes:
    """The record that `play` writes to `file`."""
    ended = fairdice("play", *arguments.split(), "--seed", name, "-o", str(file))
    assert ended.code == 0, ended.err
    return file.read_bytes()


def _entry(name: str, arguments: str, raw: bytes) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, "sha256": sha256(raw).hexdigest()}


def main() -> None:
    entries = []
    with TemporaryDirectory() as folder:
        for name, arguments in KEPT.items():
            raw = played(name, arguments, FOLDER / f"{name}.json")
            entries.append(_entry(name, arguments, raw) | {"file": f"{name}.json"})
        for name, arguments in variants():
            entries.append(_entry(name, arguments, played(name, arguments, Path(folder) / "game.json")))
    INDEX.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
