from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from api.service.seal import new_secret_key
from tests.fairdice.cli.running import fairdice
from tests.support.served import clean

FILE = Path("fairdice-data/fairdice.db")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(statement: str) -> None:
    connection = sqlite3.connect(FILE)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_migrating_makes_all_there_is_and_then_nothing() -> None:
    first = fairdice("database", "migrate")
    assert (first.code, first.err) == (0, "")
    assert "A new secret key stands in fairdice-data/fairdice.db.secret-key (mode 0600)" in first.out
    made = json.loads(fairdice("database", "migrate", "--json").out)
    assert made["house_key"] in first.out
    assert made == json.loads(fairdice("database", "migrate", "--json").out)
    assert made["log"] == "127.0.0.1:8000"


def test_many_at_once(folder: Path) -> None:
    """One after the other; the keys are made once."""
    program = [sys.executable, "-c", "from fairdice.cli import main; main()", "database", "migrate", "--json"]
    secret = clean(FAIRDICE_SECRET_KEYS=new_secret_key())
    running = [
        subprocess.Popen(program, cwd=folder, env=secret, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    answers = [process.communicate(timeout=60) for process in running]
    assert [err for _, err in answers] == [""] * 4
    assert len({out for out, _ in answers}) == 1


def test_checking() -> None:
    assert fairdice("database", "check").err.endswith(
        "nor the file fairdice-data/fairdice.db.secret-key [start.no_secret]\n"
    )
    fairdice("database", "migrate")
    assert fairdice("database", "check") == (0, "fairdice-data/fairdice.db is sound; 0 open games.\n", "")


@pytest.mark.parametrize("command", [["database", "check"], ["database", "migrate"], ["host", "list"]], ids=" ".join)
def test_a_database_of_a_newer_version(command: list[str]) -> None:
    fairdice("database", "migrate")
    change("UPDATE alembic_version SET version_num = 'r9999'")
    ended = fairdice(*command)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("[storage.not_migrated]\n")
    assert "newer" in ended.err


def test_a_database_without_tables() -> None:
    FILE.parent.mkdir()
    FILE.touch()
    ended = fairdice("host", "list")
    assert (ended.code, ended.out) == (2, "")
    assert "`fairdice database migrate`" in ended.err
    assert ended.err.endswith("[storage.not_migrated]\n")


def test_a_file_that_is_no_database() -> None:
    FILE.parent.mkdir()
    FILE.write_text("something else, and longer than the header of a database would be " * 20)
    ended = fairdice("host", "list")
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert "[storage." in ended.err


def test_a_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDICE_SECRET_KEYS", new_secret_key())
    ended = fairdice("database", "migrate", "--database", "postgresql://me:hush@127.0.0.1:9/none")
    assert ended.code == 2
    assert ended.err.endswith("[storage.unavailable]\n")
    assert "hush" not in ended.err
