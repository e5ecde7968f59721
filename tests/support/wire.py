"""The service over HTTP, in this process: one host with its keys, one WSGI client."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
from flask import Flask
from werkzeug.test import Client, TestResponse

from api.app import create_app
from api.service.actor import Actor
from api.service.tokens import hash_token, new_host_key, new_id
from api.storage.rows import CredentialRow, Mode
from tests.support.heart import Heart

__all__ = ["Wire"]

_next = count()


class Wire:
    """A client of the service of a `Heart`; `key` is an admin's, of live games."""

    def __init__(self, heart: Heart) -> None:
        self.heart = heart
        self.service = heart.service
        self.app: Flask = create_app(heart.service)
        self.client = Client(self.app)
        self.key = self.add_key("admin")
        self.host = self.actor(self.key)
        heart.host = self.host

    def add_key(self, *scopes: str, host: str = "host", mode: Mode = "live", **more: Any) -> str:
        """A new key of a host."""
        key = new_host_key(mode)
        row = CredentialRow(
            token_hash=hash_token(key),
            id=new_id("key"),
            kind="host",
            host=host,
            mode=mode,
            label="a test's",
            scopes=scopes,
            created=1,
            **more,
        )
        self.service.storage.add_credential(row)
        return key

    def actor(self, key: str) -> Actor:
        """Who has this key or token."""
        row = self.service.storage.credential(hash_token(key))
        assert row is not None
        return Actor(row.kind, row, "127.0.0.1")

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        retry: str | None = None,
        match: str | None = None,
        raw: bytes | None = None,
        **headers: str,
    ) -> TestResponse:
        """Send a request: with the host's key unless `key` is another or "", and a fresh Idempotency-Key for a POST."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        token = self.key if key is None else key
        if token:
            sent.setdefault("Authorization", f"Bearer {token}")
        if method == "POST" and retry != "":
            sent.setdefault("Idempotency-Key", retry or f"key-of-the-tests-{next(_next)}")
        if match is not None:
            sent["If-Match"] = match
        data = raw if raw is not None else None if body is None else msgspec.json.encode(body)
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        return self.client.open(
            path, method=method, data=data, headers=sent, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}
        )

    def get(self, path: str, **rest: Any) -> TestResponse:
        """GET, without a credential unless `key` is given."""
        return self.ask("GET", path, **{"key": "", **rest})

    def etag(self, game: str) -> str:
        """The game's ETag."""
        found = self.ask("GET", f"/v1/games/{game}").headers["ETag"]
        assert found is not None
        return found
