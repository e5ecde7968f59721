"""tests/vectors/sound: each record gets its verdict and statements, and the script makes the same bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdice.verify import verify
from tests.fairdice.verify.test_vectors import trust
from tests.vectors.make_sound import FOLDER, MANIFEST, make

ENTRIES: list[dict[str, Any]] = json.loads((FOLDER / MANIFEST).read_bytes())["records"]


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["file"] for entry in ENTRIES])
def test_record_gets_its_verdict(entry: dict[str, Any]) -> None:
    report = verify((FOLDER / entry["file"]).read_bytes(), trust(entry.get("named", {})))
    assert report.fault is None
    assert report.verdict == entry["verdict"]
    assert {statement.name: statement.holds for statement in report.statements} == entry["statements"]


def test_script_makes_the_files() -> None:
    """`python -m tests.vectors.make_sound` makes them anew; look at the difference before it is committed."""
    assert make() == {file.name: file.read_bytes() for file in FOLDER.iterdir()}
