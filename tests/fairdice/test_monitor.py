"""A whole log: what is read, what is refused, growth from visit to visit, records held against it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from fairdice.checkpoint import parse_checkpoint, parse_key
from fairdice.errors import LogError
from fairdice.leaves import close_leaf, open_leaf
from fairdice.monitor import LogView, check_record, read_log
from fairdice.verify.case import Case, Trust
from replay.codec import decode_record
from replay.errors import CodedError
from replay.record import LogEntry
from tests.support.forge import Forge
from tests.support.logged import KEY, VKEY, Log, closing, opening, other
from tests.support.wrong import game


def closed(**fields: Any) -> Forge:
    return game("cck", **fields).begin().play(12).close()


def view_of(log: Log, size: int | None = None, seen: str | None = None) -> LogView:
    before = None if seen is None else parse_checkpoint(seen)
    return read_log(log.files(size).get, [parse_key(VKEY)], before)


def code(log: Log, **rest: Any) -> str:
    with pytest.raises(CodedError) as caught:
        view_of(log, **rest)
    return caught.value.code


def log_of(*leaves: LogEntry | bytes, fill: int = 3) -> Log:
    log = Log()
    log.add(*map(other, range(fill)), *leaves)
    return log


# Reading ----------------------------------------------------------------------------------------------------------


def test_everything_is_listed() -> None:
    first, second, third = closed(), closed(seed="second"), closed(seed="third")
    log = log_of(opening(first), opening(second), closing(first), opening(second), opening(third), closing(third))
    log.add(closing(third))
    view = view_of(log)
    assert view.checkpoint.checkpoint.size == 10
    assert view.note == log.checkpoint()
    assert len(view.games) == 6
    assert [game.game for game in view.unclosed] == [other(n).game for n in range(3)] + [second.gid.hex()]
    assert [game.game for game in view.repeated] == [second.gid.hex(), third.gid.hex()]
    found = view.games[first.gid.hex()]
    assert [(leaf.index, leaf.n, leaf.status) for leaf in (*found.opened, *found.closed)] == [
        (3, opening(first).n, None),
        (5, closing(first).n, "abandoned"),
    ]


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 700])
def test_logs_of_all_sizes(size: int) -> None:
    log = Log()
    log.add(*map(other, range(size)))
    told: list[tuple[int, int]] = []
    view = read_log(log.files().get, progress=lambda done, of: told.append((done, of)))
    assert len(view.games) == size
    assert [done for done, _ in told] == [*range(256, size, 256), *([size] if size else [])]


def test_no_checkpoint() -> None:
    nothing: dict[str, bytes] = {}
    with pytest.raises(LogError) as caught:
        read_log(nothing.get)
    assert caught.value.code == "log.absent"
    for raw in (b"", b"\xff", b"<html>"):
        served = {"checkpoint": raw}
        with pytest.raises(LogError) as caught:
            read_log(served.get)
        assert caught.value.code == "log.checkpoint"


def test_the_key() -> None:
    log = Log()
    log.add(*map(other, range(5)))
    stranger = Log(key=type(KEY)(bytes(32)))
    stranger.add(*map(other, range(5)))
    assert len(view_of(log).games) == 5
    assert code(stranger) == "log.unsigned"
    assert code(Log("log.example.com/others")) == "log.origin"
    assert len(read_log(stranger.files().get).games) == 5, "nobody named a key"


def test_entries_that_are_no_leaves() -> None:
    assert code(log_of(b"{}")) == "log.entry"
    assert code(log_of(b'{"format":"fairdice/leaf@1"}')) == "log.entry"
    assert code(log_of(structs.replace(other(5), kind="close"))) == "log.status"
    with pytest.raises(LogError, match="entry 3: "):
        view_of(log_of(b"{}"))


# Growth -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 5, 255, 256, 257, 600])
def test_a_log_that_grows(size: int) -> None:
    log = Log()
    log.add(*map(other, range(600)))
    assert len(view_of(log, seen=log.checkpoint(size)).games) == 600
    assert len(view_of(log, size, seen=log.checkpoint(size)).games) == size


@pytest.mark.parametrize("place", [0, 4, 256, 598])
def test_a_history_that_was_changed(place: int) -> None:
    log, again = Log(), Log()
    log.add(*map(other, range(599)))
    again.add(*(other(n + 1000 * (n == place)) for n in range(700)))
    assert code(again, seen=log.checkpoint()) == "log.consistency"
    assert code(again, size=599, seen=log.checkpoint()) == "log.consistency"


def test_a_log_that_shrank() -> None:
    log = Log()
    log.add(*map(other, range(10)))
    assert code(log, size=9, seen=log.checkpoint()) == "log.shrunk"
    assert code(log, seen=Log("log.example.com/others").checkpoint()) == "log.origin"


# Records ----------------------------------------------------------------------------------------------------------


def held(forge: Forge, *leaves: LogEntry) -> str:
    """What is wrong with the record and a log of these leaves; "" if nothing is."""
    case = Case(decode_record(forge.bytes()), Trust())
    try:
        found = check_record(case, view_of(log_of(*leaves)))
    except LogError as error:
        return error.code
    assert found.game == forge.gid.hex()
    return ""


def test_records_that_fit() -> None:
    forge = closed()
    assert held(forge, opening(forge), other(7), closing(forge)) == ""
    lobby = game().lobby().close()
    assert held(lobby, closing(lobby)) == ""
    running = game("cck").begin().play(12)
    assert held(running, opening(running)) == ""
    assert held(game().open()) == ""


def test_a_record_that_is_older_than_the_log() -> None:
    forge, later = game("cck").begin().play(12), closed()
    assert held(forge, opening(later), closing(later)) == ""
    assert held(game("cck").lobby(), opening(later), closing(later)) == ""


def test_what_must_be_in_the_log() -> None:
    forge = closed()
    assert held(forge) == "log.unlogged"
    assert held(forge, opening(forge)) == "log.unlogged"
    assert held(forge, closing(forge)) == "log.unlogged"
    assert held(game().lobby().close()) == "log.unlogged"


def test_the_log_has_another_history() -> None:
    forge, longer = closed(), game("cck").begin().play(16).close()
    other_head = structs.replace(opening(forge), head="5a" * 32)
    assert held(forge, other_head, opening(forge), closing(forge)) == "log.head"
    assert held(forge, opening(forge), closing(forge), closing(longer)) == "log.event"
    assert held(forge, closing(forge), opening(forge)) == "log.order"
    assert held(forge, opening(forge), structs.replace(closing(forge), status="void")) == "log.status"
    n = opening(forge).n
    early = open_leaf(forge.gid, n - 1, forge.heads[n - 1])
    assert held(forge, early, opening(forge), closing(forge)) == "log.place"
    middle = close_leaf(forge.gid, n + 2, forge.heads[n + 2], "abandoned")
    assert held(forge, opening(forge), middle, closing(forge)) == "log.place"


def test_an_opening_that_was_logged_anew() -> None:
    forge = game("ccc").lobby()
    n = forge.n - 1
    before = open_leaf(forge.gid, n, forge.heads[n])
    forge.away(1).draw().play(14).close()
    assert held(forge, before, opening(forge), closing(forge)) == ""
    assert held(forge, before, closing(forge)) == "log.unlogged"
