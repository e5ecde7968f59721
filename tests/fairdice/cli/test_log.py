"""``fairdice log check``: folders and addresses, exit codes, the state between visits, and no traceback on anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdice.cli import fetching
from fairdice.cli.log import LogReport
from tests.fairdice.cli.running import Ended, fairdice
from tests.support.forge import Forge
from tests.support.logged import VKEY, Log, closing, opening, other
from tests.support.wrong import game

ROOT = Path(__file__).parents[3]
SOUND, REFUSED, UNREADABLE = 0, 1, 2


def record() -> Forge:
    return game("cck").begin().play(12).close()


def log_of(count: int = 300) -> Log:
    log, forge = Log(), record()
    log.add(opening(forge), *map(other, range(count - 2)), closing(forge))
    return log


def write(folder: Path, files: dict[str, bytes]) -> str:
    for path, raw in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(raw)
    return str(folder)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return write(tmp_path / "log", log_of().files())


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "game.json").write_bytes(record().bytes())
    return str(tmp_path / "game.json")


def check(*words: str) -> Ended:
    return fairdice("log", "check", *words)


def report(*words: str) -> LogReport:
    """The report as JSON, which is of the type that it says."""
    ended = check(*words, "--json")
    found = msgspec.json.decode(ended.out, type=LogReport, strict=True)
    assert found.exit == ended.code
    return found


# A folder ---------------------------------------------------------------------------------------------------------


def test_sound(folder: str, file: str) -> None:
    ended = check(folder, "--log-key", VKEY, "--record", file)
    assert (ended.code, ended.err) == (SOUND, "")
    assert ended.out.startswith(f"{folder}: SOUND\n")
    assert "signed by the key named" in ended.out
    assert "Openings without a close: the games go on, or were dropped (298)" in ended.out
    assert "and 278 more: --json lists them all" in ended.out
    assert f"ok         {file}: open at leaf 0, event 4; close at leaf 299, event 12, abandoned" in ended.out.replace(
        f"event {opening(record()).n}", "event 4"
    )


def test_sound_in_json(folder: str, file: str) -> None:
    found = report(folder, "--log-key", VKEY, "--record", file)
    assert (found.verdict, found.fault, found.size, found.games, found.key_named) == ("sound", None, 300, 299, True)
    assert (found.seen, len(found.unclosed), found.repeated) == (None, 298, [])
    assert found.checkpoint == log_of().checkpoint()
    assert [(line.file, line.verdict, line.game) for line in found.records] == [(file, "sound", record().gid.hex())]


def test_without_a_key(folder: str) -> None:
    ended = check(folder)
    assert ended.code == SOUND
    assert "not checked: nobody named the log's key" in ended.out
    assert report(folder).key_named is False


def test_the_key_in_a_file(folder: str, tmp_path: Path) -> None:
    key = tmp_path / "log.vkey"
    key.write_text(VKEY + "\n", encoding="utf-8")
    assert check(folder, "--log-key", str(key)).code == SOUND
    for text in ("", "junk", VKEY + "x", "\udcff"):
        key.write_bytes(text.encode(errors="surrogateescape"))
        ended = check(folder, "--log-key", str(key))
        assert (ended.code, ended.out) == (UNREADABLE, "")
        assert "[usage.value]" in ended.err
    assert "[usage.value]" in check(folder, "--log-key", str(tmp_path / "none")).err
    assert "[usage.value]" in check(folder, "--log-key", VKEY.replace("+A", "+B")).err


def test_the_key_of_verify(file: str, tmp_path: Path) -> None:
    (tmp_path / "log.vkey").write_text(VKEY, encoding="utf-8")
    for key in (VKEY, str(tmp_path / "log.vkey")):
        ended = fairdice("verify", file, "--log-key", key)
        assert ended.code == REFUSED
        assert "[log.missing]" in ended.out
    forge = record()
    log = Log()
    forge.log = log.proofs([(leaf, log.add(leaf)) for leaf in (opening(forge), closing(forge))])
    Path(file).write_bytes(forge.bytes())
    assert fairdice("verify", file, "--log-key", VKEY, "--require", "logged").code == SOUND
    assert "[usage.value]" in fairdice("verify", file, "--log-key", "a+b+c").err


def test_another_key(tmp_path: Path) -> None:
    folder = write(tmp_path, Log("log.example.com/others").files())
    ended = check(folder, "--log-key", VKEY)
    assert ended.code == REFUSED
    assert ended.out.startswith(f"{folder}: REFUSED [log.origin]\n")
    assert "clause    L7 of docs/spec" in ended.out


def test_quiet(folder: str, tmp_path: Path) -> None:
    assert check(folder, "--quiet") == (SOUND, "", "")
    assert check(folder, "--quiet", "--json") == (SOUND, "", "")
    assert check(str(tmp_path / "none"), "--quiet") == (UNREADABLE, "", "")


def test_several_openings_are_listed(tmp_path: Path) -> None:
    log = log_of(5)
    log.add(other(0))
    folder = write(tmp_path, log.files())
    ended = check(folder)
    assert ended.code == SOUND
    assert "Several openings or closes of one game: of openings only the last counts (1)" in ended.out
    assert [found.game for found in report(folder).repeated] == [other(0).game]


# Records ----------------------------------------------------------------------------------------------------------


def test_a_record_that_is_not_in_the_log(folder: str, file: str, tmp_path: Path) -> None:
    another = tmp_path / "another.json"
    another.write_bytes(game("cck", seed="another").begin().play(12).close().bytes())
    ended = check(folder, "--record", file, "--record", str(another))
    assert ended.code == REFUSED
    assert ended.out.startswith(f"{folder}: SOUND\n")
    assert f"  REFUSED    {another}: the log has no opening" in ended.out
    assert "[log.unlogged]" in ended.out


def test_a_record_that_is_refused_or_none(folder: str, file: str, tmp_path: Path) -> None:
    document = record().document()
    document["receipt"]["sig"] = "00" * 64
    Path(file).write_text(json.dumps(document), encoding="utf-8")
    none = tmp_path / "none.json"
    none.write_bytes(b"{}")
    found = report(folder, "--record", file, "--record", str(none), "--record", str(tmp_path / "missing"))
    assert [(line.verdict, line.fault.code if line.fault else None) for line in found.records] == [
        ("refused", "head.receipt"),
        ("unreadable", "format.kind"),
        ("unreadable", "read.missing"),
    ]
    assert found.exit == REFUSED
    assert report(folder, "--record", str(none)).exit == UNREADABLE
    assert check(folder, "--record", str(none)).code == UNREADABLE


# From visit to visit ----------------------------------------------------------------------------------------------


def test_state(tmp_path: Path) -> None:
    log, state = log_of(10), tmp_path / "seen"
    folder = write(tmp_path / "log", log.files(5))
    assert check(folder, "--log-key", VKEY, "--state", str(state)).code == SOUND
    assert state.read_text(encoding="utf-8") == log.checkpoint(5)
    write(tmp_path / "log", log.files())
    ended = check(folder, "--log-key", VKEY, "--state", str(state))
    assert ended.code == SOUND
    assert "before    5 leaves, with which it still begins" in ended.out
    assert state.read_text(encoding="utf-8") == log.checkpoint()
    write(tmp_path / "log", log.files(5))
    ended = check(folder, "--state", str(state))
    assert (ended.code, "[log.shrunk]" in ended.out) == (REFUSED, True)
    assert state.read_text(encoding="utf-8") == log.checkpoint(), "what was seen is evidence, and is kept"


def test_a_history_that_was_changed(tmp_path: Path) -> None:
    log, again, state = log_of(10), Log(), tmp_path / "seen"
    folder = write(tmp_path / "log", log.files())
    assert check(folder, "--state", str(state)).code == SOUND
    again.add(*map(other, range(100, 120)))
    write(tmp_path / "log", again.files())
    found = report(folder, "--log-key", VKEY, "--state", str(state))
    assert (found.verdict, found.fault and found.fault.code) == ("refused", "log.consistency")
    assert found.checkpoint == again.checkpoint(), "with the file of the state this proves what the log did"
    assert state.read_text(encoding="utf-8") == log.checkpoint()


def test_state_is_kept_when_a_record_is_refused(folder: str, tmp_path: Path) -> None:
    state, another = tmp_path / "seen", tmp_path / "another.json"
    another.write_bytes(game("cck", seed="another").begin().play(12).close().bytes())
    assert check(folder, "--state", str(state), "--record", str(another)).code == REFUSED
    assert state.read_text(encoding="utf-8") == log_of().checkpoint()


@pytest.mark.parametrize("raw", [b"", b"junk", b"\xff", bytes(1 << 20)])
def test_a_state_that_is_none(folder: str, tmp_path: Path, raw: bytes) -> None:
    state = tmp_path / "seen"
    state.write_bytes(raw)
    ended = check(folder, "--state", str(state))
    assert (ended.code, ended.out) == (UNREADABLE, "")
    assert str(state) in ended.err
    assert state.read_bytes() == raw


def test_a_state_that_cannot_be_written(folder: str, tmp_path: Path) -> None:
    ended = check(folder, "--state", str(tmp_path / "no" / "folder"))
    assert ended.code == UNREADABLE
    assert "[write.missing]" in ended.err
    assert "[read.directory]" in check(folder, "--state", str(tmp_path)).err


# What cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("none", "read.missing"),
        ("ftp://log.example.com", "read.scheme"),
        ("http://", "read.failed"),
        ("http://127.0.0.1:1", "read.failed"),
        ("http://[::1", "read.failed"),
        ("https://a b", "read.failed"),
        ("http://\x7f", "read.failed"),
        ("http://127.0.0.1:99999", "read.failed"),
        (".", "log.absent"),
    ],
)
def test_no_log(tmp_path: Path, source: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = check(source)
    assert (ended.code, ended.err) == (UNREADABLE, "")
    assert f"UNREADABLE [{code}]" in ended.out
    found = report(source)
    assert (found.verdict, found.fault and found.fault.code) == ("unreadable", code)


def test_a_folder_with_something_else(tmp_path: Path) -> None:
    (tmp_path / "checkpoint").write_bytes(b"<html>\x1b[31m")
    assert "UNREADABLE [log.checkpoint]" in check(str(tmp_path)).out
    (tmp_path / "checkpoint").write_bytes(bytes(1 << 20))
    assert "UNREADABLE [log.too_large]" in check(str(tmp_path)).out
    (tmp_path / "checkpoint").unlink()
    (tmp_path / "checkpoint").mkdir()
    assert "UNREADABLE [read.directory]" in check(str(tmp_path)).out


def test_files_that_are_missing_or_too_large(folder: str) -> None:
    tile = Path(folder) / "tile/0/000"
    good = tile.read_bytes()
    tile.write_bytes(good + b"x")
    assert "REFUSED [log.too_large]" in check(folder).out
    tile.write_bytes(good[1:])
    assert "REFUSED [log.tile]" in check(folder).out
    tile.unlink()
    assert "REFUSED [log.absent]" in check(folder).out
    tile.write_bytes(good[::-1])
    assert "REFUSED [log.tile_hash]" in check(folder).out


def test_what_a_log_says_cannot_move_the_cursor(tmp_path: Path) -> None:
    log = Log("log\u202eexample")
    log.add(b"\x1b[31m")
    ended = check(write(tmp_path, log.files()))
    assert ended.code == REFUSED
    assert ended.out.replace("\n", "").isprintable()
    good = Log("log\u202eexample")
    ended = check(write(tmp_path, good.files()))
    assert ended.code == SOUND
    assert ended.out.replace("\n", "").isprintable()


# The network ------------------------------------------------------------------------------------------------------


class Server:
    """A log on the network that answers as a test says: by path the status and the body."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.status: dict[str, int] = {}
        self.asked: list[str] = []
        self.moved = ""
        self.drip = 0.0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.removeprefix("/log/")
                outer.asked.append(path)
                raw = outer.files.get(path)
                status = outer.status.get(path, 404 if raw is None else 302 if outer.moved else 200)
                self.send_response(status)
                if outer.moved:
                    self.send_header("Location", outer.moved)
                self.send_header("Content-Length", str(len(raw or b"")))
                self.end_headers()
                try:
                    for byte in (raw or b"")[: 20 if outer.drip else 0]:
                        time.sleep(outer.drip)
                        self.wfile.write(bytes([byte]))
                    self.wfile.write(raw or b"")
                except OSError:  # the client has gone
                    pass

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}/log"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(log_of().files())
    yield made
    made.close()


