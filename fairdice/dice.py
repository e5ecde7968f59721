"""From links to dice: the digest of a roll, its endless stream of bytes, integers without bias.

docs/spec/protocol.md, "Roll" and "Integers from a stream".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

from fairdice.encoding import HASH_BYTES, TAG_MORE, TAG_ROLL, u32
from fairdice.errors import DiceError

__all__ = ["SALT", "Stream", "die_of", "drawn", "roll_digest"]

T = TypeVar("T")

SALT = bytes(32)
"""Where a public randomness beacon could stand in a later version of the protocol."""

_ABSENT = b"\x00" + bytes(HASH_BYTES)

# HMAC-SHA-256 (RFC 2104) written out for a key of 32 bytes: it takes two thirds of the standard library's time, which
# looks its hash up by name on each call; a verifier computes one for every roll.
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_INNER_PAD = b"\x36" * 32
_OUTER_PAD = b"\x5c" * 32

# The die of a first byte; 0 where the byte is rejected (252..255) and the stream has to go on.
_DIE = bytes(1 + byte % 6 if byte < 252 else 0 for byte in range(256))


def _hmac(key: bytes, message: bytes) -> bytes:
    inner = sha256(key.translate(_INNER) + _INNER_PAD + message).digest()
    return sha256(key.translate(_OUTER) + _OUTER_PAD + inner).digest()


def roll_digest(gid: bytes, j: int, house_link: bytes, player_links: Iterable[bytes | None]) -> bytes:
    """Compute R_j (32 bytes), from which roll `j` or the draw follows.

    `gid` is 32 bytes; `house_link` is the house's link j (32 bytes); `player_links` has one entry for each player of
    the game, its link j or None where it does not contribute.  No move is an input: a repeated roll is the same roll.
    Raises DiceError ``roll.link`` for a link that has not 32 bytes.
    """
    message = [TAG_ROLL, gid, u32(j), SALT]
    for link in player_links:
        if link is None:
            message.append(_ABSENT)
        elif len(link) == HASH_BYTES:
            message.append(b"\x01" + link)
        else:
            raise DiceError("roll.link", f"a link has {HASH_BYTES} bytes, not {len(link)}", found=link.hex())
    if len(house_link) != HASH_BYTES:
        raise DiceError("roll.link", f"a link has {HASH_BYTES} bytes, not {len(house_link)}", found=house_link.hex())
    return _hmac(house_link, b"".join(message))


def die_of(digest: bytes) -> int:
    """Give the die, 1..6, of a roll's digest (32 bytes): ``Stream(digest).die()``, mostly without the stream."""
    return _DIE[digest[0]] or Stream(digest).die()


class Stream:
    """The bytes of one roll, without end, read from the front: R_j, then further blocks as they are needed."""

    __slots__ = ("_block", "_blocks", "_digest", "_next")

    def __init__(self, digest: bytes) -> None:
        """Begin at the first byte of `digest` (32 bytes).  Raises DiceError ``roll.digest``."""
        if len(digest) != HASH_BYTES:
            raise DiceError("roll.digest", f"a digest has {HASH_BYTES} bytes, not {len(digest)}", found=digest.hex())
        self._digest = digest
        self._block = digest
        self._blocks = 0
        self._next = 0

    def byte(self) -> int:
        """Take the next byte, 0..255."""
        if self._next == HASH_BYTES:
            self._blocks += 1
            self._block = _hmac(self._digest, TAG_MORE + u32(self._blocks))
            self._next = 0
        value = self._block[self._next]
        self._next += 1
        return value

    def uniform(self, m: int) -> int:
        """Take an integer of 0..m-1, each equally likely; 1 <= m <= 256.

        Bytes from the largest multiple of m upwards are thrown away, which is what keeps it unbiased.  At least one
        byte is taken, also for m = 1.  Raises DiceError ``roll.bound``.
        """
        if not 1 <= m <= 256:
            raise DiceError("roll.bound", f"a bound is 1 to 256, not {m}", found=m)
        limit = 256 - 256 % m
        while (byte := self.byte()) >= limit:
            pass
        return byte % m

    def die(self) -> int:
        """Take a die, 1..6."""
        return 1 + self.uniform(6)

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Give `items` (at most 256) in random order, each order equally likely: Fisher-Yates from the end."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            other = self.uniform(i + 1)
            shuffled[i], shuffled[other] = shuffled[other], shuffled[i]
        return shuffled


def drawn(seats: tuple[int, ...], digest: bytes, *, colours: bool, starter: str) -> tuple[tuple[int, ...], int | None]:
    """The board seat of each player, and who is first, from the draw's digest (32 bytes).

    `seats` are the board seats in use, ascending; `starter` is ``first``, ``draw`` or ``highest`` (then nobody is
    first yet).  docs/spec/protocol.md, "The draw".
    """
    stream = Stream(digest)
    dealt = tuple(stream.shuffle(seats)) if colours else seats
    first = {"first": 0, "highest": None}.get(starter) if starter != "draw" else stream.uniform(len(seats))
    return dealt, first
