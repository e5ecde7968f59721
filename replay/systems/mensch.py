"""mensch@1: Mensch ärgere Dich nicht (docs/spec/rules/mensch.md)."""

from __future__ import annotations

from replay.board import CROSS_40
from replay.options import Choice, Option, flag
from replay.parts.blocking import Narrow, no_jump_home
from replay.parts.duties import bring_out, capture, clear_start
from replay.parts.extra import Extra, three_tries
from replay.parts.finishing import all_home
from replay.parts.landing import by_progress
from replay.parts.reach import alone, routes
from replay.parts.sharing import single_file
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, start
from replay.turn import Parts, machine

__all__ = ["MENSCH"]

_OPTIONS = (
    start("draw"),
    end(),
    flag(
        "capture_compulsory",
        "whether a capture must be made",
        off="You need not capture.",
        on="If you can capture you must, unless you have to bring a piece out or clear your start square.",
        clause="M5",
    ),
    flag(
        "bring_out_optional",
        "whether a six leaves the choice to bring a piece out or not",
        off="With a six you must bring a piece out if you can, and while a piece waits in your yard, your piece on "
        "the start square must move on first.",
        on="With a six you may bring a piece out or move another, and your start square need not be cleared.",
        clause="M5",
    ),
    flag(
        "no_jump_home",
        "whether own pieces in the home row may be jumped",
        off="Your own pieces in the home row may be jumped.",
        on="A piece may not jump over your own pieces in the home row, from the track either.",
        clause="M8",
    ),
    Option(
        "six_unusable",
        "what follows a six that no piece can use",
        (
            Choice("next", "A six that no piece can use ends the turn."),
            Choice("again", "A six that no piece can use still earns another roll."),
        ),
        "M9",
    ),
    Option(
        "tries_scope",
        "when it is asked whether you have three tries",
        (
            Choice("turn", "The roll that a six earns is a single one."),
            Choice("roll", "After each six it is asked again whether you have three tries."),
        ),
        "M10",
    ),
    auto_move(default=False),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 40 squares, and four home squares for each colour. Each player has four pieces.",
            "Pieces move clockwise, and no two pieces ever share a square.",
        ),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll, then move one piece by that number. You may not decline a move that you can make.",
            "A six brings a piece from the yard to your start square. Whoever rolls a six rolls again.",
            "You have three tries for a six while nothing of yours stands on the track and your home row is filled "
            "from its end without a gap.",
        ),
        ("bring_out_optional", "six_unusable", "tries_scope", "auto_move"),
    ),
    Card(
        "Capturing",
        (
            "End a move on a rival's piece and it goes back to its yard, on your start square too. Passing captures "
            "nothing, and any piece on the track may be jumped.",
        ),
        ("capture_compulsory",),
    ),
    Card(
        "Home",
        ("The home squares are reached with the exact number; you may not end on a piece of your own.",),
        ("no_jump_home",),
    ),
    Card("The end", ("All four pieces on home squares: you are done.",), ("end",)),
)


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    landing = by_progress(seating)
    narrow: tuple[Narrow, ...] = ()
    if options["no_jump_home"]:
        narrow += (no_jump_home(board),)
    if not options["bring_out_optional"]:
        narrow += (bring_out, clear_start)
    if options["capture_compulsory"]:
        narrow += (capture(landing),)
    return Parts(
        reach=alone(routes(board, leave=(6,))),
        landing=landing,
        done=all_home(board),
        extra=Extra(
            tries=three_tries(board),
            tries_again=options["tries_scope"] == "roll",
            unusable_six=options["six_unusable"] == "again",
        ),
        narrow=narrow,
        sharing=single_file(),
    )


MENSCH = System(
    id="mensch@1",
    title="Mensch ärgere Dich nicht",
    summary="40 squares; a six must bring a piece out, the start square must be cleared, three tries for a six.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda _options: CROSS_40,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
)
