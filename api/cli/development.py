"""What `fairdice serve` makes in development, so that there is something to look at: a host, its test key, games.

The test key stands in a file of mode 0600 beside the database, so that it stays the same from start to start and the
scripts of whoever tries things out go on to work.  It opens test games only, and the secret key that seals everything
else in this database lies beside it anyway.  The database itself has its hash, as that of any key.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from api.secretfile import read_secret, replace_secret
from api.service.actor import Actor
from api.service.ask import Ask
from api.service.demonstration import Demonstration
from api.service.hall import now_ms
from api.service.sample import play_sample
from api.service.tokens import hash_token, new_host_key, new_id
from api.storage.contract import Taken
from api.storage.rows import CredentialRow, GameQuery, HostRow
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service
    from api.storage.contract import Storage

__all__ = ["HOST", "demonstration", "development_key", "sample_game"]

HOST = "host_development"
_SAMPLES = "host_sample"
_LABEL = "made by `fairdice serve`"
_DAY_MS = 86_400_000
_WHOLE = 100
"""A game that was played to its end has more events."""


def development_key(storage: Storage, file: Path | None) -> str:
    """The key of the development host for test games: the one in the file as long as it is good, else a fresh one.

    Without a file (a database that is none may be shared with others) it is a fresh one each time, for a day.
    Raises SecretFileError.
    """
    kept = read_secret(file) if file is not None else None
    if kept is not None and _is_good(storage.credential(hash_token(kept))):
        return kept
    now = now_ms()
    _add_host(storage, HOST, "Development", now)
    key = new_host_key("test")
    row = CredentialRow(
        token_hash=hash_token(key),
        id=new_id("key"),
        kind="host",
        host=HOST,
        mode="test",
        label=_LABEL,
        scopes=("admin",),
        created=now,
        expires=now + _DAY_MS if file is None else None,
    )
    if file is not None:
        for old in storage.credentials(HOST):
            if old.label == _LABEL:
                storage.revoke(old.id, HOST, now)
        replace_secret(file, key)
    storage.add_credential(row)
    return key


def _is_good(row: CredentialRow | None) -> bool:
    return row is not None and (row.kind, row.host, row.mode) == ("host", HOST, "test") and row.revoked is None


def sample_game(service: Service) -> str:
    """The sample game; it is played if there is none yet."""
    query = GameQuery(host=_SAMPLES, mode="test", status="closed", limit=100)
    for row in service.storage.games(query):
        if row.n > _WHOLE:
            return row.id
    return play_sample(service, _nobody(service))


def demonstration(service: Service) -> Demonstration:
    """A game that goes on while somebody watches it; those that an earlier process left open are given up."""
    actor = _nobody(service)
    for row in service.storage.games(GameQuery(host=_SAMPLES, mode="test", limit=100)):
        if row.status in ("joining", "playing"):
            with suppress(CodedError):
                service.playing.abandon(Ask(actor, row.id), "the process that played this sample has ended")
    return Demonstration(service, actor)


def _nobody(service: Service) -> Actor:
    """The host of the samples, with a key that is stored nowhere: nobody can ever use it."""
    now = now_ms()
    _add_host(service.storage, _SAMPLES, "Samples", now)
    key = CredentialRow(
        token_hash=bytes(32),
        id="key_sample",
        kind="host",
        host=_SAMPLES,
        mode="test",
        label="",
        scopes=("play",),
        created=now,
    )
    return Actor("host", key, "127.0.0.1")


def _add_host(storage: Storage, name: str, title: str, now: int) -> None:
    with suppress(Taken):
        storage.add_host(HostRow(id=name, name=title, created=now))
