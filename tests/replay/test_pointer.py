"""Pointers into documents."""

from __future__ import annotations

import pytest

from replay.pointer import event_of, pointer, shorten


@pytest.mark.parametrize(
    ("path", "text", "event"),
    [
        ((), "", None),
        (("events",), "/events", None),
        (("events", 12), "/events/12", 12),
        (("events", 12, "links", 0), "/events/12/links/0", 12),
        (("acks", 1, "n"), "/acks/1/n", None),
        (("a/b", "c~d", ""), "/a~1b/c~0d/", None),
        (("events", "12"), "/events/12", None),
    ],
)
def test_pointer_and_event(path, text, event):
    assert pointer(path) == text
    assert event_of(path) == event


@pytest.mark.parametrize(
    ("value", "short"),
    [
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 80 + "…"),
        ([1, 2], "an array of 2"),
        ({"a": 1}, "an object of 1"),
        (True, True),
        (None, None),
        (-7, -7),
    ],
)
def test_shorten(value, short):
    assert shorten(value) == short
