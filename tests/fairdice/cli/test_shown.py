"""What `show` remembers of the move that was made last: whose piece it was, and from where to where."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from fairdice.cli.shown import Watch
from fairdice.picture.scene import GATE, Moved, gate, prison
from replay.board import CROSS_52
from replay.record import GameEvent
from tests.fairdice.words.script import Script, begun

FOUR = ("Ana", "Ben", "Cleo", "Dan")
HELD: list[Any] = [{"prisoner_of": 1}, {"intruder_in": 1}, 20, 56]


def after(script: Script, type_: str, **fields: Any) -> Moved | None:
    """What is remembered after one more event."""
    watch = Watch()
    watch.narrator = script.narrator
    watch.take(convert({"type": type_, "n": script.n, "at": script.n, **fields}, GameEvent))
    return watch.moved


def move(start: int, end: int, piece: int = 0, **fields: Any) -> dict[str, Any]:
    return {"player": 0, "piece": piece, "from": start, "to": end, "by": "player", **fields}


def test_a_partners_piece() -> None:
    script = begun("pairs@1", names=FOUR, teams=True, finished_partner="plays_partner", auto_move=False)
    script.place([55, 56, 56, 56], [-1] * 4, [20, -1, -1, -1], [-1] * 4)
    script.roll(0, 1)
    # The move with which a player is done is still of its own piece.
    assert after(script, "move", **move(55, 56)) == Moved(0, CROSS_52.cell(0, 55), CROSS_52.cell(0, 56))
    script.n += 1
    script.roll(0, 3)
    assert after(script, "move", **move(20, 23)) == Moved(2, CROSS_52.cell(2, 20), CROSS_52.cell(2, 23))


@pytest.mark.parametrize(
    ("fields", "came", "went"),
    [
        (move(-2, -1, action="recover", dice=[6]), prison(CROSS_52, 2), CROSS_52.yards[0][0]),
        (move(-3, 24, 1, action="free", dice=[6, 6]), gate(CROSS_52, 2, GATE), CROSS_52.cell(0, 24)),
        (
            move(20, 53, 2, action="invade", dice=[1, 6], column=1),
            CROSS_52.cell(0, 20),
            gate(CROSS_52, 2, GATE),
        ),
    ],
    ids=["recover", "free", "invade"],
)
def test_captives(fields: dict[str, Any], came: tuple[float, float], went: tuple[float, float]) -> None:
    script = begun("nomercy@1")
    script.place(HELD, [53, -1, -1, -1])
    for value in (6, 6, 1):
        script.roll(0, value)
    assert after(script, "move", **fields) == Moved(0, came, went)


def test_other_events_mark_nothing() -> None:
    script = begun("star@1")
    assert after(script, "away", player=0, reason="left") is None
