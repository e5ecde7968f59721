from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from api.config import read_config
from api.service.tokens import hash_token
from api.start import open_tables
from tests.fairdice.cli.running import fairdice

KEY = re.compile(r"fd_(?:test|live)_[A-Za-z0-9_-]{43}")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert fairdice("database", "migrate").code == 0
    return tmp_path


def run(*words: str) -> Any:
    ended = fairdice(*words, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_hosts() -> None:
    made = run("host", "add", "Board Café")
    assert [(row["host"], row["name"]) for row in run("host", "list")] == [(made["host"], "Board Café")]
    words = fairdice("host", "list").out
    assert made["host"] in words
    assert "Board Café" in words


def test_a_key_is_shown_once_and_stored_as_a_hash(folder: Path) -> None:
    made = run("host", "add", "Café")
    ended = fairdice("host", "grant", "Café", "--mode", "live", "--scope", "admin", "--label", "server-1")
    assert ended.code == 0
    (key,) = KEY.findall(ended.out)
    storage = open_tables(read_config())
    row = storage.credential(hash_token(key))
    storage.close()
    assert row is not None
    assert (row.host, row.mode, row.scopes, row.label, row.expires) == (
        made["host"],
        "live",
        ("admin",),
        "server-1",
        None,
    )
    for file in (folder / "fairdice-data").iterdir():
        assert key.encode() not in file.read_bytes()
    assert key not in fairdice("host", "keys", "Café").out
    assert run("host", "keys", made["host"])[0]["id"] == row.id


def test_a_key_for_some_days() -> None:
    run("host", "add", "Café")
    made = run("host", "grant", "Café", "--days", "2")
    assert made["mode"] == "test"
    assert made["scopes"] == ["play"]
    assert made["expires"] - made["created"] == 2 * 86_400_000
    shown = fairdice("host", "keys", "Café").out
    assert re.search(r"test +play +\S+ +valid until \d{4}-\d\d-\d\d +-$", shown, re.MULTILINE)


def test_revoking() -> None:
    run("host", "add", "Café")
    run("host", "add", "Other")
    made = run("host", "grant", "Café")
    assert fairdice("host", "revoke", "Other", made["id"]).code == 2
    assert run("host", "keys", "Café")[0]["revoked"] is None
    assert run("host", "revoke", "Café", made["id"])["id"] == made["id"]
    assert run("host", "keys", "Café")[0]["revoked"] is not None
    assert " revoked " in fairdice("host", "keys", "Café").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["add", " "], "a host's name has 1 to 80 printable characters [usage.value]"),
        (["add", "a\x1bb"], "a host's name has 1 to 80 printable characters [usage.value]"),
        (["add", "Café"], "there is a host of this name already: Café [usage.value]"),
        (["grant", "Nobody"], "there is no host Nobody: `fairdice host list` lists them [usage.value]"),
        (["grant", "Café", "--label", "x" * 81], "a label has at most 80 printable characters [usage.value]"),
        (["revoke", "Café", "key_1"], "Café has no key key_1; `fairdice host keys` lists their ids [usage.value]"),
        (
            ["revoke", "Café", "fd_test_" + "x" * 43],
            "Café has no key of this id; `fairdice host keys` lists their ids [usage.value]",
        ),
        (
            ["list", "--database", "sqlite:///none.db"],
            "there is no database none.db: `fairdice serve` or `fairdice database migrate` makes it"
            " [start.no_database]",
        ),
    ],
)
def test_what_is_refused(words: list[str], says: str) -> None:
    run("host", "add", "Café")
    assert fairdice("host", *words) == (2, "", f"error: {says}\n")


def test_no_file_is_made_by_looking(folder: Path) -> None:
    fairdice("host", "list", "--database", "sqlite:///none.db")
    assert [path.name for path in folder.iterdir()] == ["fairdice-data"]
