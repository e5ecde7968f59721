"""What the house and its players send each other, beside the events themselves."""

from __future__ import annotations

from msgspec import Struct

from replay.record import GameEvent, Receipt

__all__ = ["Appended", "Contribution"]


class Appended(Struct, frozen=True):
    """An event that a table has appended, the head that covers it (32 bytes) and the house's receipt for it."""

    event: GameEvent
    head: bytes
    receipt: Receipt


class Contribution(Struct, frozen=True):
    """What a contributor sends for roll `j`: its link (32 bytes) and its ack (64 bytes).

    The ack is its signature over the event that made the roll due (docs/spec/protocol.md, O6 and B16).
    """

    player: int
    j: int
    link: bytes
    ack: bytes

    def __repr__(self) -> str:
        """Leave the link out: it is a secret until the house has them all."""
        return f"<Contribution of player {self.player} to roll {self.j}>"
