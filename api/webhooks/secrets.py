"""The secrets of one webhook: the one in use, and older ones until they end; sealed as a whole in its row."""

from __future__ import annotations

from secrets import token_bytes

import msgspec
from msgspec import Struct

from api.service.signing import Sealing
from api.webhooks.signing import SECRET_BYTES

__all__ = ["KEPT", "Secrets", "new_secrets", "open_secrets", "webhook_context"]

KEPT = 3
"""How many secrets are kept at most, the newest included: each costs a signature in every message."""


class _Secret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key of 24 to 64 bytes and its end in Unix milliseconds, if it has one."""

    key: bytes
    until: int | None = None


class Secrets(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Secrets, the newest first; the newest has no end."""

    secrets: tuple[_Secret, ...]

    @property
    def newest(self) -> bytes:
        """The key that a new receiver is given."""
        return self.secrets[0].key

    def keys(self, now: int) -> tuple[bytes, ...]:
        """The keys that sign at `now` (Unix ms), the newest first."""
        return tuple(each.key for each in self.secrets if each.until is None or each.until > now)

    def rotated(self, now: int, overlap_ms: int) -> Secrets:
        """Put a new secret first; those before it end after `overlap_ms` at the latest."""
        end = now + overlap_ms
        before = (_Secret(key=each.key, until=min(end, each.until or end)) for each in self.secrets)
        kept = [each for each in before if each.until is not None and each.until > now]
        return Secrets(secrets=(_Secret(key=token_bytes(SECRET_BYTES)), *kept[: KEPT - 1]))

    def sealed(self, sealer: Sealing, webhook: str) -> bytes:
        """Encrypt it for the row of this webhook."""
        return sealer.seal(msgspec.json.encode(self), webhook_context(webhook))


def new_secrets() -> Secrets:
    """Make a fresh secret of 32 bytes."""
    return Secrets(secrets=(_Secret(key=token_bytes(SECRET_BYTES)),))


def open_secrets(sealed: bytes, sealer: Sealing, webhook: str) -> Secrets:
    """Decrypt what stands in the row of this webhook.  Raises what the sealer raises."""
    return msgspec.json.decode(sealer.open(sealed, webhook_context(webhook)), type=Secrets)


def webhook_context(webhook: str) -> bytes:
    """What the secrets of this webhook are sealed for: moved to another row they do not open."""
    return b"webhook " + webhook.encode()
