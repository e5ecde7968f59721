"""Seats at the real service: a process of its own, over loopback."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdice.client import Seat, Service, ServiceError
from fairdice.dice import Stream
from fairdice.local.bots import BOTS
from fairdice.verify import verify
from replay.record import Join, Move
from tests.support.served import Process, clean


def play(url: str, code: str | None, name: str, keep: Path, done: dict[str, Any], **settings: Any) -> None:
    """One player's program, in its own thread."""
    keep.mkdir(mode=0o700)
    strategy = BOTS["random"](Stream(name.encode().ljust(32)))
    try:
        with Seat.join(url, code, name=name, keep=keep, **settings) as seat:
            for turn in seat.turns():
                turn.play(strategy)
            done[name] = (*seat.record(), verify(seat.own_record()), seat.number)
    except BaseException as error:  # noqa: BLE001 - told where the test looks
        done[name] = error


def together(*runs: Callable[[], None]) -> None:
    threads = [threading.Thread(target=run) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "a seat is stuck"


@pytest.mark.parametrize("polling", [False, True], ids=["streams", "polling"])
def test_two_seats(served: Process, host: Service, tmp_path: Path, polling: bool) -> None:
    game = host.create("star@1", 2, join={"chains": "required"})
    assert game.room_code is not None
    code, done = game.room_code, dict[str, Any]()
    house = host.house()
    assert house.log is not None
    given: dict[str, Any] = {
        "house_key": bytes.fromhex(house.keys[0].key),
        "log_key": house.log.vkey,
        "polling": polling,
    }
    given["sleep"] = lambda seconds: time.sleep(seconds / 30)
    together(
        lambda: play(served.url, code, "Ana", tmp_path / "ana", done, **given),
        lambda: play(served.url, code.lower(), "Ben", tmp_path / "ben", done, **given),
    )
    for name in ("Ana", "Ben"):
        assert isinstance(done[name], tuple), done[name]
        _, report, own, _ = done[name]
        assert own.verdict == "verified"
        assert report.verdict == "verified", report.fault
        holds = {said.name: said.holds for said in report.statements}
        assert holds["authentic"] == holds["logged"] == holds["legal"] == "yes"
    assert done["Ana"][0] == done["Ben"][0] == host.record(game.game)
    assert {done["Ana"][3], done["Ben"][3]} == {0, 1}


def test_one_seat_and_bots_of_the_house(served: Process, host: Service, tmp_path: Path) -> None:
    bots = [{"name": "Bo", "strategy": "greedy"}, {"name": "Cy", "strategy": "random"}]
    game = host.create("mensch@1", 3, bots=bots)
    assert game.room_code is not None
    done: dict[str, Any] = {}
    play(served.url, game.room_code, "Ana", tmp_path / "ana", done)
    assert isinstance(done["Ana"], tuple), done["Ana"]
    raw, report, _, number = done["Ana"]
    assert (report.verdict, number) == ("verified", 0), report.fault
    events = [event for event in _events(raw) if isinstance(event, Move) and event.player == 0]
    assert any(event.by == "player" and event.sig for event in events)


def _events(raw: bytes) -> Any:
    from replay.codec import decode_record

    return decode_record(raw).record.events


def test_a_seat_by_token(served: Process, host: Service, tmp_path: Path) -> None:
    game = host.create("star@1", 2, bots=[{"name": "Bo"}], join={"code": False, "tokens": 1})
    (token,) = game.tokens
    done: dict[str, Any] = {}
    play(served.url, None, "Ana", tmp_path / "ana", done, token=token.token, game=game.game)
    assert isinstance(done["Ana"], tuple), done["Ana"]
    assert done["Ana"][1].verdict == "verified"


def test_a_host_that_starts_late(served: Process, host: Service, tmp_path: Path) -> None:
    """No event tells that the game has started; the seat notices."""
    game = host.create("star@1", 2, start="host", bots=[{"name": "Bo"}])
    assert game.room_code is not None
    code, done = game.room_code, dict[str, Any]()
    seen = threading.Event()

    def start() -> None:
        assert seen.wait(60)
        now = host.game(game.game)
        assert now.due.what == "start"
        host.start(game.game)

    together(
        lambda: play(
            served.url, code, "Ana", tmp_path / "a", done, tell=lambda one: seen.set() if one.event.n == 3 else None
        ),
        start,
    )
    assert isinstance(done["Ana"], tuple), done["Ana"]
    assert done["Ana"][1].verdict == "verified"


def test_left_and_back(served: Process, host: Service, tmp_path: Path) -> None:
    game = host.create("star@1", 2, bots=[{"name": "Bo"}])
    assert game.room_code is not None
    keep = tmp_path / "keep"
    greedy = BOTS["greedy"](Stream(bytes(32)))
    with Seat.join(served.url, game.room_code, name="Ana", keep=keep) as seat:
        for turn in seat.turns():
            assert turn.leave()
        assert seat.left
    with Seat.join(served.url, game.room_code, name="Ana", keep=keep) as seat:
        asked = [turn.due for turn in seat.turns() if turn.play(greedy)]
        _, report = seat.record()
    assert asked[0] == "back"
    assert report.verdict == "verified"
    assert [path.name for path in keep.glob("*.seat")] == [f"{game.game}.seat"]
    journal = next(keep.glob("*.seat")).read_bytes()
    assert b'"done":true' in journal
    assert b'"tip"' not in journal
    assert b'"seed":null' in journal


def test_a_rematch(served: Process, host: Service, tmp_path: Path) -> None:
    """The token of the first game holds a seat of the next one; key and chain are fresh ones."""
    first = host.create("mensch@1", 2, bots=[{"name": "Bo"}])
    assert first.room_code is not None
    greedy = BOTS["greedy"](Stream(bytes(32)))
    with Seat.join(served.url, first.room_code, name="Ana", keep=tmp_path / "keep") as seat:
        for turn in seat.turns():
            turn.play(greedy)
        token, anchor = seat.token, seat.player.joins[0].anchor
    path = f"/v1/games/{first.game}/rematch"
    again = json.loads(host.wire.ask("POST", path, body={}).raw)["game"]
    with Seat.join(served.url, name="Ana", keep=tmp_path / "keep", token=token, game=again) as seat:
        for turn in seat.turns():
            turn.play(greedy)
        assert seat.player.joins[seat.number].anchor != anchor
        assert seat.record()[1].verdict == "verified"


def test_a_code_that_leads_nowhere(served: Process, tmp_path: Path) -> None:
    with pytest.raises(ServiceError) as caught:
        Seat.join(served.url, "AAAA0000", name="Ana", keep=tmp_path / "keep")
    assert caught.value.code == "seat.code"


def test_killed_with_signal_9(served: Process, host: Service, tmp_path: Path) -> None:
    """`fairdice join` by a bot, killed again and again: one seat, and in the end a verified record."""
    game = host.create("star@1", 2, bots=[{"name": "Bo"}], away_after_ms=600_000)
    assert game.room_code is not None
    words = [
        "join",
        served.url,
        game.room_code,
        "--name",
        "Ana",
        "--keep",
        "keep",
        "--bot",
        "random",
        "-o",
        "game.json",
    ]
    program = [sys.executable, "-c", "from fairdice.cli import main; main()", *words]
    for lines in (1, 3, 4, 9, 30):
        with subprocess.Popen(program, cwd=tmp_path, env=clean(), stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(lines):
                process.stdout.readline()
            process.kill()
    ended = subprocess.run(program, cwd=tmp_path, env=clean(), capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
    assert verify((tmp_path / "game.json").read_bytes()).verdict == "verified"
    joins = [event for event in _events((tmp_path / "game.json").read_bytes()) if isinstance(event, Join)]
    assert [join.name for join in joins] == ["Ana", "Bo"]
