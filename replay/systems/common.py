"""Options that every system has (docs/spec/rules/common.md)."""

from __future__ import annotations

from collections.abc import Callable

from replay.errors import OptionError
from replay.options import Choice, Option, Options, flag

__all__ = ["FOUR_SEATS", "auto_move", "end", "four_for_teams", "start", "teams"]

FOUR_SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Boards of four arms: two players sit opposite, three leave the last seat empty (C5)."""


def _default_first(choices: tuple[Choice, ...], default: str) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: choice.value != default))


def start(default: str) -> Option:
    """Who begins (C7)."""
    choices = (
        Choice("first", "The player who joined first begins."),
        Choice("draw", "Who begins is drawn by lot, with the same committed dice."),
        Choice("highest", "Everyone rolls once; the highest begins. Those who tie for the highest roll again."),
    )
    return Option("start", "how the first player is found", _default_first(choices, default), "C7")


def end(*, teams: bool = False) -> Option:
    """When the game ends (C12); where there can be `teams`, only without them (C10)."""
    first, places = "the game ends as soon as one player is done", "play goes on until all but one are done"
    skipped = "; whoever is done is skipped"
    if teams:
        first, places = f"without teams, {first}", f"without teams, {places}"
    choices = (
        Choice("first", f"{first[0].upper()}{first[1:]}."),
        Choice("all_places", f"{places[0].upper()}{places[1:]}{skipped}."),
    )
    return Option("end", "when the game is over", choices, "C12")


def auto_move(*, default: bool) -> Option:
    """Whether moves without a choice are made by the engine (C15)."""
    return flag(
        "auto_move",
        "whether a move without a choice is made for the player",
        off="Players make every move themselves.",
        on="A move without a choice is made at once for the player.",
        default=default,
        clause="C15",
    )


def teams(*, on: str, clause: str) -> Option:
    """Whether opposite players are partners; `on` says what that means (C10)."""
    return flag(
        "teams",
        "whether four players are two teams, partners sitting opposite",
        off="Everyone plays alone.",
        on=on,
        clause=clause,
    )


def four_for_teams(clause: str) -> Callable[[Options, int], None]:
    """The check that teams are played by four."""

    def check(options: Options, players: int) -> None:
        if options["teams"] and players != 4:
            raise OptionError(
                "option.players",
                f"teams need exactly 4 players, not {players}",
                path="/teams",
                expected=4,
                found=players,
                clause=clause,
            )

    return check
