"""nomercy@1: whole sequences of rolls, prisoners, moonwalks and invasions (docs/spec/rules/nomercy.md)."""

from __future__ import annotations

from replay.board import CROSS_52
from replay.options import Choice, Option, flag
from replay.parts.full_use import FullUse, every_action, only_captures
from replay.parts.ground import survey
from replay.parts.passing import ALWAYS, NEVER, ONLY_EXTRAS, Passing
from replay.seating import Seating
from replay.sequence import Parts, machine
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, start

__all__ = ["NOMERCY"]

_OPTIONS = (
    start("draw"),
    end(),
    flag(
        "starts_safe",
        "whether start squares are safe as the stars are",
        off="The start squares are ordinary squares: bringing a piece out can capture, and two pieces of a rival there "
        "keep it in.",
        on="The start squares are safe too: all may share them, and nothing is captured there.",
        clause="N4",
    ),
    Option(
        "full_use",
        "which actions must leave dice that can all be spent",
        (
            Choice("captures", "You may capture only if all the dice that are left then can still be spent."),
            Choice(
                "all",
                "Whatever you do, all the dice that are left then must still be spendable, if anything you could do "
                "leaves them so. Recovering and freeing are always allowed, a capture that wastes dice never.",
            ),
        ),
        "N5",
    ),
    Option(
        "must_play",
        "when you may pass",
        (
            Choice(
                "forward",
                "While a piece can enter or move on you must go on; with only moonwalks, invasions, recovering and "
                "freeing left you may pass.",
            ),
            Choice("nothing", "You may pass at any time, whatever is left of your dice."),
            Choice("everything", "You may not pass while there is anything to do with your dice."),
        ),
        "N6",
    ),
    auto_move(default=False),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 52 squares, walked clockwise, and for each colour a column of five squares that leads home. A "
            "star stands eight squares past each start square. Each player has four pieces.",
        ),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll until you roll less than six; only then do you use the dice: in any order, with any pieces, one at a "
            "time or several added up for one piece.",
            "A six brings a piece from the yard to your start square.",
            "The turn ends when nothing is left to do; dice that cannot be used are lost.",
        ),
        ("must_play", "auto_move"),
    ),
    Card(
        "Capturing",
        (
            "End a move on a single piece of a rival on an ordinary square and it is your prisoner. Nothing is "
            "captured on a star. Two or more pieces of one rival on an ordinary square cannot be captured, and nobody "
            "may end a move there; but any piece may be jumped.",
            "Moonwalk: a piece on the track may go backwards, not past its own start square, if it captures by that. "
            "It is locked then, and does nothing more before your next turn.",
        ),
        ("starts_safe", "full_use"),
    ),
    Card(
        "Prison",
        (
            "A six recovers one of your pieces that is a prisoner: it goes to its own yard, and is locked.",
            "Invasion: a piece on the track may go, with the exact number, into a rival's column, to a square where a "
            "single piece of that rival stands. That piece is your prisoner then, and yours is held in the column.",
            "Two sixes free it: it goes to the last square of the track before that column, and is locked.",
        ),
    ),
    Card("Home", ("Home is reached with the exact number only.",)),
    Card("The end", ("All four pieces home: you are done, whatever is left of your dice.",), ("end",)),
)

_FULL_USE: dict[object, FullUse] = {"captures": only_captures, "all": every_action}
_PASSING: dict[object, Passing] = {"forward": ONLY_EXTRAS, "nothing": ALWAYS, "everything": NEVER}


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    return Parts(
        survey=survey(seating, safe=board.stars | board.starts if options["starts_safe"] else board.stars),
        full_use=_FULL_USE[options["full_use"]],
        passing=_PASSING[options["must_play"]],
    )


NOMERCY = System(
    id="nomercy@1",
    title="Ludo No Mercy",
    summary="52 squares; a whole sequence of rolls to spend, prisoners, steps back that capture, invaded columns.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda _options: CROSS_52,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
)
