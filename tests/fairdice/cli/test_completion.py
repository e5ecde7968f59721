from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fairdice.cli.program import program
from replay.systems import SYSTEMS
from tests.fairdice.cli.running import fairdice

ROOT = Path(__file__).parents[3]
BASH = shutil.which("bash")


def asked(shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **variables: str) -> str:
    """What the program answers a shell that asks for completions."""
    monkeypatch.setenv("_FAIRDICE_COMPLETE", f"{shell}_complete")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        program.main([], prog_name="fairdice")
    assert ended.value.code == 0
    return capsys.readouterr().out


def in_bash(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    return asked("bash", monkeypatch, capsys, COMP_LINE=line).split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fairdice ru", ["plain,rules"]),
        ("fairdice rules ", [f"plain,{name}" for name in SYSTEMS]),
        ("fairdice rules star", ["plain,star@1"]),
        # Bash takes @ and = for the ends of words and replaces only what follows.
        ("fairdice rules star@", ["plain,1"]),
        ("fairdice play --rules men", ["plain,mensch@1"]),
        ("fairdice rules star@1 --option pa", ["plain,pairs="]),
        ("fairdice rules star@1 --option pairs=", ["plain,immune", "plain,block", "plain,none"]),
        ("fairdice rules star@1 --option pairs=b", ["plain,block"]),
        ("fairdice rules star@1 --option=pairs=b", ["plain,block"]),
        ("fairdice rules star@1 --option pairs=none --option tea", ["plain,teams="]),
        ("fairdice rules --option pairs=b", []),
        ("fairdice rules star@1 --option nope=", []),
        ("fairdice rules nope@1 --option ", []),
        ("fairdice completion f", ["plain,fish"]),
        ("fairdice moves so", ["file,so"]),
        ("fairdice show game.json --s", ["plain,--svg"]),
        ("fairdice nonsense ", []),
        ("fairdice rules 'star@1", ["plain,1"]),
    ],
)
def test_bash(line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    if "nonsense" in line:
        words = in_bash("fairdice ", monkeypatch, capsys)
    assert in_bash(line, monkeypatch, capsys) == words


def test_zsh_and_fish_show_what_is_meant(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = "fairdice rules star@1 --option pairs=b"
    zsh = asked("zsh", monkeypatch, capsys, COMP_WORDS=line, COMP_CWORD="4")
    fish = asked("fish", monkeypatch, capsys, COMP_WORDS=line, COMP_CWORD="pairs=b")
    says = "Rivals may neither land on nor pass two or more pieces of one colour."
    assert zsh == f"plain\npairs=block\n{says}\n"
    assert fish == f"plain,pairs=block\t{says}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell: str) -> None:
    ended = fairdice("completion", shell)
    assert (ended.code, ended.err) == (0, "")
    assert f"_FAIRDICE_COMPLETE={shell}_complete" in ended.out
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=ended.out.encode(), capture_output=True, check=False)
        assert (check.returncode, check.stderr) == (0, b"")


def test_another_shell() -> None:
    ended = fairdice("completion", "csh")
    assert (ended.code, ended.out) == (2, "")
    assert "[usage.value]" in ended.err


@pytest.mark.skipif(BASH is None, reason="no bash here")
def test_the_script_in_bash(tmp_path: Path) -> None:
    """What bash has to offer after the whole way through its own function."""
    script = fairdice("completion", "bash").out
    (tmp_path / "fairdice").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from fairdice.cli import main; main()" "$@"\n', encoding="utf-8"
    )
    (tmp_path / "fairdice").chmod(0o755)
    asks = (
        f"{script}\ncompopt() {{ :; }}\nCOMP_LINE='fairdice rules star@1 --option pairs=b and more'\n"
        'COMP_POINT=38\n_fairdice_completion fairdice\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    paths = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [str(BASH), "--norc"], input=asks, env=os.environ | paths, capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.stderr) == ("block\n", "")
