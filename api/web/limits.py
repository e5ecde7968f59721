"""Rate limits: per credential, or per client address where there is none; stricter where guessing would pay.

The headers say how the limit stands: RateLimit and RateLimit-Policy (the IETF draft of httpapi), X-RateLimit-* for the
clients there are, and Retry-After with a refusal.
"""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from api.config import Config, ConfigError
from api.web.problems import Refused

__all__ = ["Limiter", "Standing"]


class Standing:
    """How one limit stands after a request was counted."""

    __slots__ = ("left", "limit", "name", "reset", "window")

    def __init__(self, name: str, limit: int, window: int, left: int, reset: int) -> None:
        self.name, self.limit, self.window, self.left, self.reset = name, limit, window, left, reset

    def headers(self) -> list[tuple[str, str]]:
        """The headers that say it; `reset` in seconds from now."""
        return [
            ("RateLimit-Policy", f'"{self.name}";q={self.limit};w={self.window}'),
            ("RateLimit", f'"{self.name}";r={self.left};t={self.reset}'),
            ("X-RateLimit-Limit", str(self.limit)),
            ("X-RateLimit-Remaining", str(self.left)),
            ("X-RateLimit-Reset", str(self.reset)),
        ]


class Limiter:
    """Counts requests under named policies; every process counts for itself unless a shared store is configured."""

    def __init__(self, config: Config) -> None:
        """Policies are those of the configuration.  Raises ConfigError for a policy that cannot be read."""
        self._strategy = SlidingWindowCounterRateLimiter(storage_from_string(config.limits_store))
        self._policies: dict[str, RateLimitItem] = {
            name: _policy(name, text)
            for name, text in (
                ("credential", config.limit_credential),
                ("address", config.limit_address),
                ("codes", config.limit_codes),
                ("refused", config.limit_refused),
            )
            if text
        }

    def count(self, name: str, who: str) -> Standing | None:
        """Count one request of `who`; None if the policy is switched off.  Raises Refused ``request.limit``."""
        policy = self._policies.get(name)
        if policy is None:
            return None
        allowed = self._strategy.hit(policy, name, who)
        standing = self._standing(policy, name, who)
        if not allowed:
            self._refuse(standing)
        return standing

    def require(self, name: str, who: str) -> None:
        """Require that the limit is not used up, without counting.  Raises Refused ``request.limit``."""
        policy = self._policies.get(name)
        if policy is not None and not self._strategy.test(policy, name, who):
            self._refuse(self._standing(policy, name, who))

    def _standing(self, policy: RateLimitItem, name: str, who: str) -> Standing:
        reset, left = self._strategy.get_window_stats(policy, name, who)
        seconds = max(0, math.ceil(reset - time.time()))
        return Standing(name, policy.amount, policy.get_expiry(), max(0, int(left)), seconds)

    def _refuse(self, standing: Standing) -> None:
        wait = max(1, standing.reset)
        what = f"the limit of {standing.limit} requests in {standing.window} s is used up; wait {wait} s"
        raise Refused("request.limit", what, headers={"Retry-After": str(wait), **dict(standing.headers())})


def _policy(name: str, text: str) -> RateLimitItem:
    try:
        return parse(text)
    except ValueError:
        what = f"FAIRDICE_LIMIT_{name.upper()} must be a limit such as 100/minute"
        raise ConfigError("config.value", what, found=text) from None
