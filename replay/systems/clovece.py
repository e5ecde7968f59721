"""clovece@1: Človeče, nehnevaj sa, for up to six players (docs/spec/rules/clovece.md)."""

from __future__ import annotations

from replay.board import CROSS_40, STAR_72, Board
from replay.options import Choice, Option, Options, flag
from replay.parts.blocking import Narrow, no_jump_home
from replay.parts.duties import bring_out, clear_start
from replay.parts.extra import Extra, three_tries
from replay.parts.finishing import all_home
from replay.parts.landing import by_progress
from replay.parts.reach import alone, routes
from replay.parts.sharing import single_file
from replay.parts.throw import (
    kept_sixes,
    may_have_come_out,
    may_have_moved_six,
    must_have_come_out,
    must_have_moved,
    one_piece,
    whole_throw,
)
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, start
from replay.turn import Parts, machine

__all__ = ["CLOVECE"]

_SIX_SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 5), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""On the board of six arms two and three players sit as far apart as they can (Z1)."""

_OPTIONS = (
    start("highest"),
    end(),
    Option(
        "board",
        "which side of the board is played",
        (
            Choice(4, "The side for four: a track of 40 squares, up to four players."),
            Choice(6, "The side for six: a track of 72 squares with six arms, up to six players."),
        ),
        "Z1",
    ),
    Option(
        "six_chain",
        "how a six is moved that brings no piece out",
        (
            Choice(
                "sum",
                "A six that brings no piece out is kept and you roll again; one piece then moves the sum in one hop, "
                "the one brought out if there is one. If it cannot, the throw is lost.",
            ),
            Choice(
                "steps",
                "A six that brings no piece out is moved and you roll again. Once a piece is brought out or moved, it "
                "alone moves every further roll of the turn, a six too; a roll that it cannot move ends the turn.",
            ),
            Choice(
                "free",
                "A six that brings no piece out is moved and you roll again; any piece may move the further roll.",
            ),
        ),
        "Z5",
    ),
    flag(
        "no_jump_home",
        "whether own pieces in the home row may be jumped",
        off="Your own pieces in the home row may be jumped.",
        on="A piece may not jump over your own pieces in the home row, from the track either.",
        clause="Z9",
    ),
    auto_move(default=False),
)

_CARD = (
    Card(
        "The board",
        (
            "A track around the cross or star, and four home squares for each colour. Each player has four pieces.",
            "Pieces move clockwise, and no two pieces ever share a square.",
        ),
        ("board",),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        (
            "Roll, then move one piece by your throw. You may not decline a move that you can make.",
            "A six must bring a piece from the yard to your start square, unless a piece of yours stands there. Then "
            "you roll again.",
            "While a piece waits in your yard, your piece on the start square must move first, if it can.",
            "You have three tries for a six while nothing of yours stands on the track and your home row is filled "
            "from its end without a gap.",
        ),
        ("six_chain", "auto_move"),
    ),
    Card(
        "Capturing",
        (
            "End a move on a rival's piece and it goes back to its yard, on your start square too. Passing captures "
            "nothing, and any piece on the track may be jumped.",
        ),
    ),
    Card(
        "Home",
        ("The home squares are reached with the exact number; you may not end on a piece of your own.",),
        ("no_jump_home",),
    ),
    Card("The end", ("All four pieces on home squares: you are done.",), ("end",)),
)


def _board(options: Options) -> Board:
    return STAR_72 if options["board"] == 6 else CROSS_40


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    ways, chain = routes(board, leave=(6,)), options["six_chain"]
    narrow: tuple[Narrow, ...] = (bring_out, clear_start)
    if options["no_jump_home"]:
        narrow = (no_jump_home(board), *narrow)
    return Parts(
        reach={"sum": whole_throw(board), "steps": one_piece(ways), "free": alone(ways)}[str(chain)],
        landing=by_progress(seating),
        done=all_home(board),
        # A six that is kept is one that no piece moves now: it earns its roll all the same.
        extra=Extra(tries=three_tries(board), unusable_six=chain == "sum"),
        narrow=narrow,
        sharing=single_file(),
        moved_last={"sum": may_have_come_out, "steps": may_have_moved_six, "free": None}[str(chain)],
        must_have_moved={"sum": must_have_come_out, "steps": must_have_moved, "free": None}[str(chain)],
        one_mover=chain != "free",
        kept=kept_sixes if chain == "sum" else None,
    )


CLOVECE = System(
    id="clovece@1",
    title="Človeče, nehnevaj sa",
    summary="40 squares, or 72 for six players; one piece takes the whole throw, sixes are added up.",
    players=(2, 6),
    options=_OPTIONS,
    card=_CARD,
    board=_board,
    seating=lambda options: _SIX_SEATS if options["board"] == 6 else FOUR_SEATS,
    machine=machine(_parts),
    links=lambda options: 16384 if options["board"] == 6 else 4096,
)
