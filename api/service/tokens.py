"""Keys, tokens and room codes: how they are made, what they look like, and the hashes that are stored of them.

Host keys and player tokens hold 256 random bits, so that plain SHA-256 hides them.  A room code is short enough to be
read aloud; its 40 bits could be searched, so its hash is keyed with the service's secret.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

from api.service.seal import Sealer
from api.storage.rows import Mode

__all__ = [
    "hash_token",
    "is_token",
    "new_host_key",
    "new_id",
    "new_player_token",
    "new_room_code",
    "read_room_code",
    "room_code_hashes",
    "without_tokens",
]

_TOKEN_LIKE = re.compile(r"fd_(?:live|test|player)_[A-Za-z0-9_-]+")
_TOKEN = re.compile(r"fd_(?:live|test|player)_[A-Za-z0-9_-]{43}")

# 32 letters and digits without I, L, O and U: whoever reads a code aloud or types it cannot mistake one for another.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 8
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
_PURPOSE = b"fairdice room code"


def new_host_key(mode: Mode) -> str:
    """A new host key: ``fd_live_`` or ``fd_test_`` and 43 characters of base64url (32 random bytes)."""
    return f"fd_{mode}_{secrets.token_urlsafe(32)}"


def new_player_token() -> str:
    """A new player token: ``fd_player_`` and 43 characters of base64url (32 random bytes)."""
    return f"fd_player_{secrets.token_urlsafe(32)}"


def new_id(kind: str) -> str:
    """A new public identifier such as ``key_9f0c...``: the kind and 96 random bits in hex."""
    return f"{kind}_{secrets.token_hex(12)}"


def is_token(text: str) -> bool:
    """Whether `text` has the form of a key or token."""
    return _TOKEN.fullmatch(text) is not None


def without_tokens(text: str) -> str:
    """`text`, with three dots for whatever in it could be a key or token, for logs."""
    return _TOKEN_LIKE.sub("...", text)


def hash_token(token: str) -> bytes:
    """What is stored of a key or token: SHA-256 of its characters (32 bytes)."""
    return sha256(token.encode()).digest()


def new_room_code() -> str:
    """A new room code, as it is shown: ``XXXX-XXXX``, 40 random bits."""
    code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return f"{code[:4]}-{code[4:]}"


def read_room_code(text: str) -> str | None:
    """Read a room code as people type it, and give it as it is shown; None if it cannot be one.

    Small letters, spaces and dashes anywhere, O for 0, I or L for 1, and U for V do not matter.
    """
    if len(text) > 64:
        return None
    code = re.sub(r"[\s\-_.\u2010-\u2015]", "", text).upper().translate(_READ_AS)
    if len(code) != _CODE_LENGTH or not set(code) <= set(_ALPHABET):
        return None
    return f"{code[:4]}-{code[4:]}"


def room_code_hashes(code: str, sealer: Sealer) -> tuple[bytes, ...]:
    """What is stored of a room code (as it is shown): HMAC-SHA256 under a key derived from each secret key.

    The first is the one to store; a code that was stored under an older key is found by the others.
    """
    return tuple(hmac.digest(key, code.encode(), "sha256") for key in sealer.derived(_PURPOSE))
