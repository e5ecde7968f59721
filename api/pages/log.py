"""The transparency log as a page: how large it is, what was last put into it, and how to watch over it."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from api.storage.rows import TreeRow
from fairdice.checkpoint import parse_checkpoint
from fairdice.leaves import read_leaf
from fairdice.printable import printable

__all__ = ["log_page"]

_LEAVES = 20


def log_page(service: Service) -> dict[str, Any] | None:
    """The log in use and those before it; None if there is none yet."""
    tree = service.storage.tree()
    if tree is None:
        return None
    others = [one for one in service.storage.trees() if one.id != tree.id]
    return {
        "origin": tree.origin,
        "vkey": service.keyring.vkey(tree),
        "checkpoint": tree.checkpoint,
        "size": parse_checkpoint(tree.checkpoint).checkpoint.size if tree.checkpoint else 0,
        "leaves": _leaves(service, tree),
        "earlier": [{"id": one.id, "origin": one.origin, "size": one.size} for one in others],
    }


def _leaves(service: Service, tree: TreeRow) -> list[dict[str, Any]]:
    """The last leaves, the newest first; a game that is not public is told by its identity alone."""
    start = max(0, tree.size - _LEAVES)
    rows = service.storage.leaves(tree.id, start, tree.size - start)
    found = []
    for index, row in enumerate(rows, start):
        leaf = read_leaf(row.entry)
        game = service.storage.game(leaf.game)
        status = leaf.status if isinstance(leaf.status, str) else ""
        found.append(
            {
                "index": index,
                "kind": "opening" if leaf.kind == "open" else "close",
                "game": leaf.game,
                "public": game is not None and game.public,
                "n": leaf.n,
                "status": printable(status),
            }
        )
    return found[::-1]
