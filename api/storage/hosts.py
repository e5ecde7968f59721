"""Hosts and credentials: API keys and players' tokens."""

from __future__ import annotations

from sqlalchemy import Connection, case, insert, select, text, update

from api.storage import tables
from api.storage.answers import add_answer
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import CredentialRow, HostRow, IdempotencyRow

__all__ = ["Hosts", "add_credentials", "put_credentials"]

_HOST = Mapping(HostRow, tables.host)
_CREDENTIAL = Mapping(CredentialRow, tables.credential)
_TABLE = tables.credential
_PUT = text(
    f"INSERT INTO credential ({_CREDENTIAL.text}) VALUES ({', '.join(f':{each.name}' for each in _CREDENTIAL.columns)})"
    " ON CONFLICT (token_hash) DO UPDATE SET expires = excluded.expires"
)


def add_credentials(connection: Connection, credentials: tuple[CredentialRow, ...]) -> None:
    """Add API keys or players' tokens."""
    if credentials:
        connection.execute(insert(_TABLE), [values(row) for row in credentials])


def put_credentials(connection: Connection, credentials: tuple[CredentialRow, ...]) -> None:
    """Add players' tokens, or let those that are there end at another time."""
    if credentials:
        connection.execute(_PUT, [values(row) for row in credentials])


class Hosts(Database):
    """The part of the contract about hosts and credentials."""

    def add_host(self, host: HostRow) -> None:
        self._write(lambda connection: connection.execute(insert(tables.host).values(values(host))))

    def hosts(self) -> list[HostRow]:
        table = tables.host
        return _HOST.all(self._all(select(*_HOST.columns).order_by(table.c.created, table.c.id)))

    def add_credential(self, credential: CredentialRow, idempotency: IdempotencyRow | None = None) -> None:
        def unit(connection: Connection) -> None:
            add_answer(connection, idempotency)
            add_credentials(connection, (credential,))

        self._write(unit)

    def credential(self, token_hash: bytes) -> CredentialRow | None:
        rows = self._rows(f"SELECT {_CREDENTIAL.text} FROM credential WHERE token_hash = {self.mark}", (token_hash,))
        return _CREDENTIAL(rows[0]) if rows else None

    def credentials(self, host: str) -> list[CredentialRow]:
        keys = select(*_CREDENTIAL.columns).where(_TABLE.c.host == host, _TABLE.c.kind == "host")
        return _CREDENTIAL.all(self._all(keys.order_by(_TABLE.c.created, _TABLE.c.id)))

    def revoke(self, credential_id: str, host: str, at: int) -> bool:
        earlier = case((_TABLE.c.revoked < at, _TABLE.c.revoked), else_=at)
        change = update(_TABLE).where(_TABLE.c.id == credential_id, _TABLE.c.host == host).values(revoked=earlier)
        return self._write(lambda connection: connection.execute(change).rowcount > 0)
