from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.secretfile import SecretFileError, make_folder, make_secret, read_secret, replace_secret


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def open_umask() -> object:
    """As somebody might have set it: whoever makes a secret file must not rely on it."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_it_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "key"
    assert read_secret(file) is None
    assert make_secret(file, "first")
    assert not make_secret(file, "second")
    assert (read_secret(file), mode(file)) == ("first", 0o600)
    assert list(tmp_path.iterdir()) == [file]


def test_of_many_at_once_one_makes_it(tmp_path: Path) -> None:
    file = tmp_path / "key"
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda number: make_secret(file, f"secret {number}"), range(64)))
    assert made.count(True) == 1
    assert read_secret(file) == f"secret {made.index(True)}"
    assert list(tmp_path.iterdir()) == [file]


def test_it_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("open to all")
    replace_secret(file, "new")
    assert (read_secret(file), mode(file)) == ("new", 0o600)


@pytest.mark.parametrize("bits", [0o604, 0o620, 0o601, 0o640])
def test_others_may_not_open_it(tmp_path: Path, bits: int) -> None:
    file = tmp_path / "key"
    make_secret(file, "secret")
    file.chmod(bits)
    with pytest.raises(SecretFileError, match=f"mode 0{bits:o}") as refused:
        read_secret(file)
    assert refused.value.code == "start.file"
    assert "secret\n" not in str(refused.value)


def test_it_is_a_plain_file(tmp_path: Path) -> None:
    make_secret(tmp_path / "there", "secret")
    (tmp_path / "link").symlink_to("there")
    os.mkfifo(tmp_path / "pipe", 0o600)
    (tmp_path / "folder").mkdir(mode=0o700)
    for name in ("link", "pipe", "folder"):
        with pytest.raises(SecretFileError):
            read_secret(tmp_path / name)
    (tmp_path / "there").write_bytes(b"\xff\xfe")
    with pytest.raises(SecretFileError, match="no text"):
        read_secret(tmp_path / "there")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_it_is_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "key"
    make_secret(file, "secret")
    os.chown(file, 65534, 65534)
    with pytest.raises(SecretFileError, match="another user"):
        read_secret(file)


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert make_folder(folder)
    assert not make_folder(folder)
    assert mode(folder) == 0o700
    with pytest.raises(SecretFileError, match=r"missing.* cannot be written"):
        make_secret(tmp_path / "missing" / "key", "secret")
