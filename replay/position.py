"""Position documents: one position as JSON, in and out (docs/spec/rules/positions.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from replay.errors import OptionError, PositionError
from replay.piece_document import Piece, PieceState, PlayerIndex, number_of, written
from replay.play import Play
from replay.record import Die
from replay.record import Piece as PieceIndex
from replay.state import MOVE, OVER, ROLL, START, Memory, State
from replay.system import Rules
from replay.systems import system

__all__ = ["Answer", "LastMoved", "Position", "answer", "describe", "setup"]

Arrival = Annotated[tuple[Annotated[int, Meta(ge=0, le=71)], ...], Meta(min_length=2, max_length=2)]


Dice = Annotated[tuple[Die, ...], Meta(max_length=1000)]
PieceList = Annotated[tuple[Piece, ...], Meta(min_length=1, max_length=4)]
AllPieces = Annotated[tuple[PieceList, ...], Meta(min_length=2, max_length=6)]
Flags = Annotated[tuple[bool, ...], Meta(min_length=2, max_length=6)]


class LastMoved(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The piece that was moved last in this turn."""

    player: PlayerIndex
    piece: PieceIndex


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One position.  What is left out has its default."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Annotated[dict[str, bool | int | str], Meta(max_length=32)] = {}
    players: Annotated[int, Meta(ge=2, le=6)]
    pieces: AllPieces
    """By player: progress of each piece, or the object of a piece of which the progress does not say everything."""
    seats: Annotated[tuple[PlayerIndex, ...], Meta(min_length=2, max_length=6)] | UnsetType = UNSET
    """By player: the board seat; left out, the system's table."""
    turn: PlayerIndex = 0
    rolls: Dice = ()
    """Rolls of this turn; the last one is to be played, unless `due` says that a roll is due."""
    due: Literal["roll"] | UnsetType = UNSET
    """"roll": all of `rolls` have been played and the next one is due."""
    captures: Flags | UnsetType = UNSET
    """By player: whether it has captured anything yet."""
    done: Annotated[tuple[PlayerIndex, ...], Meta(max_length=6)] | UnsetType = UNSET
    """Players who are done, in finishing order; left out, ascending."""
    turn_start: AllPieces | UnsetType = UNSET
    """The pieces when the turn began, where the rules may go back to it; left out, the pieces."""
    turn_start_captures: Flags | UnsetType = UNSET
    """`captures` when the turn began; left out, `captures`."""
    last_moved: LastMoved | UnsetType = UNSET
    """The piece moved last in this turn, where the rules ask for it; left out, none was."""
    bonus: Literal[10, 20] | UnsetType = UNSET
    """All of `rolls` have been played and a bonus move of so many squares is due."""
    arrived_last: Annotated[tuple[Arrival, ...], Meta(max_length=6)] | UnsetType = UNSET
    """[loop square, player who came there last], where the rules may ask for it."""
    spent: Dice | UnsetType = UNSET
    """Dice of `rolls`, a whole sequence, that have been spent, in any order."""


class Answer(Struct, frozen=True, omit_defaults=True):
    """What may be done in a position."""

    moves: list[dict[str, Any]]
    next: dict[str, Any] | None
    may_pass: bool = False

    def document(self) -> dict[str, Any]:
        """The answer as plain JSON values; ``may_pass`` only where it is true."""
        plain: dict[str, Any] = {"moves": self.moves, "next": self.next}
        return plain | {"may_pass": True} if self.may_pass else plain


def setup(position: Position) -> Play:
    """The game that the position describes.

    Raises OptionError as `System.bind`, or PositionError: ``position.players`` (lists of the wrong length),
    ``position.pieces``, ``position.seats``, ``position.turn``, ``position.done``, ``position.rolls``, ``position.lap``,
    ``position.shared`` (pieces on one square that cannot be there together), ``position.last_moved``,
    ``position.bonus``, ``position.arrived_last``, ``position.spent``.
    """
    rules = _bind(position)
    seats = position.seats if position.seats is not UNSET else rules.seats
    _check_seats(rules, seats)
    play = rules.play(seats)
    pieces = _pieces(rules, play, position.pieces, "/pieces")
    captures = _flags(position.captures, position.players, "/captures")
    began = pieces if position.turn_start is UNSET else _pieces(rules, play, position.turn_start, "/turn_start")
    before = position.turn_start_captures
    captured = captures if before is UNSET else _flags(before, position.players, "/turn_start_captures")
    play.pieces = [list(own) for own in pieces]
    play.captures = list(captures)
    _check_squares(play)
    _check_turn(play, position)
    if play.is_over():
        play.due = OVER
        return play
    _begin(play, position)
    if play.turn_start is not None:
        play.turn_start = (began, captured)
    if position.rolls and position.due is UNSET:
        if position.bonus is UNSET:
            play.roll(position.rolls[-1])
        else:
            play.owe_bonus(position.rolls[-1], position.bonus)
    return play


def answer(position: Position) -> Answer:
    """The legal moves of a position, or what comes next when there are none.  Raises as `setup`."""
    play = setup(position)
    moves: list[dict[str, Any]] = []
    for move, _ in play.choices():
        plain = to_builtins(move)
        # `captures` says it already: whose piece is captured (W4).
        plain.pop("captured", None)
        if plain not in moves:
            moves.append(plain)
    following: dict[str, Any] | None = None
    if not moves:
        following = {"over": True} if play.due == OVER else {"turn": play.turn, "due": play.due}
    return Answer(moves=moves, next=following, may_pass=play.due == MOVE and play.may_pass)


