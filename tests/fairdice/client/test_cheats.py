"""A house that cheats, in every way: the seat stops with the right code, and keeps what proves it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, structs

from fairdice.client import Seat
from fairdice.errors import PlayerError
from fairdice.keys import PublicKey, SecretKey, receipt_message
from fairdice.verify import Trust, verify
from fairdice.verify.receipt import read_receipt
from replay.record import Away, Close, Draw, GameEvent, Join, LogEntry, Move, Open, Roll
from tests.fairdice.client.playing import play, sit
from tests.support.house import House

Change = Callable[[House, Any], Any]


def cheated(house: House, keep: Path, code: str, **settings: Any) -> tuple[PlayerError, Path]:
    """The seat stops with this code; it and the folder of evidence.  Nothing is signed after that."""
    with pytest.raises(PlayerError) as caught, sit(house, keep, **settings) as seat:
        play(seat)
    assert caught.value.code == code, caught.value
    assert house.promises.broken == []
    folder = next(keep.glob("*.evidence"))
    assert json.loads((folder / "why.json").read_bytes())["code"] == code
    return caught.value, folder


def stays_stopped(house: House, keep: Path) -> None:
    """The seat does not go on in another run either, honest as the house may be by then."""
    house.twist = lambda item: item
    signed = len(house.requests)
    with pytest.raises(PlayerError) as caught:
        sit(house, keep)
    assert caught.value.code == "player.stopped"
    assert house.requests[signed:] == []


def lying(kind: type, change: Change, *, at: int = 2) -> House:
    """A house that tells the `at`-th event of a kind otherwise, well signed, from its draw on.

    Of moves only those count that nobody signs: of others the signature is looked at before the rules.
    """
    house = House(first=1)

    def unsigned(event: GameEvent) -> bool:
        return not (isinstance(event, Move) and event.by == "player")

    def twist(item: dict[str, Any]) -> dict[str, Any]:
        event = convert(item["event"], GameEvent)
        those = [one.n for one in house.table.record().events if isinstance(one, kind) and unsigned(one)]
        if len(those) < at or event.n != those[at - 1]:
            return item
        return house.forged(change(house, event))

    house.twist = twist
    return house


# What is told is not what is so -------------------------------------------------------------------------------------


def _other_value(_house: House, roll: Roll) -> Roll:
    return structs.replace(roll, value=roll.value % 6 + 1)


def _skipped(house: House, roll: Roll) -> Roll:
    return house.without_link(roll, house.client)


def _other_link(house: House, roll: Roll) -> Roll:
    return structs.replace(roll, links=(house.chain().link(roll.j + 1).hex(), *roll.links[1:]))


def _other_draw(_house: House, draw: Draw) -> Draw:
    return structs.replace(draw, seats=tuple(reversed(draw.seats)))


def _illegal(_house: House, move: Move) -> Move:
    return structs.replace(move, to=move.to + 1)


def _won(house: House, _event: GameEvent) -> Close:
    n, at = _event.n, _event.at
    return Close(n=n, at=at, status="finished", reason=None, ranking=((house.client,), (0,)), points=None)


def _away(house: House, event: GameEvent) -> Away:
    return Away(n=event.n, at=event.at, player=house.client, reason="timeout")


def _moved_for_me(house: House, event: GameEvent) -> Move:
    return Move(n=event.n, at=event.at, player=house.client, piece=0, from_=-1, to=0, by="player", sig="00" * 64)


def _back_in_time(_house: House, roll: Roll) -> Roll:
    return structs.replace(roll, at=1)


CASES: dict[str, tuple[type, Change, str, str]] = {
    "wrong roll": (Roll, _other_value, "player.roll", "roll.value"),
    "skipped link": (Roll, _skipped, "player.skipped", "roll.contributors"),
    "link that does not belong": (Roll, _other_link, "player.chain", "chain.link"),
    "illegal move": (Move, _illegal, "player.rules", "rules.move"),
    "win out of nowhere": (Roll, _won, "player.rules", "result.status"),
    "away too early": (Roll, _away, "player.order", "order.timeout"),
    "move in my name": (Roll, _moved_for_me, "player.own_event", "rules."),
    "back in time": (Roll, _back_in_time, "player.order", "order.time"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_signed_lie_is_proof(tmp_path: Path, name: str) -> None:
    """The record in the evidence is signed by the house, and any verifier refuses it for what was done."""
    kind, change, code, refusal = CASES[name]
    house = lying(kind, change, at=3)
    keep = tmp_path / "keep"
    error, folder = cheated(house, keep, code)
    report = verify((folder / "record.json").read_bytes(), Trust(house_keys=(house.key.public,)))
    assert report.verdict == "refused"
    assert report.fault is not None
    assert report.fault.code.startswith(refusal), report.fault
    assert report.fault.event == error.event
    kept = read_receipt((folder / "receipt-1.json").read_bytes())
    assert (kept.n, kept.game) == (error.event, house.table.gid)
    assert kept.head is not None
    PublicKey(house.key.public).verify(kept.sig, receipt_message(house.table.gid, kept.n, kept.head))
    stays_stopped(house, keep)


def test_a_draw_that_is_none(tmp_path: Path) -> None:
    cheated(lying(Draw, _other_draw, at=1), tmp_path / "keep", "player.roll")


def test_my_join_changed(tmp_path: Path) -> None:
    house = lying(Join, lambda _house, join: structs.replace(join, anchor="11" * 32), at=2)
    cheated(house, tmp_path / "keep", "player.own_join")
    stays_stopped(house, tmp_path / "keep")


@pytest.mark.parametrize("at", [0, 1, 2, 3, 5, 9])
def test_a_receipt_that_does_not_hold(tmp_path: Path, at: int) -> None:
    """It proves nothing to others; what stood before it is kept, as far as the house has signed it."""
    house = House(first=1)

    def twist(item: dict[str, Any]) -> dict[str, Any]:
        return item | {"receipt": {"n": at, "sig": "11" * 64}} if item["event"]["n"] == at else item

    house.twist = twist
    _, folder = cheated(house, tmp_path / "keep", "player.receipt")
    assert not list(folder.glob("receipt-*"))
    if at > 2:
        assert verify((folder / "record.json").read_bytes()).verdict == "open"
        assert json.loads((folder / "shown.json").read_bytes())["n"] == at
    stays_stopped(house, tmp_path / "keep")


def test_a_head_that_is_not_the_one_signed(tmp_path: Path) -> None:
    house = House(first=1)
    house.twist = lambda item: item | {"head": "22" * 32} if item["event"]["n"] == 5 else item
    cheated(house, tmp_path / "keep", "player.head")


def test_an_event_left_out(tmp_path: Path) -> None:
    """A guest's roll is not told, only what the guest made of it."""
    house = House(first=1)

    def twist(item: dict[str, Any]) -> dict[str, Any]:
        n = item["event"]["n"]
        if n > 1 and n < house.table.n and isinstance(house.table.appended(n + 1).event, Move):
            return house.told_as(n - 1)
        return item

    house.twist = twist
    cheated(house, tmp_path / "keep", "player.gap")


