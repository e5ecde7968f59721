"""The player's messages: every language has them all, with the same facts, in its own plural forms."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.api.web.conftest import Judge

_ROOT = Path(__file__).parents[3]
_WORDS = _ROOT / "api" / "web" / "words"
_VECTORS = _ROOT / "tests" / "vectors"
_ASSURANCE = (_ROOT / "api" / "web" / "fairdice" / "verify" / "assurance.js").read_text(encoding="utf-8")
_STATEMENTS = re.findall(r"\"([a-z]+)\"", _ASSURANCE.partition("STATEMENTS = [")[2].partition("]")[0])
LANGUAGES = ("en", "de", "sk", "cs", "es")
PARTS = ("", ".more")
_CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
_PLACE = re.compile(r"\{(\w+)((?:\|(?:[^{}|]|\{\w+\})*)*)\}")
_CODE = re.compile(
    r'["`]((?:format|option|order|party|chain|draw|roll|rules|sign|result|head|log|named)\.[a-z_0-9]+)[`"]'
)

Messages = dict[str, str]


def _read(name: str) -> Messages:
    def pairs(found: list[tuple[str, str]]) -> Messages:
        assert len(dict(found)) == len(found), f"a key stands twice in {name}"
        return dict(found)

    messages: Messages = json.loads((_WORDS / f"{name}.json").read_text(encoding="utf-8"), object_pairs_hook=pairs)
    return messages


def _all(language: str) -> Messages:
    return _read(language) | _read(f"{language}.more")


def _places(message: str) -> list[tuple[str, dict[str, str] | None]]:
    """The facts of a message: (name, branches by value), None for one that is only put in."""
    found: list[tuple[str, dict[str, str] | None]] = []
    for name, choice in _PLACE.findall(message):
        branches = dict(branch.partition("=")[::2] for branch in choice.split("|")[1:])
        found.append((name, branches if choice else None))
        for branch in branches.values():
            found += [(inner, None) for inner, _ in _PLACE.findall(branch)]
    return found


def _shown(message: str) -> set[str]:
    return {name for name, branches in _places(message) if branches is None}


def _chosen(message: str) -> dict[str, dict[str, str]]:
    return {name: branches for name, branches in _places(message) if branches is not None}


def _literal(message: str) -> str:
    return _PLACE.sub("", message)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_in_the_same_order(language: str, part: str) -> None:
    assert list(_read(language + part)) == list(_read("en" + part))


def test_no_key_stands_in_both_files() -> None:
    assert not set(_read("en")) & set(_read("en.more"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_plain_text_of_good_form(language: str) -> None:
    for key, message in _all(language).items():
        assert message, key
        assert not re.search(r"[<>&\x00-\x1f]", message), key
        assert not re.search(r"[{}|]", _literal(message)), f"{key}: a place is not closed or not known"
        assert "..." not in message, f"{key}: … is one character"
        for name, branches in _chosen(message).items():
            assert branches is not None
            if set(branches) & _CATEGORIES or any(value.isdigit() for value in branches):
                continue
            assert set(branches) != {"other"}, f"{key}: {name} chooses nothing"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_facts_in_every_language(language: str) -> None:
    english = _all("en")
    for key, message in _all(language).items():
        facts = {name for name, _ in _places(english[key])}
        assert _shown(message) <= facts, key
        assert set(_chosen(message)) <= facts, key
        assert _shown(english[key]) <= {name for name, _ in _places(message)}, f"{key}: a fact is not told"
        for name, branches in _chosen(english[key]).items():
            words = {value for value in branches if value not in _CATEGORIES and not value.isdigit()}
            theirs = _chosen(message).get(name)
            if theirs is None:
                continue
            assert {value for value in theirs if value not in _CATEGORIES and not value.isdigit()} <= words, key
            if words - {""}:
                assert set(theirs) == set(branches), f"{key}: other values of {name} than in English"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_finds_its_plural_form(judge: Judge, language: str) -> None:
    """A message that tells one from more has a branch of its own for each form that whole numbers take."""
    numbers = list(range(202))
    forms = judge.ask("plurals", lang=language, numbers=numbers)
    known = set(judge.ask("categories", lang=language))
    for key, message in _all(language).items():
        for name, branches in _chosen(message).items():
            used = set(branches) & _CATEGORIES
            assert used <= known, f"{key}: {language} has not these forms"
            if used - {"other"}:
                missing = {form for n, form in zip(numbers, forms, strict=True) if str(n) not in branches} - set(
                    branches
                )
                assert not missing, f"{key}: {name} needs {missing}"


def _javascript() -> dict[Path, str]:
    """The modules as they are written, not what is packed of them."""
    web = _ROOT / "api" / "web"
    paths = [path for path in web.rglob("*.js") if web / "served" not in path.parents]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def _codes() -> set[str]:
    """Every code that a record can be refused with: those that the specification of verifying lists."""
    page = (_ROOT / "docs" / "spec" / "verifying.md").read_text(encoding="utf-8")
    return {
        code
        for code in re.findall(r"`([a-z]+\.[a-z_0-9]+)`", page)
        if f'"{code}"'.count(".") == 1 and _CODE.match(f'"{code}"')
    }


def _thrown() -> set[str]:
    """Every code that stands in a call of `fault` in the JavaScript, but for those of positions and of loading."""
    calls = [call for text in _javascript().values() for call in re.findall(r"fault\([^;]*", text)]
    return {code for call in calls for code in _CODE.findall(call)}


def test_every_code_has_a_sentence() -> None:
    messages = _read("en.more")
    specified = _codes()
    assert len(specified) > 80
    assert not {code for code in specified | _thrown() if f"fault.{code}" not in messages}


def test_every_key_that_the_code_names_is_there() -> None:
    messages = _all("en")
    families = {key.partition(".")[0] for key in messages}
    named = re.compile(rf'speak\(\s*["`]({"|".join(sorted(families))})(\.[a-z_0-9.]+)?["`]')
    for path, text in _javascript().items():
        for found in named.finditer(text):
            key = found[1] + (found[2] or "")
            assert key in messages, f"{path.name} says {key}"


def _without_comments(code: str) -> str:
    return re.sub(r"^\s*//[^\n]*$|/\*.*?\*/", "", code, flags=re.MULTILINE | re.DOTALL)


def test_no_key_is_unused() -> None:
    """Each key stands in the code, or is made there from a template (``stage.${name}``) and words that stand there.

    Statements say theirs as their own name and a word that is written as a string.
    """
    code = "\n".join(map(_without_comments, _javascript().values()))
    words = set(re.findall(r"[a-z0-9]+", code))
    templates = {
        one for one in re.findall(r"`((?:[a-z_.]|\$\{[^`]*?\})+)`", code) if re.match(r"[a-z]+\.|.*\.[a-z]+$", one)
    }
    codes = _codes() | _thrown() | {"named.absent"}
    made = [re.compile(re.sub(r"\$\{.*?\}", "(.+)", one.replace(".", r"\."))) for one in templates]

    def said(key: str) -> bool:
        code_of, _, variant = key.removeprefix("fault.").partition(".")
        if key.startswith("fault."):
            name, _, variant = variant.partition(".")
            return f"{code_of}.{name}" in codes and (not variant or f'"{variant}"' in code)
        if f'"{key}"' in code or f"`{key}`" in code:
            return True
        name, _, word = key.partition(".")
        if name in _STATEMENTS and f'"{word}"' in code:
            return True
        parts = [match.groups() for pattern in made if (match := pattern.fullmatch(key))]
        return any(set(re.findall(r"[a-z0-9]+", " ".join(found))) <= words for found in parts)

    assert [key for key in _all("en") if not said(key)] == []


# What is said of reports --------------------------------------------------------------------------------------------

_RAW = re.compile(
    r"\{|\}|undefined|null|NaN|\[object|(?:^|\s)(?:fault|about|why|said|stage|thing|unchosen|logged)\.[a-z]"
)


def _sentences(report: dict[str, Any]) -> list[str]:
    faults = [report["fault"], *(stage["fault"] for stage in report["stages"])]
    return [
        *(fault["message"] for fault in faults if fault),
        *(stage["about"] for stage in report["stages"]),
        *(statement["text"] for statement in report["statements"]),
    ]


def _records() -> list[tuple[str, bytes, dict[str, Any]]]:
    """Name, bytes and what is named of every record there is in tests/vectors."""
    found = []
    for folder in ("mutations", "sound"):
        manifest = json.loads((_VECTORS / folder / "manifest.json").read_text(encoding="utf-8"))
        for entry in manifest["records"]:
            raw = (_VECTORS / folder / entry["file"]).read_bytes()
            found.append((entry["file"], raw, entry.get("named", {})))
    return found + [(path.name, path.read_bytes(), {}) for path in sorted((_VECTORS / "records").glob("*.json"))]


_STRANGER = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
_NAMED: list[dict[str, Any]] = [
    {"house_keys": [_STRANGER]},
    {"player_keys": [_STRANGER]},
    {"game": "00" * 32},
    {"require": ["unchosen"]},
    {"require": ["unchosen:0", "signed:7"]},
    {"require": ["logged"]},
    {"log_keys": ["log+00000000+AQ=="]},
]


_UNREADABLE = [
    b"",
    b"\xff",
    b"\xef\xbb\xbf{}",
    b"{",
    b"[1.5]",
    b"[-0]",
    b'{"A":1}',
    b'{"a":1,"a":1}',
    b"[" * 99,
    b"{}",
]


def test_all_of_every_report_is_said_in_every_language(judge: Judge) -> None:
    records = _records()
    sound = next(raw for name, raw, _ in records if name == "sound.json")
    for name, raw, named in [
        *records,
        *(("named", sound, named) for named in _NAMED),
        *(("unreadable", raw, {}) for raw in _UNREADABLE),
    ]:
        encoded = base64.b64encode(raw).decode()
        by_language = judge.ask("reports_in_words", raw=encoded, langs=LANGUAGES, named=named)
        for language, report in by_language.items():
            for sentence in _sentences(report):
                assert sentence, name
                assert not _RAW.search(sentence), f"{name}, {language}: {sentence}"


# How a message is filled --------------------------------------------------------------------------------------------

_SAMPLES = {
    "plain": "{name} rolls {n}",
    "count": "{n|0=none|one={n} die|other={n} dice}",
    "few": "{n|one={n} bod|few={n} body|other={n} bodov}",
    "maybe": "stops{reason|=|other=: {reason}}",
    "kind": "{kind|move=a move|other=something}",
}


@pytest.mark.parametrize(
    ("language", "key", "facts", "says"),
    [
        ("en", "plain", {"name": "Ana", "n": 4}, "Ana rolls 4"),
        ("en", "plain", {"name": "Ana"}, "Ana rolls "),
        ("en", "count", {"n": 0}, "none"),
        ("en", "count", {"n": 1}, "1 die"),
        ("en", "count", {"n": 12}, "12 dice"),
        ("sk", "few", {"n": 1}, "1 bod"),
        ("sk", "few", {"n": 4}, "4 body"),
        ("sk", "few", {"n": 5}, "5 bodov"),
        ("cs", "few", {"n": 22}, "22 bodov"),
        ("en", "maybe", {}, "stops"),
        ("en", "maybe", {"reason": None}, "stops"),
        ("en", "maybe", {"reason": ""}, "stops"),
        ("en", "maybe", {"reason": "storm"}, "stops: storm"),
        ("en", "kind", {"kind": "move"}, "a move"),
        ("en", "kind", {"kind": "constructor"}, "something"),
        ("en", "unheard.of", {}, "unheard.of"),
    ],
)
def test_a_message_is_filled(judge: Judge, language: str, key: str, facts: dict[str, Any], says: str) -> None:
    assert judge.ask("speak", messages=_SAMPLES, lang=language, say=[[key, facts]]) == [says]


@pytest.mark.parametrize(
    "text", ["{n}", "{n|other=x}", "$&", "$1", "}", "|", "=", "other", "one", "__proto__", "toString"]
)
def test_what_others_wrote_is_never_read_as_a_message(judge: Judge, text: str) -> None:
    say = [["plain", {"name": text, "n": 4}], ["maybe", {"reason": text}]]
    assert judge.ask("speak", messages=_SAMPLES, say=say) == [f"{text} rolls 4", f"stops: {text}"]
