"""Verifying records that are sent in: the same verifier as ``fairdice verify``."""

from __future__ import annotations

from collections.abc import Callable

from api.http.call import Answer, Call
from api.http.operation import Component, Example, operation
from api.http.problems import Flaw, Refused
from api.http.turns import Turns
from api.schemas.queries import TrustQuerySchema
from fairdice.checkpoint import parse_key
from fairdice.keys import check_public_key
from fairdice.verify import Trust, verify
from replay.errors import CodedError

__all__: list[str] = []

RECORD_BYTES = 8 * 1024 * 1024
TURNS = Turns(2, waiting=8, wait_s=10)
"""One verification takes a processor for up to some seconds; moves must not wait for a queue of them."""


@operation(
    "POST",
    "/v1/verify",
    summary="Verify a record",
    tag="verify",
    body=Component("Record"),
    query=TrustQuerySchema,
    answers={200: Component("Report")},
    raw=True,
    max_bytes=RECORD_BYTES,
    problems=("request.query", "service.busy"),
    examples=(
        Example(
            name="sample",
            summary="The sample game, with the house's key",
            status=200,
            body="{record}",
            query={"house_key": "{house_key}"},
        ),
        Example(name="no-record", summary="What is no record at all", status=200, body={"format": "fairdice/game@1"}),
    ),
)
def verify_record(call: Call) -> Answer:
    """Takes a record of at most 8 MiB and gives the verifier's report; it is 200 also for a record that is refused, and
    for a body that is no record (verdict `unreadable`).

    For convenience only: who doubts this house has no reason to believe its report.  `fairdice verify` gives the same
    report on a machine of one's own.
    """
    trust = Trust(house_keys=_house_keys(call), log_keys=_log_keys(call))
    with TURNS.one():
        return Answer(body=verify(call.raw, trust))


def _house_keys(call: Call) -> tuple[bytes, ...]:
    text = call.query.get("house_key")
    if text is None:
        return ()
    key = bytes.fromhex(text)
    _take("house_key", lambda: check_public_key(key))
    return (key,)


def _log_keys(call: Call) -> tuple[str, ...]:
    text = call.query.get("log_key")
    if text is None:
        return ()
    _take("log_key", lambda: parse_key(text))
    return (text,)


def _take(name: str, check: Callable[[], object]) -> None:
    """Run a check of the query's parameter `name`.  Raises Refused ``request.query`` for whatever it raises."""
    try:
        check()
    except CodedError as error:
        what = f"{name}: {error.message}"
        raise Refused("request.query", what, errors=[Flaw(f"/{name}", error.code, error.message)]) from None
