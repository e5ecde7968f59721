"""A folder of vectors that a script makes: every file and a manifest, the same bytes each time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["MANIFEST", "manifest", "write"]

MANIFEST = "manifest.json"


def manifest(form: str, records: Sequence[Mapping[str, Any]]) -> bytes:
    """The manifest that says what each file is."""
    return (json.dumps({"format": form, "records": records}, ensure_ascii=False, indent=1) + "\n").encode()


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files, and delete those that are there no more."""
    folder.mkdir(exist_ok=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    for file in folder.iterdir():
        if file.name not in files:
            file.unlink()
