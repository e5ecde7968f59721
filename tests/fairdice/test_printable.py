from __future__ import annotations

import pytest

from fairdice.printable import columns, listed, pad, printable, quoted


@pytest.mark.parametrize(
    "text",
    ["Ana", "Ana Maria", "Čeněk", "多恵子", "🎲", "a\u0301", "👩\u200d👧", "\u0645\u06cc\u200c\u062e", ""],
    ids=ascii,
)
def test_letters_of_all_scripts_stay(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("abc\u202edef", "abc\\u202edef"),
        ("\u2066\u2069\u200f", "\\u2066\\u2069\\u200f"),
        ("a\u2028b\u0085", "a\\u2028b\\x85"),
        ("\ufeff\u200b\u00ad", "\\ufeff\\u200b\\xad"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ue000\uffff", "\\ue000\\uffff"),
        ("a\u3000b\u00a0c", "a b c"),
    ],
    ids=ascii,
)
def test_what_moves_or_hides_letters_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(text).isprintable()


@pytest.mark.parametrize(
    ("text", "wide"),
    [("Ana", 3), ("Čeněk", 5), ("多恵子", 6), ("🎲", 2), ("e\u0301", 1), ("a\u200db", 2), ("❤\ufe0f", 1)],
)
def test_columns(text: str, wide: int) -> None:
    assert columns(text) == wide
    assert columns(pad(text, 8)) == 8
    assert pad(text, 0) == text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Čeněk", "Čeněk"),
        ("O’Neil-2", "O’Neil-2"),
        ("Ana Maria", '"Ana Maria"'),
        ("Ben rolls 6", '"Ben rolls 6"'),
        ('a"b', '"a\\"b"'),
        ("\u202eneB", '"\\u202eneB"'),
        ("🎲", '"🎲"'),
        (" ", '" "'),
    ],
)
def test_names_cannot_be_taken_for_words(name: str, shown: str) -> None:
    assert quoted(name) == shown


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_listed(words: list[str], text: str) -> None:
    assert listed(words) == text
