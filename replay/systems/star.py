"""star@1: Ludo with star squares, and every common variant as an option (docs/spec/rules/star.md)."""

from __future__ import annotations

from replay.board import CROSS_52, YARD, Board
from replay.options import Choice, Option, Options, flag
from replay.parts.blocking import Narrow, rival_pairs
from replay.parts.extra import Extra, undo_turn
from replay.parts.finishing import all_home, by_distance
from replay.parts.landing import by_progress, by_square
from replay.parts.reach import bounce, exact, going_round, routes, shared
from replay.seating import Seating
from replay.system import Card, Rules, System
from replay.systems.common import FOUR_SEATS, auto_move, end, four_for_teams, start, teams
from replay.turn import Parts, machine

__all__ = ["STAR"]

_OPTIONS = (
    start("first"),
    end(teams=True),
    Option(
        "pieces",
        "how many pieces each player has",
        (Choice(4, "Each player has four pieces."), Choice(2, "Each player has two pieces: the quick game.")),
        "S13",
    ),
    Option(
        "leave",
        "which numbers bring a piece out",
        (
            Choice("6", "A six brings a piece from the yard to your start square, if you like."),
            Choice("1_6", "A one or a six brings a piece from the yard to your start square, if you like."),
            Choice("5", "A five brings a piece from the yard to your start square, if you like."),
        ),
        "S6",
    ),
    Option(
        "extra",
        "what earns another roll",
        (
            Choice("six_capture_home", "A six, a capture and a piece that reaches home earn another roll, one a move."),
            Choice("six", "Only a six earns another roll."),
        ),
        "S4",
    ),
    Option(
        "three_sixes",
        "what becomes of three sixes in a row",
        (
            Choice("cancel", "The third six in a row is not moved and ends the turn; the moves before it stand."),
            Choice("undo", "The third six in a row ends the turn, and all moves of the turn are taken back."),
            Choice("none", "Sixes in a row have no limit."),
        ),
        "S1",
    ),
    Option(
        "safe",
        "which squares are safe",
        (
            Choice("starts_stars", "Nothing is captured on the four start squares and the four stars."),
            Choice("starts", "Nothing is captured on the four start squares; the stars are ordinary squares."),
            Choice("none", "No square of the track is safe, and bringing a piece out captures as any move does."),
        ),
        "S10",
    ),
    Option(
        "pairs",
        "what two pieces of one colour on an ordinary square mean",
        (
            Choice("immune", "Two or more pieces of one colour on a square cannot be captured, and block nobody."),
            Choice("block", "Rivals may neither land on nor pass two or more pieces of one colour."),
            Choice("none", "Two or more pieces of one colour are captured together."),
        ),
        "S7",
    ),
    Option(
        "rival_on_start",
        "what becomes of rivals on your start square when you bring a piece out",
        (
            Choice("share", "Bringing a piece out onto a safe start square shares it with rivals."),
            Choice("capture", "Bringing a piece out captures rivals on your start square."),
        ),
        "S11",
    ),
    Option(
        "overshoot",
        "what becomes of a number that is too great to reach home",
        (
            Choice("no", "Home is reached with the exact number only."),
            Choice("bounce", "A number that is too great takes the piece home and the rest of it back."),
        ),
        "S8",
    ),
    flag(
        "capture_before_home",
        "whether a capture is needed before a piece may enter the column",
        off="No capture is needed to go home.",
        on="Until you have captured something your pieces may not enter the column: they go round again.",
        clause="S9",
    ),
    teams(
        on="Opposite players are partners: they never capture or block each other. A team wins as soon as both its "
        "players are done.",
        clause="S12",
    ),
    auto_move(default=True),
)

_CARD = (
    Card(
        "The board",
        (
            "A track of 52 squares, walked clockwise, and for each colour a column of five squares that leads home. A "
            "star stands eight squares past each start square.",
        ),
        ("pieces",),
    ),
    Card("Who begins", (), ("start",)),
    Card(
        "A turn",
        ("Roll, then move one piece by that number. You may not decline a move that you can make.",),
        ("leave", "extra", "three_sixes", "auto_move"),
    ),
    Card(
        "Capturing",
        (
            "Own pieces may share any square. End a move on a single piece of a rival on an ordinary square and it "
            "goes back to its yard. Passing captures nothing.",
        ),
        ("safe", "pairs", "rival_on_start"),
    ),
    Card("Home", ("Nobody else may enter your column.",), ("overshoot", "capture_before_home")),
    Card(
        "The end",
        (
            "All your pieces home: you are done. If that ends the game, the others are ranked by how far their pieces "
            "have come.",
        ),
        ("teams", "end"),
    ),
)


def _safe(board: Board, options: Options) -> frozenset[int]:
    squares = {"starts_stars": board.starts | board.stars, "starts": board.starts, "none": frozenset[int]()}
    return squares[str(options["safe"])]


def _parts(rules: Rules, seating: Seating) -> Parts:
    options, board = rules.options, rules.board
    safe = _safe(board, options)
    rounds = options["capture_before_home"]
    ways = routes(
        board,
        leave=tuple(int(number) for number in str(options["leave"]).split("_")),
        overshoot=bounce if options["overshoot"] == "bounce" else exact,
    )
    narrow: tuple[Narrow, ...] = (rival_pairs(seating, safe=safe),) if options["pairs"] == "block" else ()
    bonus = options["extra"] == "six_capture_home"
    undo = options["three_sixes"] == "undo"
    return Parts(
        reach=going_round(board, ways) if rounds else shared(ways),
        landing=(by_square if rounds else by_progress)(
            seating,
            safe=safe,
            enter_captures_on_safe=options["rival_on_start"] == "capture",
            pairs_immune=options["pairs"] != "none",
        ),
        done=all_home(board),
        extra=Extra(
            after_capture=bonus,
            after_home=bonus,
            unusable_six=True,
            limit=0 if options["three_sixes"] == "none" else 3,
            penalty=undo_turn if undo else None,
            keeps_turn_start=undo,
        ),
        narrow=narrow,
        others=by_distance,
        beginning=(YARD,) * int(options["pieces"]),
    )


STAR = System(
    id="star@1",
    title="Ludo with stars",
    summary="52 squares with safe starts and stars, pairs that are never captured, bonus rolls; variants as options.",
    players=(2, 4),
    options=_OPTIONS,
    card=_CARD,
    board=lambda _options: CROSS_52,
    seating=lambda _options: FOUR_SEATS,
    machine=machine(_parts),
    check=four_for_teams("S12"),
)
