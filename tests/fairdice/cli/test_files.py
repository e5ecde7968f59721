from __future__ import annotations

import builtins
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from fairdice.cli.faults import ReadError, WriteError
from fairdice.cli.files import read_bytes, write_bytes
from replay.errors import CodedError, FormatError


def code_of(error: type[CodedError], do: Any, *arguments: Any) -> str:
    with pytest.raises(error) as caught:
        do(*arguments)
    return caught.value.code


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\x00\xff\r\n" * 1000)
    assert read_bytes(str(path)) == b"\x00\xff\r\n" * 1000
    assert read_bytes(str(path), 4000) == b"\x00\xff\r\n" * 1000
    assert code_of(FormatError, read_bytes, str(path), 3999) == "format.size"
    assert read_bytes(os.devnull) == b""


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert code_of(ReadError, read_bytes, str(tmp_path / "nothing")) == "read.missing"
    assert code_of(ReadError, read_bytes, str(tmp_path)) == "read.directory"
    assert code_of(ReadError, read_bytes, "a\0b") == "read.failed"
    assert code_of(ReadError, read_bytes, "a" * 5000) == "read.failed"
    (tmp_path / "file").write_bytes(b"")
    assert code_of(ReadError, read_bytes, str(tmp_path / "file" / "below")) in ("read.failed", "read.missing")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may be root and have every permission: the refusal is played."""

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a"
    path.write_bytes(b"a")
    monkeypatch.setattr(builtins, "open", refuse)
    assert code_of(ReadError, read_bytes, str(path)) == "read.permission"
    assert code_of(ReadError, read_bytes, str(tmp_path)) == "read.directory"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no endless file here")
def test_endless_files_end() -> None:
    assert code_of(FormatError, read_bytes, "/dev/zero", 100_000) == "format.size"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_pipes(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"record",), daemon=True)
    writer.start()
    assert read_bytes(str(pipe)) == b"record"
    writer.join()
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(str(pipe), b"answer")
    assert os.read(reader, 100) == b"answer"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_standard_streams_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("sys.stdout", None)
    assert code_of(ReadError, read_bytes, "-") == "read.failed"
    assert code_of(WriteError, write_bytes, "-", b"") == "write.failed"


def test_write(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_bytes(str(path), b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_bytes(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    write_bytes(str(tmp_path / "link"), b"new")
    assert (tmp_path / "target").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_who_reads_meanwhile_sees_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    seen: list[bytes] = []
    replace = os.replace

    def watched(source: str, target: str) -> None:
        seen.append(path.read_bytes())
        replace(source, target)

    monkeypatch.setattr("os.replace", watched)
    write_bytes(str(path), b"new")
    assert seen == [b"old"]
    assert path.read_bytes() == b"new"


def test_what_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(WriteError, match="no space left on device"):
        write_bytes(str(path), b"new")
    assert os.listdir(tmp_path) == ["a"]
    assert path.read_bytes() == b"old"


def test_files_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_of(WriteError, write_bytes, str(tmp_path), b"") == "write.directory"
    assert code_of(WriteError, write_bytes, str(tmp_path / "no" / "a"), b"") == "write.missing"
    assert code_of(WriteError, write_bytes, "", b"") == "write.missing"
    assert code_of(WriteError, write_bytes, "a\0b", b"") == "write.failed"
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert code_of(WriteError, write_bytes, str(path), b"new") == "write.permission"
    assert path.read_bytes() == b"old"


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_bytes(b"old")
    assert code_of(WriteError, lambda path, data: write_bytes(path, data, replace=False), str(there), b"new") == (
        "write.exists"
    )
    assert there.read_bytes() == b"old"
    write_bytes(str(tmp_path / "new"), b"new", replace=False)
    assert (tmp_path / "new").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "there"]


def test_a_file_that_somebody_makes_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "a", os.link

    def late(source: str, target: str) -> None:
        path.write_bytes(b"theirs")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(WriteError):
        write_bytes(str(path), b"ours", replace=False)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a", b"theirs")]


def test_where_there_are_no_links_a_new_file_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    write_bytes(str(tmp_path / "a"), b"new", replace=False)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a", b"new")]
