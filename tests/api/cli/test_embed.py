"""``fairdice embed``: what it writes, what it refuses, what it says of records that do not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.embeds.single import single
from fairdice.verify import Trust
from replay.codec import decode_record
from tests.fairdice.cli.running import fairdice

VECTORS = Path(__file__).parents[2] / "vectors"
RECORD = VECTORS / "records" / "star.json"
FORGED = VECTORS / "mutations" / "chain.link.json"
KEY = "ab" * 32


def expected(path: Path, **how: object) -> bytes:
    raw = path.read_bytes()
    trust = how.pop("trust", Trust())
    return single(raw, decode_record(raw).record, trust=trust, **how)  # type: ignore[arg-type]


def test_a_record_becomes_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = fairdice("embed", str(RECORD))
    page = (tmp_path / "star.html").read_bytes()
    assert (ended.code, ended.out, ended.err) == (0, "", f"star.html: {len(page)} bytes\n")
    assert page == expected(RECORD)


def test_it_reads_and_writes_streams(tmp_path: Path) -> None:
    ended = fairdice("embed", "-", given=RECORD.read_bytes())
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.encode() == expected(RECORD)
    assert fairdice("embed", str(RECORD), "-o", "-").out == ended.out


def test_what_it_is_told(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    ended = fairdice("embed", str(RECORD), "-o", str(out), "--lang", "sk", "--title", "Tuesday", "--house-key", KEY)
    assert ended.code == 0
    assert "named.house_key" in ended.err
    assert out.read_bytes() == expected(RECORD, lang="sk", title="Tuesday", trust=Trust((bytes.fromhex(KEY),)))


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    out.write_text("mine")
    ended = fairdice("embed", str(RECORD), "-o", str(out))
    assert ended.code == 2
    assert "[write.exists]" in ended.err
    assert "--force" in ended.err
    assert out.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]
    assert fairdice("embed", str(RECORD), "-o", str(out), "--force").code == 0
    assert out.read_bytes() == expected(RECORD)


def test_a_forged_record_is_written_with_a_warning(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    ended = fairdice("embed", str(FORGED), "-o", str(out))
    assert ended.code == 0
    assert ended.err.startswith("warning: the record is refused: event ")
    assert "[chain.link]" in ended.err
    assert out.read_bytes() == expected(FORGED)


def test_a_game_that_goes_on_is_written_with_a_note(tmp_path: Path) -> None:
    ended = fairdice("embed", str(VECTORS / "sound" / "open.json"), "-o", str(tmp_path / "a.html"))
    assert ended.code == 0
    assert ended.err.startswith("note: the game is not closed")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"", "format.syntax"),
        (b"{}", "format.missing"),
        (b'{"format":"fairdice/game@2"}', "format.kind"),
        (b"\xff", "format.utf8"),
    ],
)
def test_what_cannot_be_read_is_refused_as_verify_does(tmp_path: Path, given: bytes, code: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(given)
    ended = fairdice("embed", str(file), "-o", str(tmp_path / "a.html"))
    verified = fairdice("verify", str(file))
    assert ended.code == verified.code == 2
    said = ended.err.rpartition("[")[2].strip("]\n")
    assert said in verified.out
    assert said.partition(".")[0] == code.partition(".")[0]
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["no.json"], "read.missing"),
        ([str(VECTORS)], "read.directory"),
        ([str(RECORD), "--lang", "xx"], "usage.value"),
        ([str(RECORD), "--house-key", "x"], "usage.value"),
        ([str(RECORD), "--log-key", "x"], "usage.value"),
        ([str(RECORD), "-o", "no/such/a.html"], "write.missing"),
        ([], "usage.missing"),
    ],
)
def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: str) -> None:
    monkeypatch.chdir(tmp_path)
    ended = fairdice("embed", *words)
    assert ended.code == 2
    assert f"[{code}]" in ended.err
    assert list(tmp_path.iterdir()) == []
