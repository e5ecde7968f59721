"""Who asks: the credential of a request, looked up by its hash, and whether it may call an operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NoReturn

from api.http.limits import Limiter
from api.http.problems import Refused
from api.service.actor import Actor
from api.service.tokens import hash_token, is_token
from api.storage.rows import CredentialRow

__all__ = ["Authenticator", "authorize"]

_CHALLENGE = 'Bearer realm="fairdice"'
# How long a revocation made by another process may go unseen.
_FRESH_MS = 5_000
_CACHED = 10_000


class Authenticator:
    """Finds credentials; what was found is remembered for at most 5 s, so that a game's requests cost no lookup each.

    Unknown tokens are never remembered: a key works everywhere the moment it is made.
    """

    def __init__(self, find: Callable[[bytes], CredentialRow | None], limits: Limiter) -> None:
        """`find` looks in the storage; `limits` count refusals by address, so that nobody can go on guessing."""
        self._find = find
        self._limits = limits
        self._known: dict[bytes, tuple[int, CredentialRow]] = {}
        self._lock = Lock()

    def actor(self, authorization: str | None, address: str, now: int) -> Actor:
        """The actor of a request.  Raises Refused ``auth.invalid``."""
        if authorization is None:
            return Actor("anyone", None, address)
        scheme, _, token = authorization.partition(" ")
        token_hash = hash_token(token)
        known = self._known.get(token_hash)
        if known is None or not 0 <= now - known[0] < _FRESH_MS:
            credential = self._look_up(scheme, token, token_hash, address, now)
        else:
            credential = known[1]
        ends = [at for at in (credential.revoked, credential.expires) if at is not None]
        if ends and min(ends) <= now:
            self._refuse(address, "this key or token has been revoked or has expired")
        return Actor(credential.kind, credential, address)

    def forget(self, token_hash: bytes) -> None:
        """Look up a credential anew: it has been changed here."""
        with self._lock:
            self._known.pop(token_hash, None)

    def _look_up(self, scheme: str, token: str, token_hash: bytes, address: str, now: int) -> CredentialRow:
        self._limits.require("refused", address)
        if scheme.lower() != "bearer" or not is_token(token):
            self._refuse(address, "the header Authorization must be `Bearer` and a key or token of this service")
        found = self._find(token_hash)
        if found is None:
            self._refuse(address, "this key or token is not known")
        with self._lock:
            if len(self._known) >= _CACHED:
                self._known.clear()
            self._known[token_hash] = (now, found)
        return found

    def _refuse(self, address: str, what: str) -> NoReturn:
        self._limits.count("refused", address)
        raise Refused("auth.invalid", what, headers={"WWW-Authenticate": f'{_CHALLENGE}, error="invalid_token"'})


def authorize(actor: Actor, allowed: Sequence[str]) -> None:
    """Require that one of `allowed` (see `api.http.operation`) fits the actor.

    Raises Refused ``auth.missing``, ``auth.kind`` or ``auth.scope``.
    """
    if "anyone" in allowed or actor.kind in allowed:
        return
    scopes = [name.removeprefix("host:") for name in allowed if name.startswith("host:")]
    if any(actor.may(scope) for scope in scopes):
        return
    if actor.kind == "anyone":
        what = f"this needs {_named(allowed)} in the header `Authorization: Bearer ...`"
        raise Refused("auth.missing", what, headers={"WWW-Authenticate": _CHALLENGE})
    if actor.kind == "host" and scopes:
        challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{scopes[0]}"'
        what = f"this host key lacks the scope `{scopes[0]}`"
        raise Refused("auth.scope", what, headers={"WWW-Authenticate": challenge}, expected=scopes[0])
    raise Refused("auth.kind", f"this is for {_named(allowed)}", expected=list(allowed), found=actor.kind)


def _named(allowed: Sequence[str]) -> str:
    words = {"player": "a player token"}
    return " or ".join(words.get(name, f"a host key with scope `{name.removeprefix('host:')}`") for name in allowed)