# Two histories ------------------------------------------------------------------------------------------------------


def _renamed(house: House) -> dict[str, Any]:
    """Another first guest than the one that joined: the same place, well signed."""
    join = house.table.record().events[2]
    assert isinstance(join, Join)
    sig = SecretKey(house.secret("another")).sign(b"").hex()
    return house.forged(structs.replace(join, name="Else", sig=sig))


def test_an_earlier_event_told_otherwise(tmp_path: Path) -> None:
    """Whoever asks again is told something else: two receipts for one event."""
    house, told = House(first=1), 0

    def twist(item: dict[str, Any]) -> dict[str, Any]:
        nonlocal told
        if item["event"]["n"] == 9:
            told += 1
            return _renamed(house) if told == 1 else item
        return item

    house.twist = twist
    _, folder = cheated(house, tmp_path / "keep", "player.two_histories")
    one, other = (read_receipt((folder / f"receipt-{k}.json").read_bytes()) for k in (1, 2))
    assert (one.n, one.game) == (other.n, other.game)
    assert one.head != other.head
    report = verify((folder / "record.json").read_bytes(), Trust(receipts=(other,)))
    assert report.fault is not None
    assert report.fault.code == "head.fork"
    stays_stopped(house, tmp_path / "keep")


def test_a_second_ack_is_never_given(tmp_path: Path) -> None:
    """The seat was killed after it gave its link; in its next run the house shows another way to the same roll."""
    house, keep = House(first=1), tmp_path / "keep"
    house.after = lambda request: _kill() if request.url.path.endswith("/links") else None
    with pytest.raises(_Killed), sit(house, keep) as seat:
        play(seat)
    house.after = lambda _request: None
    assert list(house.promises.acks) == [1]
    house.twist = lambda item: _renamed(house) if item["event"]["n"] == 2 else item
    # Its own journal has the first history; what the house tells now is held against it.
    with sit(house, keep) as seat, pytest.raises(PlayerError) as caught:
        seat._take(seat._service.events(seat.game, 1))
    assert caught.value.code == "player.two_histories"
    assert len(house.promises.acks) == 1
    assert house.promises.broken == []
    stays_stopped(house, keep)


class _Killed(BaseException):
    pass


def _kill() -> None:
    raise _Killed


# Before play --------------------------------------------------------------------------------------------------------


def test_another_house(tmp_path: Path) -> None:
    house, keep = House(), tmp_path / "keep"
    cheated(house, keep, "player.house_key", house_key=bytes(31) + b"\x07")
    cheated(house, keep, "player.house_key")  # the key that was named stays named
    with sit(house, keep, house_key=house.key.public) as seat:  # it was mistyped
        play(seat)
        assert seat.number == 0


