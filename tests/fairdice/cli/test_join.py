"""``fairdice join``: a seat in the terminal, by hand and by bot."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairdice.cli.join import default_keep
from fairdice.verify import verify
from replay.record import Away, Back, Join, Move, Pass
from tests.fairdice.cli.running import Ended, fairdice
from tests.support.house import CODE, URL, House

Connect = Callable[[House], None]


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Connect:
    """Let the command line speak to a house in this process, without waiting."""

    def to(house: House) -> None:
        original = httpx.Client.__init__

        def init(self: httpx.Client, **settings: Any) -> None:
            original(self, **(settings | {"transport": house.transport}))

        monkeypatch.setattr(httpx.Client, "__init__", init)

    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    return to


def join(tmp_path: Path, *words: str, given: str = "", place: tuple[str, ...] = (URL, CODE)) -> Ended:
    keep = tmp_path / "keep"
    output = () if "-o" in words else ("-o", str(tmp_path / "game.json"))
    name = () if "--name" in words else ("--name", "Ana")
    return fairdice("join", *place, *name, "--keep", str(keep), *output, *words, given=given)


# By bot -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_bot_plays_a_whole_game(tmp_path: Path, connect: Connect, bot: str) -> None:
    house = House(first=1, log=True)
    connect(house)
    keys = ("--house-key", house.key.public.hex(), "--log-key", house.vkey)
    ended = join(tmp_path, "--bot", bot, *keys)
    assert ended.code == 0, ended.err
    assert verify((tmp_path / "game.json").read_bytes()).verdict == "verified"
    assert ended.err == f"The record is in {tmp_path / 'game.json'}: verified.\n"
    for told in ("Ana joins with a chain and a key", "the draw:", "Ana rolls", "the game is finished:", "home 4"):
        assert told in ended.out
    assert house.promises.broken == []


def test_json(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    ended = join(tmp_path, "--bot", "greedy", "--json")
    assert ended.code == 0, ended.err
    *lines, last = [json.loads(line) for line in ended.out.splitlines()]
    assert [line["event"]["n"] for line in lines] == list(range(house.table.n + 1))
    assert [bytes.fromhex(line["head"]) for line in lines] == [
        house.table.appended(n).head for n in range(house.table.n + 1)
    ]
    assert lines[3]["words"] == "Ana joins with a chain and a key"
    assert not any(line["restored"] for line in lines)
    assert last == {"record": str(tmp_path / "game.json"), "verdict": "verified", "fault": None}


def test_the_record_on_standard_output(tmp_path: Path, connect: Connect) -> None:
    connect(House(first=1))
    ended = join(tmp_path, "--bot", "greedy", "--json", "-o", "-")
    assert ended.code == 0, ended.err
    assert verify(ended.out.splitlines()[-1].encode()).verdict == "verified"


def test_without_a_chain(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    assert join(tmp_path, "--bot", "greedy", "--no-chain").code == 0
    seat = house.table.joins[1]
    assert (seat.anchor, seat.key is not None) == (None, True)
    assert house.promises.acks == {}


# By hand ------------------------------------------------------------------------------------------------------------


def answers(house: House, tmp_path: Path, *given: str) -> Ended:
    return join(tmp_path, given="".join(f"{line}\n" for line in given))


def test_by_hand_to_the_end(tmp_path: Path, connect: Connect) -> None:
    """Enter and 1 in turn answer everything, one way or the other."""
    house = House("mensch@1", 2, first=1)
    connect(house)
    ended = answers(house, tmp_path, *["", "1"] * 600)
    assert ended.code == 0, ended.err
    assert "Please answer with Enter or q." in ended.out
    assert "Your move, 1 to 2, q leaves:" in ended.out
    assert "(square " in ended.out
    assert "captures" in ended.out
    made = [event for event in house.table.record().events if isinstance(event, Move) and event.player == 1]
    assert any(event.by == "player" for event in made)
    assert house.promises.broken == []


def test_leaving_and_coming_back(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    left = answers(house, tmp_path, "q")
    assert left.code == 3
    assert left.err.startswith("You have left game ")
    assert [event.reason for event in house.table.record().events if isinstance(event, Away)] == ["left"]
    stays = answers(house, tmp_path, "q")
    assert stays.code == 3
    assert "You are away, and a stand-in plays for you." in stays.out
    assert "Last events" in stays.out
    assert not any(isinstance(event, Back) for event in house.table.record().events)
    answers(house, tmp_path, "", "")
    assert any(isinstance(event, Back) for event in house.table.record().events)


def test_nobody_answers(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    for _ in range(2):
        ended = answers(house, tmp_path)
        assert ended.code == 3
        assert ended.err == "The seat is kept: the same command goes on with it.\n"
    assert sum(isinstance(event, Join) for event in house.table.record().events) == 2


def test_declining(tmp_path: Path, connect: Connect) -> None:
    house = House("nomercy@1", 2, first=1, options={"must_play": "nothing"})
    connect(house)
    ended = answers(house, tmp_path, *["", "p", "1"] * 400)
    assert "p passes" in ended.out
    assert any(isinstance(event, Pass) and event.player == 1 for event in house.table.record().events)


def test_it_is_too_late(tmp_path: Path, connect: Connect) -> None:
    """The player was declared away while it thought; asked again, it comes back."""
    house = House(first=1)
    connect(house)

    def meanwhile(request: httpx.Request) -> None:
        if request.url.path.endswith("/rolls") and not any(
            isinstance(event, Away) for event in house.table.record().events
        ):
            house.table.timeout(1, at=house.table.patience)

    house.before = meanwhile
    ended = answers(house, tmp_path, "", "", "")
    assert "Too late: the game has gone on." in ended.err
    assert any(isinstance(event, Back) and event.player == 1 for event in house.table.record().events)


# What goes wrong ------------------------------------------------------------------------------------------------------


def test_a_house_that_cheats(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    house.shown_link = lambda j, link: house.chain().link(j + 1).hex()
    ended = join(tmp_path, "--bot", "greedy")
    assert ended.code == 1
    error, cheats, where = ended.err.splitlines()
    assert error.endswith("[player.house_link]")
    assert cheats.startswith("The house cheats")
    folder = Path(where.removeprefix("What shows it is in "))
    assert json.loads((folder / "why.json").read_text())["code"] == "player.house_link"


def test_a_record_that_is_another(tmp_path: Path, connect: Connect) -> None:
    """The house's own copy of the record is refused; what was seen is written instead."""
    house = House(first=1)
    connect(house)

    def forged(request: httpx.Request) -> httpx.Response | None:
        if request.url.path.endswith("/record"):
            return httpx.Response(200, content=b'{"format": "fairdice/game@1"}')
        return None

    house.before = forged
    ended = join(tmp_path, "--bot", "greedy")
    assert ended.code == 1
    assert "The house's record is refused: " in ended.err
    assert verify((tmp_path / "game.json").read_bytes()).verdict == "verified"


