"""What players may be called: names are shown to others, and hashed for ever."""

from __future__ import annotations

import pytest

from tests.support.wire import Wire

GOOD = ("A", "Zoë", "Ana María", "李小龍", "محمد", "می‌خواهم", "👩‍👩‍👧", "a" * 40, "😀" * 40, " x ", "O'Neil <b>")
BAD = (
    "",
    " ",
    "\u3000",
    "\u200d",
    "a" * 41,
    "a\x00",
    "a\n",
    "\x1b[31m",
    "a\x85",
    "\u202etxt",
    "a\u2066b",
    "a\u200b",
    "\ufeffa",
)


@pytest.mark.parametrize("name", GOOD)
def test_a_name(wire: Wire, name: str) -> None:
    assert joined(wire, name) == 201


@pytest.mark.parametrize("name", BAD)
def test_no_name(wire: Wire, name: str) -> None:
    assert joined(wire, name) == 422


def joined(wire: Wire, name: str) -> int:
    made = wire.ask("POST", "/v1/games", {"rules": "star@1", "players": 2})
    assert made.json is not None
    return wire.ask("POST", f"/v1/games/{made.json['game']}/joins", {"name": name}).status_code
