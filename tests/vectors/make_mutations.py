"""Make tests/vectors/mutations: `python -m tests.vectors.make_mutations`.

Small records that are wrong in one way each, and `manifest.json`, which says how, and what a verifier must say.  The
same bytes each time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from replay.codec import canonical
from tests.support.folder import MANIFEST, manifest, write
from tests.support.wrong import Found, Wrong, all_wrongs
from tests.support.wrong.named import sound

__all__ = ["FOLDER", "MANIFEST", "make"]

FOLDER = Path(__file__).parent / "mutations"


def _entry(wrong: Wrong, found: Found) -> dict[str, Any]:
    entry = {
        "file": f"{wrong.name}.json",
        "mutation": wrong.words,
        "verdict": "refused",
        "code": wrong.code,
        "event": found.event,
        "path": found.path,
    }
    return entry if found.named is None else entry | {"named": found.named}


def make() -> dict[str, bytes]:
    """All files by name."""
    fine = {"verdict": "verified", "code": None, "event": None, "path": ""}
    files = {"sound.json": canonical(sound().document()) + b"\n"}
    entries: list[dict[str, Any]] = [{"file": "sound.json", "mutation": "nothing was changed", **fine}]
    for wrong in all_wrongs().values():
        found = wrong.make()
        files[f"{wrong.name}.json"] = found.text or canonical(found.record) + b"\n"
        entries.append(_entry(wrong, found))
    files[MANIFEST] = manifest("fairdice/mutations@1", entries)
    return files


if __name__ == "__main__":
    write(FOLDER, make())
