"""``fairdice demo``: the honest record is verified, the forged one refused, and every line fits a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairdice.cli.verify
from fairdice.cli.demo import forge
from fairdice.verify import verify
from fairdice.verify.report import Report
from replay.codec import decode_record
from replay.record import Roll
from tests.fairdice.cli.running import Ended
from tests.fairdice.cli.running import fairdice as run
from tests.vectors.make_records import FOLDER, KEPT


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """One demo for several looks: its folder, and how it ended."""
    folder = tmp_path_factory.mktemp("demo") / "kept"
    return folder, run("demo", "--keep", str(folder))


def test_demo_convinces(kept: tuple[Path, Ended]) -> None:
    folder, ended = kept
    assert ended.code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["forged.json", "game.json"]
    honest, forged = ((folder / name).read_bytes() for name in ("game.json", "forged.json"))
    assert verify(honest).verdict == "verified"
    assert verify(forged).verdict == "refused"
    assert sum(a != b for a, b in zip(honest, forged, strict=True)) == 1
    # The commands stand there as one types them, before what they say.
    for typed in (f"play --rules star@1 --players 4 -o {folder}/game.json", f"verify {folder}/forged.json"):
        assert f"$ fairdice {typed}\n" in ended.out
    assert f"{folder}/game.json: VERIFIED" in ended.out
    assert f"{folder}/forged.json: REFUSED [roll.value]" in ended.out
    assert f"fairdice show {folder}/game.json" in ended.out


def test_demo_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ended = run("demo")
    assert ended.code == 0
    assert list(tmp_path.iterdir()) == []


def test_own_lines_fit_a_terminal(kept: tuple[Path, Ended]) -> None:
    folder, ended = kept
    own = [line for line in ended.out.splitlines() if str(folder) not in line]
    assert [line for line in own if len(line) > 80] == []


@pytest.mark.parametrize("verdict", ["verified", "refused"])
def test_demo_tells_when_the_verifier_fails(verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier that gives the same answer to everything convinces nobody."""

    def always(*_args: object, **_kwargs: object) -> Report:
        return Report("file", verdict, None, [], [])  # type: ignore[arg-type]

    monkeypatch.setattr(fairdice.cli.verify, "verify", always)
    ended = run("demo")
    assert ended.code == 1
    assert "This is not as it should be" in ended.out


@pytest.mark.parametrize("name", KEPT)
def test_forgery_is_one_roll(name: str) -> None:
    raw = (FOLDER / f"{name}.json").read_bytes()
    forgery = forge(raw)
    events, forged = (decode_record(bytes_).record.events for bytes_ in (raw, forgery.raw))
    changed = [(old, new) for old, new in zip(events, forged, strict=True) if old != new]
    assert len(changed) == 1
    old, new = changed[0]
    assert isinstance(old, Roll)
    assert isinstance(new, Roll)
    assert (old.n, old.value, new.value) == (forgery.n, forgery.value, 6)
    assert raw[forgery.offset : forgery.offset + 1] == str(forgery.value).encode()


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = run("demo", "--keep", str(tmp_path / "file" / "folder"))
    assert ended.code == 2
    assert "[write.folder]" in ended.err
