"""The document against the service: requests made from the document, answers checked against it.

The number of requests is bounded, and they are the same every time.
"""

from __future__ import annotations

import atexit
import re
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from tests.support.databases import migrated_url
from tests.support.heart import Heart
from tests.support.situations import SITUATIONS
from tests.support.wire import Wire

_FOLDER = tempfile.TemporaryDirectory(prefix="fairdice-fuzz-")
# Limits would end the fuzzing before it began to find anything; they have tests of their own.
_UNLIMITED: dict[str, Any] = {"limit_credential": "", "limit_address": "", "limit_codes": "", "limit_refused": ""}
_DATABASE = migrated_url("sqlite", Path(_FOLDER.name), lambda: pytest.fail("no server is needed"))
WIRE = Wire(Heart(_DATABASE, access_log=False, **_UNLIMITED))
atexit.register(_FOLDER.cleanup)
atexit.register(WIRE.heart.close)

# 428 is what a request without If-Match is answered with (RFC 6585).
_STATUSES = [400, 401, 403, 428]
_CONFIG = schemathesis.Config.from_dict({"checks": {"missing_required_header": {"expected-statuses": _STATUSES}}})

schema = schemathesis.openapi.from_wsgi("/openapi.json", WIRE.app, config=_CONFIG)


_fresh = count()


@cache
def _facts() -> list[dict[str, Any]]:
    """What there is in the service."""
    return [SITUATIONS[name](WIRE) for name in ("sample", "joining", "moving", "rolling", "contributing", "webhook")]


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Half of the games and webhooks asked for are there."""
    for name in ("game", "webhook"):
        chosen = sum(str((path_parameters or {}).get(name, "")).encode())
        if path_parameters and name in path_parameters and chosen % 2:
            there = [facts[name] for facts in _facts() if name in facts]
            path_parameters[name] = there[chosen // 2 % len(there)]
    return path_parameters


@schemathesis.hook
def before_call(context: Any, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Every key that could be one is a fresh one, else all but the first request would be told just that."""
    key = case.headers.get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch(r"[\x21-\x7e]{1,200}", key):
        case.headers["Idempotency-Key"] = f"{key}-{next(_fresh)}"


@schema.auth()
class HostKey:
    """Every request comes with the host's key, but for those that are to come without."""

    def get(self, case: schemathesis.Case, context: Any) -> str:
        return WIRE.key

    def set(self, case: schemathesis.Case, data: str, context: Any) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


# The rules of games refuse much that a schema lets pass, and JSON Schema takes 2.0 for an integer, which is refused
# here on purpose: that whatever fits its schema is accepted is not among the checks.
_VALID: Any = CHECKS.get_one("positive_data_acceptance")
# What is no record is verified as well: the answer is a report that says so.
_INVALID: Any = CHECKS.get_one("negative_data_rejection")
# oEmbed wants 501 for formats that are not there; the document says so.
_NO_FAULT: Any = CHECKS.get_one("not_a_server_error")


# Streams stay open as long as the game does; `tests/api/service/test_streams.py` reads them.
@schema.exclude(path_regex="/stream$").parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_operation(case: schemathesis.Case) -> None:
    more = {"/v1/verify": [_INVALID], "/oembed": [_NO_FAULT]}.get(case.operation.path, [])
    case.call_and_validate(excluded_checks=[_VALID, *more])
