"""A whole game in one process: a table, and players with chains and keys of their own for whom bots choose.

Table and players are the ones of a live game, and nothing passes between them but what would go over a network.  All
randomness and all time come from the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from fairdice.dice import Stream
from fairdice.encoding import u32
from fairdice.keys import SecretKey
from fairdice.live.messages import Appended, Contribution
from fairdice.live.player import Player
from fairdice.live.table import Table
from fairdice.local.absences import Absences, Occasion, Reason
from fairdice.local.bots import BOTS
from replay.state import OVER
from replay.system import Rules

__all__ = ["NAMES", "NOTE", "Clock", "LocalGame", "Plan", "Secrets", "seeded", "stepping"]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
NOTE = "One process held all chains and keys: this game shows what a record is, not that anyone played fair."
HOUSE = "Local house"

Secrets: TypeAlias = Callable[[str], bytes]
"""A label to 32 secret bytes; each label is asked for once."""
Clock: TypeAlias = Callable[[], int]
"""The time now, Unix milliseconds."""

_START = 1_796_000_000_000
_STEP = 1000


class Plan(Struct, frozen=True, kw_only=True):
    """What game to play.  `without_chains` of the players, the last ones, bring neither chain nor key."""

    rules: Rules
    bots: str = "greedy"
    without_chains: int = 0
    signed_moves: bool = True
    absences: bool = False
    links: int | None = None


def seeded(seed: str) -> Secrets:
    """Secrets that follow from a text, the same everywhere: SHA-256 of a tag, the seed's length and bytes, the label.

    They are for reproducible games; whoever knows the seed knows them all.
    """
    raw = seed.encode()
    prefix = b"fairdice/1 seed\n" + u32(len(raw)) + raw
    return lambda label: sha256(prefix + label.encode()).digest()


def stepping() -> Clock:
    """A clock that begins at a fixed time and goes on by a second each time it is read."""
    time = _START - _STEP

    def now() -> int:
        nonlocal time
        time += _STEP
        return time

    return now


class LocalGame:
    """One game.  `table` may be exchanged for one that was resumed from it."""

    def __init__(self, plan: Plan, secrets: Secrets, clock: Clock) -> None:
        """Open the table and seat the players.  Raises as `Table.open`."""
        self._clock = clock
        self._ahead = 0
        self.table = Table.open(
            plan.rules,
            house=SecretKey(secrets("house key")),
            house_name=HOUSE,
            tip=secrets("tip 0"),
            nonce=secrets("nonce")[:16],
            at=clock(),
            links=plan.links,
            signed_moves=plan.signed_moves,
            note=NOTE,
        )
        count = plan.rules.players
        keyed = count - plan.without_chains
        self.players = [_player(number, secrets, keyed=number < keyed) for number in range(count)]
        self._strategies = [BOTS[plan.bots](Stream(secrets(f"bot {number}"))) for number in range(count)]
        self._absences = Absences(Stream(secrets("absences"))) if plan.absences else None
        for player in self.players:
            self._show(player, self.table.appended(1))
        for player in self.players:
            self._tell(self.table.join(player.join(), at=self._now()))

    def play(self) -> Table:
        """Play until the record is closed, and give the table."""
        while not self.table.closed:
            self.step()
        return self.table

    def step(self) -> None:
        """Play on until at least one event more is there; the record must not be closed."""
        if self._absences is not None:
            self._return(self._absences)
        if self.table.roll_index is not None:
            self._roll(self.table.roll_index)
        elif self.table.by == "player":
            self._move()
        else:
            appended = self.table.advance(at=self._now())
            assert appended is not None, "something is due, and it is nobody's to do"
            self._tell(appended)

    # Telling -------------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return max(self._clock() + self._ahead, self.table.at)

    def _tell(self, last: Appended) -> None:
        """Show an event to everyone who is there; who is away sees it on coming back."""
        away = self.table.away
        for number, player in enumerate(self.players):
            if number not in away:
                self._show(player, last)

    def _show(self, player: Player, last: Appended) -> None:
        for n in range(player.n + 1, last.event.n):
            missed = self.table.appended(n)
            player.see(missed.event, missed.receipt)
        player.see(last.event, last.receipt)

    # Playing -------------------------------------------------------------------------------------------------------

    def _roll(self, j: int) -> None:
        table = self.table
        owing = {*table.contributors, table.turn} - {None, *table.away}
        leaver = self._leaver("roll", [player for player in range(len(self.players)) if player in owing])
        house_link = table.house_link(j)
        for player in table.missing:
            if leaver is None or player != leaver[0]:
                self._submit(self.players[player].contribute(house_link))
        if leaver is not None:
            self._drop(*leaver)
        else:
            self._tell(table.roll(j, at=self._now()))

    def _submit(self, contribution: Contribution) -> None:
        self.table.submit(contribution)

    def _move(self) -> None:
        number = self.table.turn
        assert number is not None
        leaver = self._leaver("move", [number])
        if leaver is not None:
            self._drop(*leaver)
            return
        player = self.players[number]
        choice = player.choose(self._strategies[number])
        if choice is None:
            self._tell(self.table.pass_(player.pass_(), at=self._now()))
        else:
            self._tell(self.table.move(player.move(*choice), at=self._now()))

    # Dropping out and coming back ----------------------------------------------------------------------------------

    def _leaver(self, occasion: Occasion, candidates: list[int]) -> tuple[int, Reason] | None:
        # One player always stays.
        if self._absences is None or len(self.table.away) >= len(self.players) - 1:
            return None
        return self._absences.leaver(self.table.n + 1, occasion, candidates)

    def _drop(self, number: int, reason: Reason) -> None:
        if reason == "left":
            self._tell(self.table.leave(self.players[number].leave(), at=self._now()))
            return
        # Nobody sits the time out: the clock is put forward.
        now = self._now()
        at = max(now, self.table.patience)
        self._ahead += at - now
        self._tell(self.table.timeout(number, at=at))

    def _return(self, absences: Absences) -> None:
        if self.table.due == OVER:
            return
        for number in absences.returning(self.table.away):
            player = self.players[number]
            self._show(player, self.table.appended(self.table.n))
            self._tell(self.table.back(player.back(), at=self._now()))


def _player(number: int, secrets: Secrets, *, keyed: bool) -> Player:
    key = SecretKey(secrets(f"key {number + 1}")) if keyed else None
    return Player(NAMES[number], key, tips=lambda: secrets(f"tip {number + 1}"))
