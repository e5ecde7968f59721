"""Examples of every operation: requests with the answers that they got.

`api/static/examples.json` holds them; `python -m tests.api.record_examples` writes it by sending every request, and the
tests send each of them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from api.http.operation import Example, Operation

__all__ = ["examples_of"]


@cache
def _recorded() -> dict[str, list[Example]]:
    path = Path(__file__).parents[1] / "static" / "examples.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, list[Example]]) if path.exists() else {}


def examples_of(operation: Operation) -> tuple[Example, ...]:
    """The examples of an operation, with their answers once they are recorded."""
    recorded = {one.name: one for one in _recorded().get(operation.name, ())}
    return tuple(recorded.pop(one.name, one) for one in operation.examples) + tuple(recorded.values())
