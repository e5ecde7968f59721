"""Make tests/vectors/sound: `python -m tests.vectors.make_sound`.

Small sound records, and `manifest.json`, which says what a verifier must say of each.  The same bytes each time.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.sound import SOUNDS

__all__ = ["FOLDER", "MANIFEST", "make"]

FOLDER = Path(__file__).parent / "sound"
MANIFEST = "manifest.json"


def make() -> dict[str, bytes]:
    """All files by name."""
    files = {f"{sound.name}.json": sound.make().bytes() for sound in SOUNDS.values()}
    entries = [
        {
            "file": f"{sound.name}.json",
            "about": sound.words,
            "verdict": sound.verdict,
            "statements": sound.statements,
        }
        for sound in SOUNDS.values()
    ]
    manifest = {"format": "fairdice/sound@1", "records": entries}
    files[MANIFEST] = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
    return files


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    files = make()
    for name, raw in files.items():
        (FOLDER / name).write_bytes(raw)
    for file in FOLDER.iterdir():
        if file.name not in files:
            file.unlink()


if __name__ == "__main__":
    main()
