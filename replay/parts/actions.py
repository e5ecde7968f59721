"""What the dice of a sequence can do: every action, before it is asked whether the rest can be spent (N3, N4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import UNSET, Struct

from replay.board import YARD
from replay.parts.ground import NOTHING, Ground, Prize
from replay.piece import intruder, locked, progress_of, where
from replay.state import LegalMove

__all__ = [
    "ENTER",
    "FREE",
    "INVADE",
    "MOON",
    "ON",
    "RECOVER",
    "Action",
    "Dice",
    "actions",
    "handfuls",
]

ENTER = "enter"
ON = "move"
MOON = "moonwalk"
INVADE = "invade"
RECOVER = "recover"
FREE = "free"


class Dice(Struct, frozen=True, gc=False):
    """Dice of a sequence, left or spent together: sixes, all alike, and perhaps the one that ended the sequence."""

    sixes: int
    other: int
    """The roll below 6; 0 where it is not among them."""

    @property
    def total(self) -> int:
        """What they add up to."""
        return 6 * self.sixes + self.other

    @property
    def values(self) -> tuple[int, ...]:
        """Their values, ascending."""
        return (self.other,) * bool(self.other) + (6,) * self.sixes

    def without(self, spent: Dice) -> Dice:
        """What is left of them when `spent`, which are some of them, have been spent."""
        return Dice(self.sixes - spent.sixes, 0 if spent.other else self.other)


class Action(Struct, frozen=True):
    """One way to spend dice."""

    start: int
    """The number of the piece before, and after."""
    end: int
    spends: Dice
    prize: Prize
    move: LegalMove


def handfuls(dice: Dice, most: int) -> tuple[Dice, ...]:
    """Every different choice from the dice, at least one of them, that adds up to `most` or less; the least first."""
    return _handfuls(min(dice.sixes, most // 6), dice.other, most)


@cache
def _handfuls(sixes: int, other: int, most: int) -> tuple[Dice, ...]:
    found = [Dice(count, 0) for count in range(1, sixes + 1)]
    if other:
        found += [Dice(count, other) for count in range(sixes + 1)]
    return tuple(sorted((each for each in found if each.total <= most), key=lambda each: each.total))


def actions(own: Iterable[int], dice: Dice, ground: Ground) -> list[Action]:
    """Every action of these pieces with these dice, those of equal pieces once."""
    return [action for piece in sorted(set(own)) for action in _of_piece(piece, dice, ground)]


def _of_piece(piece: int, dice: Dice, ground: Ground) -> Iterator[Action]:
    if YARD < piece < ground.goal:
        yield from _ways(piece, dice, ground)
        return
    paid = _paid(piece, ground)
    if paid is not None and paid[2] <= dice.sixes:
        kind, end, sixes = paid
        there = progress_of(end)
        prize = NOTHING if there == YARD else ground.lands(there)
        if prize is not None:
            yield _action(kind, piece, end, Dice(sixes, 0), prize)


def _paid(piece: int, ground: Ground) -> tuple[str, int, int] | None:
    """What a piece that is not on the board can do: kind, number afterwards, and how many sixes it costs."""
    if piece == YARD:
        return ENTER, 0, 1
    if piece < YARD:
        at = where(piece)
        if at.prisoner_of is not None:
            return RECOVER, locked(YARD), 1
        if at.intruder_in is not None:
            return FREE, locked(ground.lanes[at.intruder_in].entrance), 2
    return None


def _ways(piece: int, dice: Dice, ground: Ground) -> Iterator[Action]:
    """What a piece on the board can do by going so many squares."""
    on_track = piece <= ground.lap_end
    for handful in handfuls(dice, ground.goal):
        ahead, back = piece + handful.total, piece - handful.total
        if ahead <= ground.goal and (prize := ground.lands(ahead)) is not None:
            yield _action(ON, piece, ahead, handful, prize)
        if on_track and back in ground.single:
            yield _action(MOON, piece, locked(back), handful, ground.single[back])
        for lane in ground.lanes.values() if on_track else ():
            step = ahead - lane.entrance
            if piece <= lane.entrance and step in lane.single:
                yield _action(
                    INVADE,
                    piece,
                    intruder(lane.owner),
                    handful,
                    lane.single[step],
                    to=ground.lap_end + step,
                    column=lane.owner,
                )


def _action(
    kind: str, start: int, end: int, spends: Dice, prize: Prize, *, to: int | None = None, column: int | None = None
) -> Action:
    """`to` where it is not the progress of the piece afterwards: in the column of the rival `column`."""
    move = LegalMove(
        from_=progress_of(start),
        to=progress_of(end) if to is None else to,
        captures=prize.captures,
        action=kind,
        dice=spends.values,
        column=UNSET if column is None else column,
    )
    return Action(start=start, end=end, spends=spends, prize=prize, move=move)
