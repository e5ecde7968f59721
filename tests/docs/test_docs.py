"""The pages of docs/ and the code agree: clauses, codes, fields, tables, examples, links, vectors."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from fairdice.verify import report as reports
from fairdice.verify import verify
from fairdice.verify.assurance import NAMES
from fairdice.verify.report import EXIT
from replay import record as records
from replay.errors import FormatError
from replay.position import Position, answer
from replay.schema import decode
from replay.strict import parse
from tests.docs.tables import DOCS, pages, rewritten

ROOT = DOCS.parent
PAGES = {str(page.relative_to(DOCS)): page.read_text(encoding="utf-8") for page in pages()}
SPEC = {name: text for name, text in PAGES.items() if name.startswith("spec/")}
SOURCES = sorted(path for package in ("replay", "fairdice", "api") for path in (ROOT / package).rglob("*.py"))
CLAUSE = re.compile(r"\b([BCEMOPRSV]\d{1,2})[a-c]?\b")
HEADING = re.compile(r'^#+ ([A-Z])(\d+)\. [^<]*<a id="([a-z]\d+)"></a>$', re.MULTILINE)
CODE = re.compile(r"(?:format|option|order|party|chain|draw|roll|rules|sign|result|head|named)\.[a-z0-9_]+")
FENCE = re.compile(r"^```json ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def clauses() -> set[str]:
    return {letter + number for text in SPEC.values() for letter, number, _ in HEADING.findall(text)}


@pytest.mark.parametrize("name", PAGES)
def test_generated_parts_are_fresh(name: str) -> None:
    assert PAGES[name] == rewritten(PAGES[name]), f"docs/{name} is stale: run python -m tests.docs.tables"


# Clauses ----------------------------------------------------------------------------------------------------------


def test_clauses_have_an_anchor_and_one_number_each() -> None:
    found = [clause for text in SPEC.values() for clause in HEADING.findall(text)]
    assert all(anchor == letter.lower() + number for letter, number, anchor in found)
    by_letter: dict[str, list[int]] = {}
    for letter, number, _ in found:
        by_letter.setdefault(letter, []).append(int(number))
    assert {letter: sorted(numbers) for letter, numbers in by_letter.items()} == {
        letter: list(range(1, len(numbers) + 1)) for letter, numbers in by_letter.items()
    }
    headings = sum(len(re.findall(r"^#+ [A-Z]\d+\.", text, re.MULTILINE)) for text in SPEC.values())
    assert headings == len(found), "a clause's heading has no anchor"


def words_of(source: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a file, and the strings that are a clause and nothing else."""
    text = source.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[A-Z]\d{1,2}", node.value):
            yield node.lineno, node.value


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_code_names_clauses_and_pages_that_exist(source: Path) -> None:
    there = clauses()
    for line, words in words_of(source):
        for clause in CLAUSE.findall(words):
            assert clause in there, f"{source}:{line} names clause {clause}, which no page has"
        for page, heading in re.findall(r"docs/([\w./-]+\w)(?:,\s+\"([^\"]+)\")?", words):
            assert (DOCS / page).exists(), f"{source}:{line} names docs/{page}, which does not exist"
            text = PAGES.get(page, "")
            wanted = rf"^#+ .*{re.escape(heading)}"
            assert not heading or re.search(wanted, text, re.MULTILINE), f'{source}:{line}: no "{heading}" in {page}'


def test_pages_name_clauses_that_exist() -> None:
    there = clauses()
    for name, text in PAGES.items():
        prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
        for clause in CLAUSE.findall(prose):
            assert clause in there, f"docs/{name} names clause {clause}, which no page has"


# Codes ------------------------------------------------------------------------------------------------------------


def codes_in(text: str) -> set[str]:
    return {code for code in CODE.findall(text) if not code.endswith((".md", ".json", ".py"))}


def codes_of_the_verifier() -> set[str]:
    """All that a verification can report, from the source: literal codes, and those that two modules put together."""
    found: set[str] = set()
    folders = ("replay", "fairdice/verify")
    for path in (p for folder in folders for p in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.add(node.value)
    found |= {"party.key_encoding", "party.key_weak", "party.key_point", "party.same_key", "party.same_anchor"}
    found |= {"chain.link", "sign.move", "sign.pass", "sign.away", "sign.back"}
    found |= {"named.game", "named.house_key", "named.player_key", "named.statement"}
    return found - {"format.shape", "format.receipt"}  # never reported for a record


def test_every_code_of_the_verifier_is_on_its_page_and_no_other() -> None:
    text = PAGES["spec/verifying.md"]
    documented = codes_in(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    assert documented == codes_of_the_verifier()


def test_codes_on_other_pages_exist() -> None:
    known = codes_of_the_verifier()
    for name, text in PAGES.items():
        assert codes_in(" ".join(re.findall(r"`([^`\s]+)`", text))) <= known, name


def test_every_family_of_codes_is_named() -> None:
    families: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith(("Error", "Refused")):
                codes = [each.value for each in node.args[:1] if isinstance(each, ast.Constant)]
                families |= {code.split(".")[0] for code in codes if isinstance(code, str) and "." in code}
    assert "format" in families
    text = PAGES["spec/verifying.md"]
    assert not {family for family in families if not re.search(rf"`{family}\.[\w*]+`", text)}


def test_position_codes_are_documented() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "replay").rglob("*.py"))
    raised = set(re.findall(r'"(position\.\w+)"', source)) - {"position.start"}  # writing a document, not reading one
    assert set(re.findall(r"`(position\.\w+)`", PAGES["spec/rules/positions.md"])) == raised


