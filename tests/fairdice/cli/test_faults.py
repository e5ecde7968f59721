from __future__ import annotations

import pytest

from fairdice.cli.faults import Misuse, about, sentence
from replay.errors import FormatError, RuleError


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FormatError("format.x", "it is wrong"), "it is wrong [format.x]"),
        (FormatError("format.x", "it is wrong", path="/a/0"), "it is wrong (at /a/0) [format.x]"),
        (RuleError("rules.x", "not now", event=7), "event 7: not now [rules.x]"),
        (
            FormatError("format.x", "x of event 7", event=7, path="/events/7/x"),
            "x of event 7 (at /events/7/x) [format.x]",
        ),
        (Misuse("usage.x", "a\x1b[31m\nb\u202e"), "a\\x1b[31m\\nb\\u202e [usage.x]"),
    ],
)
def test_sentence(error: FormatError, says: str) -> None:
    assert sentence(error) == says


def test_the_file_is_named_once() -> None:
    with pytest.raises(Misuse) as caught, about("outer.json"), about("in\nner.json"):
        raise Misuse("usage.x", "wrong")
    assert sentence(caught.value) == "in\\nner.json: wrong [usage.x]"
    with pytest.raises(Misuse) as caught, about("-"):
        raise Misuse("usage.x", "wrong")
    assert sentence(caught.value) == "standard input: wrong [usage.x]"
