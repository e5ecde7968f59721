"""Stage ``sign``: the players' signatures on moves, passes, leaving, returning, and their acks (R8, R10, R11)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET

from fairdice.encoding import signed_body
from fairdice.errors import SignatureRefused
from fairdice.keys import PublicKey, ack_message, move_message
from fairdice.verify.case import Case
from replay.errors import CodedError
from replay.record import Away, Back, Move, Pass

__all__ = ["Signed", "check", "check_event"]

Signed: TypeAlias = Move | Pass | Away | Back
"""What a player that is in the game may sign."""


def check(case: Case) -> None:
    """Signatures stand exactly where they must, and hold.

    Raises SignatureRefused ``sign.missing``, ``sign.unexpected``, ``sign.move``, ``sign.pass``, ``sign.away``,
    ``sign.back``, ``sign.ack`` or ``sign.ack_order``.
    """
    keys = [PublicKey(bytes.fromhex(join.key)) if join.key is not None else None for join in case.joins]
    for event in sorted([*case.moves, *case.absences], key=lambda event: event.n):
        key = keys[event.player] if event.player < len(keys) else None
        if key is not None or event.sig is not UNSET:
            check_event(
                event, case.bodies[event.n], case.heads[event.n - 1], key, signed_moves=case.opening.signed_moves
            )
    _check_acks(case, keys)


def check_event(event: Signed, body: bytes, previous_head: bytes, key: PublicKey | None, *, signed_moves: bool) -> None:
    """A signature stands exactly where it must, and holds.

    `body` is the event's canonical JSON, `key` the player's.  Raises as `check`, but for the acks.
    """
    due = key is not None and _signs(event, signed_moves)
    word = type(event).__name__.lower()
    if (event.sig is not UNSET) != due:
        raise SignatureRefused(
            "sign.missing" if due else "sign.unexpected",
            f"this {word} of player {event.player} {'must' if due else 'must not'} carry a signature",
            event=event.n,
            expected="a signature" if due else None,
            found=None if due else event.sig,
            clause="R8" if isinstance(event, Away | Back) else "R10",
        )
    if event.sig is UNSET or key is None:
        return
    try:
        key.verify(bytes.fromhex(event.sig), move_message(previous_head, signed_body(body)), code=f"sign.{word}")
    except CodedError as error:
        error.event = event.n
        error.message = (
            f"the signature of player {event.player} does not hold for this {word} and the history before it: "
            "one of them is not what the player signed"
        )
        raise


def _signs(event: Signed, signed_moves: bool) -> bool:
    """Whether a player that has a key signs this."""
    if type(event) is Move or type(event) is Pass:
        return signed_moves and event.by == "player"
    return type(event) is Back or (type(event) is Away and event.reason == "left")


def _check_acks(case: Case, keys: list[PublicKey | None]) -> None:
    last = -1
    for place, ack in enumerate(case.record.acks):
        path = f"/acks/{place}"
        if ack.player <= last:
            raise SignatureRefused(
                "sign.ack_order", "acks are one for a player, ascending", path=path, found=ack.player, clause="R11"
            )
        last = ack.player
        key = keys[ack.player] if ack.player < len(keys) else None
        if key is None:
            raise SignatureRefused(
                "sign.ack",
                f"player {ack.player} has no key to acknowledge with",
                path=path,
                found=ack.player,
                clause="R11",
            )
        if ack.n >= len(case.events):
            raise SignatureRefused(
                "sign.ack",
                f"the record has no event {ack.n} to acknowledge",
                path=path,
                expected=len(case.events) - 1,
                found=ack.n,
                clause="R11",
            )
        try:
            key.verify(bytes.fromhex(ack.sig), ack_message(case.gid, ack.n, case.heads[ack.n]), code="sign.ack")
        except CodedError as error:
            error.event, error.path = ack.n, path
            error.message = (
                f"the ack of player {ack.player} does not hold for events 0 to {ack.n}: "
                "one of them is not what the player has seen"
            )
            raise
