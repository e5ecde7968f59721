"""Tiles: the log's hashes and entries as files that never change (C2SP tlog-tiles; docs/spec/log.md, L8).

    checkpoint                        the signed checkpoint, the one file that changes
    tile/0/x001/234                   256 leaf hashes: tile 1234 of level 0
    tile/1/004.p/210                  210 nodes of height 8: a partial tile, the last of its level
    tile/entries/x001/234             the entries to the hashes of tile/0/x001/234

A tile (level, index) of `width` hashes holds the nodes of tree level 8 * level from index * 256 on.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from fairdice.encoding import HASH_BYTES
from fairdice.errors import LogError
from fairdice.merkle import Read, Tree, check_root, fold, leaf_hash, node_hash, root_nodes
from replay.record import MAX_SAFE

__all__ = [
    "CHECKPOINT",
    "ENTRIES",
    "HEIGHT",
    "MAX_BUNDLE",
    "MAX_ENTRY",
    "WIDTH",
    "Fetch",
    "Tile",
    "Tiles",
    "bundle",
    "parse_path",
    "read_bundle",
    "tile_bytes",
    "tiles_of",
    "width_at",
]

CHECKPOINT = "checkpoint"
HEIGHT = 8
WIDTH = 256
MAX_ENTRY = 65535
"""Most bytes that an entry may have."""
MAX_BUNDLE = WIDTH * (2 + MAX_ENTRY)
ENTRIES = -1
"""The "level" of entry bundles, which are cut as the tiles of level 0 are."""
_LEVELS = 7
"""Levels that a log of 2^53 leaves can have, and no more are looked at."""
_KEPT = 64
"""How many full tiles a reader keeps: more than one for each level that it works on."""
_PATH = re.compile(
    r"tile/(?P<level>0|[1-9][0-9]?|entries)/(?P<index>(?:x[0-9]{3}/)*[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)

Fetch: TypeAlias = Callable[[str], bytes | None]
"""(path below the log's address) -> what is there; None if nothing is."""


class Tile(Struct, frozen=True):
    """Which tile, or which bundle of entries (level `ENTRIES`), and how many of its 256 places are filled."""

    level: int
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Its path below the log's address, such as ``tile/0/x001/234`` or ``tile/entries/000.p/7``."""
        digits = str(self.index)
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[place : place + 3] for place in range(0, len(digits), 3)]
        index = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{'entries' if self.level == ENTRIES else self.level}/{index}{partial}"

    @property
    def full(self) -> Tile:
        """The same tile once it is full."""
        return Tile(self.level, self.index)


def parse_path(path: str) -> Tile:
    """Read the path of a tile or bundle, in the one spelling there is.

    Raises LogError ``log.path``.
    """
    match = _PATH.fullmatch(path)
    if match and match["index"].startswith("x000"):
        match = None  # 12 is 012, never x000/012
    tile = None
    if match and len(match["index"]) <= 31:
        level = ENTRIES if match["level"] == "entries" else int(match["level"])
        tile = Tile(level, int(re.sub("[x/]", "", match["index"])), int(match["width"] or WIDTH))
    if tile is None or tile.level > 63 or tile.index > MAX_SAFE or (match and match["width"] and tile.width >= WIDTH):
        raise LogError("log.path", "this is no path of a tile", found=path[:200], clause="L8")
    return tile


def width_at(level: int, index: int, size: int) -> int:
    """How wide this tile is in a tree of `size` leaves: 0 (there is none) to 256 (full)."""
    hashes = size >> (HEIGHT * max(level, 0))
    return min(max(hashes - index * WIDTH, 0), WIDTH)


