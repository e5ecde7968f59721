"""`fairdice serve` as a process: it starts with nothing configured, says what it made, and ends well."""

from __future__ import annotations

import json
import re
import signal
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.service.seal import new_secret_key
from tests.support.served import Process, fairdice, serving

SECRET = "secret-key"
DATA = "fairdice-data"
KEY = re.compile(r"fd_(?:test|live|player)_[A-Za-z0-9_-]{43}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Process]:
    with serving(folder) as process:
        yield process


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_answers(served: Process) -> None:
    assert (served.ask("/healthz").status, served.ask("/readyz").status) == (200, 200)
    assert served.ask("/nowhere").json["code"] == "request.not_found"


def test_a_body_that_is_too_large_is_a_problem_like_any_other(served: Process) -> None:
    answer = served.ask("/v1/positions", body="x" * 70_000)
    assert (answer.status, answer.json["code"]) == (413, "request.size")
    assert "Traceback" not in served.output


def test_what_it_makes_is_its_owners_alone(served: Process, folder: Path) -> None:
    data = folder / DATA
    assert mode(data) == 0o700
    assert (data / ".gitignore").read_text() == "*\n"
    for name in ("fairdice.db", "fairdice.db.secret-key", "fairdice.db.test-key"):
        assert mode(data / name) == 0o600, name


def test_the_printed_key_makes_games(served: Process, folder: Path) -> None:
    (key,) = set(KEY.findall(served.out))
    assert (folder / DATA / "fairdice.db.test-key").read_text().strip() == key
    body = {"rules": "star@1", "players": 2, "bots": [{"name": "Bot"}]}
    answer = served.ask("/v1/games", key=key, body=body, Idempotency_Key="first")
    assert answer.status == 201, answer.body


def test_the_sample_game_is_verified_as_the_greeting_says(served: Process, folder: Path) -> None:
    url = re.search(r"curl -s (\S+)/record -o sample.json", served.out)
    words = re.search(r"fairdice (verify sample.json --house-key \w+ --log-key) '(\S+)'", served.out)
    assert url
    assert words
    path = url[1].removeprefix(served.url)
    assert served.ask(path).json["status"] == "closed"
    (folder / "sample.json").write_bytes(served.ask(f"{path}/record").body)
    ended = fairdice(folder, *words[1].split(), words[2], "--require", "logged,legal")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_nothing_secret_is_said_but_the_one_key(served: Process, folder: Path) -> None:
    key = (folder / DATA / "fairdice.db.test-key").read_text().strip()
    secret = (folder / DATA / "fairdice.db.secret-key").read_text().strip()
    assert served.ask("/v1/games", key=key).status == 200
    assert served.ask(f"/v1/games?cursor={key}", key=key + "x").status == 401
    assert served.ask(f"/{key}").status == 404
    assert served.out.count(key) == 1
    assert KEY.findall(served.err) == []
    assert secret not in served.output
    for line in served.err.splitlines():
        assert isinstance(json.loads(line), dict)


def test_a_second_start_finds_everything_again(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        one = first.out
    # A key of the examples in the shell, and a variable of the command line, are none of the service's business.
    with serving(tmp_path, FAIRDICE_KEY="fd_test_x", FAIRDICE_TRACEBACK="1") as second:
        two = second.out
    assert "made just now" in one
    assert "made just now" not in two
    for pattern in (KEY, re.compile(r"/v1/games/\w{64}"), re.compile(r"house key +(\w{64})")):
        assert set(pattern.findall(one)) == set(pattern.findall(two)) != set()


def test_a_lost_test_key_is_replaced_and_revoked(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-sample") as first:
        (old,) = KEY.findall(first.out)
    (tmp_path / DATA / "fairdice.db.test-key").unlink()
    with serving(tmp_path, "--no-sample") as second:
        (new,) = KEY.findall(second.out)
        assert second.ask("/v1/games", key=new).status == 200
        assert second.ask("/v1/games", key=old).status == 401


# The end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_drains(tmp_path: Path, how: signal.Signals) -> None:
    """A listener's stream ends, a request that is being answered is answered, and the exit code is 0."""
    with serving(tmp_path, "--no-sample") as served:
        (key,) = KEY.findall(served.out)
        body = {"rules": "star@1", "players": 2, "public": True}
        game = served.ask("/v1/games", key=key, body=body, Idempotency_Key="1").json["game"]
        stream = served.open(f"/v1/games/{game}/stream")
        assert stream.readline() != b""
        rest: list[bytes] = []
        reader = threading.Thread(target=lambda: rest.append(stream.read()))
        reader.start()
        assert served.end(how) == 0, served.output
        reader.join(60)
        stream.close()
    assert rest, "the stream did not end"
    assert "broken off" not in served.err
    with serving(tmp_path, "--no-sample") as again:
        assert again.ask(f"/v1/games/{game}").status == 200


# What it refuses ----------------------------------------------------------------------------------------------------


def refused(folder: Path, *words: str, **variables: str) -> str:
    """The fault that is told in one line, with its code at the end."""
    port = () if "--port" in words else ("--port", "0")  # 8000 may be somebody's
    ended = fairdice(folder, "serve", "--no-sample", *port, *words, **variables)
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    (line,) = ended.stderr.splitlines()
    assert line.startswith("error: ")
    return line


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({}, "FAIRDICE_SECRET_KEYS: `fairdice key secret` makes one [config.secret_keys]"),
        ({"FAIRDICE_SECRET_KEYS": "short", "FAIRDICE_URL": "https://dice.example"}, "[seal.key]"),
        ({"FAIRDICE_SECRET_KEYS": new_secret_key()}, "[config.url]"),
        (
            {"FAIRDICE_SECRET_KEYS": new_secret_key(), "FAIRDICE_URL": "https://dice.example"},
            "`fairdice serve` or `fairdice database migrate` makes it [start.no_database]",
        ),
    ],
)
def test_production_makes_nothing_by_itself(tmp_path: Path, variables: dict[str, str], says: str) -> None:
    if says == "[seal.key]":
        (tmp_path / "fairdice.db").touch()
        variables = variables | {"FAIRDICE_DATABASE": "sqlite:///fairdice.db"}
    line = refused(tmp_path, "--port", "0", FAIRDICE_ENV="production", **variables)
    assert line.endswith(says)
    assert not (tmp_path / DATA).exists()


def test_production_serves_what_was_migrated(tmp_path: Path) -> None:
    secret = new_secret_key()
    given = {
        "FAIRDICE_ENV": "production",
        "FAIRDICE_SECRET_KEYS": secret,
        "FAIRDICE_URL": "https://dice.example",
        "FAIRDICE_DATABASE": "sqlite:///dice.db",
    }
    assert fairdice(tmp_path, "database", "migrate", **given).returncode == 0
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with serving(tmp_path, port=port, **given) as served:
        assert served.url == "https://dice.example"
        served.url = f"http://127.0.0.1:{port}"
        assert served.ask("/readyz").status == 200
        assert KEY.findall(served.output) == []
        assert secret not in served.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dice.db"]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = refused(tmp_path, "--port", str(port))
    assert line.startswith(f"error: cannot listen on 127.0.0.1, port {port}: ")
    assert line.endswith("[start.port]")
    assert not (tmp_path / DATA).exists()


def test_no_such_address(tmp_path: Path) -> None:
    assert refused(tmp_path, "--host", "no such host").endswith("[start.host]")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / DATA).touch()
    line = refused(tmp_path, "--port", "0")
    assert line.startswith("error: the folder fairdice-data cannot be made: ")
    assert line.endswith("[start.folder]")


