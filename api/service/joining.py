"""How players come to a table: room codes, tokens, reservations, joins."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, structs

from api.service.ask import Ask
from api.service.change import Change
from api.service.errors import SeatError
from api.service.hall import Hall
from api.service.rights import check_host
from api.service.tokens import hash_token, new_id, new_player_token, read_room_code, room_code_hashes
from api.storage.rows import CredentialRow, GameRow, Mode, SeatRow
from fairdice.live.messages import Appended
from replay.record import Join

if TYPE_CHECKING:
    from api.service.actor import Actor
    from api.service.seal import Sealer

__all__ = ["Joining", "Reserved", "code_context", "player_token"]

_UNUSED_MS = 86_400_000
"""How long a token lasts with which nobody sits down."""
_BY_CODE = b"code"
"""What stands before the hash of a token that came with a room code, where it has reserved a seat."""


class Reserved(Struct, frozen=True):
    """The next seat, kept for one who wants to join."""

    player: int
    until: int
    token: str | None
    """A fresh player token, for who came with a room code."""


class Joining:
    """The acts; for many threads."""

    def __init__(self, hall: Hall, sealer: Sealer, *, reserve_ms: int) -> None:
        self._hall = hall
        self._sealer = sealer
        self._reserve_ms = reserve_ms

    # Joining ------------------------------------------------------------------------------------------------------

    def game_of_code(self, text: str) -> str:
        """The game of a room code as somebody typed it.  Raises SeatError ``seat.code``."""
        code = read_room_code(text)
        for code_hash in room_code_hashes(code, self._sealer) if code else ():
            found = self._hall.storage.game_of_code(code_hash)
            if found is not None:
                return found
        raise SeatError("seat.code", "no table waits behind this room code: it is mistyped, or all seats are taken")

    def room_code(self, actor: Actor, row: GameRow) -> str | None:
        """The game's room code, for its host."""
        check_host(actor, row)
        if row.code is None or row.code_hash is None:
            return None
        return self._sealer.open(row.code, code_context(row.id)).decode()

    def add_tokens(self, ask: Ask, count: int) -> list[tuple[str, str]]:
        """Make player tokens for seats that are free.  Raises SeatError ``seat.full``."""

        def act(change: Change) -> list[tuple[str, str]]:
            check_host(ask.actor, change.game.row)
            _need_room(change)
            row, tokens = change.game.row, []
            for _ in range(count):
                token, credential = player_token(row.host, row.mode, change.at)
                change.credentials.append(credential)
                change.seats.append(SeatRow(game=row.id, token_hash=credential.token_hash))
                tokens.append((credential.id, token))
            return tokens

        return ask.change(self._hall, act, fresh=True)[1]

    def revoke_token(self, actor: Actor, game_id: str, token_id: str) -> bytes:
        """End a player token of a game at once, and give its hash.

        Its player stays as it is: nobody acts for it any more, and it is away when the others have waited long enough.
        Raises GameError ``game.unknown``, SeatError ``seat.token``.
        """
        with self._hall.looking(game_id) as game:
            check_host(actor, game.row)
            seats = list(game.seats)
        for token_hash in seats:
            row = self._hall.storage.credential(token_hash)
            if row is not None and row.id == token_id:
                self._hall.storage.revoke(row.id, row.host, self._hall.clock())
                return token_hash
        raise SeatError("seat.token", "this game has no such token", found=token_id[:80])

    def reserve(self, ask: Ask, *, by_code: bool) -> tuple[Change, Reserved]:
        """Keep the next seat for who asks: a token's owner, the host, or somebody with the room code.

        Raises SeatError ``seat.full``, ``seat.joined``, ``seat.reserved`` (somebody else holds it, or it is another's
        place), GameError ``game.unknown``.
        """

        def act(change: Change) -> Reserved:
            row, token = change.game.row, None
            if by_code:
                # Who never sits down leaves no token behind for ever.
                token, credential = player_token(row.host, row.mode, change.at, expires=change.at + _UNUSED_MS)
                holder = _BY_CODE + credential.token_hash
            else:
                credential, holder = None, _holder(ask.actor)
            _need_room(change)
            self._check_turn_to_join(change, holder, is_host=not by_code and ask.actor.kind == "host")
            if credential is not None:
                change.credentials.append(credential)
                change.seats.append(SeatRow(game=row.id, token_hash=credential.token_hash))
            # Asked for again, it lasts no longer: nobody keeps a seat from the others without sitting down.
            holds = row.reserved_by == holder and change.at < row.reserved_until
            until = row.reserved_until if holds else change.at + self._reserve_ms
            change.columns |= {"reserved_by": holder, "reserved_until": until}
            return Reserved(len(change.table.joins), until, token)

        return ask.change(self._hall, act, fresh=True, invited=by_code, comes=True)

    def join(self, ask: Ask, given: Mapping[str, Any]) -> tuple[Change, Appended]:
        """Let a player in.  With a key it needs the reservation of this seat, as its signature names the place.

        Raises SeatError ``seat.*``, and as `Table.join`.
        """

        def act(change: Change) -> Appended:
            _need_room(change)
            row, player = change.game.row, len(change.table.joins)
            is_host = ask.actor.kind == "host"
            holder = _holder(ask.actor)
            self._check_turn_to_join(change, holder, is_host=is_host)
            holds = row.reserved_by == holder and change.at < row.reserved_until
            if given.get("key") is not None and not holds:
                raise SeatError(
                    "seat.not_reserved", "to join with a key, reserve the seat first (POST /v1/reservations)"
                )
            if change.settings.chains == "required" and given.get("anchor") is None:
                raise SeatError("seat.chain", "at this table every player brings a chain of its own", clause="O3")
            join = Join(
                n=change.table.n + 1,
                at=0,
                player=player,
                kind="human",
                name=given["name"],
                anchor=given.get("anchor"),
                key=given.get("key"),
                sig=given.get("sig", UNSET),
            )
            appended = change.take(change.table.join(join, at=change.at))
            change.columns |= {"reserved_by": None, "reserved_until": 0}
            credential = ask.actor.credential
            if not is_host and credential is not None:
                if credential.expires is not None:
                    change.credentials.append(structs.replace(credential, expires=None))
                change.seats.append(SeatRow(game=row.id, token_hash=ask.actor.token_hash, player=player))
            return appended

        return ask.change(self._hall, act, fresh=True, comes=True)

    def _check_turn_to_join(self, change: Change, holder: bytes, *, is_host: bool) -> None:
        """The next seat may be reserved by somebody else, or be the place of one who played the game before."""
        row, game = change.game.row, change.game
        seat = game.seats.get(holder.removeprefix(_BY_CODE))
        if seat is not None and seat.player is not None:
            raise SeatError("seat.joined", f"this token is player {seat.player} already", found=seat.player)
        by_code = row.reserved_by is not None and row.reserved_by.startswith(_BY_CODE)
        # Whoever has the code may reserve again and again; the host, and whom it has given a token, need not wait.
        yields = by_code and not holder.startswith(_BY_CODE)
        if row.reserved_by not in (None, holder) and change.at < row.reserved_until and not yields:
            raise SeatError(
                "seat.reserved",
                "somebody else is sitting down; try again in a moment",
                wait_ms=row.reserved_until - change.at,
            )
        player = len(change.table.joins)
        if not is_host and seat is not None and seat.place is not None and seat.place != player:
            raise SeatError(
                "seat.not_yet",
                f"this token will be player {seat.place}; player {player} sits down first",
                wait_ms=1000,
                expected=seat.place,
                found=player,
            )
        kept = [token for token, other in game.seats.items() if other.place == player and other.player is None]
        if kept and holder not in kept:
            raise SeatError("seat.kept", f"player {player} is kept for one who played before", found=player)


def _holder(actor: Actor) -> bytes:
    """By whom a seat is reserved: by a token for itself, by a host with any of its keys."""
    if actor.kind == "host":
        return sha256(f"host {actor.host}".encode()).digest()
    # A token that came with a room code has an end until it sits down.
    by_code = actor.credential is not None and actor.credential.expires is not None
    return _BY_CODE + actor.token_hash if by_code else actor.token_hash


def _need_room(change: Change) -> None:
    if change.table.due != "join":
        raise SeatError("seat.full", "all seats are taken", found=len(change.table.joins))


def code_context(game: str) -> bytes:
    """What the room code of a game is sealed with."""
    return f"code {game}".encode()


def player_token(host: str, mode: Mode, at: int, *, expires: int | None = None) -> tuple[str, CredentialRow]:
    """A fresh player token, and the row by which it is known."""
    token = new_player_token()
    return token, CredentialRow(
        token_hash=hash_token(token),
        id=new_id("tok"),
        kind="player",
        host=host,
        mode=mode,
        label="",
        scopes=(),
        created=at,
        expires=expires,
    )
