"""Files that browsers load, of this release and of all that served from this database before."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

from api.storage import tables
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import AssetRow

__all__ = ["Assets"]

_ASSET = Mapping(AssetRow, tables.asset)
_ADD = text(
    "INSERT INTO asset (digest, name, body, created) VALUES (:digest, :name, :body, :created) ON CONFLICT DO NOTHING"
)


class Assets(Database):
    """The part of the contract about files for browsers."""

    def add_assets(self, assets: Sequence[AssetRow]) -> None:
        rows = [values(asset) for asset in assets]
        if rows:
            self._write(lambda connection: connection.execute(_ADD, rows))

    def asset(self, digest: str, name: str) -> AssetRow | None:
        mark = self.mark
        sql = f"SELECT {_ASSET.text} FROM asset WHERE digest = {mark} AND name = {mark}"
        rows = self._rows(sql, (digest, name))
        return _ASSET(rows[0]) if rows else None
