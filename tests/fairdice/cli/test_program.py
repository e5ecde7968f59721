from __future__ import annotations

import json
import os
import pkgutil
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import fairdice.cli
from fairdice import __version__
from fairdice.cli.program import COMMANDS, ENTRY_POINTS, program
from tests.fairdice.cli.running import fairdice as run

ROOT = Path(__file__).parents[3]
MODULES = {f"fairdice.cli.{name}" for name in COMMANDS}


def process(*words: str, **other: Any) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own."""
    program = [sys.executable, "-c", "from fairdice.cli import main; main()", *words]
    return subprocess.run(program, cwd=ROOT, capture_output=True, check=False, **other)


def test_help_lists_every_command() -> None:
    ended = run("--help")
    assert (ended.code, ended.err) == (0, "")
    listed = re.findall(r"^  ([a-z]+)  +\S", ended.out.partition("Commands:")[2], re.MULTILINE)
    # Commands of other packages come after; tests/api/cli has those of the service.
    assert listed[: len(COMMANDS)] == list(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_each_command_explains_itself(name: str) -> None:
    """Its first line is the one of the table, and its examples keep their lines."""
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(200) == COMMANDS[name]
    ended = run(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"Usage: fairdice {name} ")
    examples = ended.out.partition("  Examples:\n")[2].partition("\n\n")[0]
    assert examples
    assert all(line.startswith("    ") for line in examples.splitlines())
    assert f"fairdice {name}" in examples
    assert "\\b" not in ended.out
    assert run(name, "-h") == ended


def test_every_option_is_explained() -> None:
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        options = [param for param in command.params if isinstance(param, click.Option)]
        assert [option.name for option in options if not option.help] == []


def loaded_by(*words: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    text = (
        "import json, sys\n"
        f"sys.argv = {['fairdice', *words]!r}\n"
        "from fairdice.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('\\n' + json.dumps(sorted(sys.modules)))\n"
    )
    ended = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(ended.stdout.splitlines()[-1]))


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["moves", "--help"], ["rules"], ["completion", "zsh"]])
def test_only_the_command_that_is_called_is_loaded(words: list[str]) -> None:
    loaded = loaded_by(*words)
    assert loaded & MODULES == {f"fairdice.cli.{words[0]}"} & MODULES
    assert not loaded & {"rich", "flask", "sqlalchemy", "marshmallow"}


def test_entry_points_are_looked_for_only_when_needed() -> None:
    assert "importlib.metadata" not in loaded_by("--version")
    assert "importlib.metadata" not in loaded_by("rules")
    assert "importlib.metadata" in loaded_by("nonsense")


def test_importing_the_command_line_loads_nothing() -> None:
    text = "import fairdice.cli, json, sys; print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(ended.stdout))
    assert "click" not in loaded
    assert not loaded & MODULES


def test_every_module_of_a_command_is_in_the_table() -> None:
    """A module that has a command has `command`; the others don't."""
    for found in pkgutil.iter_modules(fairdice.cli.__path__):
        text = (ROOT / "fairdice" / "cli" / f"{found.name}.py").read_text(encoding="utf-8")
        assert ("\ndef command(" in text) == (found.name in COMMANDS), found.name


def test_version() -> None:
    assert run("--version") == (0, f"fairdice {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (["nonsense"], "No such command 'nonsense'. [usage.command]", "Try 'fairdice --help'."),
        (["--nonsense"], "No such option '--nonsense'. [usage.option]", "Try 'fairdice --help'."),
        (["moves"], "Missing argument 'FILE'. [usage.missing]", "Try 'fairdice moves --help'."),
        (
            ["completion"],
            "Missing argument 'bash|zsh|fish'. Choose from: bash, zsh, fish [usage.missing]",
            "Try 'fairdice completion --help'.",
        ),
        (["moves", "a", "b"], "Got unexpected extra argument (b) [usage.wrong]", "Try 'fairdice moves --help'."),
        (["show", "--at"], "Option '--at' requires an argument. [usage.value]", ""),
        (["show", "a", "\x1b[31m\u202e\n"], "Got unexpected extra argument", "Try 'fairdice show --help'."),
    ],
)
def test_wrong_usage(words: list[str], error: str, hint: str) -> None:
    ended = run(*words)
    assert (ended.code, ended.out) == (2, "")
    lines = ended.err.splitlines()
    # Older clicks say the same in slightly other words.
    assert lines[0].startswith("error: ")
    assert re.sub("[:'.()]", "", error).split()[:2] == re.sub("[:'.()]", "", lines[0][7:]).split()[:2]
    assert lines[0].endswith("]")
    # Of an option's missing value click does not say whose option it is.
    assert lines[1:] == ([hint] if "requires" not in error else [])
    assert ended.err.replace("\n", "").isprintable()


def test_no_words_at_all() -> None:
    ended = run()
    assert (ended.code, ended.out) == (2, "")
    assert "Commands:" in ended.err


# Commands of other packages ----------------------------------------------------------------------------------------


