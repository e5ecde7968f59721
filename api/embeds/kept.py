"""The player's files in storage: what a page has pasted in today is still there after the next upgrade."""

from __future__ import annotations

from functools import cache
from gzip import decompress
from typing import TYPE_CHECKING

from msgspec import Struct

from api.embeds.served import SCRIPT, media_of, player
from api.storage.rows import AssetRow

if TYPE_CHECKING:
    from api.storage.contract import Storage

__all__ = ["Packed", "current", "keep_player", "kept"]


class Packed(Struct, frozen=True):
    """A file that is sent compressed to whoever takes it so."""

    gzip: bytes
    media: str

    @property
    def plain(self) -> bytes:
        """The file as it is."""
        return decompress(self.gzip)


@cache
def current() -> dict[str, Packed]:
    """The files of this release by name."""
    return {name: Packed(file.gzip, file.media) for name, file in player().files.items()}


def keep_player(storage: Storage, now: int) -> None:
    """Put the files of this release into storage, if they are not there (`now`: Unix milliseconds)."""
    digest = player().digest
    if storage.asset(digest, SCRIPT) is None:
        storage.add_assets(
            [AssetRow(digest=digest, name=name, body=packed.gzip, created=now) for name, packed in current().items()]
        )


def kept(storage: Storage, digest: str, name: str) -> Packed | None:
    """A file of this release or of any that served from this database before."""
    if digest == player().digest:
        return current().get(name)
    row = storage.asset(digest, name)
    return None if row is None else Packed(row.body, media_of(name))
