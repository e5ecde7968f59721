"""Before anything is measured: a database with tables and keys, a host with a key, games whose players sit."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from http.client import HTTPConnection
from typing import Any

import msgspec
from msgspec import structs

from api.config import Config
from api.http.conditional import game_etag
from api.service.service import Service
from api.service.tokens import hash_token, new_host_key, new_id
from api.storage.rows import CredentialRow, HostRow
from fairdice.chain import Chain
from fairdice.encoding import signed_body
from fairdice.keys import SecretKey, join_message
from fairdice.live.history import body_of
from replay.record import Join
from tests.bench.service.seats import Sitting

__all__ = ["Asking", "environment", "host_key", "migrated", "seated"]


def environment(url: str, **more: str) -> dict[str, str]:
    """The environment of a server on this database: without limits, since the load comes from one client."""
    secret = secrets.token_urlsafe(32)
    given = {"FAIRDICE_DATABASE": url, "FAIRDICE_SECRET_KEYS": secret, "FAIRDICE_LIMIT_CREDENTIAL": "100000000/minute"}
    return {**given, "FAIRDICE_ACCESS_LOG": "false", **more}


def migrated(env: dict[str, str]) -> Service:
    """The service of this environment in this process, its tables and keys made."""
    return Service.open(
        Config(database=env["FAIRDICE_DATABASE"], secret_keys=env["FAIRDICE_SECRET_KEYS"]), migrate=True
    )


def host_key(service: Service) -> str:
    """Add a host; its key for test games."""
    host, key = new_id("host"), new_host_key("test")
    service.storage.add_host(HostRow(id=host, name="Bench", created=1))
    service.storage.add_credential(
        CredentialRow(
            token_hash=hash_token(key),
            id=new_id("key"),
            kind="host",
            host=host,
            mode="test",
            label="",
            scopes=("play",),
            created=1,
        )
    )
    return key


class Asking:
    """A host's server, one request at a time."""

    def __init__(self, port: int, key: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._key = key

    def post(self, path: str, body: dict[str, Any], etag: str | None = None) -> tuple[dict[str, Any], str]:
        """The answer and its ETag."""
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_hex(8),
        }
        if etag is not None:
            headers["If-Match"] = etag
        self._connection.request("POST", path, msgspec.json.encode(body), headers)
        response = self._connection.getresponse()
        raw = response.read()
        if response.status >= 300:
            raise RuntimeError(raw.decode())
        return msgspec.json.decode(raw), response.headers.get("ETag", "")

    def get(self, path: str) -> bytes:
        """The answer's body."""
        self._connection.request("GET", path, headers={"Authorization": f"Bearer {self._key}"})
        response = self._connection.getresponse()
        raw = response.read()
        if response.status >= 300:
            raise RuntimeError(raw.decode())
        return raw

    def seen(self, sitting: Sitting) -> Sitting:
        """A game as it stands now; it is then in the server's memory."""
        answer = msgspec.json.decode(self.get(f"/v1/games/{sitting.game}/due"))
        etag = game_etag(answer["n"], bytes.fromhex(answer["head"]))
        return structs.replace(sitting, etag=etag, due=answer["due"], head=answer["head"])

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


def seated(
    asking: Asking, count: int, *, name: str, rules: str = "star@1", players: int = 4, contributors: Sequence[int] = ()
) -> list[Sitting]:
    """So many games whose draw is due; `contributors` bring a key and a chain, the others nothing.

    Moves are not signed: it is the appending that is measured, and what these players' links and acks cost.
    """
    wanted = {"rules": rules, "players": players, "join": {"code": False}, "signed_moves": False}
    return [_seat(asking, f"{name} {number}", wanted, contributors) for number in range(count)]


def _seat(asking: Asking, name: str, wanted: dict[str, Any], contributors: Sequence[int]) -> Sitting:
    answer, etag = asking.post("/v1/games", wanted)
    game, links = answer["game"], answer["links"]
    seeds: dict[int, tuple[str, str]] = {}
    for player in range(wanted["players"]):
        join = Join(
            n=answer["n"] + 1, at=0, player=player, kind="human", name=f"Player {player}", anchor=None, key=None
        )
        if player in contributors:
            asking.post("/v1/reservations", {"game": game})
            seed, tip = (sha256(f"bench {name} {game} {player} {what}".encode()).digest() for what in ("key", "tip"))
            seeds[player] = seed.hex(), tip.hex()
            key, chain = SecretKey(seed), Chain(bytes.fromhex(game), player + 1, links, tip)
            join = structs.replace(join, anchor=chain.anchor.hex(), key=key.public.hex())
            message = join_message(bytes.fromhex(answer["head"]), signed_body(body_of(join)))
            join = structs.replace(join, sig=key.sign(message).hex())
        shown = ("name", "anchor", "key", "sig") if join.key else ("name",)
        answer, etag = asking.post(f"/v1/games/{game}/joins", {name: getattr(join, name) for name in shown})
    return Sitting(game=game, etag=etag, due=answer["due"], head=answer["head"], links=links, seeds=seeds)
