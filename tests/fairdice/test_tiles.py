"""Tiles: paths, contents and their reader, which believes nothing that does not lead to the root."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdice.errors import LogError
from fairdice.merkle import Tree, consistency_proof, inclusion_proof, leaf_hash, root
from fairdice.tiles import (
    ENTRIES,
    MAX_ENTRY,
    WIDTH,
    Tile,
    Tiles,
    bundle,
    parse_path,
    read_bundle,
    tile_bytes,
    tiles_of,
    width_at,
)
from tests.vectors.make_log import FOLDER, SIZES, entry

KNOWN: dict[str, Any] = json.loads((FOLDER / "tiles.json").read_bytes())


@cache
def tree_of(size: int) -> Tree:
    return Tree(map(leaf_hash, map(entry, range(size))))


@cache
def files(size: int) -> Mapping[str, bytes]:
    """Everything that a log with the entries 0, 1, 2, ... serves."""
    tree = tree_of(size)
    made = {}
    for tile in tiles_of(size):
        if tile.level == ENTRIES:
            made[tile.path] = bundle(list(map(entry, range(tile.index * WIDTH, tile.index * WIDTH + tile.width))))
        else:
            made[tile.path] = tile_bytes(tile, tree.read)
    return made


def reader(size: int, **changed: bytes | None) -> Tiles:
    """The tiles of a tree, some exchanged for others."""
    served = {**files(size), **changed}
    return Tiles(size, tree_of(size).root(), served.get)


# Paths ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", KNOWN["paths"], ids=lambda known: known["path"])
def test_paths(known: dict[str, Any]) -> None:
    tile = Tile(ENTRIES if known["level"] == "entries" else known["level"], known["index"], known["width"])
    assert tile.path == known["path"]
    assert parse_path(known["path"]) == tile


@pytest.mark.parametrize("path", KNOWN["refused"])
def test_no_paths(path: str) -> None:
    with pytest.raises(LogError) as caught:
        parse_path(path)
    assert caught.value.code == "log.path"


@given(st.integers(-1, 63), st.integers(0, 2**53 - 1), st.integers(1, 256))
def test_paths_there_and_back(level: int, index: int, width: int) -> None:
    assert parse_path(Tile(level, index, width).path) == Tile(level, index, width)


@given(st.text("tile/0123456789xp.entris-", max_size=40).map(lambda text: f"tile/{text}"))
def test_one_spelling(path: str) -> None:
    try:
        tile = parse_path(path)
    except LogError:
        return
    assert tile.path == path


# Which tiles there are --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", KNOWN["trees"], ids=lambda known: str(known["size"]))
def test_trees(known: dict[str, Any]) -> None:
    size = known["size"]
    made = files(size)
    assert tree_of(size).root().hex() == known["root"]
    assert len(made) == known["files"]
    assert {path: sha256(made[path]).hexdigest() for path in known["some"]} == known["some"]


def test_the_example_of_the_specification() -> None:
    """A tree of 70,000 leaves, as tlog-tiles counts its tiles."""
    by_level: dict[int, list[Tile]] = {}
    for tile in tiles_of(70_000):
        by_level.setdefault(tile.level, []).append(tile)
    widths = {level: ([tile.width for tile in tiles].count(256), tiles[-1].width) for level, tiles in by_level.items()}
    assert widths == {ENTRIES: (273, 112), 0: (273, 112), 1: (1, 17), 2: (0, 1)}
    assert [tile.path for tile in tiles_of(256)] == ["tile/entries/000", "tile/0/000", "tile/1/000.p/1"]
    assert list(tiles_of(0)) == []


@given(st.integers(0, 70_000), st.integers(0, 70_000))
def test_what_is_new(one: int, other: int) -> None:
    """A log that writes what is new at every checkpoint has all that its newest one needs."""
    since, size = sorted((one, other))
    fresh = set(tiles_of(size, since))
    assert fresh <= set(tiles_of(size))
    assert set(tiles_of(size)) <= fresh | set(tiles_of(since))
    assert not fresh & set(tiles_of(since))
    assert all(tile.width == width_at(tile.level, tile.index, size) for tile in fresh)


# Reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_read_back(size: int) -> None:
    tiles, tree = reader(size), tree_of(size)
    for number in range(-(-size // WIDTH)):
        first = number * WIDTH
        assert tiles.entries(number) == list(map(entry, range(first, min(first + WIDTH, size))))
    for index in {0, size - 1, size // 2, size // 3}:
        assert inclusion_proof(index, size, tiles.read) == inclusion_proof(index, size, tree.read)
        assert consistency_proof(index, size, tiles.read) == consistency_proof(index, size, tree.read)
        assert root(index, tiles.read) == tree.root(index)


def test_every_node() -> None:
    size = 1000
    tiles, tree = reader(size), tree_of(size)
    for level in range(10):
        for index in range(size >> level):
            assert tiles.read(level, index) == tree.read(level, index)
        with pytest.raises(LogError) as caught:
            tiles.read(level, size >> level)
        assert caught.value.code == "log.node"


def test_no_log() -> None:
    tiles = reader(0)
    with pytest.raises(LogError):
        tiles.read(0, 0)


def test_little_is_fetched_and_kept() -> None:
    asked: list[str] = []

    def fetch(path: str) -> bytes | None:
        asked.append(path)
        return files(70_000).get(path)

    tiles = Tiles(70_000, tree_of(70_000).root(), fetch)
    assert sorted(asked) == ["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"]
    asked.clear()
    inclusion_proof(1000, 70_000, tiles.read)
    assert sorted(asked) == ["tile/0/003", "tile/1/000"]
    asked.clear()
    inclusion_proof(1001, 70_000, tiles.read)
    assert asked == []


@pytest.mark.parametrize("size", [5, 257, 70_000])
def test_the_full_tile_in_the_place_of_a_partial_one(size: int) -> None:
    """A log that has grown may have dropped its partial tiles."""
    later = 131_072 if size > 65_536 else 512
    served = {path: raw for path, raw in files(later).items() if ".p/" not in path}
    if size == 5:
        tiles = Tiles(size, tree_of(size).root(), served.get)
        assert tiles.entries(0) == list(map(entry, range(5)))
        return
    partial = next(tile for tile in tiles_of(size) if tile.width < WIDTH and tile.level == 0)
    dropped = {path: raw for path, raw in files(size).items() if path != partial.path}
    dropped[partial.full.path] = served[partial.full.path]
    bundled = Tile(ENTRIES, partial.index, partial.width)
    del dropped[bundled.path]
    dropped[bundled.full.path] = served[bundled.full.path]
    tiles = Tiles(size, tree_of(size).root(), dropped.get)
    assert tiles.read(0, size - 1) == leaf_hash(entry(size - 1))
    assert tiles.entries(partial.index)[-1] == entry(size - 1)


def everything(tiles: Tiles) -> None:
    for number in range(-(-tiles.size // WIDTH)):
        tiles.entries(number)


def lies(size: int) -> Iterator[tuple[str, bytes | None]]:
    """For every file of the log: a bit changed at its beginning, middle and end; shorter, longer, empty, not there."""
    for path, raw in files(size).items():
        for place in (0, len(raw) // 2, len(raw) - 1):
            yield path, raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        yield from ((path, other) for other in (raw[:-1], raw + b"\0", raw[32:], raw[: len(raw) // 2], b"", None))
        others = [
            other for name, other in files(size).items() if name != path and len(other) == len(raw) and other != raw
        ]
        yield from ((path, other) for other in others[:1])


@pytest.mark.parametrize("size", [1, 5, 256, 257, 700])
def test_every_lie_is_found(size: int) -> None:
    codes = set()
    for path, raw in lies(size):
        with pytest.raises(LogError) as caught:
            everything(reader(size, **{path: raw}))
        codes.add(caught.value.code)
    assert codes <= {"log.root", "log.tile", "log.tile_hash", "log.absent", "log.bundle", "log.entry_hash"}
    assert {"log.root", "log.tile", "log.absent", "log.bundle", "log.entry_hash"} <= codes
    assert ("log.tile_hash" in codes) == (size >= 256)


def test_another_root() -> None:
    with pytest.raises(LogError) as caught:
        Tiles(700, tree_of(699).root(), files(700).get)
    assert caught.value.code == "log.root"
    with pytest.raises(LogError):
        Tiles(0, bytes(32), files(700).get)


# Bundles ----------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_bundles(entries: list[bytes]) -> None:
    assert read_bundle(bundle(entries), len(entries)) == entries


@pytest.mark.parametrize(
    ("raw", "width"),
    [
        (b"", 1),
        (b"\0", 1),
        (b"\0\0", 0),
        (b"\0\1", 1),
        (b"\0\1ab", 1),
        (b"\0\1a\0", 2),
        (b"\0\1a", 2),
        (b"\0\1a\0\0", 1),
    ],
)
def test_no_bundles(raw: bytes, width: int) -> None:
    with pytest.raises(LogError) as caught:
        read_bundle(raw, width)
    assert caught.value.code == "log.bundle"


def test_the_largest_entry() -> None:
    assert read_bundle(bundle([bytes(MAX_ENTRY)]), 1) == [bytes(MAX_ENTRY)]
    with pytest.raises(LogError) as caught:
        bundle([bytes(MAX_ENTRY + 1)])
    assert caught.value.code == "log.entry_size"
