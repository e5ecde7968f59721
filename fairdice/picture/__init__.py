"""Pictures of a position: in a terminal and as SVG, both drawn from the board's data alone."""

from __future__ import annotations
