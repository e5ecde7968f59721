"""Who asks, and what a key may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from api.storage.rows import CredentialRow, Mode

__all__ = ["SCOPES", "Actor"]

SCOPES: dict[str, frozenset[str]] = {
    "read": frozenset({"read"}),
    "play": frozenset({"play", "read"}),
    "admin": frozenset({"admin", "play", "read"}),
}
"""Each scope of a host key with those that it includes."""


class Actor(Struct, frozen=True):
    """Who makes a request: a host by its key, a player by its token, or anyone; and from which address."""

    kind: Literal["host", "player", "anyone"]
    credential: CredentialRow | None
    address: str

    @property
    def token_hash(self) -> bytes:
        """Hash of the credential (32 bytes); empty for anyone."""
        return b"" if self.credential is None else self.credential.token_hash

    @property
    def host(self) -> str | None:
        """The host whose key or whose game's token it is."""
        return None if self.credential is None else self.credential.host

    @property
    def mode(self) -> Mode | None:
        """Whether it sees and makes live games or test games."""
        return None if self.credential is None else self.credential.mode

    def may(self, scope: str) -> bool:
        """Whether this is a host key with a scope that includes `scope`."""
        return self.kind == "host" and self.credential is not None and _includes(self.credential.scopes, scope)


def _includes(scopes: Sequence[str], scope: str) -> bool:
    return any(scope in SCOPES.get(given, ()) for given in scopes)
