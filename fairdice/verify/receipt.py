"""Receipts that somebody kept: what ``fairdice verify --receipt`` reads (docs/spec/verifying.md, "Kept receipts")."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from fairdice.verify.case import Case, EarlierReceipt, Trust
from replay.codec import decode_record
from replay.errors import FormatError
from replay.record import Hex32, Hex64, Index
from replay.schema import convert
from replay.strict import parse

__all__ = ["read_receipt"]


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A receipt on its own, as the service hands it out with each event."""

    n: Index
    sig: Hex64
    head: Hex32 | UnsetType = UNSET
    game: Hex32 | UnsetType = UNSET


def read_receipt(raw: bytes) -> EarlierReceipt:
    """The receipt in a file: ``{"game", "n", "head", "sig"}`` as JSON, or the receipt of another record of the game.

    `game` and `head` may be absent; with them a receipt can prove that the house signed two histories.  Raises
    FormatError.
    """
    document = parse(raw)
    if isinstance(document, dict) and "format" in document:
        case = Case(decode_record(raw), Trust())
        receipt = case.receipt
        if receipt.n >= len(case.heads):
            raise FormatError("format.receipt", "the record's receipt is for an event that the record has not")
        return EarlierReceipt(receipt.n, bytes.fromhex(receipt.sig), case.heads[receipt.n], case.gid)
    kept = convert(document, _Kept)
    return EarlierReceipt(
        kept.n,
        bytes.fromhex(kept.sig),
        None if kept.head is UNSET else bytes.fromhex(kept.head),
        None if kept.game is UNSET else bytes.fromhex(kept.game),
    )
