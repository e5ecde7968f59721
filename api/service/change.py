"""One change of a game in the making: what was appended, what follows by itself, and how all of it is stored."""

from __future__ import annotations

import os
from typing import Any

from msgspec import UNSET, structs

from api.service.due import away_at, due_of, owing
from api.service.livegame import LiveGame, link_context
from api.service.settings import Settings
from api.service.signing import Sealing
from api.storage.rows import (
    Append,
    ContributionRow,
    CredentialRow,
    EventRow,
    GameRow,
    IdempotencyRow,
    Leaf,
    SeatRow,
    Sequenced,
    Status,
)
from fairdice.dice import Stream
from fairdice.encoding import from_hex
from fairdice.keys import SIGNATURE_BYTES
from fairdice.leaves import close_leaf, leaf_bytes, open_leaf
from fairdice.live.history import body_of
from fairdice.live.messages import Appended, Contribution
from fairdice.live.table import Table
from fairdice.live.view import Strategy
from fairdice.local.bots import BOTS
from replay.record import Close, Join
from replay.state import MOVE, OVER

__all__ = ["MAX_AT_ONCE", "Change", "event_row", "first_deadline"]

MAX_AT_ONCE = 256
"""So many events are appended in one transaction; a longer game of bots goes on in the next."""


def event_row(one: Appended) -> EventRow:
    """An event as it is stored."""
    sig = from_hex(one.receipt.sig, SIGNATURE_BYTES)
    return EventRow(n=one.event.n, body=body_of(one.event), head=one.head, sig=sig)


def first_deadline(created: int, open_for_ms: int) -> int:
    """When a table that has not started is given up."""
    return created + open_for_ms


