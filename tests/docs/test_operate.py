"""docs/howto/operate.md: every command on it is one, with options that it has; the variables in its text exist.

(The table of variables is generated: test_docs.py.  What the commands do is tested in tests/api/cli.)
"""

from __future__ import annotations

import re
import shlex

import click
import msgspec
import pytest

from api.config import PREFIX, Config
from fairdice.cli.program import program
from tests.docs.tables import DOCS

PAGE = (DOCS / "howto/operate.md").read_text(encoding="utf-8")
BLOCKS = "".join(re.findall(r"^```(?:sh|ini)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
COMMANDS = sorted(
    {found[1].partition("    #")[0].strip() for found in re.finditer(r"^(?:\S*/)?fairdice (.+)$", BLOCKS, re.MULTILINE)}
    | {found for found in re.findall(r"`fairdice ([a-z][^`]*)`", PAGE) if "..." not in found}
    | set(re.findall(r"^ExecStartPre=\S+/fairdice (.+)$", BLOCKS, re.MULTILINE))
)


def test_there_are_commands() -> None:
    assert {"serve", "database migrate", "database restored", "key reseal"} <= set(COMMANDS)


@pytest.mark.parametrize("line", COMMANDS)
def test_each_command_is_one(line: str) -> None:
    """It is parsed as it would be, and not run."""
    found: click.Command = program
    words = shlex.split(line)
    context = click.Context(program, info_name="fairdice")
    while isinstance(found, click.Group) and words:
        below = found.get_command(context, words.pop(0))
        assert below is not None, line
        found = below
        context = click.Context(found, parent=context)
    if line in ("host", "host keys"):  # named without what belongs to it
        return
    assert found.parse_args(context, words) == []


def test_variables_exist() -> None:
    known = {PREFIX + field.name.upper() for field in msgspec.structs.fields(Config)}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", PAGE)) - known == set()


def test_the_unit_of_systemd_starts_what_is_tested() -> None:
    line = re.search(r"^gunicorn (.*)$", BLOCKS, re.MULTILINE)
    assert line
    assert f"ExecStart=/opt/fairdice/bin/gunicorn {line[1]}\n" in BLOCKS
    assert "-c python:api.gunicorn_conf" in line[1]
    assert line[1].endswith(" api.wsgi:app")
