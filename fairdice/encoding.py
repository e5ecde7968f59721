"""The bytes that are hashed and signed: tags, integers, heads (docs/spec/protocol.md, "Bytes").

Every hash and every signature begins with a tag of its own, so that bytes made for one purpose can serve no other.
"""

from __future__ import annotations

from hashlib import sha256

from fairdice.errors import EncodingError

__all__ = [
    "HASH_BYTES",
    "TAG_ACK",
    "TAG_EVENT",
    "TAG_JOIN",
    "TAG_LINK",
    "TAG_MORE",
    "TAG_MOVE",
    "TAG_RECEIPT",
    "TAG_ROLL",
    "ZERO_HASH",
    "from_hex",
    "head",
    "signed_body",
    "u32",
]

TAG_EVENT = b"fairdice/1 event\n"
TAG_LINK = b"fairdice/1 link\n"
TAG_ROLL = b"fairdice/1 roll\n"
TAG_MORE = b"fairdice/1 more\n"
TAG_RECEIPT = b"fairdice/1 receipt\n"
TAG_ACK = b"fairdice/1 ack\n"
TAG_JOIN = b"fairdice/1 join\n"
TAG_MOVE = b"fairdice/1 move\n"

HASH_BYTES = 32
ZERO_HASH = bytes(HASH_BYTES)
"""The head before event 0."""


def u32(number: int) -> bytes:
    """Give `number` as 4 bytes, big-endian.

    Raises EncodingError ``format.u32`` outside 0..2^32-1.
    """
    try:
        return number.to_bytes(4, "big")
    except OverflowError:
        raise EncodingError("format.u32", f"{number} does not fit in 32 bits", found=number) from None


def from_hex(text: str, length: int) -> bytes:
    """Read exactly `length` bytes from lower-case hex.

    `bytes.fromhex` alone also takes capitals and spaces: one value would then have many spellings, and signed text
    must have one.  Raises EncodingError ``format.hex``.
    """
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != length or raw.hex() != text:
        raise EncodingError("format.hex", f"expected {2 * length} lower-case hex digits", found=text[: 2 * length + 1])
    return raw


def head(previous: bytes, body: bytes) -> bytes:
    """Compute the head that covers an event and all before it (32 bytes).

    `previous` is the head before it, `ZERO_HASH` for event 0; `body` is the event's canonical JSON.  The head of
    event 0 is the game's identity, `gid`.  docs/spec/protocol.md, "Heads".
    """
    return sha256(TAG_EVENT + previous + body).digest()


def signed_body(body: bytes) -> bytes:
    """Cut `n`, `at` and `sig` out of a join, move, pass, away or back event: what its player signs.

    `body` is the event's canonical JSON, and so is the answer.  A player signs before the service gives the event its
    index and time, hence without them.  docs/spec/protocol.md, "Signatures".

    The cut is made in the bytes, as the verifier has them for the head anyway.  It is exact for canonical JSON of
    these events: no value of theirs is an object, so a key occurs once; inside a string a quote is escaped, so
    ``"at":`` can only be a key; and ``type`` sorts after all three, so each is followed by a comma.
    """
    return _without(b'"sig":', _without(b'"n":', _without(b'"at":', body)))


def _without(key: bytes, body: bytes) -> bytes:
    """Cut one member with its comma; the value holds no comma (an integer or hex)."""
    start = body.find(key)
    return body if start < 0 else body[:start] + body[body.index(b",", start) + 1 :]
