"""The static files of the log: what a signed checkpoint covers, and nothing else."""

from __future__ import annotations

import pytest

from fairdice.checkpoint import parse_checkpoint
from fairdice.merkle import leaf_hash
from fairdice.tiles import read_bundle
from tests.support.heart import plan
from tests.support.wire import Wire


@pytest.fixture
def logged(wire: Wire) -> Wire:
    """A service whose log has three leaves: three games have started."""
    for _ in range(3):
        game = wire.heart.open(plan())
        for name in ("Ana", "Ben"):
            wire.heart.join(game, name)
    return wire


def test_a_partial_tile_and_its_entries(logged: Wire) -> None:
    assert parse_checkpoint(logged.get("/log/checkpoint").text).checkpoint.size == 3
    for width in (1, 2, 3):
        tile = logged.get(f"/log/tile/0/000.p/{width}").data
        entries = read_bundle(logged.get(f"/log/tile/entries/000.p/{width}").data, width)
        assert tile == b"".join(map(leaf_hash, entries))


@pytest.mark.parametrize("tile", ["0/000.p/4", "0/000", "0/001.p/1", "1/000.p/1", "entries/000.p/4", "entries/000"])
def test_what_no_checkpoint_covers_is_not_there(logged: Wire, tile: str) -> None:
    response = logged.get(f"/log/tile/{tile}")
    assert response.json is not None
    assert (response.status_code, response.json["code"]) == (404, "log.absent")
    assert "immutable" not in response.headers["Cache-Control"]
