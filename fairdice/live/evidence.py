"""What a player keeps when its house cheats: enough to show it to somebody else."""

from __future__ import annotations

from msgspec import Struct

from fairdice.keys import PublicKey, receipt_message
from replay.codec import encode
from replay.record import GameEvent

__all__ = ["Evidence", "SignedHead"]


class SignedHead(Struct, frozen=True):
    """The house's signature (64 bytes) over the head (32 bytes) of event `n`."""

    n: int
    head: bytes
    sig: bytes


class Evidence(Struct, frozen=True):
    """Why a player stopped.

    `receipts` are those that hold: two for one event with different heads prove by themselves that the house signed two
    histories (docs/spec/protocol.md, B18); one, together with `events`, proves that it signed a history in which the
    last event may not stand.  None proves nothing to others: the house has not signed what it showed.
    """

    gid: bytes
    house_key: bytes
    events: tuple[GameEvent, ...]
    """The history as this player has it, and last the event that it refuses, if it refuses one."""
    receipts: tuple[SignedHead, ...]

    @property
    def two_histories(self) -> bool:
        """Whether the receipts alone prove that the house signed two histories."""
        return len({(receipt.n, receipt.head) for receipt in self.receipts}) > len({one.n for one in self.receipts})

    def check(self) -> None:
        """Require that all receipts are the house's.  Raises SignatureRefused ``head.receipt``, or KeyRefused."""
        key = PublicKey(self.house_key)
        for receipt in self.receipts:
            message = receipt_message(self.gid, receipt.n, receipt.head)
            key.verify(receipt.sig, message, code="head.receipt")

    def receipt_files(self) -> tuple[bytes, ...]:
        """Give each receipt as the file that ``fairdice verify --receipt`` reads."""
        return tuple(
            encode(
                {"game": self.gid.hex(), "head": receipt.head.hex(), "n": receipt.n, "sig": receipt.sig.hex()},
            )
            for receipt in self.receipts
        )
