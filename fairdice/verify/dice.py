"""Stage ``dice``: the draw and every roll, recomputed (docs/spec/protocol.md, "Roll")."""

from __future__ import annotations

from collections.abc import Sequence

from fairdice.dice import die_of, drawn, roll_digest
from fairdice.errors import DiceError
from fairdice.verify.case import Case
from replay.engine import rules_of
from replay.errors import OptionError
from replay.record import Draw, Roll
from replay.system import Rules

__all__ = ["check", "check_contributors", "check_draw", "check_roll"]


def check(case: Case) -> None:
    """Exactly those who are present and have a chain contribute, and the values follow from the links.

    Raises DiceError ``draw.contributors``, ``draw.seats``, ``draw.first``, ``roll.contributors`` or ``roll.value``.
    """
    gid = case.gid
    for event, links, due in zip(case.rolls, case.links, case.due_rolls, strict=True):
        if not all(links) or not all(due.contributors):
            check_contributors(event, links, due.contributors)
        house, *players = links
        assert house is not None
        digest = roll_digest(gid, event.j, house, players)
        if type(event) is Roll:
            check_roll(event, digest)
        elif type(event) is Draw:
            try:
                rules = rules_of(case.opening)
            except OptionError:
                # Which seats and starters there are is for the rules to say; the stage `rules` reports the unknown.
                continue
            check_draw(event, digest, rules)


def check_roll(event: Roll, digest: bytes) -> None:
    """The value follows from the digest of the links (32 bytes).  Raises DiceError ``roll.value``."""
    value = die_of(digest)
    if event.value != value:
        raise DiceError(
            "roll.value",
            f"the links give a {value}, not a {event.value}",
            event=event.n,
            expected=value,
            found=event.value,
            clause="R7",
        )


def check_draw(event: Draw, digest: bytes, rules: Rules) -> None:
    """Seats and starter follow from the digest.  Raises DiceError ``draw.seats`` or ``draw.first``."""
    seats, first = drawn(rules.seats, digest, colours=rules.draws_colours, starter=rules.start)
    if event.seats != seats:
        raise DiceError(
            "draw.seats",
            f"the players sit on {list(seats)}, not on {list(event.seats)}",
            event=event.n,
            expected=list(seats),
            found=list(event.seats),
            clause="R6",
        )
    if event.first != first:
        raise DiceError(
            "draw.first",
            f"the draw gives {_who(first)}, not {_who(event.first)}",
            event=event.n,
            expected=first,
            found=event.first,
            clause="R6",
        )


def _who(first: int | None) -> str:
    return "start rolls" if first is None else f"player {first} as the first"


def check_contributors(event: Draw | Roll, links: Sequence[object], contributors: Sequence[bool]) -> None:
    """Exactly the house and those who are due to contribute give a link.

    Raises DiceError ``draw.contributors`` or ``roll.contributors``.
    """
    expected = [True, *contributors]
    found = [link is not None for link in links]
    for party, (wanted, given) in enumerate(zip(expected, found, strict=True)):
        if wanted != given:
            who = "the house" if party == 0 else f"player {party - 1}"
            says = "must contribute to this roll" if wanted else "has no part in this roll"
            raise DiceError(
                "draw.contributors" if isinstance(event, Draw) else "roll.contributors",
                f"{who} {says}",
                event=event.n,
                path=f"/events/{event.n}/links/{party}",
                expected=expected,
                found=found,
                clause="R7",
            )
