"""A player's seat at a service: joined, followed with doubts, played, and gone on with after a crash.

Everything that the service says of the game goes through `fairdice.live.player.Player`, which replays it and checks
every receipt, roll, move and link as it happens.  Whatever the player signs is on its own disk before it is sent.  When
the house cheats HouseCheats is raised, and the evidence is in a folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import to_builtins

from fairdice.checkpoint import LogKey, parse_key
from fairdice.client.answers import Due, Item, game_tag
from fairdice.client.errors import ServiceError
from fairdice.client.follow import Feed
from fairdice.client.keep import Keep
from fairdice.client.kept import KeptPlayer, Seen
from fairdice.client.lock import Lock
from fairdice.client.logged import check_opening
from fairdice.client.service import Service
from fairdice.client.sitting import Plan, join, sit_down
from fairdice.client.turn import Turn
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import PlayerError
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.verify import EarlierReceipt, Report, Trust, verify
from replay.codec import encode
from replay.record import Away, Back, Move, Pass, Receipt, Record
from replay.state import MOVE, OVER

__all__ = ["Seat", "Seen"]

_REFUSALS = 8
"""So often in a row may the service refuse what the game, as seen here, asks for."""


class Seat:
    """One player at one table.  Use `join`; not for several threads at once."""

    def __init__(
        self,
        service: Service,
        kept: KeptPlayer,
        lock: Lock,
        *,
        polling: bool = False,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Use `join`."""
        self._service = service
        self._kept = kept
        self._lock = lock
        self._game = kept.header.game
        self._feed = Feed(service, self._game, polling=polling, sleep=sleep)
        self._due: Due | None = None
        self._given: int | None = None  # the last roll that was given a link to, in this run
        self._refused = 0
        self._left = False
        self._logged = False

    @classmethod
    def join(
        cls,
        url: str,
        code: str | None = None,
        *,
        name: str,
        keep: str | os.PathLike[str],
        token: str | None = None,
        game: str | None = None,
        key: SecretKey | None = None,
        contributes: bool = True,
        house_key: bytes | None = None,
        log_key: str | None = None,
        tell: Callable[[Seen], None] | None = None,
        polling: bool = False,
        **wire: Any,
    ) -> Seat:
        """Sit down at the table with a room code; or, with a player's `token`, at `game` (64 hex digits).

        With a code, or game, that was used with this folder before, and a game that is not over, go on with that
        player.  `keep` is the folder for what must not be lost, at one time for one player of a game.  `key` is the
        player's own, by default one for this game alone; unless it `contributes` the player has no part in rolls.
        `house_key` (32 bytes) and `log_key` (a vkey) are those the house and its log must have, if known.  `tell` is
        called with each event once it is checked.  With `polling` no stream is used.  `wire` are further arguments of
        `fairdice.client.wire.Wire`.

        Raises ServiceError, KeepError, HouseCheats, and PlayerError if the game was tried before or cannot be joined.
        """
        sleep = wire.get("sleep", time.sleep)
        if log_key is not None:
            parse_key(log_key)
        plan = Plan(
            name=name, key=key, contributes=contributes, house_key=house_key, log_key=log_key, tell=tell or _nothing
        )
        service = Service(url, token, **wire)
        try:
            kept, lock = sit_down(service, Keep(keep), plan, code=code, game=game, sleep=sleep)
        except BaseException:
            service.close()
            raise
        try:
            seat = cls(service, kept, lock, polling=polling, sleep=sleep)
            join(service, kept, seat._catch_up, sleep)
            seat._catch_up()
        except BaseException:
            kept.close()
            lock.release()
            service.close()
            raise
        return seat

    def close(self) -> None:
        """Let go of the seat, not of the game: `join` goes on with it."""
        self._feed.close()
        self._kept.close()
        self._lock.release()
        self._service.close()

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Let go of the seat; of the secrets as well if the game is over and nothing has failed."""
        try:
            if kind is None and self.player.closed:
                self._kept.finish()
        finally:
            self.close()

    # What stands ----------------------------------------------------------------------------------------------------

    @property
    def player(self) -> Player:
        """The player's own side of the game; to be looked at only."""
        return self._kept.player

    @property
    def number(self) -> int:
        """Which player this is."""
        assert self.player.player is not None
        return self.player.player

    @property
    def game(self) -> str:
        """The game's identity, in hex."""
        return self._game

    @property
    def token(self) -> str | None:
        """The player's token; it holds a seat of a rematch, too (`join` with it and the new game)."""
        return self._kept.header.token

    @property
    def left(self) -> bool:
        """Whether the player has left in this run."""
        return self._left

    # Playing --------------------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[Turn]:
        """What the game asks of this player, until the game is closed or the player has left.

        In between others play; links to their rolls are given by themselves.  Raises ServiceError and HouseCheats.
        """
        while not (self.player.closed or self._left):
            turn = self._step()
            if turn is not None:
                yield turn

    def _step(self) -> Turn | None:
        """Do what can be done without the player; or say what it is asked."""
        player, pending = self.player, self._kept.pending
        if pending is not None:
            self._send(pending)
        elif player.due == OVER:
            self._wait()
        elif player.player in player.away:
            return Turn(self, "back")
        elif player.roll_index is not None and player.turn == player.player:
            return Turn(self, "roll")
        elif player.due == MOVE and player.turn == player.player and player.by == "player":
            return Turn(self, "move")
        elif player.owes_link and player.roll_index != self._given:
            self._give()
        else:
            self._wait()
        return None

    def roll(self) -> bool:
        """Give the link to this player's roll, wait for those of the others, and have it made.  As `Turn.roll`."""
        j = self.player.roll_index
        while j is not None and j == self.player.roll_index:
            if self.player.owes_link and self._given != j:
                self._give()
                continue
            try:
                answer = self._service.roll(self._game, j, if_match=self._tag())
            except ServiceError as error:
                if error.code == "table.links_missing":
                    self._wait()
                else:
                    self._look_again(error)
                continue
            self._due = answer.due
            self._take(answer.appended)
            return True
        return False

    def act(self, draft: Move | Pass | Away | Back) -> bool:
        """Send what the player does, signed.  As the acts of `Turn`."""
        self._kept.promise(draft)
        return self._send(draft)

    def leave(self) -> bool:
        """Leave the game.  As `Turn.leave`."""
        self._left = self.act(self.player.leave())
        return self._left

    def _send(self, draft: Any) -> bool:
        try:
            answer = self._service.act(self._game, draft, if_match=self._tag())
        except ServiceError as error:
            self._look_again(error)
        else:
            self._due = answer.due
            self._take(answer.appended)
        return self._kept.has_done(draft)

    # Links ----------------------------------------------------------------------------------------------------------

    def _give(self) -> None:
        """Give the link to the roll that is due, as soon as the house has given its own."""
        j, house_link = self.player.roll_index, self._house_link()
        if j is None or house_link is None:
            self._wait()
            return
        self._check_log()
        try:
            contribution = self.player.contribute(house_link)
        except PlayerError as error:
            self._kept.accuse(error, house_link=house_link.hex(), j=j)
        self._kept.sync()
        try:
            answer = self._service.give(self._game, j, [contribution], if_match=self._tag())
        except ServiceError as error:
            self._look_again(error)
            return
        self._given = j
        self._due = answer.due
        self._take(answer.appended)

    def _house_link(self) -> bytes | None:
        """The house's link to the roll that is due; None if the game has not started, or is elsewhere by now."""
        j = self.player.roll_index
        if self._due is None or self._due.j != j or self._due.house_link is None:
            self._due = self._service.due(self._game)
            if self._due.j != j:
                self._catch_up()
        found = self._due.house_link if self._due.j == j else None
        return from_hex(found, HASH_BYTES) if found is not None else None

    def _check_log(self) -> None:
        """Before the first link: the log holds the opening, if the house has a log or one was named (O4)."""
        if self._logged:
            return
        keys = self._log_keys()
        if keys:
            shown = self._service.game(self._game).log
            try:
                check_opening(self.player, shown, keys)
            except PlayerError as error:
                self._kept.accuse(error, log=to_builtins(shown))
        self._logged = True

    def _log_keys(self) -> list[LogKey]:
        named = self._kept.log_key
        if named is None:
            log = self._service.house().log
            named = log.vkey if log is not None else None
        return [parse_key(named)] if named is not None else []

    # Following ------------------------------------------------------------------------------------------------------

    def _tag(self) -> str:
        return game_tag(self.player.n, self.player.head)

    def _wait(self) -> None:
        """Wait for news of the game."""
        items = self._feed.wait(self.player.n)
        self._due = self._feed.due or self._due
        self._take(items)

    def _catch_up(self) -> None:
        self._take(self._service.events(self._game, self.player.n))

    def _look_again(self, error: ServiceError) -> None:
        """The service says that the game is elsewhere: look where.  Raises `error` if it says something else."""
        if error.status not in (409, 412) or self._refused >= _REFUSALS:
            raise error
        self._refused += 1
        self._due = None
        self._catch_up()

    def _take(self, items: Iterable[Item]) -> None:
        for item in items:
            if item.event.n > self.player.n + 1:
                for missed in self._service.events(self._game, self.player.n):
                    self._take_one(missed)
            self._take_one(item)

    def _take_one(self, item: Item) -> None:
        if self._kept.take(item):
            self._refused = 0

    # The record -----------------------------------------------------------------------------------------------------

    def own_record(self) -> bytes:
        """The game as it was seen here, with the house's receipt: a record that needs nothing more from the house."""
        signed = self.player.receipt(self.player.n)
        assert signed is not None
        receipt = Receipt(n=signed.n, sig=signed.sig.hex())
        return encode(Record(format="fairdice/game@1", events=self.player.events, receipt=receipt, acks=())) + b"\n"

    def record(self) -> tuple[bytes, Report]:
        """The record as the house gives it, and what the verifier says of it, with all that is known here named."""
        raw = self._service.record(self._game)
        kept, signed = self._kept, self.player.receipt(self.player.n)
        assert signed is not None
        trust = Trust(
            house_keys=(kept.house_key,) if kept.house_key is not None else (),
            player_keys=(from_hex(kept.header.public, HASH_BYTES),),
            game=self.player.gid,
            receipts=(EarlierReceipt(signed.n, signed.sig, signed.head, self.player.gid),),
            log_keys=(kept.log_key,) if kept.log_key is not None else (),
        )
        return raw, verify(raw, trust, file=self._game[:12])


def _nothing(_seen: Seen) -> None:
    """Nobody wants to be told."""
