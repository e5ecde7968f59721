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

from fairdice.cli.log import LogReport, RecordLine
from fairdice.monitor import GameLeaves, Leaf
from fairdice.verify import report as reports
from fairdice.verify import verify
from fairdice.verify.assurance import NAMES
from fairdice.verify.report import EXIT
from replay import record as records
from replay.errors import FormatError
from replay.piece_document import PieceState
from replay.position import LastMoved, Position, answer
from replay.schema import decode
from replay.state import LegalMove
from replay.strict import parse
from replay.systems import SYSTEMS
from tests.docs.tables import DOCS, pages, rewritten

ROOT = DOCS.parent
PAGES = {str(page.relative_to(DOCS)): page.read_text(encoding="utf-8") for page in pages()}
SPEC = {name: text for name, text in PAGES.items() if name.startswith("spec/")}
SOURCES = sorted(path for package in ("replay", "fairdice", "api") for path in (ROOT / package).rglob("*.py"))
LETTERS = {
    "spec/protocol.md": "BO",
    "spec/record.md": "R",
    "spec/verifying.md": "V",
    "spec/log.md": "L",
    "spec/rules/common.md": "C",
    "spec/rules/positions.md": "P",
    "spec/rules/mensch.md": "M",
    "spec/rules/star.md": "S",
    "spec/rules/english.md": "E",
    "spec/rules/clovece.md": "Z",
    "spec/rules/pairs.md": "W",
    "spec/rules/parchis.md": "H",
    "spec/rules/nomercy.md": "N",
}
"""By page: the letters of its clauses."""
CLAUSE = re.compile(rf"\b([{''.join(LETTERS.values())}]\d{{1,2}})[a-c]?\b")
HEADING = re.compile(r'^#+ ([A-Z])(\d+)\. [^<]*<a id="([a-z]\d+)"></a>$', re.MULTILINE)
CODE = re.compile(r"(?:format|option|order|party|chain|draw|roll|rules|sign|result|head|log|named)\.[a-z0-9_]+")
FENCE = re.compile(r"^```json ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def clauses() -> set[str]:
    return {letter + number for text in SPEC.values() for letter, number, _ in HEADING.findall(text)}


@pytest.mark.parametrize("name", PAGES)
def test_generated_parts_are_fresh(name: str) -> None:
    assert PAGES[name] == rewritten(PAGES[name]), f"docs/{name} is stale: run python -m tests.docs.tables"


# Clauses ----------------------------------------------------------------------------------------------------------


def test_each_page_has_its_letters() -> None:
    for name, text in SPEC.items():
        letters = "".join(sorted({letter for letter, _, _ in HEADING.findall(text)}))
        assert letters == LETTERS.get(name, ""), name


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


def test_the_tests_and_vectors_name_clauses_that_exist() -> None:
    there = clauses()
    for source in sorted((ROOT / "tests").rglob("*.py")):
        for line, words in words_of(source):
            for clause in CLAUSE.findall(words):
                assert clause in there, f"{source}:{line} names clause {clause}, which no page has"
    for path in sorted((ROOT / "tests/vectors").rglob("*.json*")):
        for about in re.findall(r'"(?:about|mutation)": "([^"]*)"', path.read_text(encoding="utf-8")):
            for clause in CLAUSE.findall(about):
                assert clause in there, f"{path}: {about}"


def test_pages_name_clauses_that_exist() -> None:
    there = clauses()
    for name, text in PAGES.items():
        prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
        for clause in CLAUSE.findall(prose):
            assert clause in there, f"docs/{name} names clause {clause}, which no page has"


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_clause_of_an_option_stands_on_its_page(name: str) -> None:
    page = page_of(name)
    for option in SYSTEMS[name].options:
        where = "spec/rules/common.md" if option.clause.startswith("C") else page
        headings = {letter + number for letter, number, _ in HEADING.findall(PAGES[where])}
        assert option.clause in headings, f"{name}: {option.name} names {option.clause}, which docs/{where} has not"


# Rule systems -----------------------------------------------------------------------------------------------------


def page_of(name: str) -> str:
    """The page of a rule system."""
    return f"spec/rules/{name.partition('@')[0]}.md"


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_page_of_a_system_is_whole(name: str) -> None:
    text = PAGES[page_of(name)]
    assert text.startswith(f"# {name}: ")
    assert f"<!-- generated: options {name} -->" in text
    assert {"position", "answer"} <= {kind for kind, _ in FENCE.findall(text)}
    for option in SYSTEMS[name].options:
        if not option.clause.startswith("C"):
            body = re.search(rf"^### {option.clause}\. .*?(?=^### |^## )", text, re.MULTILINE | re.DOTALL)
            assert body, option.clause
    source = section(page_of(name), "From the source")
    head, _, *rows = cells(source)
    assert head == ["what the source says", "clause", "test"]
    assert len(rows) > 10
    assert all(len(row) == 3 and row[0] for row in rows)


def cells(text: str) -> list[list[str]]:
    """The rows of the first table of a text."""
    table = re.search(r"^\|.*?(?=^(?!\|))", text, re.MULTILINE | re.DOTALL)
    assert table
    return [
        [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in table[0].splitlines()
    ]


def test_the_overviews_name_every_system() -> None:
    for name in SYSTEMS:
        page = page_of(name)
        assert f"]({page})" in PAGES["README.md"]
        assert f"]({page.rsplit('/')[-1]}#from-the-source)" in PAGES["spec/rules/README.md"]
        letter = LETTERS[page]
        assert f"**{letter}** {name.partition('@')[0]}" in PAGES["spec/rules/README.md"]


def test_the_comparison_names_options_that_there_are() -> None:
    table = section("spec/rules/README.md", "In what they differ")
    head, _, *rows = cells(table)
    assert head == ["", *(name.partition("@")[0] for name in SYSTEMS)]
    for row in rows:
        assert len(row) == len(head), row[0]
    for place, (name, system) in enumerate(SYSTEMS.items(), 1):
        named = {word for row in rows for word in re.findall(r"`(\w+)`", row[place])}
        common = {"start", "end", "auto_move"}
        assert named == {option.name for option in system.options} - common, name


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
    found |= {"log.head", "log.place", "log.status", "log.order", "log.vkey", "log.checkpoint", "log.origin"}
    found |= {"log.unsigned", "log.signature", "log.index", "log.proof_length", "log.inclusion"}
    return found - {"format.shape", "format.receipt"}  # never reported for a record


def codes_of_logs() -> set[str]:
    """Codes of a log as a whole."""
    paths = [
        ROOT / f"fairdice/{name}.py" for name in ("merkle", "checkpoint", "tiles", "leaves", "monitor", "cli/fetching")
    ]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return {code for text in texts for code in re.findall(r"\blog\.[a-z_]+", text)}


def test_every_code_of_the_verifier_is_on_its_page_and_no_other() -> None:
    text = PAGES["spec/verifying.md"]
    documented = codes_in(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    assert documented == codes_of_the_verifier()


def test_codes_on_other_pages_exist() -> None:
    known = codes_of_the_verifier() | codes_of_logs()
    for name, text in PAGES.items():
        assert codes_in(" ".join(re.findall(r"`([^`\s]+)`", text))) <= known, name


def test_codes_of_the_service_in_the_threat_model_exist() -> None:
    families = "request|auth|idempotency|precondition|webhook|game|seat|stream|table|storage|service|seal"
    named = set(re.findall(rf"`((?:{families})\.[a-z_]+)`", PAGES["threat-model.md"]))
    assert "storage.lost" in named
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert not {code for code in named if f'"{code}"' not in sources}


def test_every_family_of_codes_is_named() -> None:
    """Those of the service are on a page of its own, /docs/problems, which its tests hold to the code."""
    families: set[str] = set()
    for path in (
        path for path in SOURCES if path.is_relative_to(ROOT / "fairdice") or path.is_relative_to(ROOT / "replay")
    ):
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


def test_leaf_fields() -> None:
    table = tables(section("spec/log.md", "L1. "))[0]
    assert {name: "optional" in value for name, value in table.items()} == fields(records.LogEntry)


def test_fields_of_log_reports() -> None:
    table = tables(section("spec/log.md", "L10. "))[0]
    assert [name for row in table for name in re.split("`, `", row)] == list(fields(LogReport))
    assert set(re.findall(r"`(\w+)`", table["records"])) == set(fields(RecordLine))
    named = set(re.findall(r"`(\w+)`", table["unclosed"]))
    assert named == set(fields(GameLeaves)) | set(fields(Leaf))


def test_position_fields() -> None:
    table = tables(section("spec/rules/positions.md", "The document"))[0]
    assert set(table) == set(fields(Position))
    assert all(f"`{name}`" in table["last_moved"] for name in fields(LastMoved))


def test_forms_of_pieces() -> None:
    table = tables(section("spec/rules/positions.md", "P2"))[0]
    named = {name for form in table for name in re.findall(r'"(\w+)":', form)}
    assert named == set(fields(PieceState))


def test_fields_of_answers() -> None:
    table = tables(section("spec/rules/positions.md", "P6"))[0]
    named = {name.strip("`") for cell in table for name in cell.split(", ")}
    assert named == set(fields(LegalMove)) - {"captured"}


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
    prose = re.sub(r"```.*?```", "", PAGES[name], flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
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
    systems = "|".join(name.partition("@")[0] for name in SYSTEMS)
    for name, text in SPEC.items():
        named = set(re.findall(rf"`((?:{systems})-(?:source-)?[\w-]+)`", text))
        for first, last in re.findall(rf"`((?:{systems})-\d+)` to\s+`((?:{systems})-\d+)`", text):
            (stem, low), (_, high) = first.rsplit("-", 1), last.rsplit("-", 1)
            assert int(low) < int(high), (name, first, last)
            named |= {f"{stem}-{number:0{len(low)}}" for number in range(int(low), int(high))}
        assert named <= there, (name, sorted(named - there))
    for name, text in PAGES.items():
        for path in re.findall(r"`(tests/[\w./-]+)`", text):
            assert (ROOT / path).exists(), f"docs/{name}: {path}"


def test_pages_name_no_place_of_a_machine() -> None:
    for name, text in PAGES.items():
        assert not re.search(r"(?<![\w.])/(?:work|tmp|home|root|usr|var)/", text), name