def tiles_of(size: int, since: int = 0) -> Iterator[Tile]:
    """All tiles and bundles of a tree of `size` leaves that a tree of `since` leaves had not in this width.

    Bundles first, then level by level.
    """
    for level in (ENTRIES, *range(_LEVELS)):
        shift = HEIGHT * max(level, 0)
        hashes, before = size >> shift, since >> shift
        if hashes == before:
            continue
        for index in range(before // WIDTH, -(-hashes // WIDTH)):
            yield Tile(level, index, width_at(level, index, size))


def tile_bytes(tile: Tile, read: Read) -> bytes:
    """The content of a tile of hashes: `width` times 32 bytes, from a tree that is large enough."""
    first = tile.index * WIDTH
    return b"".join(read(HEIGHT * tile.level, first + place) for place in range(tile.width))


def bundle(entries: Sequence[bytes]) -> bytes:
    """The content of a bundle: each entry after its length in two bytes, the most significant first.

    Raises LogError ``log.entry_size`` for an entry of more than 65,535 bytes.
    """
    for entry in entries:
        if len(entry) > MAX_ENTRY:
            raise LogError("log.entry_size", f"an entry has at most {MAX_ENTRY} bytes", found=len(entry), clause="L8")
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def read_bundle(raw: bytes, width: int) -> list[bytes]:
    """The entries in a bundle, which must be `width` and nothing more.

    Raises LogError ``log.bundle``.
    """
    entries: list[bytes] = []
    place = 0
    while place < len(raw) and len(entries) <= width:
        start = place + 2
        place = start + int.from_bytes(raw[place:start], "big")
        entries.append(raw[start:place])
    if place != len(raw) or len(entries) != width or len(raw) < 2 * width:
        raise LogError("log.bundle", f"this is no bundle of {width} entries", found=len(entries), clause="L8")
    return entries


class Tiles:
    """A log's nodes and entries, read from tiles and checked against a root; `read` is a `Read`.

    The partial tiles at the right edge together must give the root; a full tile must give the node that stands for
    it one level above.  So what is handed out is what the root commits to, whoever served it.
    """

    __slots__ = ("_edge", "_fetch", "_kept", "root", "size")

    def __init__(self, size: int, root: bytes, fetch: Fetch) -> None:
        """Take the size and root of a checkpoint.  Fetches the partial tiles, at most one a level.

        Raises LogError ``log.absent`` (a tile is not there), ``log.tile`` (it has another length than it must have) or
        ``log.root`` (the tiles give another root).
        """
        self.size, self.root, self._fetch = size, root, fetch
        self._kept: OrderedDict[Tile, bytes] = OrderedDict()
        self._edge: dict[Tile, bytes] = {}
        for level in range(_LEVELS):
            hashes = size >> (HEIGHT * level)
            if hashes % WIDTH:
                tile = Tile(level, hashes // WIDTH, hashes % WIDTH)
                self._edge[tile.full] = self._fetched(tile)
        parts = (self._within(self._edge[self._place(*node)[0]], *node) for node in root_nodes(size))
        check_root(fold(parts), root, "log.root", "the tiles give another root than the checkpoint", clause="L8")

    def read(self, level: int, index: int) -> bytes:
        """The hash of a node.

        Raises LogError ``log.node`` (not in this tree), ``log.absent``, ``log.tile``, or ``log.tile_hash`` (a tile is
        not the one that the root commits to).
        """
        if level < 0 or not 0 <= index < self.size >> level:
            raise LogError("log.node", f"the tree has no node {index} of level {level}", found=[level, index])
        return self._within(self._tile(self._place(level, index)[0]), level, index)

    def entries(self, index: int) -> list[bytes]:
        """All entries of bundle `index`, each checked against its leaf hash.

        Raises LogError ``log.absent``, ``log.bundle``, ``log.entry_hash``, or as `read`.
        """
        tile = Tile(ENTRIES, index, width_at(ENTRIES, index, self.size))
        raw = self._anywhere(tile)
        entries = read_bundle(raw[1], raw[0].width)[: tile.width]
        for place, entry in enumerate(entries, index * WIDTH):
            check_root(
                leaf_hash(entry), self.read(0, place), "log.entry_hash", f"entry {place} is not the one of the tree"
            )
        return entries

    @staticmethod
    def _place(level: int, index: int) -> tuple[Tile, int]:
        """The (full) tile that a node is read from, and the index of its first leaf in that tile's level."""
        first = index << level % HEIGHT
        return Tile(level // HEIGHT, first // WIDTH), first

    def _within(self, raw: bytes, level: int, index: int) -> bytes:
        """The node that the hashes of its tile, `raw`, give."""
        start = self._place(level, index)[1] % WIDTH
        end = start + (1 << level % HEIGHT)
        hashes = [raw[at : at + HASH_BYTES] for at in range(start * HASH_BYTES, end * HASH_BYTES, HASH_BYTES)]
        while len(hashes) > 1:
            hashes = [node_hash(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def _tile(self, tile: Tile) -> bytes:
        """The hashes of a tile, checked; kept for a while."""
        if tile in self._edge:
            return self._edge[tile]
        raw = self._kept.pop(tile, None)
        if raw is None:
            raw = self._fetched(tile)
            tree = Tree(raw[at : at + HASH_BYTES] for at in range(0, len(raw), HASH_BYTES))
            check_root(
                tree.root(),
                self.read(HEIGHT * (tile.level + 1), tile.index),
                "log.tile_hash",
                f"{tile.path} is not what the tile above it commits to",
                clause="L8",
            )
        self._kept[tile] = raw
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return raw

    def _fetched(self, tile: Tile) -> bytes:
        """The hashes of a tile as they were served, in the right number."""
        served, raw = self._anywhere(tile)
        if len(raw) != served.width * HASH_BYTES:
            raise LogError(
                "log.tile",
                f"{served.path} has {len(raw)} bytes, not {served.width} times {HASH_BYTES}",
                expected=served.width * HASH_BYTES,
                found=len(raw),
                clause="L8",
            )
        return raw[: tile.width * HASH_BYTES]

    def _anywhere(self, tile: Tile) -> tuple[Tile, bytes]:
        """What is served for a tile: a log may keep the full one alone, once there is one."""
        for served in dict.fromkeys((tile, tile.full)):
            raw = self._fetch(served.path)
            if raw is not None:
                return served, raw
        raise LogError("log.absent", f"the log has no {tile.path}", expected=tile.path, clause="L8")
