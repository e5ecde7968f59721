"""Games: creating, listing, reading, stopping and deleting them; `api.storage.append` changes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Select, Table, delete, insert, select, text, tuple_, update

from api.storage import tables
from api.storage.answers import add_answer
from api.storage.contract import Stale
from api.storage.database import Database
from api.storage.hosts import add_credentials
from api.storage.mapping import Mapping, values
from api.storage.rows import (
    ContributionRow,
    EventRow,
    GameQuery,
    GameRow,
    IdempotencyRow,
    NewGame,
    SeatRow,
)
from api.storage.webhooks import add_deliveries

__all__ = ["Games", "put_seats", "stale"]

_GAME = Mapping(GameRow, tables.game)
_EVENT = Mapping(EventRow, tables.event)
_CONTRIBUTION = Mapping(ContributionRow, tables.contribution)
_SEAT = Mapping(SeatRow, tables.seat)
_TABLE = tables.game
_OPEN = text(tables.GAME_OPEN)
_OF_A_GAME: list[Table] = [tables.event, tables.seat, tables.contribution, tables.delivery]
_AT_ONCE = 500

_PUT_SEAT = text(
    "INSERT INTO seat (game, token_hash, player, place) VALUES (:game, :token_hash, :player, :place)"
    " ON CONFLICT (game, token_hash) DO UPDATE SET player = excluded.player, place = excluded.place"
)


def stale(game: str) -> Stale:
    """What to say to who comes too late."""
    return Stale("storage.stale", "the game has changed or is gone", found=game)


def put_seats(connection: Connection, seats: tuple[SeatRow, ...]) -> None:
    """Add parts in games, or give those of the same credentials other values."""
    if seats:
        connection.execute(_PUT_SEAT, [values(row) for row in seats])


class Games(Database):
    """The part of the contract about games, but for changing one."""

    def create(self, game: NewGame) -> None:
        name = game.row.id

        def unit(connection: Connection) -> None:
            add_answer(connection, game.idempotency)
            connection.execute(insert(_TABLE).values(values(game.row)))
            connection.execute(insert(tables.event), [values(row, game=name) for row in game.events])
            put_seats(connection, game.seats)
            add_credentials(connection, game.credentials)
            add_deliveries(connection, game.deliveries)

        self._write(unit, name)

    def delete(self, game: str, rev: int, idempotency: IdempotencyRow | None = None) -> None:
        taken = update(_TABLE).where(_TABLE.c.id == game, _TABLE.c.rev == rev).values(rev=rev + 1)

        def unit(connection: Connection) -> None:
            add_answer(connection, idempotency)
            if not connection.execute(taken).rowcount:
                raise stale(game)
            for table in _OF_A_GAME:
                connection.execute(delete(table).where(table.c.game == game))
            connection.execute(delete(_TABLE).where(_TABLE.c.id == game))

        self._write(unit, game)

    def stop(self, games: Iterable[str], at: int) -> int:
        wanted = sorted(set(games))  # in one order, so that two who stop do not wait for each other
        change = update(_TABLE).where(_OPEN)
        stopped = change.values(status="stopped", rev=_TABLE.c.rev + 1, deadline=None, updated=at)

        def unit(connection: Connection) -> int:
            count = 0
            for start in range(0, len(wanted), _AT_ONCE):
                some = stopped.where(_TABLE.c.id.in_(wanted[start : start + _AT_ONCE]))
                count += connection.execute(some).rowcount
            return count

        return self._write(unit, "")

    # Reading one game ----------------------------------------------------------------------------------------------

    def game(self, game: str) -> GameRow | None:
        rows = self._rows(f"SELECT {_GAME.text} FROM game WHERE id = {self.mark}", (game,))
        return _GAME(rows[0]) if rows else None

    def game_of_code(self, code_hash: bytes) -> str | None:
        row = self._one(select(_TABLE.c.id).where(_TABLE.c.code_hash == code_hash))
        return None if row is None else str(row[0])

    def events(self, game: str, *, after: int = -1, limit: int | None = None) -> list[EventRow]:
        sql = f"SELECT {_EVENT.text} FROM event WHERE game = {self.mark} AND n > {self.mark} ORDER BY n"
        if limit is None:
            return _EVENT.all(self._rows(sql, (game, after)))
        return _EVENT.all(self._rows(f"{sql} LIMIT {self.mark}", (game, after, limit)))

    def contributions(self, game: str) -> list[ContributionRow]:
        sql = f"SELECT {_CONTRIBUTION.text} FROM contribution WHERE game = {self.mark} ORDER BY player"
        return _CONTRIBUTION.all(self._rows(sql, (game,)))

    def seats(self, game: str) -> list[SeatRow]:
        sql = f"SELECT {_SEAT.text} FROM seat WHERE game = {self.mark} ORDER BY token_hash"
        return _SEAT.all(self._rows(sql, (game,)))

    def seat(self, game: str, token_hash: bytes) -> SeatRow | None:
        sql = f"SELECT {_SEAT.text} FROM seat WHERE game = {self.mark} AND token_hash = {self.mark}"
        rows = self._rows(sql, (game, token_hash))
        return _SEAT(rows[0]) if rows else None

    # Finding games -------------------------------------------------------------------------------------------------

    def games(self, query: GameQuery) -> list[GameRow]:
        game = _TABLE.c
        some = select(*_GAME.columns).where(game.host == query.host, game.mode == query.mode)
        if query.status is not None:
            some = some.where(game.status == query.status)
        if query.rules is not None:
            some = some.where(game.rules == query.rules)
        if query.before is not None:
            some = some.where(tuple_(game.created, game.id) < query.before)
        return self._newest(some, query.limit)

    def public_games(self, *, status: str | None, limit: int, tests: bool = False) -> list[GameRow]:
        some = select(*_GAME.columns).where(_TABLE.c.public if tests else text(tables.GAME_PUBLIC))
        if status is not None:
            some = some.where(_TABLE.c.status == status)
        return self._newest(some, limit)

    def _newest(self, some: Select[tuple[object, ...]], limit: int) -> list[GameRow]:
        newest = some.order_by(_TABLE.c.created.desc(), _TABLE.c.id.desc()).limit(limit)
        return _GAME.all(self._all(newest))

    def due(self, now: int, limit: int) -> list[str]:
        some = select(_TABLE.c.id).where(_TABLE.c.deadline <= now)
        return _names(self._all(some.order_by(_TABLE.c.deadline, _TABLE.c.id).limit(limit)))

    def open_games(self) -> list[str]:
        return _names(self._all(select(_TABLE.c.id).where(_OPEN).order_by(_TABLE.c.id)))


def _names(rows: Sequence[Sequence[str]]) -> list[str]:
    return [row[0] for row in rows]
