"""Rate limits: per credential, or per client address where there is none; stricter where guessing would pay.

The headers say how the limit stands: RateLimit and RateLimit-Policy (the IETF draft of httpapi), X-RateLimit-* for the
clients there are, and Retry-After with a refusal.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from ipaddress import IPv6Address
from typing import Protocol

from limits import RateLimitItem, parse
from limits.errors import ConfigurationError, StorageError
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from api.config import Config, ConfigError
from api.http.problems import Refused
from api.http.windows import Windows

__all__ = ["Limiter", "Standing"]

_log = logging.getLogger("fairdice.limits")


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


class Counting(Protocol):
    """What counts under one policy (see `api.http.windows.Windows`)."""

    amount: int
    seconds: int

    def hit(self, who: str, now: float) -> tuple[bool, int, float]:
        """Count a request if it fits: whether it does, how many are left, and the seconds until that changes."""

    def look(self, who: str, now: float) -> tuple[bool, int, float]:
        """The same without counting."""


class Limiter:
    """Counts requests under named policies; every process counts for itself unless a shared store is configured."""

    def __init__(self, config: Config) -> None:
        """Policies are those of the configuration.  Raises ConfigError for a policy or a store that cannot be used."""
        given = (
            ("credential", config.limit_credential),
            ("address", config.limit_address),
            ("codes", config.limit_codes),
            ("refused", config.limit_refused),
        )
        items = {name: _policy(name, text) for name, text in given if text}
        self._policies: dict[str, Counting]
        if config.limits_store == "memory://":
            self._policies = {name: Windows(item.amount, item.get_expiry()) for name, item in items.items()}
        else:
            strategy = _strategy(config.limits_store)
            self._policies = {name: _Shared(strategy, name, item) for name, item in items.items()}

    def count(self, name: str, who: str) -> Standing | None:
        """Count one request of `who`; None if the policy is switched off.  Raises Refused ``request.limit``."""
        policy = self._policies.get(name)
        if policy is None:
            return None
        counted, left, seconds = policy.hit(_one(who), time.time())
        standing = Standing(name, policy.amount, policy.seconds, left, math.ceil(seconds))
        if not counted:
            self._refuse(standing)
        return standing

    def require(self, name: str, who: str) -> None:
        """Require that the limit is not used up, without counting.  Raises Refused ``request.limit``."""
        policy = self._policies.get(name)
        if policy is None:
            return
        fits, left, seconds = policy.look(_one(who), time.time())
        if not fits:
            self._refuse(Standing(name, policy.amount, policy.seconds, left, math.ceil(seconds)))

    def _refuse(self, standing: Standing) -> None:
        wait = max(1, standing.reset)
        what = f"the limit of {standing.limit} requests in {standing.window} s is used up; wait {wait} s"
        raise Refused("request.limit", what, headers={"Retry-After": str(wait), **dict(standing.headers())})


class _Shared:
    """As `Windows`, in a store that several processes share."""

    def __init__(self, strategy: SlidingWindowCounterRateLimiter, name: str, item: RateLimitItem) -> None:
        self.amount, self.seconds = item.amount, item.get_expiry()
        self._strategy, self._name, self._item = strategy, name, item

    def hit(self, who: str, now: float) -> tuple[bool, int, float]:
        return self._stands(self._strategy.hit, who, now)

    def look(self, who: str, now: float) -> tuple[bool, int, float]:
        return self._stands(self._strategy.test, who, now)

    def _stands(self, ask: Callable[..., bool], who: str, now: float) -> tuple[bool, int, float]:
        try:
            fits = ask(self._item, self._name, who)
            reset, left = self._strategy.get_window_stats(self._item, self._name, who)
        except StorageError as error:
            # Limits keep greed away; without them the service is still right, and without the service nobody plays.
            _log.warning("limits are not counted, their store does not answer: %s", type(error.storage_error).__name__)
            return True, self.amount, 0.0
        return fits, max(0, int(left)), max(0.0, reset - now)


def _strategy(store: str) -> SlidingWindowCounterRateLimiter:
    try:
        return SlidingWindowCounterRateLimiter(storage_from_string(store, wrap_exceptions=True))
    except (ConfigurationError, NotImplementedError, ValueError) as error:
        # The address itself may hold a password.
        what = f"FAIRDICE_LIMITS_STORE ({store.partition('://')[0]}) cannot be used: {error}"
        raise ConfigError("config.value", what.replace(store, "...")) from None


def _one(who: str) -> str:
    """Who is counted as one: of an IPv6 address the first 64 bits, since whoever has one address there has them all."""
    if ":" not in who:
        return who
    try:
        address = IPv6Address(who.partition("%")[0])
    except ValueError:
        return who
    mapped = address.ipv4_mapped
    return str(mapped) if mapped is not None else f"{IPv6Address(int(address) >> 64 << 64)}/64"


def _policy(name: str, text: str) -> RateLimitItem:
    try:
        item = parse(text)
    except ValueError:
        item = None
    if item is None or item.amount < 1:
        what = f"FAIRDICE_LIMIT_{name.upper()} must be a limit such as 100/minute, or empty for none"
        raise ConfigError("config.value", what, found=text)
    return item