# Fields -----------------------------------------------------------------------------------------------------------


def section(page: str, title: str) -> str:
    found = re.search(rf"^(#+) {re.escape(title)}.*?(?=^#{{1,2}} |\Z)", PAGES[page], re.MULTILINE | re.DOTALL)
    assert found, title
    return found[0]


def tables(text: str) -> list[dict[str, str]]:
    """The tables of a text: by the first column (without backquotes), the second."""
    found = []
    for block in re.findall(r"(?:^ *\|.*\n?)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in block.splitlines()]
        found.append({row[0].strip("`"): row[1] for row in rows[2:] if len(row) > 1})
    return found


def fields(kind: type, skip: frozenset[str] = frozenset()) -> dict[str, bool]:
    """The fields of a struct as documents have them, and whether each may be absent."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: not field.required for field in info.fields if field.encode_name not in skip}


@pytest.mark.parametrize(
    ("title", "place", "kind"),
    [
        ("R1", 0, records.Record),
        ("R3", 0, records.Open),
        ("R4", 0, records.Commit),
        ("R5", 0, records.Join),
        ("R6", 0, records.Draw),
        ("R7", 0, records.Roll),
        ("R8", 0, records.Away),
        ("R8", 1, records.Back),
        ("R9", 0, records.Close),
        ("R10", 0, records.Move),
        ("R10", 1, records.Pass),
        ("R11", 0, records.Receipt),
        ("R11", 1, records.Ack),
    ],
)
def test_record_fields(title: str, place: int, kind: type) -> None:
    table = tables(section("spec/record.md", f"{title}. "))[place]
    skip = frozenset({"n", "at"}) if issubclass(kind, records.Event) else frozenset()
    assert {name: "optional" in value for name, value in table.items()} == fields(kind, skip)


def test_position_fields() -> None:
    table = tables(section("spec/rules/positions.md", "The document"))[0]
    assert set(table) == set(fields(Position))


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        (1, reports.Report),
        (2, reports.Fault),
        (3, reports.Stage),
        (4, reports.Statement),
        (5, reports.Summary),
    ],
)
def test_report_fields(place: int, kind: type) -> None:
    table = tables(section("spec/verifying.md", "The report as JSON"))[place]
    assert list(table) == list(fields(kind))


def test_statements_and_verdicts() -> None:
    assert tuple(tables(section("spec/verifying.md", "Statements"))[0]) == NAMES
    verdicts = section("spec/verifying.md", "Verdicts")
    assert {
        name: int(code) for name, code in re.findall(r"^\| `(\w+)` \|.*\| (\d) \|$", verdicts, re.MULTILINE)
    } == EXIT


# Examples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, text in PAGES.items() if FENCE.search(text)])
def test_json_examples(name: str) -> None:
    asked: Any = None
    for kind, text in FENCE.findall(PAGES[name]):
        raw = text.encode()
        assert kind in ("", "position", "answer", "record"), f"{kind} is no kind of example"
        if kind == "position":
            assert asked is None, "a position without its answer"
            asked = answer(decode(raw, Position)).document()
        elif kind == "answer":
            assert json.loads(raw) == json.loads(msgspec.json.encode(asked))
            asked = None
        elif kind == "record":
            assert verify(raw).verdict == "verified"
        else:
            parse(raw)
    assert asked is None, "a position without its answer"


def test_an_example_that_is_wrong_would_be_found() -> None:
    with pytest.raises(FormatError):
        decode(b'{"ruleset": "star@1"}', Position)
    assert verify(b"{}").verdict == "unreadable"


# Links, vectors, paths --------------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """The fragments that lead into a page: explicit ones, and those that renderers make of headings."""
    found = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE):
        words = re.sub(r"<[^>]*>", "", heading).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", PAGES[name]):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        page = ((DOCS / name).parent / path).resolve() if path else DOCS / name
        assert page.exists(), f"docs/{name}: {target}"
        if fragment:
            assert fragment in anchors(page.read_text(encoding="utf-8")), f"docs/{name}: {target}"


def test_the_map_names_every_page() -> None:
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)", PAGES["README.md"])}
    missing = [page for page in pages() if page.resolve() not in linked and page != DOCS / "README.md"]
    assert not missing


def test_vectors_that_pages_name_exist() -> None:
    files = (ROOT / "tests/vectors/rules").glob("*.jsonl")
    there = {json.loads(line)["id"] for file in files for line in file.read_bytes().splitlines()}
    systems = r"`((?:mensch|star|english)-[\w-]+)`"
    for name, text in SPEC.items():
        named = set(re.findall(systems, text))
        assert named <= there, (name, sorted(named - there))
    for name, text in PAGES.items():
        for path in re.findall(r"`(tests/[\w./-]+)`", text):
            assert (ROOT / path).exists(), f"docs/{name}: {path}"


def test_pages_name_no_place_of_a_machine() -> None:
    for name, text in PAGES.items():
        assert not re.search(r"(?<![\w.])/(?:work|tmp|home|root|usr|var)/", text), name
