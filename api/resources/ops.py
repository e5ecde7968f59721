"""What operators and their machines ask: is it alive, is it ready, how is it doing."""

from __future__ import annotations

from api.web.call import Answer, Call
from api.web.operation import operation

__all__: list[str] = []


@operation("GET", "/healthz", summary="Is the process alive?", tag="operations", answers={200: None})
def healthz(call: Call) -> Answer:
    """Answers as long as the process does; looks at nothing else."""
    return Answer(body={"status": "ok"})
