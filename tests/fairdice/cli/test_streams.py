from __future__ import annotations

import io
import sys

import pytest

from fairdice.cli.streams import in_colour, silence, use_utf8


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("no_color", "term", "terminal", "coloured"),
    [
        ("", "xterm", True, True),
        ("1", "xterm", True, False),
        ("0", "xterm", True, False),
        ("", "dumb", True, False),
        ("", "xterm", False, False),
    ],
)
def test_colour_only_where_a_person_sees_it(
    no_color: str, term: str, terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
    assert in_colour() is coloured


def test_streams_that_are_missing_or_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert in_colour() is False
    use_utf8()
    silence()


def test_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", newline="\r\n"))
    use_utf8()
    sys.stdout.write("●\n\udcff")
    sys.stdout.flush()
    assert raw.getvalue() == "●\n\\udcff".encode()
