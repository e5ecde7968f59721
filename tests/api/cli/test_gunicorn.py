"""The service under gunicorn, two workers, both databases: it starts, streams, and ends within its grace time."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.service.seal import new_secret_key
from tests.support.databases import free_port
from tests.support.served import Process, clean, fairdice

READY = r"Booting worker with pid"
BODY = {"rules": "star@1", "players": 2, "public": True}


def variables(database: str) -> dict[str, str]:
    return {"FAIRDICE_DATABASE": database, "FAIRDICE_SECRET_KEYS": new_secret_key()}


@contextmanager
def workers(folder: Path, *words: str, **given: str) -> Iterator[Process]:
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "python:api.gunicorn_conf", "-w", "2", "--threads", "16"]
    served = Process([*command, "-b", f"127.0.0.1:{port}", *words, "api.wsgi:app"], folder, READY, **given)
    try:
        served.wait_ready()
        served.url = f"http://127.0.0.1:{port}"
        yield served
    finally:
        served.end()


def pids(served: Process) -> set[str]:
    return set(re.findall(r"Booting worker with pid: (\d+)", served.err))


def host_key(folder: Path, given: dict[str, str]) -> str:
    assert fairdice(folder, "host", "add", "Host", **given).returncode == 0
    made = fairdice(folder, "host", "grant", "Host", **given)
    assert made.returncode == 0, made.stderr
    return made.stdout.split()[0]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_streams_open(tmp_path: Path, empty: str, how: signal.Signals) -> None:
    """Streams end, and so do the workers, long before the grace time would be over."""
    given = variables(empty)
    migrated = fairdice(tmp_path, "database", "migrate", **given)
    assert migrated.returncode == 0, migrated.stderr
    key = host_key(tmp_path, given)
    with workers(tmp_path, "--graceful-timeout", "3600", **given) as served:
        game = served.ask("/v1/games", key=key, body=BODY, Idempotency_Key="1").json["game"]
        # Enough of them that both workers have some.
        streams = [served.open(f"/v1/games/{game}/stream") for _ in range(12)]
        rest: list[bytes] = []

        def read(stream: Any) -> None:
            rest.append(stream.read())
            stream.close()

        threads = [threading.Thread(target=read, args=(stream,)) for stream in streams]
        for thread in threads:
            thread.start()
        assert served.end(how) == 0, served.output
        for thread in threads:
            thread.join(60)
    assert len(pids(served)) == 2
    assert len(rest) == len(streams)
    assert "Traceback" not in served.err
    assert not re.search(r"SIGKILL|SIGABRT|WORKER TIMEOUT", served.err)


def test_workers_see_each_others_changes(tmp_path: Path, empty: str) -> None:
    """A listener in one worker hears at once of a change that another worker makes."""
    given = variables(empty)
    assert fairdice(tmp_path, "database", "migrate", **given).returncode == 0
    key = host_key(tmp_path, given)
    with workers(tmp_path, **given) as served:
        game = served.ask("/v1/games", key=key, body=BODY, Idempotency_Key="1").json["game"]
        streams = [served.open(f"/v1/games/{game}/stream") for _ in range(8)]
        for player in range(2):
            joined = served.ask(
                f"/v1/games/{game}/joins", key=key, body={"name": f"P{player}"}, Idempotency_Key=f"j{player}"
            )
            assert joined.status == 201, joined.body
        for stream in streams:
            seen = b""
            while b'"name":"P1"' not in seen:
                line = stream.readline()
                assert line, seen
                seen += line
            stream.close()


def refusal(folder: Path, *words: str, **given: str) -> str:
    """Why gunicorn does not start."""
    command = [sys.executable, "-m", "gunicorn", "-c", "python:api.gunicorn_conf", "-b", "127.0.0.1:0"]
    ended = subprocess.run(
        [*command, *words, "api.wsgi:app"], cwd=folder, env=clean(**given), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2, ended.stderr
    found = re.search(r"fairdice cannot start: (.*)", ended.stderr)
    assert found, ended.stderr
    assert "Traceback" not in ended.stderr
    return found[1]


def test_it_says_once_what_is_missing(tmp_path: Path) -> None:
    given = variables("sqlite:///dice.db")
    assert refusal(tmp_path, **given).endswith("[start.no_database]")
    assert refusal(tmp_path, **given | {"FAIRDICE_SECRET_KEYS": ""}).endswith("[start.no_secret]")
    assert refusal(tmp_path, **given | {"FAIRDICE_ENV": "production"}).endswith("[config.url]")
    (tmp_path / "dice.db").touch()
    assert refusal(tmp_path, **given).endswith("run `fairdice database migrate` [storage.not_migrated]")
    assert fairdice(tmp_path, "database", "migrate", **given).returncode == 0
    assert refusal(tmp_path, "--preload", **given).endswith("[start.preload]")
    assert refusal(tmp_path, **given | {"FAIRDICE_SECRET_KEYS": new_secret_key()}).endswith("[start.wrong_secret]")


def test_the_folder_of_metrics_is_removed(tmp_path: Path) -> None:
    given = variables("sqlite:///dice.db") | {"TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    assert fairdice(tmp_path, "database", "migrate", **given).returncode == 0
    with workers(tmp_path, **given) as served:
        (folder,) = (tmp_path / "tmp").glob("fairdice-metrics-*")
        answer = served.ask("/metrics")
        assert answer.status == 200
    assert not folder.exists()
