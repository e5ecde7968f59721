"""The rule systems, one file each, and their registry."""

from __future__ import annotations

from collections.abc import Mapping

from replay.errors import OptionError
from replay.system import System
from replay.systems.clovece import CLOVECE
from replay.systems.english import ENGLISH
from replay.systems.mensch import MENSCH
from replay.systems.nomercy import NOMERCY
from replay.systems.pairs import PAIRS
from replay.systems.parchis import PARCHIS
from replay.systems.star import STAR

__all__ = ["SYSTEMS", "system"]

SYSTEMS: Mapping[str, System] = {made.id: made for made in (MENSCH, STAR, ENGLISH, CLOVECE, PAIRS, PARCHIS, NOMERCY)}
"""All rule systems by their permanent id."""


def system(rules_id: str) -> System:
    """The rule system with this id.  Raises OptionError ``option.system`` if there is none."""
    if rules_id not in SYSTEMS:
        shown = rules_id if len(rules_id) <= 40 else f"{rules_id[:37]}..."
        raise OptionError(
            "option.system",
            f'there is no rule system "{shown}"; there are {", ".join(SYSTEMS)}',
            expected=list(SYSTEMS),
            found=shown,
        )
    return SYSTEMS[rules_id]
