"""When a message is sent again."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["DELAYS_MS", "LONGEST_MS", "next_attempt"]

_SECOND = 1000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
DELAYS_MS = (
    5 * _SECOND,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
"""The pause after each attempt that failed; after the last there is none: the message is given up."""
_JITTER = 0.1
LONGEST_MS = int(sum(DELAYS_MS) * (1 + _JITTER)) + _HOUR
"""How long a message can be under way in ms: three and a half days."""


def next_attempt(attempts: int, now: int, chance: Callable[[], float]) -> int | None:
    """When to try again after `attempts` failed ones (Unix ms), or None to give up.

    `chance` gives numbers from 0 to below 1: a pause is up to a tenth longer, so that what failed together does not
    come again together.
    """
    if attempts > len(DELAYS_MS):
        return None
    delay = DELAYS_MS[attempts - 1]
    return now + delay + int(delay * _JITTER * chance())