@click.command("extra")
def extra() -> int:
    """Do something else."""
    click.echo("extra!")
    return 5


not_a_command = "something"


def others(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    found = [EntryPoint(name, value, ENTRY_POINTS) for name, value in values.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: found if group == ENTRY_POINTS else [])


def test_commands_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    others(monkeypatch, extra=f"{__name__}:extra", moves="no.such:module")
    assert run("extra") == (5, "extra!\n", "")
    assert re.search(r"^  extra +Do something else\.$", run("--help").out, re.MULTILINE)
    # A command of ours is never replaced.
    assert run("--help").out.count("\n  moves ") == 1
    assert run("moves", "--help").code == 0


@pytest.mark.parametrize("value", ["no.such.module:extra", f"{__name__}:nothing", f"{__name__}:not_a_command"])
def test_commands_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    others(monkeypatch, broken=value)
    ended = run("--help")
    assert ended.code == 0
    assert "cannot be loaded" in ended.out
    assert run("broken").code == 2


@click.command("paints")
def paints() -> None:
    """Write in red."""
    click.secho("red", fg="red")


@pytest.mark.parametrize(
    ("name", "value", "code"), [("NO_COLOR", "1", ""), ("TERM", "dumb", ""), ("NO_COLOR", "", "\x1b[31m")]
)
def test_colours_are_forbidden_for_all_commands(
    name: str, value: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    others(monkeypatch, paints=f"{__name__}:paints")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    result = CliRunner().invoke(program, ["paints"], color=True, prog_name="fairdice")
    assert result.stdout == (f"{code}red\x1b[0m\n" if code else "red\n")


# How commands end --------------------------------------------------------------------------------------------------


def stands_in(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail() -> None:
        raise error

    others(monkeypatch, fails="x:y")
    monkeypatch.setattr(EntryPoint, "load", lambda _: click.Command("fails", callback=fail))


def test_a_defect_is_told_without_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    stands_in(monkeypatch, ZeroDivisionError("division\nby zero"))
    monkeypatch.setenv("FAIRDICE_TRACEBACK", "")
    with pytest.raises(SystemExit) as ended:
        program.main(["fails"], prog_name="fairdice")
    assert ended.value.code == 70
    with pytest.raises(ZeroDivisionError):
        run("fails")


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (OSError(28, "No space left on device"), 2, "error: cannot write: No space left on device [write.failed]\n"),
        (click.Abort(), 130, ""),
    ],
)
def test_other_ends(monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, says: str) -> None:
    stands_in(monkeypatch, error)
    monkeypatch.setattr("fairdice.cli.program.silence", lambda: None)
    assert run("fails") == (code, "", says)


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
@pytest.mark.parametrize("words", [["--help"], ["rules", "star@1"], ["rules", "--json"]])
def test_nobody_reads(words: list[str]) -> None:
    """As in `fairdice rules | true`: no word, and the exit code of a process that SIGPIPE ends."""
    read, write = os.pipe()
    os.close(read)
    program = [sys.executable, "-c", "from fairdice.cli import main; main()", *words]
    ended = subprocess.run(program, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", [["rules"], ["rules", "star@1"], ["--version"], ["verify", "missing"]], ids=" ".join)
def test_full_disk(words: list[str], buffered: bool) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        program = [
            sys.executable,
            *([] if buffered else ["-u"]),
            "-c",
            "from fairdice.cli import main; main()",
            *words,
        ]
        ended = subprocess.run(program, cwd=ROOT, env=env, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"error: ")
    assert ended.stderr.endswith(b"[write.failed]\n")
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_full_disk_under_standard_error() -> None:
    with open("/dev/full", "wb") as full:
        program = [sys.executable, "-c", "from fairdice.cli import main; main()", "show", "missing"]
        assert subprocess.run(program, cwd=ROOT, stderr=full, check=False).returncode == 2


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb"},
    ],
    ids=" ".join,
)
def test_utf8_in_every_locale(locale: dict[str, str]) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    expected = run("rules", "mensch@1").out.encode()
    assert "ä".encode() in expected
    ended = process("rules", "mensch@1", env=clean | locale)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, expected, b"")


def test_file_names_that_are_no_text() -> None:
    ended = process("show", b"\xff\xfe\x1b[31m".decode("utf-8", "surrogateescape"), env=os.environ | {"LC_ALL": "C"})
    assert ended.returncode == 2
    assert b"\x1b" not in ended.stderr
    assert ended.stderr.endswith(b": there is no such file [read.missing]\n")


@pytest.mark.parametrize(
    "words", [["play", "--seed", "a", "--seed", "b"], ["verify", "--game", "0" * 64, "x", "--game", "1" * 64]]
)
def test_two_values_for_one(words: list[str]) -> None:
    """Which of the two is meant nobody knows; what may be given several times is another matter."""
    ended = run(*words)
    assert ended.code == 2
    assert ended.err.startswith(f"error: {words[1]} can be given once only [usage.value]\n")
