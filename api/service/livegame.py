"""A game in this process's memory: its row as last seen, and the live table that its events make."""

from __future__ import annotations

from threading import Lock
from typing import Any

import msgspec
from msgspec import structs

from api.service.due import away_at, due_of, owing
from api.service.errors import GameError
from api.service.settings import Settings
from api.service.signing import Keyring, Sealing
from api.storage.contract import Lost, Storage
from api.storage.rows import ContributionRow, EventRow, GameRow, SeatRow
from fairdice.encoding import HASH_BYTES
from fairdice.live.messages import Contribution
from fairdice.live.table import Table
from replay.record import GameEvent

__all__ = ["LiveGame", "link_context", "tip_context", "unknown"]

_decode = msgspec.json.Decoder(GameEvent).decode


def tip_context(game: str) -> bytes:
    """What the house's tip of a game is sealed with."""
    return f"tip {game}".encode()


def link_context(game: str, player: int, j: int) -> bytes:
    """What a player's link is sealed with that waits for the others."""
    return f"link {game} {player} {j}".encode()


class LiveGame:
    """Use it under `lock` alone.  One that has been `dropped` is behind or ahead of the storage: take another."""

    __slots__ = ("_settings", "dropped", "lock", "row", "seats", "table")

    def __init__(self, row: GameRow, table: Table, seats: list[SeatRow]) -> None:
        self.row = row
        self.table = table
        self.seats = {seat.token_hash: seat for seat in seats}
        self.lock = Lock()
        self.dropped = False
        self._settings: tuple[bytes, Settings] | None = None

    @classmethod
    def load(cls, game: str, storage: Storage, keyring: Keyring, sealer: Sealing) -> LiveGame:
        """Read a game and set its table up again.

        Raises GameError ``game.unknown``, and `Lost` if the house never signed what is stored.
        """
        row = storage.game(game)
        if row is None:
            raise unknown(game)
        # The row was read first: what was stored meanwhile only makes the next `refresh` find something new.
        events = storage.events(game)
        table = Table.resume(
            [_decode(event.body) for event in events],
            house=keyring.key("house", row.house_key),
            tip=sealer.open(row.tip, tip_context(game)),
        )
        if not _is_signed(events, table):
            raise _lost(game)
        _contribute(table, storage, sealer, game)
        return cls(structs.replace(row, n=table.n, head=table.head), table, storage.seats(game))

    def refresh(self, storage: Storage, sealer: Sealing) -> None:
        """Follow what other processes have stored.

        Raises GameError ``game.unknown``; `Lost` if it is not what this process knows to have been acknowledged: then
        it goes on refusing, since to read the game anew would be to sign another history of it.
        """
        row = storage.game(self.row.id)
        if row is None:
            self.dropped = True
            raise unknown(self.row.id)
        if row.rev < self.row.rev or row.n < self.table.n or (row.n == self.table.n and row.head != self.table.head):
            raise _lost(row.id)
        if row.rev == self.row.rev and row.n == self.table.n:
            return
        self.dropped = True  # until all of it is there
        events = storage.events(row.id, after=self.table.n)
        self.table.follow([_decode(event.body) for event in events])
        if events and not _is_signed(events, self.table):
            raise _lost(row.id)
        _contribute(self.table, storage, sealer, row.id)
        self.seats = {seat.token_hash: seat for seat in storage.seats(row.id)}
        self.row = structs.replace(row, n=self.table.n, head=self.table.head)
        self.dropped = False

    # How it stands ------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """What its host has decided."""
        if self._settings is None or self._settings[0] is not self.row.settings:
            self._settings = self.row.settings, Settings.decode(self.row.settings)
        return self._settings[1]

    @property
    def started(self) -> bool:
        """Whether the opening leaf is in the log, so that the draw may be made."""
        return self.row.open_leaf is not None

    @property
    def stopped(self) -> bool:
        """Whether nothing may be signed for it any more (after a restore)."""
        return self.row.status == "stopped"

    @property
    def due(self) -> dict[str, Any]:
        """What it waits for, as answers say it."""
        deadline = self.row.deadline
        if self.started and not self.stopped and owing(self.table):
            deadline = away_at(self.table)  # the keeper may look before
        return due_of(self.table, started=self.started, stopped=self.stopped, deadline=deadline)

    def holds_own_token(self, player: int) -> bool:
        """Whether a player has a token of its own, so that its host may not act for it."""
        return any(seat.player == player for seat in self.seats.values())


def _contribute(table: Table, storage: Storage, sealer: Sealing, game: str) -> None:
    """Give a table the stored contributions; those for rolls that it has not come to yet are for a later reading."""
    rows = [row for row in storage.contributions(game) if table.has_been_due(row.j)]
    table.follow((), [Contribution(row.player, row.j, _link(row, sealer, game), row.ack) for row in rows])


def _link(row: ContributionRow, sealer: Sealing, game: str) -> bytes:
    """A stored link: sealed while its roll was waiting for others, as it is once the roll was made."""
    return row.link if len(row.link) == HASH_BYTES else sealer.open(row.link, link_context(game, row.player, row.j))


def _is_signed(events: list[EventRow], table: Table) -> bool:
    """Whether the last of these is the table's last event, with the receipt that the house gives for it."""
    last = table.appended(table.n)
    return (events[-1].n, events[-1].head, events[-1].sig.hex()) == (table.n, last.head, last.receipt.sig)


def _lost(game: str) -> Lost:
    what = "the database has another history of this game than was signed: it was set back, or changed from outside"
    return Lost("storage.lost", what, found=game)


def unknown(game: str) -> GameError:
    """There is no such game for whoever asked; whether there is one for others is nobody's business."""
    return GameError("game.unknown", "there is no such game, or it is not yours to see", found=game[:80])
