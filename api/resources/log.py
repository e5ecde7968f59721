"""The transparency log: static files as C2SP has them, and proofs for programs that want one."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from api.http.call import Answer, Call
from api.http.operation import Media, operation
from api.resources.shared import FOR_EVER
from api.schemas.answers import ConsistencySchema, LogLeafSchema, LogSchema
from api.schemas.log import ConsistencyQuerySchema, LeafQuerySchema
from api.service.errors import ServiceError
from api.storage.rows import TreeRow
from fairdice.checkpoint import parse_checkpoint
from fairdice.errors import LogError
from fairdice.tiles import HEIGHT, WIDTH, bundle, parse_path

__all__: list[str] = []

_FRESH = {"Cache-Control": "public, max-age=1"}
_TEXT = "text/plain; charset=utf-8"
_BYTES = "application/octet-stream"


def _tree(call: Call) -> TreeRow:
    tree = call.service.storage.tree()
    if tree is None:
        raise ServiceError("log.none", "this service has no transparency log yet")
    return tree


@operation(
    "GET",
    "/v1/log",
    summary="The log",
    tag="log",
    answers={200: LogSchema},
    problems=("log.none",),
)
def show_log(call: Call) -> Answer:
    """Origin, verifier key (for `fairdice verify --log-key` and `fairdice log check`), size, and the latest checkpoint;
    logs that were given up before it.
    """
    tree = _tree(call)
    return Answer(
        body=_log(call, tree) | {"earlier": [_log(call, one) for one in _earlier(call, tree)]}, headers=_FRESH
    )


def _log(call: Call, tree: TreeRow) -> dict[str, Any]:
    return {
        "origin": tree.origin,
        "vkey": call.service.keyring.vkey(tree),
        "url": f"{call.service.config.url}/{_path(tree)}",
        "size": tree.size,
        "checkpoint": tree.checkpoint,
        "frozen": tree.frozen,
    }


def _path(tree: TreeRow) -> str:
    return "log" if tree.frozen is None else f"log/{tree.id}"


def _earlier(call: Call, tree: TreeRow) -> list[TreeRow]:
    return [one for one in call.service.storage.trees() if one.id != tree.id]


@operation(
    "GET",
    "/v1/log/leaves/<int:index>",
    summary="A leaf and its proof",
    tag="log",
    query=LeafQuerySchema,
    answers={200: LogLeafSchema},
    problems=("log.index", "log.size", "log.none"),
)
def show_leaf(call: Call) -> Answer:
    """The leaf, and its inclusion proof in the tree of `size` leaves (by default the latest one)."""
    tree, index = _tree(call), int(call.params["index"])
    size = call.query.get("size", tree.size)
    if size > tree.size:
        raise ServiceError("log.size", f"the log has {tree.size} leaves", expected=tree.size, found=size)
    if index >= tree.size:
        raise ServiceError("log.index", f"the log has no leaf {index}", expected=tree.size, found=index)
    leaf = call.service.records.leaf(tree, index)
    proof = call.service.records.inclusion(tree, index, size)
    return Answer(
        body={"leaf": to_builtins(leaf), "index": index, "size": size, "proof": [step.hex() for step in proof]}
    )


@operation(
    "GET",
    "/v1/log/consistency",
    summary="A consistency proof",
    tag="log",
    query=ConsistencyQuerySchema,
    answers={200: ConsistencySchema},
    problems=("log.size", "log.none"),
)
def show_consistency(call: Call) -> Answer:
    """That the tree of `to` leaves begins with that of `from`."""
    tree = _tree(call)
    old, new = call.query["from"], call.query.get("to", tree.size)
    if new > tree.size:
        raise ServiceError("log.size", f"the log has {tree.size} leaves", expected=tree.size, found=new)
    proof = call.service.records.consistency(tree, old, new)
    return Answer(body={"from": old, "to": new, "proof": [step.hex() for step in proof]})


# Static files ---------------------------------------------------------------------------------------------------------


@operation(
    "GET",
    "/log/checkpoint",
    summary="The checkpoint",
    tag="log files",
    answers={200: Media(_TEXT, "A signed note (C2SP tlog-checkpoint).")},
    problems=("log.none",),
)
def show_checkpoint(call: Call) -> Answer:
    """Size and root of the log, signed."""
    return _checkpoint(_tree(call))


@operation(
    "GET",
    "/log/<int:tree>/checkpoint",
    summary="The last checkpoint of a log given up",
    tag="log files",
    answers={200: Media(_TEXT, "A signed note.")},
    problems=("log.unknown",),
)
def show_old_checkpoint(call: Call) -> Answer:
    """After a backup was restored the log begins anew under another origin; the old one stays to be read."""
    return _checkpoint(_old(call))


def _checkpoint(tree: TreeRow) -> Answer:
    return Answer(body=tree.checkpoint.encode(), media=_TEXT, headers=_FRESH)


def _old(call: Call) -> TreeRow:
    wanted = int(call.params["tree"])
    for tree in call.service.storage.trees():
        if tree.id == wanted:
            return tree
    raise ServiceError("log.unknown", f"there is no log {wanted}", found=wanted)


@operation(
    "GET",
    "/log/tile/<path:tile>",
    summary="A tile",
    tag="log files",
    answers={200: Media(_BYTES, "Hashes of 32 bytes, or an entry bundle (C2SP tlog-tiles).")},
    problems=("log.path", "log.absent"),
)
def show_tile(call: Call) -> Answer:
    """`tile/<level>/<index>[.p/<width>]` and `tile/entries/<index>[.p/<width>]`; a tile never changes."""
    return _tile(call, _tree(call))


@operation(
    "GET",
    "/log/<int:tree>/tile/<path:tile>",
    summary="A tile of a log given up",
    tag="log files",
    answers={200: Media(_BYTES, "Hashes of 32 bytes, or an entry bundle.")},
    problems=("log.path", "log.absent", "log.unknown"),
)
def show_old_tile(call: Call) -> Answer:
    """As for the log in use."""
    return _tile(call, _old(call))


def _tile(call: Call, tree: TreeRow) -> Answer:
    tile = parse_path(f"tile/{call.params['tile']}")
    start = tile.index * WIDTH
    # What a signed checkpoint does not cover yet is nobody's business.
    size = parse_checkpoint(tree.checkpoint).checkpoint.size if tree.checkpoint else 0
    there = (size >> (HEIGHT * max(tile.level, 0))) - start
    if there < tile.width:
        raise LogError("log.absent", "the log has no such tile", found=tile.path)
    records = call.service.records
    body = (
        bundle(records.entries(tree, start, tile.width))
        if tile.level < 0
        else records.hashes(tree, HEIGHT * tile.level, start, tile.width)
    )
    return Answer(body=body, media=_BYTES, headers=FOR_EVER)
