"""What this release serves to browsers: the packed files of `api/web/served`, and the readable sources beside them."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import sha256, sha384
from pathlib import Path

import msgspec
from msgspec import Struct

__all__ = [
    "MANIFEST",
    "SCRIPT",
    "WEB",
    "File",
    "Player",
    "integrity_of",
    "media_of",
    "player",
    "short_integrity_of",
    "sources",
]

WEB = Path(__file__).parents[1] / "web"
SCRIPT = "fairdice-replay.js"
MANIFEST = "manifest.json"
_MEDIA = {".js": "text/javascript; charset=utf-8", ".json": "application/json"}


class File(Struct, frozen=True):
    """A file as it is served."""

    body: bytes
    gzip: bytes
    """The same, compressed."""
    media: str
    integrity: str
    """The name of a hash and base64, as HTML's attribute ``integrity`` has it."""


class Player(Struct, frozen=True):
    """The replay player of one release: all its files, under the digest of them all."""

    digest: str
    """32 hex digits: another file, another digest."""
    files: dict[str, File]

    @property
    def src(self) -> str:
        """The path of the script, which never changes."""
        return self.path(SCRIPT)

    @property
    def integrity(self) -> str:
        """The integrity of the script."""
        return self.files[SCRIPT].integrity

    @property
    def languages(self) -> tuple[str, ...]:
        """English, and the languages with words of their own, in alphabetical order."""
        return ("en", *sorted(name for name in self.words if "." not in name and name not in ("en", "index")))

    @property
    def words(self) -> dict[str, File]:
        """The words that are not in the script: by language, with ``.more`` for what panels say, and their index."""
        found = {name: file for name, file in self.files.items() if name.startswith("words.")}
        return {name.removeprefix("words.").removesuffix(".json"): file for name, file in found.items()}

    def path(self, name: str) -> str:
        """The path of a file, which never changes."""
        return f"/player/{self.digest}/{name}"


class _Entry(Struct):
    integrity: str


class _Manifest(Struct):
    digest: str
    files: dict[str, _Entry]


def integrity_of(body: bytes) -> str:
    """The value of HTML's attribute ``integrity``."""
    return "sha384-" + b64encode(sha384(body).digest()).decode()


def short_integrity_of(body: bytes) -> str:
    """The same with SHA-256: what the script says of the words that it fetches, as each byte of it counts."""
    return "sha256-" + b64encode(sha256(body).digest()).decode()


def media_of(name: str) -> str:
    """The media type of a file by its name."""
    return _MEDIA[Path(name).suffix]


@cache
def player() -> Player:
    """The player of this release."""
    folder = WEB / "served"
    manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Manifest)
    return Player(manifest.digest, {name: _file(folder / name, entry) for name, entry in manifest.files.items()})


def _file(path: Path, entry: _Entry) -> File:
    body, packed = path.read_bytes(), path.with_name(path.name + ".gz")
    gzip = packed.read_bytes() if packed.exists() else compress(body, 9, mtime=0)
    return File(body, gzip, media_of(path.name), entry.integrity)


@cache
def sources() -> dict[str, Path]:
    """The readable modules and words by their path below `api/web`: what is not listed here is not there."""
    found = (path for path in sorted(WEB.rglob("*")) if path.suffix in _MEDIA and path.is_file())
    return {path.relative_to(WEB).as_posix(): path for path in found if path.parent.name != "served"}
