"""The codes that operations name are raised somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from api.http.operation import OPERATIONS
from tests.support.wire import Wire

ROOT = Path(__file__).parents[3]
COMPOSED = {"party.same_key", "party.same_anchor", "sign.move"}
"""Put together of two parts where they are raised."""


def test_no_operation_names_a_code_that_there_is_not(wire: Wire) -> None:
    assert wire.app is not None, "all operations are declared"
    texts = [
        path.read_text(encoding="utf-8")
        for package in ("api", "fairdice", "replay")
        for path in (ROOT / package).rglob("*.py")
        if path.name != "codes.py"
    ]
    source = "".join(re.sub(r"\bproblems=\(.*?\)", "", text, flags=re.DOTALL) for text in texts)
    named = {code for one in OPERATIONS for code in one.problems}
    assert not {code for code in named - COMPOSED if f'"{code}"' not in source}
