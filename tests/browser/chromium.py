"""Which Chromium is started, and how."""

from __future__ import annotations

import os
import shutil

__all__ = ["CHROMIUM", "FLAGS"]

_NAMES = ("chromium", "chromium-browser", "google-chrome")
"""As .ci/setup looks for it."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
"""$CHROMIUM, else the one on PATH; None without any."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
