"""Whether a move is legal in a position, and if not: under which options it would be.

An argument about a rule is mostly an argument about an option.  So a move that the options in force forbid is tried
under every single other choice, and if none allows it, under every two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import UNSET, Struct, UnsetType, field, structs

from replay.errors import OptionError, PositionError
from replay.options import OptionValue
from replay.piece import progress_of
from replay.play import Play
from replay.position import LastMoved, Position, setup
from replay.record import Die, Piece, Player, Progress
from replay.state import FURTHER, MOVE, OVER, LegalMove
from replay.systems import system

__all__ = ["Asked", "Verdict", "judge"]

_FIELDS = ("from_", "to", *(name for name in FURTHER if name != "captured"))
"""What a question must name: whose piece is captured may be left out."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A move that somebody asks about: the fields of a record's ``move`` event that say what is done.

    `piece`, `captures` and `captured` may be left out; where they are given they must be right.
    """

    from_: Progress = field(name="from")
    to: Progress
    piece: Piece | UnsetType = UNSET
    captures: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    lap: int | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    captured: Player | UnsetType = UNSET
    action: str | UnsetType = UNSET
    dice: tuple[Die, ...] | UnsetType = UNSET
    column: Player | UnsetType = UNSET


class Verdict(Struct, frozen=True):
    """What became of the question.

    `code` and `message` say why the move is illegal.  `legal_with` lists the changes of options that would make it
    legal: single ones, else pairs; each maps option names to values.
    """

    legal: bool
    code: str = ""
    message: str = ""
    legal_with: tuple[Mapping[str, OptionValue], ...] = ()


def judge(position: Position, asked: Asked) -> Verdict:
    """Whether the move is legal in this position.

    Raises OptionError for options in force that are wrong in themselves, and PositionError where the position is
    impossible under every choice of options.
    """
    try:
        refused = _refusal(position, asked)
    except PositionError as error:
        changes = _changes(position, asked)
        if not changes:
            raise
        return Verdict(legal=False, code=error.code, message=error.message, legal_with=changes)
    if refused is None:
        return Verdict(legal=True)
    code, message = refused
    return Verdict(legal=False, code=code, message=message, legal_with=_changes(position, asked))


def _refusal(position: Position, asked: Asked) -> tuple[str, str] | None:
    """Code and sentence why the move is not legal under the options of the position; None if it is.

    Raises as `replay.position.setup`.
    """
    play = setup(position)
    choices = play.choices()
    if any(_fits(play, asked, move, piece) for move, piece in choices):
        return None
    if play.due == OVER:
        return "rules.over", "the game is over"
    if not position.rolls or position.due is not UNSET:
        return "rules.due", "a roll is due, not a move"
    own = play.pieces[play.owner_for(position.turn)]
    if asked.from_ not in map(progress_of, own):
        return "rules.piece", f"player {position.turn} has no piece there"
    if asked.piece is not UNSET and (asked.piece >= len(own) or progress_of(own[asked.piece]) != asked.from_):
        return "rules.piece", f"piece {asked.piece} of player {position.turn} does not stand there"
    return _why_not(play, choices, position, asked)


def _why_not(play: Play, choices: Sequence[tuple[LegalMove, int]], position: Position, asked: Asked) -> tuple[str, str]:
    """Code and sentence for a move of a piece that is there, which is none of the legal moves."""
    anything = structs.replace(asked, captures=UNSET)
    captured = [move.captures for move, piece in choices if _fits(play, anything, move, piece)]
    if captured:
        return "rules.move", f"this move captures {' or '.join(map(_listed, captured))}, not {_listed(asked.captures)}"
    if play.due != MOVE and position.bonus is not UNSET:
        return "rules.move", f"no piece can make the bonus of {position.bonus}: it is lost"
    if play.due != MOVE:
        return play.nothing_legal(position.rolls, () if position.spent is UNSET else position.spent)
    return "rules.move", play.not_legal(_plain(asked))


def _listed(captures: Iterable[Iterable[int]] | UnsetType) -> str:
    """Captures in words: ``player 1's piece on 14``."""
    pieces = [] if captures is UNSET else [list(captured) for captured in captures]
    # Somebody asks: a capture may have any number of numbers.
    named = [f"player {at[0]}'s piece on {at[1]}" if len(at) == 2 else str(at) for at in pieces]
    return " and ".join(named) or "nothing"


def _fits(play: Play, asked: Asked, move: LegalMove, piece: int) -> bool:
    """Whether what was asked is this legal move, which the piece with this index can make."""
    if any(getattr(asked, name) != getattr(move, name) for name in _FIELDS):
        return False
    if asked.captured is not UNSET and asked.captured != move.captured:
        return False
    if asked.captures is not UNSET and tuple(sorted(asked.captures)) != move.captures:
        return False
    own = play.pieces[play.owner]
    return asked.piece is UNSET or (asked.piece < len(own) and own[asked.piece] == own[piece])


def _plain(asked: Asked) -> LegalMove:
    """What was asked as a move, but for what it captures."""
    return LegalMove(captures=(), **{name: getattr(asked, name) for name in _FIELDS})


def _changes(position: Position, asked: Asked) -> tuple[Mapping[str, OptionValue], ...]:
    """The changes of one option that make the move legal; if there are none, those of two."""
    single = list(_other_choices(position))
    alone = tuple(change for change in single if _allows(position, asked, change))
    if alone:
        return alone
    pairs = ({**one, **other} for one, other in combinations(single, 2) if one.keys() != other.keys())
    return tuple(pair for pair in pairs if _allows(position, asked, pair))


def _other_choices(position: Position) -> Iterator[dict[str, OptionValue]]:
    """Every choice that is not in force, as a change of one option, in the order of declaration."""
    for option in system(position.ruleset).options:
        in_force = position.options.get(option.name, option.default)
        yield from ({option.name: choice.value} for choice in option.choices if choice.value != in_force)


def _allows(position: Position, asked: Asked, change: Mapping[str, OptionValue]) -> bool:
    changed = structs.replace(position, options={**position.options, **change})
    while True:
        try:
            return _refusal(changed, asked) is None
        except OptionError:
            return False
        except PositionError as error:
            adapted = _adapted(changed, asked, error)
            if adapted is None:
                return False
            changed = adapted


def _adapted(position: Position, asked: Asked, error: PositionError) -> Position | None:
    """The position with another memory of its turn, where the changed options refuse only what it says of that."""
    if error.code == "position.arrived_last":
        # It matters between rivals: with other teams others are rivals.
        return structs.replace(position, arrived_last=UNSET)
    if error.code != "position.last_moved":
        return None
    if position.last_moved is UNSET:
        # These options ask which piece was moved before: let it be the one that is asked about.
        own = position.pieces[position.turn]
        if asked.from_ not in own:
            return None
        return structs.replace(position, last_moved=LastMoved(position.turn, own.index(asked.from_)))
    return structs.replace(position, last_moved=UNSET) if error.clause == "P1" else None
