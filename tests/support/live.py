"""Live games for tests: a table and its players, played on to wherever a test wants to look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import pytest

from fairdice.chain import Chain
from fairdice.encoding import ZERO_HASH, head
from fairdice.keys import SecretKey, receipt_message
from fairdice.live.history import body_of
from fairdice.live.messages import Appended, Contribution
from fairdice.live.player import Player
from fairdice.live.table import Table
from fairdice.local.game import LocalGame, Plan, Secrets, seeded, stepping
from replay.codec import encode
from replay.errors import CodedError
from replay.record import GameEvent, Join, Open, Receipt
from replay.systems import system

__all__ = [
    "AT",
    "HOUSE",
    "Live",
    "bare",
    "opened",
    "receipt",
    "record_bytes",
    "refused",
    "secrets",
    "signed",
    "unchanged",
    "watching",
]

AT = 1_796_000_000_000


def secrets(seed: str = "live") -> Secrets:
    return seeded(seed)


def opened(
    rules: str = "star@1", players: int = 2, options: Mapping[str, Any] | None = None, seed: str = "live", **kwargs: Any
) -> Table:
    """A table whose players have yet to join."""
    secret = seeded(seed)
    given: dict[str, Any] = {
        "house": SecretKey(secret("house key")),
        "house_name": "House",
        "tip": secret("tip 0"),
        "nonce": secret("nonce")[:16],
        "links": 64,
        "at": AT,
    }
    return Table.open(system(rules).bind(options or {}, players), **(given | kwargs))


def bare(table: Table, **kwargs: Any) -> Join:
    """The next join, of a player that brings nothing."""
    fields: dict[str, Any] = {"kind": "human", "name": "Guest", "anchor": None, "key": None}
    return Join(n=table.n + 1, at=0, player=len(table.joins), **(fields | kwargs))


def record_bytes(table: Table) -> bytes:
    return encode(table.record())


def refused(code: str, act: Callable[[], object]) -> CodedError:
    """The act is refused with this code."""
    with pytest.raises(CodedError) as caught:
        act()
    assert caught.value.code == code, f"{caught.value}, not {code}"
    return caught.value


def unchanged(table: Table, code: str, act: Callable[[], object]) -> None:
    """The act is refused with this code, and the table is as it was."""
    before = (record_bytes(table), table.due, table.roll_index, table.missing, table.turn)
    refused(code, act)
    assert (record_bytes(table), table.due, table.roll_index, table.missing, table.turn) == before


HOUSE = SecretKey(secrets()("house key"))


def receipt(gid: bytes, n: int, covered: bytes) -> Receipt:
    """What the house signs, whatever it is."""
    return Receipt(n=n, sig=HOUSE.sign(receipt_message(gid, n, covered)).hex())


def signed(live: Live, event: GameEvent) -> Receipt:
    """The house's valid receipt of any event, after the history that the players have seen."""
    n = event.n
    previous = live.table.appended(n - 1).head if n else ZERO_HASH
    covered = head(previous, body_of(event))
    return receipt(live.table.gid if n else covered, n, covered)


def watching(table: Table, *, seen: set[bytes] | None = None, **kwargs: Any) -> Player:
    tips = iter([bytes([k]) * 32 for k in range(1, 9)])
    player = Player("Pat", SecretKey(secrets()("pat")), tips=lambda: next(tips), seen_games=seen, **kwargs)
    for n in range(table.n + 1):
        player.see(table.appended(n).event, table.appended(n).receipt)
    return player


class Live(LocalGame):
    """A local game with its secrets, which can be stopped anywhere."""

    def __init__(
        self,
        rules: str = "star@1",
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str = "live",
        links: int | None = 64,
        **plan: Any,
    ) -> None:
        self.secret = seeded(seed)
        super().__init__(
            Plan(rules=system(rules).bind(options or {}, players), links=links, **plan), self.secret, stepping()
        )
        self.house = SecretKey(self.secret("house key"))
        self.tip = self.secret("tip 0")

    def chain(self, party: int) -> Chain:
        """The chain of the house (0) or of player `party` - 1."""
        opening = self.table.record().events[0]
        assert isinstance(opening, Open)
        return Chain(self.table.gid, party, opening.links, self.secret(f"tip {party}"))

    def until(self, reached: Callable[[Table], bool]) -> Self:
        """Play on until a condition holds."""
        while not reached(self.table):
            self.step()
        return self

    def at(self) -> int:
        """The time now."""
        return self._now()

    def tell(self, appended: Appended | None) -> Appended:
        """Show the players what was appended."""
        assert appended is not None
        self._tell(appended)
        return appended

    def contribution(self, player: int) -> Contribution:
        """What a player would send for the roll that is due."""
        assert self.table.roll_index is not None
        return self.players[player].contribute(self.table.house_link(self.table.roll_index))

    def contribute(self, *players: int) -> None:
        for player in players:
            self.table.submit(self.contribution(player))

    def mover(self) -> Player:
        assert self.table.turn is not None
        return self.players[self.table.turn]
