"""What is counted of every request, for Prometheus."""

from __future__ import annotations

import time

from prometheus_client import Counter, Histogram

from api.http.seen import Seen

__all__ = ["count_attempt", "count_request"]

_REQUESTS = Counter("fairdice_requests_total", "Requests by operation and status", ("method", "route", "status"))
_PROBLEMS = Counter("fairdice_problems_total", "Problems by code", ("code",))
_SECONDS = Histogram(
    "fairdice_request_seconds",
    "Seconds until the response begins, by operation",
    ("method", "route"),
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
_ATTEMPTS = Counter("fairdice_webhook_attempts_total", "Attempts to deliver to a webhook, by outcome", ("outcome",))
_ATTEMPT_SECONDS = Histogram("fairdice_webhook_attempt_seconds", "Seconds that an attempt to deliver took")
# `labels` looks its arguments up under a lock; the few children there are can be kept.
_known: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}


def count_request(seen: Seen, status: str) -> None:
    """Count a request that is about to be answered; requests that are no operation's share one route."""
    operation = seen.operation
    method, route = ("other", "none") if operation is None else (operation.method, operation.path)
    key = (method, route, status)
    children = _known.get(key)
    if children is None:
        children = _known[key] = (_REQUESTS.labels(method, route, status), _SECONDS.labels(method, route))
    children[0].inc()
    children[1].observe(time.perf_counter() - seen.started)
    if seen.code is not None:
        _PROBLEMS.labels(seen.code).inc()


def count_attempt(outcome: str, seconds: float) -> None:
    """Count an attempt to deliver to a webhook (`api.webhooks.deliverer.Deliverer.observer`)."""
    _ATTEMPTS.labels(outcome).inc()
    _ATTEMPT_SECONDS.observe(seconds)
