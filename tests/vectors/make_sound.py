"""Make tests/vectors/sound: `python -m tests.vectors.make_sound`.

Small sound records, and `manifest.json`, which says what a verifier must say of each.  The same bytes each time.
"""

from __future__ import annotations

from pathlib import Path

from tests.support.folder import MANIFEST, manifest, write
from tests.support.sound import SOUNDS

__all__ = ["FOLDER", "MANIFEST", "make"]

FOLDER = Path(__file__).parent / "sound"


def make() -> dict[str, bytes]:
    """All files by name."""
    files = {f"{sound.name}.json": sound.make().bytes() for sound in SOUNDS.values()}
    entries = [
        {
            "file": f"{sound.name}.json",
            "about": sound.words,
            "verdict": sound.verdict,
            "statements": sound.statements,
            **({"named": sound.named} if sound.named else {}),
        }
        for sound in SOUNDS.values()
    ]
    files[MANIFEST] = manifest("fairdice/sound@1", entries)
    return files


if __name__ == "__main__":
    write(FOLDER, make())
