"""english@1: English Ludo without safe squares (docs/spec/rules/english.md)."""

from __future__ import annotations

from replay.board import CROSS_52
from replay.options import Choice, Option
from replay.parts.extra import Extra
from replay.parts.finishing import all_home
from replay.parts.landing import by_progress
from replay.parts.reach import alone, routes
from replay.parts.sharing import single_file
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, start
from replay.turn import Parts, machine

__all__ = ["ENGLISH"]

_OPTIONS = (
    start("highest"),
    end(),
    Option(
        "six_unusable",
        "what follows a six that no piece can use",
        (
            Choice("again", "A six that no piece can use still earns another roll."),
            Choice("next", "A six that no piece can use ends the turn."),
        ),
        "E3",
    ),
    auto_move(default=False),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 52 squares, walked clockwise, and for each colour a column of five squares that leads home. "
            "Each player has four pieces. No square of the track is safe.",
        ),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll, then move one piece by that number. You may not decline a move that you can make.",
            "A six brings a piece from the yard to your start square, or moves a piece six squares: you choose.",
            "A six earns another roll, and a second six another. The third six in a row is not moved and ends the "
            "turn; the moves before it stand.",
        ),
        ("six_unusable", "auto_move"),
    ),
    Card(
        "Capturing",
        (
            "End a move on a rival's piece on the track and it goes back to its yard, also when you bring a piece out.",
            "You may not end a move on a piece of your own, home excepted. Passing does nothing.",
        ),
    ),
    Card("Home", ("Home is reached with the exact number. Nobody else may enter your column.",)),
    Card("The end", ("All four pieces home: you are done.",), ("end",)),
)


def _parts(rules: Rules, seating: Seating) -> Parts:
    board = rules.board
    return Parts(
        reach=alone(routes(board, leave=(6,)), crowd=board.goal),
        landing=by_progress(seating),
        done=all_home(board),
        extra=Extra(unusable_six=rules.options["six_unusable"] == "again", limit=3),
        sharing=single_file(crowd=board.goal),
    )


ENGLISH = System(
    id="english@1",
    title="English Ludo",
    summary="52 squares, none of them safe; no two own pieces on a square; the highest roll begins.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda _options: CROSS_52,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
)
