"""parchis@1: Parchís on 68 squares (docs/spec/rules/parchis.md)."""

from __future__ import annotations

from replay.board import CROSS_68
from replay.options import Choice, Option, flag
from replay.parts.arrivals import Arrivals
from replay.parts.barriers import barriers, by_twos, two_at_most
from replay.parts.duties import bring_out, open_barrier
from replay.parts.extra import Extra, lose_last_moved, may_have_moved
from replay.parts.finishing import all_home
from replay.parts.reach import routes, shared, six_as_seven
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, four_for_teams, start, teams
from replay.turn import Parts, machine

__all__ = ["PARCHIS"]

_OPTIONS = (
    start("highest"),
    end(teams=True),
    flag(
        "six_moves_seven",
        "whether a six moves seven squares when the yard is empty",
        off="A six moves six squares.",
        on="A six moves seven squares while none of your pieces is in the yard.",
        default=True,
        clause="H3",
    ),
    Option(
        "exit_vs_rival_barrier",
        "what two pieces of one rival on your start square mean for a piece that would come out",
        (
            Choice("blocked", "Two pieces of one rival on your start square keep your pieces in the yard."),
            Choice(
                "captures_last",
                "Of two pieces of one rival on your start square one is captured by a piece that comes out.",
            ),
        ),
        "H9",
    ),
    teams(
        on="Opposite players are partners: they never capture each other, and a piece stays in before two pieces of "
        "the team. A team wins as soon as both its players are done.",
        clause="H7",
    ),
    auto_move(default=False),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 68 squares, walked anticlockwise, twelve of them safe, and for each colour a column of seven "
            "squares that leads home. There is room for two pieces on a square, in the yard and at home for all.",
        ),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll, then move one piece by that number. You may not decline a move that you can make.",
            "A five must bring a piece from the yard to your start square, if it can.",
            "A six earns another roll. The third six in a row is not moved: the piece you moved last goes to the yard, "
            "unless it is in your column or home, and the turn ends.",
        ),
        ("six_moves_seven", "auto_move"),
    ),
    Card(
        "Barriers",
        (
            "Two pieces of one colour on a square are a barrier: nobody may pass it or end there, not even its owner.",
            "With a six you must open a barrier of yours, if one of its pieces can move.",
        ),
    ),
    Card(
        "Capturing",
        (
            "End a move on a single piece of a rival on a square that is not safe and it goes back to its yard; then "
            "you move 20 squares with any of your pieces, if one can.",
            "A piece that comes out onto a full start square captures a rival there, of two rivals the last to come.",
        ),
        ("exit_vs_rival_barrier",),
    ),
    Card(
        "Home",
        ("Home is reached with the exact number. A piece that comes home lets another one move 10 squares.",),
    ),
    Card("The end", ("All four pieces home: you are done.",), ("teams", "end")),
)

_NUMBERS = (*range(1, 8), 10, 20)
"""A roll, a six that moves seven, and the bonus moves."""


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    ways = routes(board, leave=(5,), numbers=_NUMBERS)
    arrivals = Arrivals(seating)
    last = options["exit_vs_rival_barrier"] == "captures_last"
    return Parts(
        reach=six_as_seven(ways) if options["six_moves_seven"] else shared(ways),
        landing=by_twos(seating, safe=board.starts | board.stars),
        done=all_home(board),
        extra=Extra(unusable_six=True, limit=3, penalty=lose_last_moved(arrivals), capture_bonus=20, home_bonus=10),
        narrow=(barriers(seating, captures_last=last), bring_out, open_barrier(board)),
        sharing=two_at_most(),
        moved_last=may_have_moved,
        arrivals=arrivals,
    )


PARCHIS = System(
    id="parchis@1",
    title="Parchís",
    summary="68 squares; a five brings a piece out, barriers stop everyone, captures and homecomings earn bonus moves.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda _options: CROSS_68,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
    check=four_for_teams("H7"),
)
