"""What is kept: for its owner alone, whole after a crash, without secrets when the game is over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fairdice.client import KeepError
from fairdice.client.keep import Attempt, Header, Journal, Keep, Line
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from replay.record import Open
from tests.fairdice.client.playing import play, sit
from tests.support.house import CODE, URL, House
from tests.support.live import opened

GAME = "ab" * 32


def header(**changes: object) -> Header:
    key = SecretKey(bytes(32))
    given: dict[str, object] = {
        "game": GAME,
        "url": URL,
        "name": "Ana",
        "token": "fd_player_x",
        "public": key.public.hex(),
        "seed": key.seed.hex(),
        "contributes": True,
    }
    return Header(**(given | changes))  # type: ignore[arg-type]


def lines() -> list[Line]:
    table = opened()
    return [Line(event=table.appended(n).event, receipt=table.appended(n).receipt) for n in (0, 1)]


def keep(tmp_path: Path) -> Keep:
    return Keep(tmp_path / "keep")


def refused(code: str, act: object) -> None:
    with pytest.raises(KeepError) as caught:
        act()  # type: ignore[operator]
    assert caught.value.code == code


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with sit(House(), tmp_path / "new" / "keep"):
            pass
    finally:
        os.umask(before)
    folder = tmp_path / "new" / "keep"
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}


def test_a_folder_that_others_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    refused("keep.open", lambda: Keep(folder))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused("keep.failed", lambda: Keep(tmp_path / "file" / "keep"))


def test_lines_come_back(tmp_path: Path) -> None:
    found = keep(tmp_path)
    journal = found.begin(header())
    for line in lines():
        journal.append(line)
    journal.sync()
    journal.close()
    again = Journal(found.path(GAME))
    assert (again.header, again.lines) == (header(), lines())
    again.append(lines()[0])
    again.close()
    third = Journal(found.path(GAME))
    assert third.lines == [*lines(), lines()[0]]
    third.close()


def test_a_line_cut_off_is_dropped(tmp_path: Path) -> None:
    found = keep(tmp_path)
    journal = found.begin(header())
    journal.append(lines()[0])
    size = found.path(GAME).stat().st_size
    journal.append(lines()[1])
    journal.close()
    for end in range(size, found.path(GAME).stat().st_size):
        os.truncate(found.path(GAME), end)
        again = Journal(found.path(GAME))
        assert again.lines == lines()[:1]
        again.append(lines()[1])
        again.close()
        whole = Journal(found.path(GAME))
        assert whole.lines == lines()
        whole.close()


@pytest.mark.parametrize("raw", [b"", b"{}\n", b"hello\n", b"\xff\xfe\n", b"[1]\n" * 3])
def test_no_journal(tmp_path: Path, raw: bytes) -> None:
    path = keep(tmp_path).path(GAME)
    path.write_bytes(raw)
    refused("keep.damaged", lambda: Journal(path))


def test_a_line_in_the_middle_is_not_dropped(tmp_path: Path) -> None:
    found = keep(tmp_path)
    found.begin(header()).close()
    with found.path(GAME).open("ab") as file:
        file.write(b'{"event": \n{}\n')
    refused("keep.damaged", lambda: Journal(found.path(GAME)))


def test_a_game_is_begun_once(tmp_path: Path) -> None:
    found = keep(tmp_path)
    found.begin(header()).close()
    refused("keep.known", lambda: found.begin(header(name="Other")))
    assert found.knows(GAME)
    journal = Journal(found.path(GAME))
    assert journal.header.name == "Ana"
    journal.close()


def test_what_a_crash_left_of_a_beginning_is_no_journal(tmp_path: Path) -> None:
    found = keep(tmp_path)
    found.path(GAME).with_suffix(".begun").write_bytes(b'{"for')
    assert not found.knows(GAME)
    found.begin(header()).close()
    assert [path.suffix for path in found.folder.iterdir()] == [".seat"]


def test_attempts(tmp_path: Path) -> None:
    found = keep(tmp_path)
    assert found.attempt(URL, CODE) is None
    attempt = Attempt(url=URL, key="k", game=GAME)
    found.put_attempt(CODE, attempt)
    assert found.attempt(URL, CODE) == attempt
    assert found.attempt("https://other.example", CODE) is None
    assert not any(CODE in path.name for path in found.folder.iterdir())
    next(found.folder.glob("*.code")).write_bytes(b"{")
    assert found.attempt(URL, CODE) is None


def test_one_program_at_a_time(tmp_path: Path) -> None:
    house, folder = House(), tmp_path / "keep"
    with sit(house, folder):
        refused("keep.locked", lambda: sit(house, folder))
    sit(house, folder).close()


def test_an_end_without_secrets(tmp_path: Path) -> None:
    house, folder = House(first=1), tmp_path / "keep"
    with sit(house, folder) as seat:
        raw = next(folder.glob("*.seat")).read_bytes()
        secrets = _seeds(raw)
        play(seat)
        seat.record()
    assert len(secrets) == 2
    left = b"".join(path.read_bytes() for path in folder.iterdir())
    assert not any(secret.encode() in left for secret in secrets)
    assert Keep(folder).knows(seat.game), "that it was played is not forgotten"


def _seeds(raw: bytes) -> list[str]:
    """Key and tip, as the journal has them."""
    import json

    documents = [json.loads(line) for line in raw.splitlines()]
    return [documents[0]["seed"], *(one["tip"] for one in documents if "tip" in one)]


def test_an_end_that_failed_keeps_all(tmp_path: Path) -> None:
    """The record could not be fetched: the next run fetches it."""
    house, folder = House(first=1), tmp_path / "keep"
    with pytest.raises(OSError, match="no room"), sit(house, folder) as seat:  # noqa: PT012 - it must fail in there
        play(seat)
        raise OSError("no room for the record")
    with sit(house, folder) as seat:
        assert list(seat.turns()) == []
        assert seat.record()[1].verdict == "verified"


def test_secrets_are_what_the_player_uses(tmp_path: Path) -> None:
    """The tip in the journal is that of the anchor that was sent."""
    from fairdice.chain import Chain

    house, folder = House(), tmp_path / "keep"
    with sit(house, folder) as seat:
        player: Player = seat.player
        assert player.player == 0
    seed, tip = _seeds(next(folder.glob("*.seat")).read_bytes())
    opening = house.table.game.opening
    assert isinstance(opening, Open)
    chain = Chain(house.table.gid, 1, opening.links, bytes.fromhex(tip))
    join = house.table.joins[0]
    assert (join.anchor, join.key) == (chain.anchor.hex(), SecretKey(bytes.fromhex(seed)).public.hex())