def test_another_game_than_the_one_reserved(tmp_path: Path) -> None:
    house = House()
    house.reserved = lambda body: body | {"game": "33" * 32}
    cheated(house, tmp_path / "keep", "player.other_game")


def test_an_opening_of_an_unknown_game(tmp_path: Path) -> None:
    house = House()

    def twist(item: dict[str, Any]) -> dict[str, Any]:
        event = convert(item["event"], GameEvent)
        if not isinstance(event, Open):
            return item
        rules = structs.replace(event.rules, options=event.rules.options | {"bogus": True})
        return house.forged(structs.replace(event, rules=rules))

    house.twist = twist
    cheated(house, tmp_path / "keep", "player.rules")


def test_a_game_that_was_tried_before(tmp_path: Path) -> None:
    """By another code the house leads the player into the same game again."""
    house, keep = House(), tmp_path / "keep"
    with sit(house, keep):
        pass
    other = House()
    with pytest.raises(PlayerError) as caught:
        Seat.join(
            "http://127.0.0.1:9999",
            "K7M2QX34",
            name="Ana",
            keep=keep,
            transport=other.transport,
            sleep=lambda _seconds: None,
        )
    assert caught.value.code == "player.seen_game"
    assert house.promises.anchors != []
    assert other.promises.anchors == []


# Links --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [-1, 1, 7])
def test_a_house_link_that_does_not_belong(tmp_path: Path, ahead: int) -> None:
    house = House(first=1)
    house.shown_link = lambda j, link: (house.chain().link(j + ahead) if j == 4 else link).hex()
    _, folder = cheated(house, tmp_path / "keep", "player.house_link")
    assert json.loads((folder / "why.json").read_bytes())["house_link"] == house.chain().link(4 + ahead).hex()
    assert set(house.promises.acks) == {1, 2, 3}
    house.shown_link = lambda _j, link: link.hex()
    with sit(house, tmp_path / "keep") as seat:
        play(seat)
    assert house.table.closed, "nothing that was signed shows a fraud, so the seat may be taken again"


# The log ------------------------------------------------------------------------------------------------------------


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def change(proofs: dict[str, Any]) -> dict[str, Any]:
        place: Any = proofs
        *way, last = path.split("/")
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        place[last] = value(place[last]) if callable(value) else value
        return proofs

    return change


LIES = {
    "no proof": lambda _proofs: None,
    "no opening": _set("leaves", []),
    "another game": _set("leaves/0/leaf/game", "44" * 32),
    "another head": _set("leaves/0/leaf/head", "55" * 32),
    "too early": _set("leaves/0/leaf/n", 1),
    "too late": _set("leaves/0/leaf/n", 99),
    "another place": _set("leaves/0/index", 2),
    "a place that is none": _set("leaves/0/index", 3),
    "a proof too short": _set("leaves/0/proof", []),
    "another root": _set("checkpoint", lambda note: note.replace("\n3\n", "\n4\n")),
    "no checkpoint": _set("checkpoint", "hello"),
    "a close": _set("leaves/0/leaf/kind", "close"),
}


@pytest.mark.parametrize("name", LIES)
@pytest.mark.parametrize("named", [False, True], ids=["", "named"])
def test_a_log_that_lies(tmp_path: Path, name: str, named: bool) -> None:
    house = House(first=1, log=True)
    house.shown_log = LIES[name]
    _, folder = cheated(house, tmp_path / "keep", "player.log", **({"log_key": house.vkey} if named else {}))
    assert house.promises.acks == {}
    assert "log" in json.loads((folder / "why.json").read_bytes())


LOGGED: dict[str, Callable[[House, LogEntry], LogEntry]] = {
    "another game": lambda _house, leaf: structs.replace(leaf, game="44" * 32),
    "another history": lambda _house, leaf: structs.replace(leaf, head="55" * 32),
    "before I joined": lambda house, leaf: structs.replace(leaf, n=2, head=house.table.appended(2).head.hex()),
    "of later": lambda _house, leaf: structs.replace(leaf, n=99),
}


@pytest.mark.parametrize("name", LOGGED)
def test_a_log_that_holds_something_else(tmp_path: Path, name: str) -> None:
    """Sound proofs under a signed checkpoint, only not of the game that was seen here."""
    house = House(first=1, log=True)
    house.logged = lambda leaf: LOGGED[name](house, leaf)
    cheated(house, tmp_path / "keep", "player.log")
    assert house.promises.acks == {}


def test_another_log_than_the_one_named(tmp_path: Path) -> None:
    cheated(House(first=1, log=True), tmp_path / "keep", "player.log", log_key=House(log=True, seed="x").vkey)


def test_no_log_where_one_was_named(tmp_path: Path) -> None:
    cheated(House(first=1), tmp_path / "keep", "player.log", log_key=House(log=True).vkey)
