"""Hash chains: how each party fixes all its links at once and reveals them one by one.

``s[L]``, the tip, is 32 secret random bytes; each link hashes to the one before it, down to ``s[0]``, the anchor, which
is published before play.  The game, the party and the position are part of every hash, so a link can serve no other.
docs/spec/protocol.md, "Chains".
"""

from __future__ import annotations

import os
from hashlib import sha256
from math import isqrt

from fairdice.encoding import HASH_BYTES, TAG_LINK, u32
from fairdice.errors import ChainError

__all__ = ["MAX_LINKS", "Chain", "check", "link_prefix", "previous"]

MAX_LINKS = 65536


def link_prefix(gid: bytes, party: int) -> bytes:
    """Give the first 52 bytes of every link hash of one party (0 the house, p + 1 player p): tag, gid, u32(party).

    Compute it once a party; the hash of link k is then SHA-256 of prefix, u32(k) and the link.
    """
    return TAG_LINK + gid + u32(party)


def previous(prefix: bytes, k: int, link: bytes) -> bytes:
    """Hash link `k` (32 bytes, k >= 1) down one step, to link k - 1 or, for k = 1, to the anchor."""
    return sha256(prefix + k.to_bytes(4, "big") + link).digest()


def check(prefix: bytes, k: int, link: bytes, last_k: int, last_link: bytes) -> None:
    """Require that `link`, revealed as link `k`, hashes down to the last one known of this party.

    `last_k` and `last_link` are the last revealed link, or 0 and the anchor.  Skipped indices are hashed over, at most
    `MAX_LINKS` steps.  Raises ChainError ``chain.index`` where k is not above last_k or beyond `MAX_LINKS`, and
    ``chain.link`` where the hashes differ.
    """
    if not last_k < k <= MAX_LINKS:
        raise ChainError(
            "chain.index", f"link {k} cannot follow link {last_k}", expected=last_k + 1, found=k, clause="O5"
        )
    below = link
    for index in range(k, last_k, -1):
        below = previous(prefix, index, below)
    if below != last_link:
        where = f"link {last_k}" if last_k else "the anchor"
        raise ChainError(
            "chain.link",
            f"link {k} does not hash down to {where}",
            expected=last_link.hex(),
            found=below.hex(),
            clause="B7",
        )


class Chain:
    """One party's whole chain, held by its owner: a secret until the links are due.

    Keeps about sqrt(L) links at equal distances and as many around the one asked for last (512 for L = 65,536); taken
    in order, each link costs one hash.  When a link may be handed out is not decided here but in `fairdice.live.table`.
    """

    __slots__ = ("_marks", "_prefix", "_step", "_stretch", "_stretch_at", "anchor", "gid", "length", "party")

    def __init__(self, gid: bytes, party: int, length: int, tip: bytes) -> None:
        """Hash all the way down from `tip` (32 secret random bytes, never used for another game).

        `gid` is 32 bytes, `party` 0 for the house and p + 1 for player p, `length` 1..`MAX_LINKS`.  Raises ChainError
        ``chain.tip`` or ``chain.length``.
        """
        if len(tip) != HASH_BYTES:
            raise ChainError("chain.tip", f"a tip has {HASH_BYTES} bytes, not {len(tip)}")
        if not 1 <= length <= MAX_LINKS:
            raise ChainError("chain.length", f"a chain has 1 to {MAX_LINKS} links, not {length}", found=length)
        self.gid, self.party, self.length = gid, party, length
        self._prefix = link_prefix(gid, party)
        self._step = isqrt(length - 1) + 1
        self._marks: dict[int, bytes] = {length: tip}  # links at multiples of the step, and the tip
        self._stretch: list[bytes] = []  # links _stretch_at, _stretch_at + 1, ...
        self._stretch_at = 0
        link = tip
        for k in range(length, 0, -1):
            if k % self._step == 0:
                self._marks[k] = link
            link = previous(self._prefix, k, link)
        self.anchor = link

    @classmethod
    def generate(cls, gid: bytes, party: int, length: int) -> Chain:
        """Make a chain from a fresh tip of the operating system's randomness."""
        return cls(gid, party, length, os.urandom(HASH_BYTES))

    def link(self, k: int) -> bytes:
        """Give link `k` (32 bytes), 1 <= k <= length.  Raises ChainError ``chain.index``."""
        if not 1 <= k <= self.length:
            raise ChainError("chain.index", f"there is no link {k} in a chain of {self.length}", found=k)
        if not 0 <= k - self._stretch_at < len(self._stretch):
            self._unroll(k)
        return self._stretch[k - self._stretch_at]

    def _unroll(self, k: int) -> None:
        """Fill the stretch that holds link `k`: from the next mark above it down to just over the mark below."""
        top = min(-(-k // self._step) * self._step, self.length)
        bottom = (k - 1) // self._step * self._step + 1
        link = self._marks[top]
        stretch = [link]
        for index in range(top, bottom, -1):
            link = previous(self._prefix, index, link)
            stretch.append(link)
        stretch.reverse()
        self._stretch, self._stretch_at = stretch, bottom

    def __repr__(self) -> str:
        """Show what is public, never a link."""
        return f"<Chain party={self.party} length={self.length} anchor={self.anchor.hex()}>"
