"""Records for tests of the format: the right shape, drawn at random from a seed; no hash or signature in them holds."""

from __future__ import annotations

from random import Random
from typing import Any

__all__ = ["sample_record"]


def sample_record(rolls: int, *, seed: int = 1, gaps: bool = False, signed: bool = False) -> dict[str, Any]:
    """A record of four players with `rolls` rolls and seven moves to eight of them.

    With `gaps` one player contributes nowhere and another to every second roll; with `signed` the moves are signed.
    """
    random = Random(seed)
    events: list[dict[str, Any]] = []

    def digits(count: int) -> str:
        return random.randbytes(count).hex()

    def add(type_: str, **fields: Any) -> None:
        n = len(events)
        events.append({"n": n, "type": type_, "at": 1_796_000_000_000 + 1000 * n, **fields})

    def links(j: int) -> list[str | None]:
        return [None if gaps and (p == 4 or (p == 2 and j % 2)) else digits(32) for p in range(5)]

    house = {"name": "Haus Ärger 🎲", "key": digits(32)}
    rules = {"id": "star@1", "options": {"auto_move": True, "leave": "6", "pieces": 4, "teams": False}}
    add(
        "open",
        protocol="fairdice/1",
        rules=rules,
        players=4,
        links=65536,
        away_after_ms=45_000,
        returns=2,
        signed_moves=signed,
        house=house,
        nonce=digits(16),
        beacon=None,
        note="one process held all chains",
    )
    add("commit", anchor=digits(32))
    for p, name in enumerate(["Ana", "Ben", "Čeněk", "多恵子"]):
        add("join", player=p, kind="human", name=name, anchor=digits(32), key=digits(32), sig=digits(64))
    add("draw", j=1, links=links(1), seats=[0, 1, 2, 3], first=0)
    for j in range(2, rolls + 2):
        p = j % 4
        add("roll", j=j, player=p, links=links(j), value=1 + j % 6)
        if j % 8:
            by: dict[str, Any] = {"by": "player", "sig": digits(64)} if signed else {"by": "auto"}
            add("move", player=p, piece=j % 4, **{"from": j % 50, "to": j % 50 + 3}, **by)
    add("close", status="finished", reason=None, ranking=[[0], [1, 2, 3]], points=None)
    last = len(events) - 1
    return {
        "format": "fairdice/game@1",
        "events": events,
        "receipt": {"n": last, "sig": digits(64)},
        "acks": [{"player": p, "n": last - 4 + p, "sig": digits(64)} for p in range(4)],
    }
