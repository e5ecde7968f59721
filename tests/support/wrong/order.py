"""Wrong indices, times and places."""

from __future__ import annotations

from replay.record import Commit
from replay.state import MOVE
from tests.support.wrong import Found, at, document, game, wrong


@wrong("order.index", "a roll has the index of the event after it")
def index() -> Found:
    forge = game().begin().play(10)
    n = forge.n
    return at(forge.roll(n=n + 1).play(n + 3), n)


@wrong("order.index.first", "the opening is missing; the commit, now the first event, still has its index")
def first_index() -> Found:
    record = document(game().begin())
    del record["events"][0]
    return Found(record, 0)


@wrong("order.place.first", "the opening is missing, and the events are counted without it")
def first_place() -> Found:
    record = document(game().begin())
    del record["events"][0]
    for index, event in enumerate(record["events"]):
        event["n"] = index
    return Found(record, 0)


@wrong("order.time", "a roll is earlier than the event before it")
def time() -> Found:
    forge = game().begin().play(10)
    n = forge.n
    return at(forge.roll(at=forge.events[-1].at - 1).play(n + 3), n)


@wrong("order.place", "the house commits to a second chain after the draw")
def place() -> Found:
    forge = game().begin().play(8)
    n = forge.n
    return at(forge.write(Commit, {"anchor": "5a" * 32}, follow=False).play(n + 4), n)


@wrong("order.place.after_close", "a roll follows the close")
def after_close() -> Found:
    forge = game().begin().play(8).close()
    other = game().begin().play(8)
    n = forge.n
    roll = other.roll(n=n, at=forge.now).events[-1]
    forge.write(type(roll), {name: getattr(roll, name) for name in roll.__struct_fields__}, follow=False)
    return Found(forge.document(), n)


@wrong("order.player", "a player is declared away whom the game does not have")
def player() -> Found:
    forge = game("pp").begin().play(8).until(MOVE)
    n = forge.n
    forge.now += 60_000
    return at(forge.write(_away(), {"player": 2, "reason": "timeout"}, follow=False).play(n + 3), n)


def _away() -> type:
    from replay.record import Away

    return Away


@wrong("order.player.join", "player 1 joins before player 0")
def join() -> Found:
    forge = game().open().commit()
    return at(forge.join(1, follow=False).join(0, follow=False).close(follow=False), 2)


@wrong("order.links", "a roll has no place for the link of the last player")
def links() -> Found:
    forge = game("cp").begin().play(8)
    n = forge.n
    return at(forge.roll(links=forge.links()[:-1]).play(n + 3), n)


@wrong("order.timeout", "a player is declared away one millisecond too early")
def timeout() -> Found:
    forge = game().begin().play(8).until(MOVE)
    n, busy = forge.n, forge.events[-1].at
    return at(forge.away(forge.turn, at=busy + 45_000 - 1).play(n + 4), n)
