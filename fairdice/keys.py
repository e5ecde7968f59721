"""Ed25519 (RFC 8032): which keys are refused, signing, verifying, and the messages that are signed.

A library that verifies signatures accepts *any* message under some public keys, those of small order, so they are
refused here, before a signature is looked at.  docs/spec/protocol.md, B15.
"""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdice.encoding import TAG_ACK, TAG_JOIN, TAG_MOVE, TAG_RECEIPT, u32
from fairdice.errors import KeyRefused, SignatureRefused

__all__ = [
    "KEY_BYTES",
    "SIGNATURE_BYTES",
    "PublicKey",
    "SecretKey",
    "ack_message",
    "check_public_key",
    "join_message",
    "move_message",
    "receipt_message",
]

KEY_BYTES = 32
SIGNATURE_BYTES = 64

# The curve -x^2 + y^2 = 1 + D x^2 y^2 over the integers modulo P (RFC 8032, section 5.1).
_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_SIGN = 1 << 255

# y of the points of order 8, up to sign; the other points of small order have y = 1, P - 1 (x = 0) and 0.
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER_Y = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})


def _y(raw: bytes) -> int:
    """The number in the encoding of a point: y, if it is below P."""
    return int.from_bytes(raw, "little") & (_SIGN - 1)


def _check_encoding(raw: bytes) -> None:
    """Refuse what can be refused by looking at the bytes: all but points that are not on the curve."""
    if len(raw) != KEY_BYTES:
        raise KeyRefused(
            "party.key_length", f"a public key has {KEY_BYTES} bytes, not {len(raw)}", found=raw.hex(), clause="B15"
        )
    y, negative = _y(raw), raw[-1] > 127
    # x = 0 has no negative, so a sign bit there is a second spelling of the same point.
    if y >= _P or (negative and y in (1, _P - 1)):
        raise KeyRefused(
            "party.key_encoding", "the public key is not in its canonical encoding", found=raw.hex(), clause="B15"
        )
    if y in _SMALL_ORDER_Y:
        raise KeyRefused("party.key_weak", "the public key is a point of small order", found=raw.hex(), clause="B15")


def _check_point(raw: bytes) -> None:
    """Refuse a y that no point of the curve has: (y^2 - 1) / (D y^2 + 1) is not a square (Euler's criterion)."""
    y2 = pow(_y(raw), 2, _P)
    if pow((y2 - 1) * (_D * y2 + 1), (_P - 1) // 2, _P) != 1:
        raise KeyRefused("party.key_point", "the public key is no point of the curve", found=raw.hex(), clause="B15")


def check_public_key(raw: bytes) -> None:
    """Refuse bytes that no party may use as its Ed25519 public key.

    Raises KeyRefused: ``party.key_length`` (not 32 bytes), ``party.key_encoding`` (another spelling of a point: y not
    below 2^255 - 19, or x = 0 with the sign bit), ``party.key_weak`` (a point of order 1, 2, 4 or 8) or
    ``party.key_point`` (no point of the curve).  RFC 8032, section 5.1.3; docs/spec/protocol.md, B15.
    """
    _check_encoding(raw)
    _check_point(raw)


class PublicKey:
    """A public key that passed every check of `check_public_key`, the last one when a signature fails."""

    __slots__ = ("_key", "raw")

    def __init__(self, raw: bytes) -> None:
        """Take 32 bytes.  Raises KeyRefused as `check_public_key`, except for ``party.key_point``.

        Whether the point is on the curve costs as much as checking a signature, and one that holds proves it: so
        `verify` asks only when a signature fails.  Call `check_public_key` where no signature comes with the key.
        """
        _check_encoding(raw)
        self.raw = raw
        self._key = Ed25519PublicKey.from_public_bytes(raw)

    def verify(self, sig: bytes, message: bytes, *, code: str = "sign.signature") -> None:
        """Require that `sig` (64 bytes) is this key's signature of `message`.

        Raises SignatureRefused with `code`, or KeyRefused ``party.key_point``.  RFC 8032, section 5.1.7, with the
        check of s < L that makes a signature unalterable, and without signatures that begin with a point of small
        order: browsers may refuse those (Web Cryptography), and whoever makes one gives its key away.
        """
        try:
            if _y(sig[:KEY_BYTES]) in _SMALL_ORDER_Y:
                raise InvalidSignature
            self._key.verify(sig, message)
        except InvalidSignature:
            _check_point(self.raw)
            raise SignatureRefused(code, "the signature does not hold", found=sig.hex(), clause="B16") from None

    def __repr__(self) -> str:
        return f"<PublicKey {self.raw.hex()}>"


class SecretKey:
    """A secret key; it signs, and shows only its public half."""

    __slots__ = ("_key", "public")

    def __init__(self, seed: bytes) -> None:
        """Take the 32-byte seed of RFC 8032, section 5.1.5.  Raises KeyRefused ``party.key_length``."""
        if len(seed) != KEY_BYTES:
            raise KeyRefused("party.key_length", f"the seed of a key has {KEY_BYTES} bytes, not {len(seed)}")
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> SecretKey:
        """Make a key from the operating system's randomness."""
        return cls(os.urandom(KEY_BYTES))

    @property
    def seed(self) -> bytes:
        """The 32 secret bytes that it is made of, for whoever has to keep them."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Sign `message`: 64 bytes, the same each time."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        """Show what is public."""
        return f"<SecretKey of {self.public.hex()}>"


def receipt_message(gid: bytes, n: int, head: bytes) -> bytes:
    """Give what the house signs for event `n`: its head (32 bytes) in game `gid` (32 bytes)."""
    return TAG_RECEIPT + gid + u32(n) + head


def ack_message(gid: bytes, n: int, head: bytes) -> bytes:
    """Give what a player signs to say that it has seen the history up to event `n`."""
    return TAG_ACK + gid + u32(n) + head


def join_message(previous_head: bytes, body: bytes) -> bytes:
    """Give what a player signs to join; `body` is `fairdice.encoding.signed_body` of the event."""
    return TAG_JOIN + previous_head + body


def move_message(previous_head: bytes, body: bytes) -> bytes:
    """Give what a player signs for a move, a pass, its leaving or its return; `body` as in `join_message`."""
    return TAG_MOVE + previous_head + body
