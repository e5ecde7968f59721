"""Texts that are compared with a file beside the tests; FAIRDICE_GOLDEN=write writes the files anew, to be read."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["golden"]

FOLDER = Path(__file__).parent / "golden"


def golden(name: str, text: str) -> None:
    """Assert that `text` is what the golden file holds."""
    path = FOLDER / name
    if os.environ.get("FAIRDICE_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
