"""Real databases for tests: a SQLite file, and a PostgreSQL server of the test session's own.

The server is started once in each process that runs tests (each worker of pytest-xdist has its own), in a temporary
folder, on a Unix socket and a free port of 127.0.0.1, and ended with it.  Every test gets a database of its own, copied
from one that is migrated already.  initdb refuses to run as root: then the server runs as `postgres` or `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg

from api.storage import open_storage
from api.storage.contract import Storage
from api.storage.rows import TreeRow
from api.storage.tables import metadata

__all__ = ["Postgres", "checkpointer", "empty_url", "migrated_url", "open_database", "postgres_server"]

MISSING = (
    "The tests need a PostgreSQL server's programs (initdb, postgres) in /usr/lib/postgresql/*/bin or on PATH: run"
    " `.ci/setup dev` as root, or install them (on Debian and Ubuntu: apt-get install postgresql)."
)
_WAIT = 60
_TEMPLATE = "fairdice_template"


def checkpointer(tree: TreeRow, size: int, root: bytes) -> str:
    """Stands for the signing of checkpoints: says what it was asked to sign."""
    return f"{tree.origin}\n{size}\n{root.hex()}\n"


def open_database(url: str) -> Storage:
    """A storage with the checkpointer of the tests."""
    return open_storage(url, checkpointer=checkpointer)


def empty_url(kind: str, folder: Path, server: Callable[[], Postgres]) -> str:
    """The URL of a new database without tables: "sqlite" (a file in the folder) or "postgres"."""
    return f"sqlite:///{folder / 'fairdice.db'}" if kind == "sqlite" else server().empty()


def migrated_url(kind: str, folder: Path, server: Callable[[], Postgres]) -> str:
    """The URL of a new database with all tables, and nothing in them."""
    if kind != "sqlite":
        return server().migrated()
    url = empty_url(kind, folder, server)
    storage = open_database(url)
    storage.migrate()
    storage.close()
    return url


def programs() -> Path:
    """Where initdb and postgres are.  Fails with a sentence that says how to install them."""
    if os.environ.get("POSTGRES_BIN"):
        return Path(os.environ["POSTGRES_BIN"])
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    found = shutil.which("postgres")
    if found:
        folders.append(Path(found).resolve().parent)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise AssertionError(MISSING)


def _other_user() -> pwd.struct_passwd | None:
    """Whom to be, as root."""
    if os.getuid():
        return None
    users = {user.pw_name: user for user in pwd.getpwall()}
    return users.get("postgres") or users["nobody"]


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self._programs = programs()
        self._user = _other_user()
        self._folder = folder
        self._data = folder / "data"
        self._numbers = count(1)
        self.port = free_port()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self._run("initdb", "-D", str(self._data), "-U", "fairdice", "--auth=trust", "-E", "UTF8", "--no-locale")
        self.start()
        self._template = False
        self._free: list[str] = []

    def _options(self) -> dict[str, object]:
        """For subprocess: who the server's programs run as, and where."""
        options: dict[str, object] = {"cwd": self._folder, "env": {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}}
        if self._user is not None:
            options |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return options

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        answer = subprocess.run(command, capture_output=True, text=True, check=False, **self._options())  # type: ignore[call-overload]
        assert answer.returncode == 0, answer.stdout + answer.stderr

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self._folder,
            "fsync": "on",
            "synchronous_commit": "on",
            "max_connections": 200,
            "shared_buffers": "64MB",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self._data), *options]
        log = (self._folder / "log").open("ab")
        self._server = subprocess.Popen(command, stdout=log, stderr=log, **self._options())  # type: ignore[call-overload]
        log.close()
        end = time.monotonic() + _WAIT
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                words = (self._folder / "log").read_text(errors="replace")
                assert self._server.poll() is None, words
                assert time.monotonic() < end, words
                time.sleep(0.02)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: all connections are cut; SIGQUIT: as in a crash, so that it has to recover."""
        self._server.send_signal(how)
        self._server.wait(_WAIT)

    def url(self, database: str, *, tcp: bool = False) -> str:
        """The URL of a database, over the Unix socket or over TCP."""
        if tcp:
            return f"postgresql://fairdice@127.0.0.1:{self.port}/{database}"
        return f"postgresql://fairdice@/{database}?host={self._folder}&port={self.port}"

    def execute(self, statement: str) -> None:
        """Do one statement outside a transaction."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def empty(self) -> str:
        """The URL of a new database without tables."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Empty the tables of a database that has them all as they should be: to be used again, which saves much."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            with connection.transaction():
                for table in reversed(metadata.sorted_tables):
                    connection.execute(f"DELETE FROM {table.name}".encode())
                connection.execute("ALTER SEQUENCE tree_id_seq RESTART")
        self._free.append(url)

    def migrated(self) -> str:
        """The URL of a database with all tables, and nothing in them."""
        if self._free:
            return self._free.pop()
        if not self._template:
            self.execute(f"CREATE DATABASE {_TEMPLATE}")
            storage = open_database(self.url(_TEMPLATE))
            storage.migrate()
            storage.close()
            self._template = True
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        return self.url(name)


def postgres_server() -> Iterator[Postgres]:
    """A server in a folder of its own, short enough a path for a Unix socket; for a fixture of the session."""
    folder = Path(tempfile.mkdtemp(prefix="fairdice-pg-", dir="/tmp"))
    server = Postgres(folder)
    try:
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)
