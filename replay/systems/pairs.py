"""pairs@1: Ludo with pairs that stay closed to rivals (docs/spec/rules/pairs.md)."""

from __future__ import annotations

from replay.board import CROSS_52, CROSS_52_55, YARD
from replay.options import Choice, Option, flag
from replay.parts.blocking import rival_pairs
from replay.parts.extra import Extra
from replay.parts.finishing import all_home, by_points, scores, some_home
from replay.parts.landing import by_progress
from replay.parts.reach import routes, shared
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, four_for_teams, start, teams
from replay.turn import Parts, machine

__all__ = ["PAIRS"]

_OPTIONS = (
    start("draw"),
    end(teams=True),
    Option(
        "colours",
        "who gets which colour",
        (
            Choice("drawn", "Colours are drawn by lot, with the same committed dice."),
            Choice("fixed", "Colours go by the order in which the players joined."),
        ),
        "W1",
    ),
    flag(
        "walls",
        "whether a pair stops rivals that would pass it",
        off="A pair may be jumped.",
        on="Rivals may not jump a pair on an ordinary square, unless its player is done.",
        clause="W3",
    ),
    flag(
        "quick",
        "whether it is the quick game",
        off="All four pieces begin in the yard; who has brought all four home is done.",
        on="One piece of each colour begins on its start square; who has brought two pieces home is done.",
        clause="W6",
    ),
    teams(
        on="Opposite players are partners: they never capture or hinder each other. A team wins as soon as both its "
        "players are done.",
        clause="W7",
    ),
    Option(
        "finished_partner",
        "what a player does who is done before the partner, in teams",
        (
            Choice("skip", "In teams, a player who is done is skipped."),
            Choice("plays_partner", "In teams, a player who is done goes on rolling, and moves the partner's pieces."),
        ),
        "W7",
    ),
    Option(
        "finish_step",
        "how many steps lead from the start square to the goal",
        (
            Choice(56, "The goal lies behind the fifth square of the column: 56 steps from the start square."),
            Choice(55, "The fifth square of the column is the goal: 55 steps from the start square."),
        ),
        "W9",
    ),
    auto_move(default=True),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 52 squares, walked clockwise, and for each colour a column of its own that leads to the goal. "
            "A star stands eight squares past each start square. Starts and stars are safe.",
        ),
        ("colours", "finish_step"),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll, then move one piece by that number. You may not decline a move that you can make.",
            "A six brings a piece from the yard to your start square, if you like.",
            "A six, a capture and a piece that comes home earn another roll, one a move. The third six in a row is not "
            "moved and ends the turn; the moves before it stand.",
        ),
        ("auto_move",),
    ),
    Card(
        "Capturing",
        (
            "End a move on a single piece of a rival on an ordinary square and it goes back to its yard. One piece is "
            "captured at a time; on safe squares none is, and bringing a piece out captures nothing.",
            "Two or more pieces of one colour on an ordinary square are a pair: rivals may not end a move there.",
        ),
        ("walls",),
    ),
    Card("Home", ("Home is reached with the exact number. Nobody else may enter your column.",)),
    Card("The end", (), ("quick", "teams", "finished_partner", "end")),
    Card(
        "Points",
        (
            "Everyone gets 100 points for each piece home, and up to 99 for how far the rest have come. If the first "
            "player who is done ends the game, the others are ranked by points.",
        ),
    ),
)


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    safe = board.starts | board.stars
    points = scores(board)
    return Parts(
        reach=shared(routes(board, leave=(6,))),
        landing=by_progress(seating, safe=safe),
        done=some_home(board, 2) if options["quick"] else all_home(board),
        extra=Extra(after_capture=True, after_home=True, unusable_six=True, limit=3),
        narrow=(rival_pairs(seating, safe=safe, passing=bool(options["walls"])),),
        others=by_points(points),
        beginning=(0, YARD, YARD, YARD) if options["quick"] else (YARD,) * 4,
        points=points,
        one_capture=True,
        partner_plays=bool(options["teams"]) and options["finished_partner"] == "plays_partner",
    )


PAIRS = System(
    id="pairs@1",
    title="Ludo with pairs",
    summary="52 squares, safe starts and stars; pairs are closed to rivals; points, a quick game, teams.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda options: CROSS_52_55 if options["finish_step"] == 55 else CROSS_52,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
    check=four_for_teams("W7"),
    draws_colours=lambda options: options["colours"] == "drawn",
)
