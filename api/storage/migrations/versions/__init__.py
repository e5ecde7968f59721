"""A migration is named by its number; none that was released is ever changed."""

from __future__ import annotations
