"""Encryption at rest: AES-256-GCM with keys from the environment.

A sealed value is ``0x01 || key id (4 bytes) || nonce (12 bytes) || ciphertext and tag``.  The key id is the first 4
bytes of a hash of the key.  The context - what the value is and whose - is authenticated with it: a value that is moved
to another row does not open.  Nonces are random; 2^32 values may be sealed under one key (NIST SP 800-38D, 8.3).
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from collections.abc import Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from replay.errors import CodedError

__all__ = ["KEY_BYTES", "SealError", "Sealer", "new_secret_key", "read_secret_keys"]

KEY_BYTES = 32
_VERSION = b"\x01"
_ID_BYTES = 4
_NONCE_BYTES = 12
_TAG_BYTES = 16
_SHORTEST = len(_VERSION) + _ID_BYTES + _NONCE_BYTES + _TAG_BYTES


class SealError(CodedError):
    """``seal.*``: a secret key that is none, or a sealed value that does not open."""


class Sealer:
    """Seals with the first key, opens with any of them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """`keys` are 32 bytes each.  Raises SealError ``seal.no_key``, ``seal.key`` or ``seal.twice``."""
        if not keys:
            raise SealError("seal.no_key", "there is no secret key")
        if any(len(key) != KEY_BYTES for key in keys):
            raise SealError("seal.key", f"a secret key has {KEY_BYTES} bytes", expected=KEY_BYTES)
        self._ciphers = {_id(key): AESGCM(key) for key in keys}
        if len(self._ciphers) != len(keys):
            raise SealError("seal.twice", "the same secret key is given twice")
        self._first = _id(keys[0])
        self._keys = tuple(keys)

    def __repr__(self) -> str:
        """The ids of the keys, never the keys."""
        return f"<Sealer with keys {', '.join(key.hex() for key in self._ciphers)}>"

    def seal(self, plain: bytes, context: bytes) -> bytes:
        """Encrypt `plain`; it opens with the same context only."""
        nonce = os.urandom(_NONCE_BYTES)
        return _VERSION + self._first + nonce + self._ciphers[self._first].encrypt(nonce, plain, context)

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt what `seal` gave.

        Raises SealError ``seal.form`` (no sealed value), ``seal.unknown_key`` (sealed with a key that is not here) or
        ``seal.broken`` (changed, or of another context).
        """
        if len(sealed) < _SHORTEST or sealed[:1] != _VERSION:
            raise SealError("seal.form", "this is no sealed value")
        cipher = self._ciphers.get(sealed[1:5])
        if cipher is None:
            what = "the value was sealed with a secret key that is not among those given"
            raise SealError(
                "seal.unknown_key", what, expected=[key.hex() for key in self._ciphers], found=sealed[1:5].hex()
            )
        try:
            return cipher.decrypt(sealed[5:17], sealed[17:], context)
        except InvalidTag:
            raise SealError("seal.broken", "the sealed value was changed, or belongs elsewhere") from None

    def reseal(self, what: str, whose: str, sealed: bytes) -> bytes:
        """Seal a value anew with the first key (`api.storage.contract.Resealer`).

        Its context is made of both words, as in ``tip <game>`` or ``house key <public half>``.  Raises as `open`.
        """
        context = f"{what} {whose}".encode()
        return self.seal(self.open(sealed, context), context)

    def stale(self, sealed: bytes) -> bool:
        """Whether a value was sealed with another key than the first: it is to be sealed anew."""
        return sealed[1:5] != self._first

    def derived(self, purpose: bytes) -> tuple[bytes, ...]:
        """A key of 32 bytes for another purpose, from each secret key (HMAC-SHA256), the first key's first."""
        return tuple(hmac.digest(key, b"fairdice derived key\n" + purpose, "sha256") for key in self._keys)


def new_secret_key() -> str:
    """A new secret key, as it is written in the environment: 43 characters of base64url."""
    return secrets.token_urlsafe(KEY_BYTES)


def read_secret_keys(text: str) -> tuple[bytes, ...]:
    """Read keys separated by commas or white space: 64 hex digits or base64url of 32 bytes each, the first seals.

    Raises SealError ``seal.key``, which does not repeat the text.
    """
    return tuple(_key(word) for word in text.replace(",", " ").split())


def _key(word: str) -> bytes:
    try:
        if len(word) == 2 * KEY_BYTES:
            return bytes.fromhex(word)
        raw = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raw = b""
    if len(raw) != KEY_BYTES:
        raise SealError("seal.key", "a secret key is 32 bytes, in base64url (43 characters) or in hex (64 digits)")
    return raw


def _id(key: bytes) -> bytes:
    return sha256(b"fairdice key id\n" + key).digest()[:_ID_BYTES]
