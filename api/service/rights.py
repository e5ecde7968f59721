"""Who may do what with a game.

A host's key: everything at its own tables, except acting for a player that holds its own token.  A player's token: what
that player does.  Anyone: read tables marked public.  What one may not know of is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.service.errors import SeatError
from api.service.livegame import LiveGame, unknown
from api.storage.rows import GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.service.actor import Actor
    from api.storage.contract import Storage

__all__ = [
    "check_acts_for",
    "check_comes",
    "check_host",
    "check_public",
    "check_reads",
    "check_reads_stored",
    "check_takes_part",
    "own_player",
    "runs",
    "stored_row",
]


def runs(actor: Actor, row: GameRow) -> bool:
    """Whether this is a key of the host whose game it is, of the same mode."""
    return actor.kind == "host" and actor.host == row.host and actor.mode == row.mode


def check_public(row: GameRow) -> None:
    """Require a game that everybody may see: pages and pictures of it are the same for all.

    Raises GameError ``game.unknown``.
    """
    if not row.public:
        raise unknown(row.id)


def check_host(actor: Actor, row: GameRow) -> None:
    """Require the game's host.  Raises GameError ``game.unknown``."""
    if not runs(actor, row):
        raise unknown(row.id)


def check_reads(actor: Actor, row: GameRow, seats: Mapping[bytes, SeatRow]) -> None:
    """Require that the actor may look at the game.  Raises GameError ``game.unknown``.

    A token that has got no seat sees nothing once all seats are taken: to have known the room code is not enough.
    """
    if not (row.public or runs(actor, row) or _sits(actor, row, seats)):
        raise unknown(row.id)


def stored_row(storage: Storage, game: str) -> GameRow:
    """A game's row, for what needs no table.  Raises GameError ``game.unknown``."""
    row = storage.game(game)
    if row is None:
        raise unknown(game)
    return row


def check_reads_stored(actor: Actor, row: GameRow, storage: Storage) -> None:
    """As `check_reads`, with the seats that are stored, where they are asked for."""
    check_reads(actor, row, {} if row.public else {seat.token_hash: seat for seat in storage.seats(row.id)})


def _sits(actor: Actor, row: GameRow, seats: Mapping[bytes, SeatRow]) -> bool:
    """Whether this token has a seat, or may still get one."""
    seat = seats.get(actor.token_hash) if actor.kind == "player" else None
    # After the opening and the commit every event is a join, until all have joined.
    return seat is not None and (seat.player is not None or row.n <= row.players)


def check_takes_part(actor: Actor, game: LiveGame) -> None:
    """Require the host, or somebody with a seat or one to come: answers to changes, refusals too, tell of the game.

    Raises GameError ``game.unknown``.
    """
    if not (runs(actor, game.row) or _sits(actor, game.row, game.seats)):
        raise unknown(game.row.id)


def check_comes(actor: Actor, game: LiveGame) -> None:
    """As `check_takes_part`, for what asks for a seat: a token that came too late is told that all are taken."""
    if not (runs(actor, game.row) or (actor.kind == "player" and actor.token_hash in game.seats)):
        raise unknown(game.row.id)


def check_acts_for(actor: Actor, game: LiveGame, player: int) -> None:
    """Require that the actor may do what `player` does.

    Raises GameError ``game.unknown``, SeatError ``seat.own_token`` (a host, for a player that holds its own token) or
    ``seat.other_player`` (a token of somebody else).
    """
    check_takes_part(actor, game)
    if actor.kind == "host":
        if game.holds_own_token(player):
            raise SeatError(
                "seat.own_token", f"player {player} holds its own token: only that token acts for it", found=player
            )
    elif own_player(actor, game) != player:
        own = own_player(actor, game)
        raise SeatError(
            "seat.other_player",
            f"this token is {'no player yet' if own is None else f'that of player {own}'}, not of player {player}",
            expected=own,
            found=player,
        )


def own_player(actor: Actor, game: LiveGame) -> int | None:
    """The player that a token is, once it has joined."""
    seat = game.seats.get(actor.token_hash)
    return seat.player if seat is not None else None
