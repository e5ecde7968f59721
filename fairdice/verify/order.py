"""Stage ``order``: indices, times, and which event may stand where (docs/spec/record.md, R2 to R9)."""

from __future__ import annotations

from typing import NoReturn

from fairdice.errors import OrderError
from fairdice.verify.case import Case
from replay.record import Away, Back, Close, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll

__all__ = ["check", "check_count", "check_links", "check_patience"]

_GAME = (Roll, Move, Pass, Away, Back, Close)
_LOBBY = (Join, Close)
_BEFORE_DRAW = (Draw, Away, Back, Close)
_FOLLOWS: dict[type, tuple[type, ...]] = {Open: (Commit,), Commit: _LOBBY, Close: ()}


def check(case: Case) -> None:
    """Every event stands at its index, not before the last one's time, and where its kind may stand.

    Raises OrderError ``order.index``, ``order.time``, ``order.place``, ``order.player``, ``order.links`` or
    ``order.timeout``.
    """
    players = patience = 0
    expected: tuple[type, ...] = (Open,)
    last = busy = -1
    for index, event in enumerate(case.events):
        kind = type(event)
        if event.n != index or event.at < last:
            check_count(event, index, last)
        last = event.at
        if kind not in expected:
            _misplaced(index, event, expected)
        if kind is Away or kind is Back:
            _check_absence(event, players, busy, patience)
            continue
        busy = last
        if type(event) is Roll or type(event) is Draw:
            if len(event.links) != players + 1:
                check_links(event, players)
            expected = _GAME
        elif kind in _FOLLOWS:
            expected = _FOLLOWS[kind]
            if type(event) is Open:
                players, patience = event.players, event.away_after_ms
        elif kind is Join:
            _check_join(event, index - 2)
            expected = _LOBBY if index < players + 1 else _BEFORE_DRAW


def check_count(event: GameEvent, index: int, last: int) -> None:
    """The event is number `index` and not before `last`, the time of the one before it.  Raises as `check`."""
    if event.n != index:
        raise OrderError(
            "order.index",
            f"event {index} calls itself {event.n}",
            event=index,
            expected=index,
            found=event.n,
            clause="R2",
        )
    if event.at < last:
        raise OrderError(
            "order.time",
            f"event {index} is {last - event.at} ms earlier than the one before it",
            event=index,
            expected=last,
            found=event.at,
            clause="R2",
        )


def check_links(event: Draw | Roll, players: int) -> None:
    """The event has a place for a link of the house and of each player.  Raises as `check`."""
    if len(event.links) != players + 1:
        raise OrderError(
            "order.links",
            f"event {event.n} has {len(event.links)} links, not one for the house and each of {players} players",
            event=event.n,
            expected=players + 1,
            found=len(event.links),
            clause="R7",
        )


def _check_join(event: GameEvent, player: int) -> None:
    assert isinstance(event, Join)
    if event.player != player:
        raise OrderError(
            "order.player",
            f"player {player} joins here, not player {event.player}",
            event=event.n,
            expected=player,
            found=event.player,
            clause="R5",
        )


def _check_absence(event: GameEvent, players: int, busy: int, patience: int) -> None:
    assert isinstance(event, Away | Back)
    if event.player >= players:
        raise OrderError(
            "order.player",
            f"there is no player {event.player}",
            event=event.n,
            expected=players - 1,
            found=event.player,
            clause="R8",
        )
    check_patience(event, busy, patience)


def check_patience(event: Away | Back, busy: int, patience: int) -> None:
    """Who is timed out has let `patience` ms go by since `busy`, the time of the last action.  Raises as `check`."""
    if isinstance(event, Away) and event.reason == "timeout" and event.at < busy + patience:
        raise OrderError(
            "order.timeout",
            f"player {event.player} is declared away {event.at - busy} ms after the last action; "
            f"{patience} ms must have passed",
            event=event.n,
            expected=busy + patience,
            found=event.at,
            clause="R8",
        )


def _misplaced(index: int, event: GameEvent, expected: tuple[type, ...]) -> NoReturn:
    kinds = [kind.__name__.lower() for kind in expected]
    found = type(event).__name__.lower()
    may = f"here may stand: {', '.join(kinds)}" if kinds else "nothing may follow the close"
    raise OrderError(
        "order.place",
        f"{found} may not stand at event {index}; {may}",
        event=index,
        expected=kinds,
        found=found,
        clause="R2",
    )