def describe(rules: Rules, state: State) -> Position:
    """The position document of a state; `setup` gives back an equal state.

    Raises PositionError ``position.start`` while start rolls are going on: there is no position on the board yet.
    """
    if state.due == START:
        raise PositionError("position.start", "start rolls are going on: no position stands on the board yet")
    first, started = (None, None) if state.turn_start is None else state.turn_start
    in_turn = state.due == ROLL and bool(state.rolls)
    moved, bonus = state.last_moved, state.bonus
    return Position(
        ruleset=rules.id,
        options={o.name: v for o in rules.system.options if (v := rules.options[o.name]) != o.default},
        players=rules.players,
        pieces=_documents(state.pieces),
        seats=state.seats,
        turn=state.turn,
        rolls=state.rolls,
        due="roll" if in_turn else UNSET,
        captures=state.captures if any(state.captures) else UNSET,
        done=state.done or UNSET,
        turn_start=_documents(first) if first is not None and first != state.pieces else UNSET,
        turn_start_captures=started if started is not None and started != state.captures else UNSET,
        last_moved=UNSET if moved is None else LastMoved(state.turn, moved),
        bonus=10 if bonus == 10 else 20 if bonus == 20 else UNSET,
        arrived_last=state.arrived_last or UNSET,
        spent=state.spent or UNSET,
    )


def _documents(pieces: tuple[tuple[int, ...], ...]) -> tuple[tuple[int | PieceState, ...], ...]:
    return tuple(tuple(map(written, own)) for own in pieces)


def _bind(position: Position) -> Rules:
    try:
        return system(position.ruleset).bind(position.options, position.players)
    except OptionError as error:
        if error.code == "option.system":
            error.path = "/ruleset"
        elif error.path != "/players":
            error.path = f"/options{error.path}"
        raise


def _check_seats(rules: Rules, seats: tuple[int, ...]) -> None:
    count = len(rules.board.offsets)
    if len(seats) != rules.players or len(set(seats)) != len(seats) or not all(0 <= seat < count for seat in seats):
        raise PositionError(
            "position.seats",
            f"seats must name {rules.players} different seats of 0 to {count - 1}",
            path="/seats",
            expected=list(rules.seats),
            found=list(seats),
            clause="P3",
        )


def _flags(given: tuple[bool, ...] | UnsetType, players: int, path: str) -> tuple[bool, ...]:
    if given is UNSET:
        return (False,) * players
    _check_count(given, players, path, "entry")
    return given


def _check_count(given: Sequence[object], players: int, path: str, word: str) -> None:
    if len(given) != players:
        raise PositionError(
            "position.players",
            f"{path[1:]} must have one {word} for each of {players} players",
            path=path,
            expected=players,
            found=len(given),
            clause="P2",
        )


def _pieces(
    rules: Rules, play: Play, given: tuple[tuple[int | PieceState, ...], ...], path: str
) -> tuple[tuple[int, ...], ...]:
    _check_count(given, rules.players, path, "list")
    return tuple(_own(play, player, own, f"{path}/{player}") for player, own in enumerate(given))


def _own(play: Play, player: int, given: tuple[int | PieceState, ...], path: str) -> tuple[int, ...]:
    if len(given) != play.piece_count:
        raise PositionError(
            "position.pieces",
            f"each player has {play.piece_count} pieces under these rules, not {len(given)}",
            path=path,
            expected=play.piece_count,
            found=len(given),
            clause="P2",
        )
    return tuple(number_of(play, player, piece, f"{path}/{index}") for index, piece in enumerate(given))


def _check_squares(play: Play) -> None:
    """Refuse pieces that the rules keep from standing together."""
    problem = play.impossible()
    if problem is not None:
        raise PositionError("position.shared", problem, path="/pieces", clause="P4")


def _check_turn(play: Play, position: Position) -> None:
    players = position.players
    if position.turn >= players:
        raise PositionError(
            "position.turn", f"players are 0 to {players - 1}", path="/turn", found=position.turn, clause="P3"
        )
    finished = [player for player in range(players) if play.is_done(player)]
    done = list(position.done) if position.done is not UNSET else finished
    if sorted(done) != finished:
        raise PositionError(
            "position.done",
            f"the players who are done are {finished}",
            path="/done",
            expected=finished,
            found=done,
            clause="P3",
        )
    play.done = done[:-1]
    if play.is_over():
        raise PositionError(
            "position.done",
            f"the game was over before player {done[-1]} was done",
            path="/done",
            found=done,
            clause="C12",
        )
    play.done = done
    play.turn = position.turn
    if not play.is_over() and play.skips(position.turn):
        raise PositionError(
            "position.turn",
            f"player {position.turn} is done and is skipped",
            path="/turn",
            found=position.turn,
            clause="C9",
        )


def _begin(play: Play, position: Position) -> None:
    pieces = [list(own) for own in play.pieces]
    play.give_turn(position.turn)
    if position.rolls:
        # In mid-turn the pieces stand as the document says, also where a new turn would have changed them (N7).
        play.pieces = pieces
    elif position.due is not UNSET:
        raise PositionError("position.rolls", "due belongs to rolls that have been played", path="/due", clause="P5")
    if position.bonus is not UNSET and (not position.rolls or position.due is not UNSET):
        raise PositionError(
            "position.bonus", "a bonus move belongs to rolls, and is due itself", path="/bonus", clause="P5"
        )
    played = position.rolls
    if position.due is UNSET and position.bonus is UNSET:
        played = played[:-1]
    moved = position.last_moved
    play.recall(
        Memory(
            rolls=position.rolls,
            played=played,
            last_moved=UNSET if moved is UNSET else (moved.player, moved.piece),
            arrived_last=position.arrived_last,
            spent=position.spent,
        )
    )
    resumed = played if position.bonus is UNSET else played[:-1]
    if resumed:
        play.resume(resumed)
