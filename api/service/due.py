"""What a game waits for, as every answer says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from fairdice.live.table import Table
from fairdice.live.view import Choice
from fairdice.words.legal import move_in_words
from fairdice.words.names import names_of
from replay.play import Play
from replay.state import MOVE, START

__all__ = ["away_at", "due_of", "legal_moves", "owing"]


def due_of(table: Table, *, started: bool, stopped: bool, deadline: int | None) -> dict[str, Any]:
    """What is due: the same object in every answer.

    The house's link stands in it exactly while the roll is due and the game has started (O4, O6).
    """
    due = table.due
    what = "stopped" if stopped else {"draw": "draw" if started else "start", START: "start_roll"}.get(due, due)
    answer: dict[str, Any] = {
        "what": what,
        "player": None if stopped else table.turn,
        "by": None if stopped else table.by,
        "j": None,
        "since": None,
        "house_link": None,
        "contributors": [],
        "missing": [],
        "moves": None,
        "may_pass": False,
        "deadline": deadline,
    }
    if stopped:
        return answer
    j = table.roll_index
    if j is not None and started:
        answer |= {
            "j": j,
            "since": table.due_since(j),
            "house_link": table.house_link(j).hex(),
            "contributors": list(table.contributors),
            "missing": list(table.missing),
        }
    elif due == MOVE:
        answer |= {"moves": [_plain(choice) for choice in table.moves], "may_pass": table.may_pass}
    return answer


def _plain(choice: Choice) -> dict[str, Any]:
    """A legal move with the piece that makes it, as a move is asked for."""
    move, piece = choice
    plain: dict[str, Any] = to_builtins(move)
    return {"piece": piece, **plain}


def legal_moves(table: Table) -> list[dict[str, Any]]:
    """The legal moves with the loop square that each piece would land on (None off the loop), and in words."""
    play = table.play
    if play is None or table.due != MOVE:
        return []
    names = names_of(table.game)
    return [
        _plain(choice) | {"square": _square(play, choice), "words": move_in_words(play, choice[0], names)}
        for choice in table.moves
    ]


def _square(play: Play, choice: Choice) -> int | None:
    """Where the move ends on the loop; None in the yard, in a column and at home."""
    return play.seating.square(play.owner, choice[0].to)


def owing(table: Table) -> Sequence[int]:
    """The present players for whom everyone waits: whose move it is, who owes a link, or who has to roll."""
    if table.due == MOVE:
        return (table.turn,) if table.by == "player" and table.turn is not None else ()
    if table.roll_index is None:
        return ()
    if table.missing:
        return table.missing
    turn = table.turn
    return (turn,) if turn is not None and table.is_present(turn) else ()


def away_at(table: Table) -> int:
    """When those for whom everyone waits are declared away, Unix milliseconds."""
    assert table.game.opening is not None
    return table.at + table.game.opening.away_after_ms
