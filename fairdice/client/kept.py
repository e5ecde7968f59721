"""A player and its journal: what is signed is on the disk before anybody gets it, what is seen can be seen again.

So the player of a program that was stopped is the same player in its next run: with its key and chain, bound by what it
has signed and by every receipt that it has seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct, structs

from fairdice.client.answers import Item
from fairdice.client.errors import HouseCheats
from fairdice.client.evidence import write_evidence
from fairdice.client.keep import Header, Journal, Line
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import PlayerError
from fairdice.keys import SecretKey
from fairdice.live.history import PlayerEvent
from fairdice.live.player import Player
from replay.record import GameEvent, Join, Receipt

__all__ = ["KeptPlayer", "Seen"]


class Seen(Struct, frozen=True):
    """An event that has been checked, with its head (32 bytes) and receipt."""

    event: GameEvent
    head: bytes
    receipt: Receipt
    restored: bool
    """Whether it was seen by an earlier run already."""


class KeptPlayer:
    """One player in one game."""

    __slots__ = ("_draft", "_journal", "_tell", "_tip", "house_key", "log_key", "player")

    def __init__(
        self,
        journal: Journal,
        tell: Callable[[Seen], None],
        *,
        house_key: bytes | None = None,
        log_key: str | None = None,
    ) -> None:
        """Be the player of a journal, as it was when that was last written.

        `house_key` and `log_key` are those that must be, by default those that the journal names.
        `tell` is called with each event once it is checked.

        Raises HouseCheats ``player.stopped`` if the house has cheated, PlayerError ``player.over`` if the game is over
        and its secrets are gone.
        """
        header = journal.header
        self._journal = journal
        self._tell = tell
        self._draft: PlayerEvent | None = None
        self._tip: bytes | None = None
        if header.seed is None:
            journal.close()
            raise PlayerError("player.over", "this game is over", found=header.game)
        if house_key is None and header.house_key is not None:
            house_key = from_hex(header.house_key, HASH_BYTES)
        self.house_key = house_key
        self.log_key = log_key or header.log_key
        self.player = Player(
            header.name,
            SecretKey(from_hex(header.seed, HASH_BYTES)),
            contributes=header.contributes,
            house_key=house_key,
            tips=self._fresh_tip,
        )
        try:
            for line in journal.lines:
                self._recall(line)
        except BaseException:
            journal.close()
            raise

    @property
    def header(self) -> Header:
        """Whose seat it is."""
        return self._journal.header

    @property
    def folder(self) -> Path:
        """Where evidence is put."""
        return self._journal.path.with_suffix(".evidence")

    @property
    def pending(self) -> PlayerEvent | None:
        """What was signed for the next place and is not on record there: it, or nothing, stands there in the end."""
        draft = self._draft
        return draft if draft is not None and draft.n == self.player.n + 1 else None

    def has_done(self, draft: PlayerEvent) -> bool:
        """Whether this stands on record."""
        events = self.player.events
        return draft.n < len(events) and structs.replace(draft, at=events[draft.n].at) == events[draft.n]

    # Signing --------------------------------------------------------------------------------------------------------

    def join(self) -> Join:
        """The join to send now.  Raises as `Player.join`."""
        join = self.player.join()
        self.promise(join)
        return join

    def promise(self, draft: PlayerEvent) -> None:
        """Keep what the player has signed, before it is sent.  Raises KeepError."""
        if draft != self._draft:
            tip = self._tip.hex() if self._tip is not None and isinstance(draft, Join) else None
            self._journal.append(Line(draft=draft, tip=tip if isinstance(draft, Join) and draft.anchor else None))
            self._draft = draft
        self._journal.sync()

    def sync(self) -> None:
        """Have all that was seen on the disk: an ack is about to say so."""
        self._journal.sync()

    def _fresh_tip(self) -> bytes:
        self._tip = os.urandom(HASH_BYTES)
        return self._tip

    # Seeing ---------------------------------------------------------------------------------------------------------

    def see(self, event: GameEvent, receipt: Receipt) -> bool:
        """Take an event with its receipt; the answer is whether it is new.

        Raises HouseCheats with the codes of `Player.see`.
        """
        is_new = event.n > self.player.n
        try:
            self.player.see(event, receipt)
        except PlayerError as error:
            self.accuse(error)
        if event.n == 0 and self.player.gid.hex() != self.header.game:
            self._refuse("player.other_game", "the opening is that of another game", self.header.game, self.player.gid)
        if is_new:
            self._journal.append(Line(event=event, receipt=receipt))
            self._told(event, receipt, restored=False)
        return is_new

    def take(self, item: Item) -> bool:
        """As `see`; the head that the service names must be the right one, too (``player.head``)."""
        is_new = self.see(item.event, item.receipt)
        signed = self.player.receipt(item.event.n)
        if signed is not None and signed.head.hex() != item.head:
            what = f"event {item.event.n}: the service names another head than the one that it has signed"
            self._refuse("player.head", what, item.head, signed.head)
        return is_new

    def _refuse(self, code: str, message: str, expected: str, found: bytes) -> NoReturn:
        self.accuse(PlayerError(code, message, expected=expected, found=found.hex()))

    def accuse(self, error: PlayerError, **extra: Any) -> NoReturn:
        """Write down what the house has done and raise HouseCheats; where its signature shows it, for good.

        Another house than the one that was meant has broken nothing: whoever mistyped the key may name the right one.
        """
        if error.code == "player.stopped":
            raise HouseCheats(error, self.folder) from error
        write_evidence(self.folder, self.player, error, {"game": self.header.game, **extra})
        if self.player.evidence is not None and error.code != "player.house_key":
            self._journal.append(Line(stopped=error.code))
            self._journal.sync()
        raise HouseCheats(error, self.folder) from error

    # The end --------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The game is over: forget the secrets."""
        self._journal.finish()

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _recall(self, line: Line) -> None:
        if line.stopped is not None:
            what = f"the house has cheated in this game ({line.stopped})"
            raise HouseCheats(PlayerError("player.stopped", what, found=line.stopped), self.folder)
        if line.draft is not None:
            draft: Any = line.draft
            self.player.recall(draft, from_hex(line.tip, HASH_BYTES) if line.tip is not None else None)
            self._draft = draft
        if line.event is not None and line.receipt is not None:
            self.player.see(line.event, line.receipt)
            self._told(line.event, line.receipt, restored=True)

    def _told(self, event: GameEvent, receipt: Receipt, *, restored: bool) -> None:
        self._tell(Seen(event, self.player.head, receipt, restored))
