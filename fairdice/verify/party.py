"""Stage ``party``: keys, anchors and join signatures of the house and the players (docs/spec/record.md, R3 to R5)."""

from __future__ import annotations

from msgspec import UNSET

from fairdice.encoding import signed_body
from fairdice.errors import KeyRefused, PartyError
from fairdice.keys import PublicKey, check_public_key, join_message
from fairdice.verify.case import Case
from replay.errors import CodedError
from replay.record import Join

__all__ = ["check", "check_join"]


def check(case: Case) -> None:
    """Every key is one that a party may use, keys and anchors are all different, joins are signed.

    Raises KeyRefused ``party.key_encoding``, ``party.key_weak``, ``party.key_point``; PartyError ``party.bot``,
    ``party.anchor_without_key``, ``party.same_key``, ``party.same_anchor``, ``party.sig_missing``,
    ``party.sig_unexpected``; SignatureRefused ``party.join_sig``.
    """
    opening = case.opening
    keys = {opening.house.key: "the house"}
    _check_house_key(case)
    anchors = {case.commit.anchor: "the house"} if case.commit else {}
    for join in case.joins:
        check_join(join, case.bodies[join.n], case.heads[join.n - 1], keys, anchors)


def check_join(join: Join, body: bytes, previous_head: bytes, keys: dict[str, str], anchors: dict[str, str]) -> None:
    """A player brings what it may, nobody else has brought it, and its join is signed.

    `body` is the event's canonical JSON.  `keys` and `anchors` hold what the parties before it have brought, with who
    they are; what this one brings is added.  Raises as `check`.
    """
    _check_brings(join)
    _check_fresh(keys, join.key, join, "same_key", "key")
    _check_fresh(anchors, join.anchor, join, "same_anchor", "anchor")
    if join.key is not None:
        _check_signature(join, join.key, join_message(previous_head, signed_body(body)))
    elif join.sig is not UNSET:
        raise PartyError(
            "party.sig_unexpected", f"player {join.player} has no key to sign with", event=join.n, clause="R5"
        )


def _check_house_key(case: Case) -> None:
    # A signature that holds shows that the key is a point of the curve; to calculate it would cost as much again.
    if case.receipt_fault is None:
        return
    key = case.opening.house.key
    try:
        check_public_key(bytes.fromhex(key))
    except KeyRefused as error:
        error.event, error.path, error.found = 0, "/events/0/house/key", key
        raise


def _check_brings(join: Join) -> None:
    """Bots bring nothing; an anchor needs a key, so that nobody but the player can have put it there."""
    if join.kind == "bot" and (join.key is not None or join.anchor is not None):
        raise PartyError(
            "party.bot",
            f"player {join.player} is a bot of the house and can bring neither key nor anchor",
            event=join.n,
            found="key" if join.key is not None else "anchor",
            clause="R5",
        )
    if join.anchor is not None and join.key is None:
        raise PartyError(
            "party.anchor_without_key",
            f"player {join.player} brings an anchor but no key",
            event=join.n,
            expected="a key",
            found=None,
            clause="R5",
        )


def _check_fresh(seen: dict[str, str], value: str | None, join: Join, code: str, word: str) -> None:
    if value is None:
        return
    if value in seen:
        raise PartyError(
            f"party.{code}",
            f"player {join.player} brings the {word} of {seen[value]}",
            event=join.n,
            found=value,
            clause="R5",
        )
    seen[value] = f"player {join.player}"


def _check_signature(join: Join, key: str, message: bytes) -> None:
    if join.sig is UNSET:
        raise PartyError(
            "party.sig_missing", f"the join of player {join.player} is not signed", event=join.n, clause="R5"
        )
    try:
        PublicKey(bytes.fromhex(key)).verify(bytes.fromhex(join.sig), message, code="party.join_sig")
    except CodedError as error:
        error.event = join.n
        raise