def test_an_address(server: Server, file: str) -> None:
    for address in (server.address, server.address + "/"):
        found = report(address, "--log-key", VKEY, "--record", file)
        assert (found.verdict, found.size, found.exit) == ("sound", 300, SOUND)
    assert set(server.asked) == set(log_of().files())


@pytest.mark.parametrize("status", [403, 429, 500, 503])
def test_a_server_in_trouble(server: Server, status: int) -> None:
    for path in ("checkpoint", "tile/0/000"):
        server.status = {path: status}
        ended = check(server.address)
        assert ended.code == UNREADABLE
        assert f"the server answers {status}" in ended.out


def test_a_server_without_a_file(server: Server) -> None:
    server.status = {"tile/entries/001.p/44": 404}
    assert "REFUSED [log.absent]" in check(server.address).out
    assert server.asked[-2:] == ["tile/entries/001.p/44", "tile/entries/001"]


def test_a_server_that_sends_without_end(server: Server) -> None:
    server.files["tile/0/000"] = bytes(1 << 20)
    assert "REFUSED [log.too_large]" in check(server.address).out
    server.files["checkpoint"] = bytes(1 << 20)
    assert "UNREADABLE [log.too_large]" in check(server.address).out


def test_a_server_that_sends_us_round(server: Server) -> None:
    server.moved = server.address + "/checkpoint"
    assert "UNREADABLE [read.failed]" in check(server.address).out
    server.moved = "gopher://example.com/"
    assert "UNREADABLE [read.failed]" in check(server.address).out


def test_a_server_that_is_too_slow(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.drip = 0.05
    monkeypatch.setattr(fetching, "_PATIENCE", 0.0)
    assert "UNREADABLE [read.timeout]" in check(server.address).out
    monkeypatch.setattr(fetching, "_PATIENCE", 60.0)
    monkeypatch.setattr(fetching, "_SILENCE", 0.01)
    assert "UNREADABLE [read.timeout]" in check(server.address).out


PROGRAM = """
import sys
from importlib.abc import MetaPathFinder
class No(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] == "httpx":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, No())
sys.argv = ["fairdice", *sys.argv[1:]]
from fairdice.cli import main
main()
"""


def without_httpx(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_without_httpx(folder: str) -> None:
    ended = without_httpx("log", "check", "https://log.example.com/")
    assert (ended.returncode, ended.stdout) == (UNREADABLE, "")
    assert "pip install 'fairdice[client]'" in ended.stderr
    assert ended.stderr.rstrip().endswith("[usage.extra]")
    assert "Traceback" not in ended.stderr
    assert without_httpx("log", "check", folder, "--quiet").returncode == SOUND