class Change:
    """Made under the lock of its game.  Once anything is `touched`, the game must be stored or dropped."""

    def __init__(self, game: LiveGame, now: int, sealer: Sealing, *, pace_ms: int, open_for_ms: int) -> None:
        self.game = game
        self.table: Table = game.table
        self.appended: list[Appended] = []
        self.contributions: list[ContributionRow] = []
        self.seats: list[SeatRow] = []
        self.credentials: list[CredentialRow] = []
        self.columns: dict[str, Any] = {}
        self.touched = False
        self.leaf: Leaf | None = None
        self._now = now
        self._sealer = sealer
        self._pace_ms = pace_ms
        self._open_for_ms = open_for_ms
        self._opens = False

    @property
    def at(self) -> int:
        """The time of the next event: now, but never before the last one."""
        return max(self._now, self.table.at)

    @property
    def started(self) -> bool:
        """Whether the game has started, with this change at the latest."""
        return self.game.started or self._opens

    @property
    def settings(self) -> Settings:
        """The game's settings as they will be."""
        raw = self.columns.get("settings")
        return self.game.settings if raw is None else Settings.decode(raw)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not (self.touched or self.contributions or self.seats or self.credentials or self.columns or self.leaf)

    # What is done ------------------------------------------------------------------------------------------------

    def take(self, appended: Appended) -> Appended:
        """Note what the table has appended; what stood already is not appended again."""
        if appended.event.n == self.game.row.n + len(self.appended) + 1:
            self.appended.append(appended)
            self.touched = True
        return appended

    def submit(self, contribution: Contribution) -> None:
        """Give the table a contribution, and note it if it is new."""
        if contribution.j == self.table.roll_index and contribution.player in self.table.missing:
            self.table.submit(contribution)
            self.touched = True
            self.contributions.append(
                ContributionRow(
                    player=contribution.player, j=contribution.j, link=contribution.link, ack=contribution.ack
                )
            )
        else:
            self.table.submit(contribution)

    def open(self) -> None:
        """Start: the head before the draw goes into the log, in the same transaction (O4)."""
        if not self.started:
            self._opens = True
            self._log_opening()

    def _log_opening(self) -> None:
        entry = leaf_bytes(open_leaf(self.table.gid, self.table.n, self.table.head))
        self.leaf = Leaf(kind="open", entry=entry)

    # What follows by itself --------------------------------------------------------------------------------------

    def advance(self, *, paced: bool = False) -> None:
        """Do all that now follows without any player: bots, automatic moves, rolls nobody has to ask for, the close.

        Where all players are away nothing happens, or with `paced` one roll and what is done with it: who lost the
        connection should find the game where it can still be played.
        """
        self._seat_bots()
        if not self.started or self.game.stopped:
            return
        if self.table.due == "draw" and self.appended:
            self._log_opening()  # an absence or return before the draw has made another head (docs/spec/log.md, L2)
        if not self._watched() and not paced:
            return
        while len(self.appended) < MAX_AT_ONCE and self._step():
            if paced and not self._watched() and self.table.roll_index is not None:
                break

    def _watched(self) -> bool:
        """Whether some player is there; games of bots alone need nobody."""
        humans = [join.player for join in self.table.joins if join.kind == "human"]
        return not humans or any(map(self.table.is_present, humans))

    def _step(self) -> bool:
        """One event more, if one follows by itself."""
        table = self.table
        if table.closed or (self.leaf is not None and self._is_at_end()):
            return False  # one leaf a transaction: a game that opens with this one closes with the next
        appended = table.advance(at=self.at, strategy=self._strategy())
        if appended is None:
            j = table.roll_index
            if j is None or table.missing or (table.turn is not None and table.is_present(table.turn)):
                return False
            appended = table.roll(j, at=self.at)
        self.take(appended)
        return True

    def _is_at_end(self) -> bool:
        return self.table.due == OVER or self.table.game.exhausted

    def _strategy(self) -> Strategy | None:
        turn = self.table.turn
        if self.table.due != MOVE or turn is None or self.table.joins[turn].kind != "bot":
            return None
        return BOTS[self.settings.strategy_of(self.table.joins[turn].name)](Stream(os.urandom(32)))

    # Bots take their seats ---------------------------------------------------------------------------------------

    def _seat_bots(self) -> None:
        settings = self.settings
        while self.table.due == "join":
            player = len(self.table.joins)
            seated = {join.name for join in self.table.joins if join.kind == "bot"}
            waiting = [bot for bot in settings.bots if bot.name not in seated]
            here = [bot for bot in waiting if bot.place == player]
            if not here and len(waiting) >= self.table.rules.players - player:
                here = [bot for bot in waiting if bot.place is None]
            if not here:
                return
            self._join(here[0].name, player)
        if self.table.due == "draw" and not self.started and settings.start == "full":
            self.open()

    def _join(self, name: str, player: int) -> None:
        join = Join(n=self.table.n + 1, at=0, player=player, kind="bot", name=name, anchor=None, key=None)
        self.take(self.table.join(join, at=self.at))

    # Storing -----------------------------------------------------------------------------------------------------

    @property
    def look_at(self) -> int | None:
        """When the keeper is to look at the game: at its deadline, or before.

        While players are waited for, every event puts the deadline off.  The column is indexed, and a row with another
        value there has to be put into every index anew; so it is left as it is until the keeper has looked in vain.
        """
        deadline, stored = self.deadline(), self.game.row.deadline
        keeps = stored is not None and deadline is not None and self._now < stored <= deadline
        return stored if keeps and self.started and owing(self.table) else deadline

    def deadline(self) -> int | None:
        """When the service must act by itself if nobody else does."""
        table = self.table
        if table.closed or self.game.stopped:
            return None
        if not self.started:
            return first_deadline(self.game.row.created, self._open_for_ms)
        if owing(table):
            return away_at(table)
        if self._watched():
            return self._now  # the rest of a long turn of bots
        return table.at + self._pace_ms

    @property
    def status(self) -> Status:
        """The game's status after this change."""
        return "closed" if self.table.closed else "playing" if self.started else self.game.row.status

    def storable(self, *, idempotency: IdempotencyRow | None) -> Append:
        """The change as the storage takes it."""
        table, row = self.table, self.game.row
        last = self.appended[-1].event if self.appended else None
        if isinstance(last, Close) and self.started:
            entry = leaf_bytes(close_leaf(table.gid, table.n, table.head, last.status))
            self.leaf = Leaf(kind="close", entry=entry)
        if row.code_hash is not None and table.due != "join":
            self.columns["code_hash"] = None  # a room code leads nowhere once all seats are taken
        return Append(
            game=row.id,
            rev=row.rev,
            was=row.head,
            n=table.n,
            head=table.head,
            status=self.status,
            deadline=self.look_at,
            at=self.at,
            events=tuple(map(event_row, self.appended)),
            contributions=tuple(map(self._sealed, self.contributions)),
            seats=tuple(self.seats),
            credentials=tuple(self.credentials),
            leaf=self.leaf,
            idempotency=idempotency,
            **self.columns,
        )

    def _sealed(self, row: ContributionRow) -> ContributionRow:
        """A link that waits for others is nobody's to read, in the database either; that of a roll stands in it."""
        if self.table.was_rolled(row.j):
            return row
        link = self._sealer.seal(row.link, link_context(self.game.row.id, row.player, row.j))
        return structs.replace(row, link=link)

    def accept(self, change: Append, sequenced: Sequenced | None) -> None:
        """It is stored: the game in memory is what the storage has."""
        game = self.game
        row: GameRow = structs.replace(
            game.row, rev=change.rev + 1, n=change.n, head=change.head, status=change.status, deadline=change.deadline
        )
        row = structs.replace(row, updated=change.at)
        for column in ("settings", "code_hash", "reserved_by", "reserved_until"):
            value = getattr(change, column)
            if value is not UNSET:
                row = structs.replace(row, **{column: value})
        if sequenced is not None and change.leaf is not None:
            row = structs.replace(row, checkpoint=sequenced.checkpoint, **{f"{change.leaf.kind}_leaf": sequenced.index})
        game.row = row
        game.seats |= {seat.token_hash: seat for seat in change.seats}

    @property
    def due(self) -> dict[str, Any]:
        """What the game waits for after this change, as answers say it."""
        return due_of(self.table, started=self.started, stopped=False, deadline=self.deadline())