def test_without_httpx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("fairdice.client", "httpx"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx", None)
    ended = join(tmp_path)
    assert ended.code == 2
    assert ended.err.endswith('pip install "fairdice[client]" [usage.extra]\n')


@pytest.mark.parametrize(
    ("place", "words", "code"),
    [
        ((URL,), (), "usage.code"),
        ((f"{URL}/join/",), (), "usage.code"),
        ((f"{URL}/join/a/b",), (), "usage.code"),
        ((f"{URL}/v1/games", CODE), (), "usage.url"),
        ((URL, CODE), ("--json",), "usage.json"),
        ((URL, CODE), ("--name", ""), "usage.name"),
        ((URL, CODE), ("--name", " "), "usage.name"),
        ((URL, CODE), ("--name", "Ana\u202e"), "usage.name"),
        ((URL, CODE), ("--name", "A" * 41), "usage.name"),
        (("http://dice.example", CODE), (), "service.insecure"),
        (("dice.example", CODE), (), "service.url"),
        ((URL, "5c"), ("--token", "/dev/null"), "service.credential"),
        ((URL, "5c"), ("--token", "/nowhere"), "read.missing"),
    ],
)
def test_wrong_usage(tmp_path: Path, place: tuple[str, ...], words: tuple[str, ...], code: str) -> None:
    ended = join(tmp_path, *words, place=place)
    assert ended.code == 2
    assert ended.err.endswith(f"[{code}]\n")


def test_a_join_address(tmp_path: Path, connect: Connect) -> None:
    house = House(first=1)
    connect(house)
    assert join(tmp_path, place=(f"{URL}/join/{CODE}",)).code == 3
    assert len(house.table.joins) == 2


# Where seats are kept -------------------------------------------------------------------------------------------------


def test_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for given in ("", "not/absolute"):
        monkeypatch.setenv("XDG_STATE_HOME", given)
        assert default_keep() == tmp_path / ".local" / "state" / "fairdice" / "seats"
    monkeypatch.setenv("XDG_STATE_HOME", "/elsewhere")
    assert default_keep() == Path("/elsewhere/fairdice/seats")
