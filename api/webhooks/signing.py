"""Signatures of messages: HMAC-SHA-256, as Standard Webhooks 1.0 has them ("Signature scheme")."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

__all__ = ["PREFIX", "SECRET_BYTES", "secret_of", "signature_headers"]

PREFIX = "whsec_"
SECRET_BYTES = 32
"""How long a key is here (24 to 64 are allowed)."""


def secret_of(key: bytes) -> str:
    """Write a key as receivers get it: ``whsec_`` and its base64."""
    return PREFIX + b64encode(key).decode()


def signature_headers(message: str, at: int, body: bytes, keys: Sequence[bytes]) -> dict[str, str]:
    """Compute the three headers of one attempt.

    `message` is its id, `at` the time of this attempt in Unix milliseconds, of which whole seconds are signed.  Each
    key gives a signature: while a secret is being exchanged, the receiver takes the one it knows.
    """
    seconds = at // 1000
    signed = f"{message}.{seconds}.".encode() + body
    signatures = (b64encode(hmac.new(key, signed, sha256).digest()).decode() for key in keys)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
