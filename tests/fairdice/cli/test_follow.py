from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from fairdice.cli.faults import ReadError
from fairdice.cli.follow import follow
from fairdice.cli.shown import Shown
from replay.record import GameEvent, Move
from tests.fairdice.cli.running import fairdice
from tests.fairdice.sample import events, record_bytes

GAME = events("star@1", 2, seed="followed", options={"pieces": 2})
OTHER = events("star@1", 2, seed="another", options={"pieces": 2})


class Stages:
    """What happens to the file, one stage at each pause; when there are no more, whoever waits is interrupted."""

    def __init__(self, path: Path, *stages: bytes | list[GameEvent] | None) -> None:
        self.path = path
        self.stages = list(stages)
        self.drawn: list[Shown] = []
        self.next()

    def next(self, _seconds: float = 0) -> None:
        if not self.stages:
            raise KeyboardInterrupt
        stage = self.stages.pop(0)
        if stage is None:
            self.path.unlink()
            return
        raw = stage if isinstance(stage, bytes) else record_bytes(stage)
        fresh = self.path.with_suffix(".fresh")
        fresh.write_bytes(raw)
        os.replace(fresh, self.path)

    def follow(self) -> Shown:
        return follow(str(self.path), self.drawn.append, self.next)


def test_new_events_come_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stages = Stages(tmp_path / "live.json", GAME[:8], GAME[:8], GAME[:30], GAME)
    end = stages.follow()
    out, err = capsys.readouterr()
    assert err == ""
    assert end.refused is None
    assert [shown.told[-1].n for shown in stages.drawn] == [7, 29, len(GAME) - 1]
    assert out.startswith("Game ")
    assert "the game is finished: " in out
    # Every event from the eighth on is told once, in order, a roll and its move as one or apart.
    told = [line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.strip()[:1].isdigit()]
    numbers = [int(number) for line in told for number in line.rstrip(".").split("-")]
    covered = [n for n in numbers if n >= 8 and n < len(GAME)]
    assert covered == sorted(covered)
    assert covered[-1] == len(GAME) - 1
    # At the end the board once more, with places.
    assert "1. " in out.rpartition("the game is finished")[2]


def test_half_written_and_missing_files_are_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = record_bytes(GAME)
    stages = Stages(tmp_path / "live.json", b"", whole[:500], GAME[:30], whole[:5000], None, whole)
    assert stages.follow().refused is None
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert err.startswith("Waiting for a whole record: ")
    assert "the game is finished: " in out
    assert len(stages.drawn) == 2


def test_another_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Stages(tmp_path / "live.json", GAME[:30], OTHER).follow()
    out, _ = capsys.readouterr()
    assert out.count("The file holds another record now.") == 1
    assert out.count("Game ") == 2


def test_a_shorter_record_of_the_same_game_is_another_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Stages(tmp_path / "live.json", GAME[:30], GAME[:20], GAME).follow()
    assert capsys.readouterr().out.count("The file holds another record now.") == 1


@pytest.mark.parametrize("first", [8, len(GAME)])
def test_the_rules_refuse_an_event(first: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    n = next(n for n, event in enumerate(GAME) if n > 40 and isinstance(event, Move))
    wrong = [*GAME[:n], structs.replace(GAME[n], to=75), *GAME[n + 1 :]]
    end = Stages(tmp_path / "live.json", wrong[:first], wrong).follow()
    assert end.refused is not None
    assert (end.refused.code, end.refused.event) == ("rules.move", n)
    assert f"{n + 1}  " not in capsys.readouterr().out


def test_interrupted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Stages(tmp_path / "live.json", GAME[:30]).follow()


def test_there_must_be_a_file_to_begin_with(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"read\.missing"):
        follow(str(tmp_path / "nothing"), lambda _: None, lambda _: None)


# The command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A file that goes through stages while the command waits."""

    def begin(*stages: bytes | list[GameEvent] | None) -> Path:
        path = tmp_path / "live.json"
        played = Stages(path, *stages)
        monkeypatch.setattr("time.sleep", played.next)
        return path

    return begin


def test_until_the_end(live: Callable[..., Path], tmp_path: Path) -> None:
    picture = tmp_path / "live.svg"
    ended = fairdice("show", str(live(GAME[:8], GAME)), "--follow", "--svg", str(picture))
    assert (ended.code, ended.err) == (0, "")
    assert f"after event {len(GAME) - 1}" in picture.read_text(encoding="utf-8")


def test_until_one_presses_ctrl_c(live: Callable[..., Path]) -> None:
    assert fairdice("show", str(live(GAME[:8], GAME[:20])), "--follow").code == 130


def test_until_the_rules_refuse(live: Callable[..., Path]) -> None:
    ended = fairdice("show", str(live(GAME[:8], [*GAME, GAME[-1]])), "--follow")
    assert ended.code == 1
    assert "[rules.over]" in ended.err


@pytest.mark.parametrize("words", [["-"], ["x", "--at", "3"], ["x", "--json"]], ids=" ".join)
def test_what_cannot_be_followed(words: list[str]) -> None:
    ended = fairdice("show", "--follow", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("[usage.follow]\n")


def test_nothing_to_follow() -> None:
    assert fairdice("show", "--follow", "no such file") == (
        2,
        "",
        "error: no such file: there is no such file [read.missing]\n",
    )


def test_something_whole_that_is_no_record(live: Callable[..., Path]) -> None:
    """A half-written record is waited for; what is whole and of another kind will never be one."""
    ended = fairdice("show", "--follow", str(live(b'{"ruleset":"star@1"}')))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("[format.kind]\n")
