"""Stage ``log``: the record's leaves and their proofs under one checkpoint (docs/spec/log.md, L9).

Imported only for a record that carries proofs, or when the caller named a log's key.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from msgspec import UNSET

from fairdice.checkpoint import Checkpoint, parse_checkpoint, parse_key, verify_checkpoint
from fairdice.errors import LogError
from fairdice.leaves import check_leaf, leaf_bytes
from fairdice.merkle import leaf_hash, verify_inclusion
from fairdice.verify.case import Case, Logged
from replay.errors import CodedError
from replay.record import LogEntry, LogLeaf, LogProofs

__all__ = ["check", "check_place"]


def check(case: Case) -> None:
    """The checkpoint is one of a log that the caller named, if it named any, and proves leaves that fit the record.

    What was found is `case.logged` from then on.  Raises LogError ``log.missing``, ``log.vkey``, ``log.checkpoint``,
    ``log.origin`` or ``log.unsigned``, SignatureRefused ``log.signature``; then leaf by leaf LogError ``log.game``,
    ``log.event``, ``log.head``, ``log.place``, ``log.status``, ``log.order``, ``log.index``, ``log.proof_length`` or
    ``log.inclusion``; at last ``log.open``.
    """
    log = case.record.log
    if log is UNSET:
        raise LogError(
            "log.missing", "a log's key was named, and the record carries no proofs of a log", path="/log", clause="L9"
        )
    checkpoint = _checkpoint(log, case.trust.log_keys)
    first = case.drawn
    opened = closed = None
    for place, each in enumerate(log.leaves):
        path = f"/log/leaves/{place}"
        _check_game(case, each.leaf, f"{path}/leaf")
        with _about(each.leaf.n, f"{path}/leaf"):
            check_place(case, each.leaf)
        with _about(each.leaf.n, path):
            _check_order(log.leaves, place)
            proof = [bytes.fromhex(step) for step in each.proof]
            leaf = leaf_hash(leaf_bytes(each.leaf))
            verify_inclusion(leaf, each.index, checkpoint.size, proof, checkpoint.root)
        if each.leaf.kind == "close":
            closed = each.index
        elif first in (None, each.leaf.n + 1):
            opened = each.index
    if first is not None and opened is None:
        raise LogError(
            "log.open",
            f"no leaf says that event {first - 1}, the last before the draw, was logged",
            event=first - 1,
            path="/log/leaves",
            clause="L9",
        )
    case.logged = Logged(checkpoint.origin, checkpoint.size, bool(case.trust.log_keys), opened, closed)


def _checkpoint(log: LogProofs, vkeys: tuple[str, ...]) -> Checkpoint:
    """The checkpoint; signed by one of the keys, if there are any."""
    keys = list(map(parse_key, vkeys))
    with _about(None, "/log/checkpoint"):
        signed = parse_checkpoint(log.checkpoint)
        if keys:
            verify_checkpoint(signed, keys)
    return signed.checkpoint


def _check_game(case: Case, leaf: LogEntry, path: str) -> None:
    """The leaf is of this game and of an event that the record has."""
    gid = case.gid.hex()
    if leaf.game != gid:
        raise LogError(
            "log.game", "the leaf is of another game", path=f"{path}/game", expected=gid, found=leaf.game, clause="L9"
        )
    if leaf.n >= len(case.events):
        raise LogError(
            "log.event",
            f"the leaf is for event {leaf.n}, which the record has not",
            path=f"{path}/n",
            expected=len(case.events) - 1,
            found=leaf.n,
            clause="L9",
        )


def check_place(case: Case, leaf: LogEntry) -> None:
    """The leaf says what is true of its event, which the record has.

    Raises LogError ``log.head``, ``log.place`` or ``log.status``.
    """
    head = case.heads[leaf.n].hex()
    if leaf.head != head:
        _refuse(
            "head",
            f"what was logged for event {leaf.n} is another history of this game than the record's",
            "/head",
            head,
            leaf.head,
        )
    close = case.close
    last = len(case.events) - 1
    if leaf.kind == "close":
        if close is None or leaf.n != last:
            _refuse("place", f"the leaf says that event {leaf.n} is the close, which it is not", "/n", None, leaf.n)
    else:
        joined = case.opening.players + 1
        end = case.drawn if case.drawn is not None else last if close is not None else last + 1
        if not joined <= leaf.n < end or len(case.joins) < case.opening.players:
            _refuse("place", f"event {leaf.n} does not stand between the last join and the draw", "/n", None, leaf.n)
    check_leaf(leaf)
    if close is not None and leaf.status not in (UNSET, close.status):
        _refuse("status", "the log has another end of the game than the record", "/status", close.status, leaf.status)


def _check_order(leaves: tuple[LogLeaf, ...], place: int) -> None:
    """Leaves stand in the order of the log, openings by their event, the close last."""
    if not place:
        return
    before, this = leaves[place - 1], leaves[place]
    if this.index <= before.index or this.leaf.n <= before.leaf.n:
        _refuse(
            "order",
            "the leaves do not stand in the log in the order of their events",
            "/index",
            f"above {before.index}",
            this.index,
        )


def _refuse(code: str, message: str, path: str, expected: Any, found: Any) -> NoReturn:
    raise LogError(f"log.{code}", message, path=path, expected=expected, found=found, clause="L9")


@contextmanager
def _about(event: int | None, path: str) -> Iterator[None]:
    """Say of a fault raised inside which event and place of the record it is about."""
    try:
        yield
    except CodedError as error:
        error.event, error.path = event, path + error.path
        raise