def made(folder: Path) -> Path:
    """A database with its secret key beside it."""
    assert fairdice(folder, "database", "migrate").returncode == 0
    return folder / DATA


def test_a_secret_key_that_others_can_read(tmp_path: Path) -> None:
    file = made(tmp_path) / f"fairdice.db.{SECRET}"
    file.chmod(0o640)
    line = refused(tmp_path, "--port", "0")
    assert "others may open it (mode 0640)" in line
    assert line.endswith("[start.file]")


def test_a_secret_key_that_is_a_link(tmp_path: Path) -> None:
    file = made(tmp_path) / f"fairdice.db.{SECRET}"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert refused(tmp_path, "--port", "0").endswith("[start.file]")


def test_a_secret_key_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    file = made(tmp_path) / f"fairdice.db.{SECRET}"
    file.unlink()
    line = refused(tmp_path, "--port", "0")
    assert line.endswith("[start.lost_secret]")
    assert not file.exists()


def test_the_secret_key_of_another_database(tmp_path: Path) -> None:
    file = made(tmp_path) / f"fairdice.db.{SECRET}"
    right, wrong = file.read_text(), new_secret_key()
    file.write_text(wrong)
    line = refused(tmp_path, "--port", "0")
    assert line.endswith("[start.wrong_secret]")
    assert right.strip() not in line
    assert wrong not in line


def test_variables_that_are_none(tmp_path: Path) -> None:
    assert refused(tmp_path, FAIRDICE_DATABSE="x").endswith("[config.unknown]")
    line = refused(tmp_path, "--database", "mysql://x:pass@y/z")
    assert line.endswith("mysql://y/z needs FAIRDICE_SECRET_KEYS: `fairdice key secret` makes one [start.no_secret]")
    line = refused(tmp_path, "--database", "mysql://x:pass@y/z", FAIRDICE_SECRET_KEYS=new_secret_key())
    assert line.endswith("[storage.url]")
    assert "pass" not in line
