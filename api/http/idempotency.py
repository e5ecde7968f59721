"""Retries: an answer is kept with its Idempotency-Key, and given again instead of doing a thing twice.

The order is fixed: the key is looked up before If-Match is looked at, because the retry of a request that succeeded
comes with an ETag that this very request has made stale.
"""

from __future__ import annotations

import re
from hashlib import sha256
from threading import Lock

import msgspec

from api.http.call import Answer, Call
from api.http.problems import Refused
from api.service.seal import SealError
from api.service.tokens import read_room_code, room_code_hashes
from api.storage.rows import IdempotencyRow

__all__ = ["InFlight", "identify", "replayed"]

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_UNGUESSED = 16
"""Characters of a key that nobody guesses, at least."""
_HEADERS = msgspec.json.Decoder(dict[str, str])


class InFlight:
    """The keys of the requests that this process is answering."""

    def __init__(self) -> None:
        self._scopes: set[bytes] = set()
        self._lock = Lock()

    def enter(self, scope: bytes) -> None:
        """Begin to answer; raises Refused ``idempotency.in_flight`` if another thread is at it."""
        with self._lock:
            if scope in self._scopes:
                what = "the first request with this Idempotency-Key is still being answered"
                raise Refused("idempotency.in_flight", what, headers={"Retry-After": "1"})
            self._scopes.add(scope)

    def leave(self, scope: bytes) -> None:
        """The answer stands."""
        with self._lock:
            self._scopes.discard(scope)


def identify(call: Call, key: str | None, method: str) -> bytes:
    """Set the scope and fingerprint of a call, and give the scope.

    Raises Refused ``idempotency.missing`` or ``idempotency.key``.
    """
    if key is None:
        what = "this operation needs the header Idempotency-Key: a fresh one for each intent, the same for each retry"
        raise Refused("idempotency.missing", what)
    if not _KEY.fullmatch(key):
        raise Refused("idempotency.key", "an Idempotency-Key is 1 to 255 visible ASCII characters")
    if call.actor.credential is None and len(key) < _UNGUESSED:
        # All who know a room code share its scope: whoever guesses a key would be given another's token.
        what = f"without a credential an Idempotency-Key is random, of {_UNGUESSED} characters or more (such as a UUID)"
        raise Refused("idempotency.key", what)
    scope = sha256(_owner(call) + key.encode()).digest()
    call.scope = scope
    call.fingerprint = sha256(f"{method} {call.path}\n".encode() + call.raw).digest()
    return scope


def replayed(call: Call) -> Answer | None:
    """The stored answer to the first request with this key, if there is one.

    Raises Refused ``idempotency.mismatch`` if that was another request.
    """
    assert call.scope is not None
    row = call.service.storage.idempotency(call.scope)
    return None if row is None else _answer(call, row)


def _answer(call: Call, row: IdempotencyRow) -> Answer:
    if row.fingerprint != call.fingerprint:
        what = "this Idempotency-Key was used for another request; a new intent needs a new key"
        raise Refused("idempotency.mismatch", what)
    headers = _HEADERS.decode(row.headers)
    media = headers.pop("Content-Type")
    body = row.body
    if row.secret:
        try:
            body = call.service.sealer.open(body, row.scope)
        except SealError:
            what = "the answer holds a secret and can no longer be opened: the service's secret key has changed"
            raise Refused("idempotency.sealed", what) from None
    return Answer(row.status, body, {**headers, "Idempotent-Replayed": "true"}, media=media)


def _owner(call: Call) -> bytes:
    """Whose key it is: two clients may choose the same one."""
    if call.actor.credential is not None:
        return call.actor.credential.token_hash
    code = call.body.get("code")
    shown = read_room_code(code) if isinstance(code, str) else None
    return b"" if shown is None else room_code_hashes(shown, call.service.sealer)[0]
