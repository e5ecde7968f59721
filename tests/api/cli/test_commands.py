"""The commands of the service as `fairdice` finds them: by entry points, explained, and light until they are called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

from fairdice.cli.program import COMMANDS, ENTRY_POINTS, program
from tests.fairdice.cli.running import fairdice

ROOT = Path(__file__).parents[3]
NAMES = ["database", "embed", "host", "key", "serve"]
HEAVY = {
    "alembic",
    "api.service",
    "api.storage",
    "cryptography",
    "flask",
    "limits",
    "marshmallow",
    "sqlalchemy",
    "waitress",
}


def command(*words: str) -> click.Command:
    """The command that these words call."""
    found: click.Command = program
    for word in words:
        assert isinstance(found, click.Group)
        below = found.get_command(click.Context(found), word)
        assert below is not None, words
        found = below
    return found


def all_commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name in NAMES:
        one = command(name)
        found.append((name,))
        if isinstance(one, click.Group):
            found += [(name, below) for below in one.commands]
    return found


def test_the_entry_points_are_installed() -> None:
    """After a change of pyproject.toml: install anew (`pip install --no-deps -e .`)."""
    assert sorted(found.name for found in entry_points(group=ENTRY_POINTS)) == NAMES


def test_they_are_in_the_list() -> None:
    listed = re.findall(r"^  ([a-z]+)  +\S", fairdice("--help").out.partition("Commands:")[2], re.MULTILINE)
    assert listed == [*COMMANDS, *NAMES]


@pytest.mark.parametrize("words", all_commands(), ids=" ".join)
def test_each_explains_itself(words: tuple[str, ...]) -> None:
    ended = fairdice(*words, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"Usage: fairdice {' '.join(words)} ")
    examples = ended.out.partition("  Examples:\n")[2].partition("\n\n")[0]
    assert all(line.startswith(f"    fairdice {' '.join(words)}") for line in examples.splitlines())
    assert examples
    options = [each for each in command(*words).params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []
    assert max(map(len, ended.out.splitlines())) <= 100


@pytest.mark.parametrize(
    "words", [["--help"], ["serve", "--help"], ["host", "--help"], ["key", "new", "--help"]], ids=" ".join
)
def test_help_loads_nothing_of_the_service(words: list[str]) -> None:
    text = (
        "import json, sys\n"
        f"sys.argv = {['fairdice', *words]!r}\n"
        "from fairdice.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('\\n' + json.dumps(sorted(sys.modules)))\n"
    )
    ended = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(ended.stdout.splitlines()[-1]))
    assert "api.cli" in loaded
    assert sorted(loaded & HEAVY) == []


@pytest.mark.parametrize(
    "words", [["serve", "--port", "0"], ["host", "list"], ["key", "secret"], ["database", "check"]], ids=" ".join
)
def test_without_the_extra_it_says_how_to_get_it(words: list[str], tmp_path: Path) -> None:
    """As installed by `pip install fairdice` alone."""
    text = (
        "import sys\n"
        "for name in ('sqlalchemy', 'flask', 'waitress', 'limits', 'marshmallow', 'alembic'):\n"
        "    sys.modules[name] = None\n"
        f"sys.argv = {['fairdice', *words]!r}\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from fairdice.cli import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False)
    if words == ["key", "secret"]:
        assert (ended.returncode, ended.stderr) == (0, "")
        return
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("error: the service is not installed here (")
    assert ended.stderr.endswith(" is missing): pip install 'fairdice[api]' [usage.extra]\n")
    assert list(tmp_path.iterdir()) == []
