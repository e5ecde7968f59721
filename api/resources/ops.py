"""What operators and their machines ask: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import os

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from api.http.call import Answer, Call
from api.http.operation import Example, Media, operation
from api.http.problems import Refused
from api.schemas.answers import HealthSchema

__all__: list[str] = []


@operation(
    "GET",
    "/healthz",
    summary="Is the process alive?",
    tag="operations",
    answers={200: HealthSchema},
    examples=(Example(name="alive", summary="It is", status=200, answer={"status": "ok"}),),
)
def check_health(call: Call) -> Answer:
    """Answers as long as the process does; looks at nothing else."""
    return Answer(body={"status": "ok"})


@operation(
    "GET",
    "/readyz",
    summary="Is the service ready?",
    tag="operations",
    answers={200: HealthSchema},
    problems=("storage.unavailable", "storage.not_migrated", "house.no_key", "seal.unknown_key", "log.none"),
    examples=(Example(name="ready", summary="It is", status=200, answer={"status": "ok"}),),
)
def check_readiness(call: Call) -> Answer:
    """Database reachable and migrated, house key and log key there and openable, log begun; otherwise the problem says
    what is missing.
    """
    service = call.service
    if service.bell.draining:
        raise Refused("service.draining", "this process is about to end")
    service.storage.check()
    service.keyring.active("house")
    service.keyring.active("log")
    if service.storage.tree() is None:
        raise Refused("log.none", "the transparency log has not begun: `fairdice database migrate` begins it")
    return Answer(body={"status": "ok"})


@operation(
    "GET",
    "/metrics",
    summary="Metrics",
    tag="operations",
    answers={200: Media("text/plain", "Prometheus' text format.")},
    problems=("request.not_found",),
    examples=(Example(name="metrics", summary="All of them", status=200),),
)
def show_metrics(call: Call) -> Answer:
    """Requests by operation and status, their seconds, refusals by code.  With several processes set
    PROMETHEUS_MULTIPROC_DIR, so that one answer has the sum of all.  Nothing in it is secret, but it is nobody's
    business: let your proxy keep it from the public.
    """
    if not call.service.config.metrics:
        raise Refused("request.not_found", "metrics are switched off")
    registry: CollectorRegistry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Answer(body=generate_latest(registry), media=CONTENT_TYPE_LATEST)
