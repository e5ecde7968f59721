"""The direction of imports, the purity of `replay`, and the light start of the command line."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
REPLAY = sorted((ROOT / "replay").rglob("*.py"))
FAIRDICE = sorted((ROOT / "fairdice").rglob("*.py"))

# What `replay` may import.  Everything here gives the same answer for the same arguments, everywhere and for ever, and
# touches nothing outside the process.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "enum",
    "functools",
    "itertools",
    "json",
    "math",
    "msgspec",
    "operator",
    "re",
    "replay",
    "struct",
    "types",
    "typing",
}
# Built-in functions that reach outside the process, that answer differently in another process, or that could hide an
# import from this test.
IMPURE_BUILTINS = {"__import__", "breakpoint", "compile", "eval", "exec", "hash", "input", "open", "print"}

# Must not be loaded by a command that only verifies: together they cost several times what verifying a game costs.
HEAVY = ["flask", "httpx", "marshmallow", "rich", "sqlalchemy"]


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every imported top-level package with its line, wherever the statement stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, (node.module or "").split(".")[0]


def impure_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every use of an impure built-in with its line; a field or method of the same name is something else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in IMPURE_BUILTINS:
            yield node.lineno, node.id


def faults(source: str) -> list[str]:
    tree = ast.parse(source)
    return [
        *(f"{line}: imports {name}" for line, name in imports(tree) if name not in PURE),
        *(f"{line}: uses {name}" for line, name in impure_names(tree)),
    ]


@pytest.mark.parametrize("path", REPLAY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_replay_is_pure(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import random", "1: imports random"),
        ("def f():\n    from time import time", "2: imports time"),
        ("import os.path as p", "1: imports os"),
        ("from . import x", "1: imports "),
        ("open('x')", "1: uses open"),
        ("f = print", "1: uses print"),
        ("__import__('os')", "1: uses __import__"),
    ],
)
def test_impurity_is_seen(source: str, fault: str) -> None:
    assert faults(source) == [fault]


def test_purity_is_not_seen_as_impurity() -> None:
    source = "import msgspec\nfrom collections.abc import Iterator\nclass A:\n    open: int = 0\nA().open\n"
    assert faults(source) == []


@pytest.mark.parametrize("path", FAIRDICE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_the_command_line_knows_a_terminal(path: Path) -> None:
    """What verifies is a library: outside fairdice/cli nothing needs click, and rich at most draws pictures."""
    name = path.relative_to(ROOT / "fairdice").parts[0]
    banned = {"cli": set(), "picture": {"click"}}.get(name, {"click", "rich"})
    found = imports(ast.parse(path.read_text(encoding="utf-8")))
    assert [f"{line}: imports {name}" for line, name in found if name in banned] == []


def test_import_contracts() -> None:
    """The contracts of pyproject.toml: api -> fairdice -> replay."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def loaded_by(arguments: list[str]) -> set[str]:
    """The modules that `fairdice ARGUMENTS` has loaded when it ends; it must end well."""
    program = (
        "import json, sys\n"
        f"sys.argv = {['fairdice', *arguments]!r}\n"
        "from fairdice.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert end.code in (0, None), end.code\n"
        "print('\\n' + json.dumps(sorted(sys.modules)))\n"
    )
    command = [sys.executable, "-c", program]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return set(json.loads(answer.stdout.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["verify", "--help"]], ids=" ".join)
def test_start_is_light(arguments: list[str]) -> None:
    loaded = loaded_by(arguments)
    assert "fairdice.cli" in loaded
    assert sorted(loaded.intersection(HEAVY)) == []


def test_verifying_is_light(tmp_path: Path) -> None:
    record = str(tmp_path / "game.json")
    loaded_by(["play", "--rules", "star@1", "--players", "2", "--seed", "light", "-o", record])
    loaded = loaded_by(["verify", record])
    assert "fairdice.verify" in loaded
    assert sorted(loaded.intersection(HEAVY)) == []
