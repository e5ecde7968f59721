"""What verifying a record cannot do without, done bare: the floor that `verify` is measured against.

Everything is precomputed as bytes; what is left is one call of a library for each item, and nothing that `verify` does
not have to do:

- the typed decode: one `msgspec` decode of the file into the record's types;
- one SHA-256 for each event (the heads, each over the one before) and for each revealed link;
- one HMAC-SHA-256 for the draw and each roll, by `hmac.digest`, the standard library's fastest way;
- one Ed25519 check for each join, each signed move, each ack and the receipt, every key loaded once.

Not in it: reading hex, cutting and joining messages, comparing, the canonical check, the replay, the report.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import UNSET, json

from fairdice.chain import link_prefix
from fairdice.dice import SALT
from fairdice.encoding import TAG_EVENT, TAG_ROLL, ZERO_HASH, head, signed_body, u32
from fairdice.keys import ack_message, join_message, move_message, receipt_message
from replay.codec import Decoded, decode_record
from replay.record import Away, Back, Draw, Join, Move, Open, Pass, Record, Roll

__all__ = ["Floor"]


class Floor:
    """The floor of one record, ready to run: whole (`run`) or its signature checks alone (`signatures`)."""

    def __init__(self, raw: bytes) -> None:
        decoded = decode_record(raw)
        self.raw = raw
        self.decode = json.Decoder(Record).decode
        self.bodies = decoded.bodies
        self.heads = [ZERO_HASH]
        for body in decoded.bodies:
            self.heads.append(head(self.heads[-1], body))
        self.links, self.rolls = _messages(decoded, self.heads[1])
        self.signed = _signed(decoded, self.heads)

    def run(self) -> None:
        """All of it."""
        self.decode(self.raw)
        self.hashes()
        self.signatures()

    def hashes(self) -> None:
        """Heads, links and rolls."""
        previous = ZERO_HASH
        for body in self.bodies:
            previous = sha256(TAG_EVENT + previous + body).digest()
        for message in self.links:
            sha256(message).digest()
        for key, message in self.rolls:
            hmac.digest(key, message, "sha256")

    def signatures(self) -> None:
        """Every signature of the record, by the key's owner."""
        for key, checks in self.signed:
            verify = Ed25519PublicKey.from_public_bytes(key).verify
            for sig, message in checks:
                verify(sig, message)


def _messages(decoded: Decoded, gid: bytes) -> tuple[list[bytes], list[tuple[bytes, bytes]]]:
    """What is hashed for each link, and key and message of each roll."""
    hashed, rolls = [], []
    indices = [event.j for event in decoded.record.events if isinstance(event, Roll | Draw)]
    for j, links in zip(indices, decoded.links, strict=True):
        hashed += [link_prefix(gid, party) + u32(j) + link for party, link in enumerate(links) if link is not None]
        house, *others = links
        assert house is not None
        given = b"".join(b"\x00" + bytes(32) if link is None else b"\x01" + link for link in others)
        rolls.append((house, TAG_ROLL + gid + u32(j) + SALT + given))
    return hashed, rolls


def _signed(decoded: Decoded, heads: list[bytes]) -> list[tuple[bytes, list[tuple[bytes, bytes]]]]:
    """By key: the signatures and the messages they sign; heads[n + 1] is the head of event n."""
    record, gid = decoded.record, heads[1]
    opening = record.events[0]
    assert isinstance(opening, Open)
    joins = [event for event in record.events if isinstance(event, Join) and event.key is not None]
    checks: dict[int, list[tuple[bytes, bytes]]] = {join.player: [] for join in joins}
    for event in record.events:
        if isinstance(event, Join | Move | Pass | Away | Back) and event.sig is not UNSET:
            message = join_message if isinstance(event, Join) else move_message
            body = signed_body(decoded.bodies[event.n])
            checks[event.player].append((bytes.fromhex(event.sig), message(heads[event.n], body)))
    for ack in record.acks:
        checks[ack.player].append((bytes.fromhex(ack.sig), ack_message(gid, ack.n, heads[ack.n + 1])))
    receipt = record.receipt
    house = (bytes.fromhex(receipt.sig), receipt_message(gid, receipt.n, heads[receipt.n + 1]))
    keys = [(bytes.fromhex(join.key or ""), checks[join.player]) for join in joins]
    return [(bytes.fromhex(opening.house.key), [house]), *keys]
