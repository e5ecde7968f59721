"""What the next event must be, seen from the protocol: the checks before `fairdice.live.history.History` takes it.

The codes are the verifier's (docs/spec/verifying.md), which makes the same checks over a whole record at once.  What
the rules of the game ask is the replay's business: an event that may not stand here at all is left for it to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.errors import ChainError, DiceError, OrderError, PartyError, SignatureRefused
from fairdice.keys import KEY_BYTES, SIGNATURE_BYTES, PublicKey, check_public_key
from replay.record import Away, Back, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll
from replay.state import MOVE, OVER, ROLL, START

if TYPE_CHECKING:
    from fairdice.live.history import History

__all__ = ["Links", "admit"]

Links = Sequence[bytes | None]
"""The links of a draw or roll (32 bytes each): the house's, then each player's or None."""

_NO_LINKS: Links = ()


def admit(history: History, event: GameEvent, body: bytes) -> Links:
    """Check the next event, whose canonical JSON is `body`; give the links that it reveals.

    Raises CodedError ``order.*``, ``party.*``, ``chain.*``, ``draw.*``, ``roll.*`` or ``sign.*``.
    """
    _check_order(history, event)
    check = _CHECKS.get(type(event))
    return check(history, event, body) if check is not None else _NO_LINKS


def _check_order(history: History, event: GameEvent) -> None:
    n = len(history.events)
    if event.n != n:
        raise OrderError("order.index", f"the next event is event {n}, not {event.n}", expected=n, found=event.n)
    if event.at < history.at:
        early = history.at - event.at
        raise OrderError(
            "order.time",
            f"event {n} is {early} ms earlier than the one before it",
            expected=history.at,
            found=event.at,
            clause="R2",
        )


# The parties ------------------------------------------------------------------------------------------------------


def _check_open(_history: History, event: Open, _body: bytes) -> Links:
    check_public_key(from_hex(event.house.key, KEY_BYTES))
    return _NO_LINKS


def _check_join(history: History, event: Join, body: bytes) -> Links:
    if history.game.due != "join":
        return _NO_LINKS
    _check_brings(history, event)
    who = f"player {event.player}"
    if event.key is None:
        if event.sig is not UNSET:
            raise PartyError("party.sig_unexpected", f"{who} has no key to sign with", clause="R5")
        return _NO_LINKS
    if event.sig is UNSET:
        raise PartyError("party.sig_missing", f"the join of {who} is not signed", clause="R5")
    key = PublicKey(from_hex(event.key, KEY_BYTES))
    key.verify(from_hex(event.sig, SIGNATURE_BYTES), history.signed_bytes(event, body), code="party.join_sig")
    return _NO_LINKS


def _check_brings(history: History, event: Join) -> None:
    """What a player may bring, and that nobody else has brought it (R5)."""
    who, key, anchor = f"player {event.player}", event.key, event.anchor
    if event.kind == "bot" and (key is not None or anchor is not None):
        what = f"{who} is a bot of the house and can bring neither key nor anchor"
        raise PartyError("party.bot", what, found="key" if key is not None else "anchor", clause="R5")
    if anchor is not None and key is None:
        raise PartyError("party.anchor_without_key", f"{who} brings an anchor but no key", clause="R5")
    joins, commit = history.game.joins, history.events[1]
    assert isinstance(commit, Commit)
    if key is not None and key in (history.opening.house.key, *(join.key for join in joins)):
        raise PartyError("party.same_key", f"{who} brings the key of another party", found=key, clause="R5")
    if anchor is not None and anchor in (commit.anchor, *(join.anchor for join in joins)):
        raise PartyError("party.same_anchor", f"{who} brings the anchor of another party", found=anchor, clause="R5")


# Rolls ------------------------------------------------------------------------------------------------------------


def _check_roll(history: History, event: Draw | Roll, _body: bytes) -> Links:
    if history.game.due not in (("draw",) if isinstance(event, Draw) else (START, ROLL)):
        return _NO_LINKS
    _check_index(history, event)
    links = _links(history, event)
    expected = history.outcome(event.j, links, n=event.n, at=event.at)
    if isinstance(event, Draw) and isinstance(expected, Draw):
        _compare("draw.seats", event.seats, expected.seats, "R6")
        _compare("draw.first", event.first, expected.first, "R6")
    elif isinstance(event, Roll) and isinstance(expected, Roll):
        _compare("roll.value", event.value, expected.value, "R7")
    return links


def _check_index(history: History, event: Draw | Roll) -> None:
    due, length = history.presence.index, history.opening.links
    if event.j != due:
        what = f"this roll has the index {due}, not {event.j}: each index is used once, and spent ones never"
        raise ChainError("chain.index", what, expected=due, found=event.j, clause="O5")
    if event.j > length:
        what = f"the chains have {length} links: there is no roll {event.j}"
        raise ChainError("chain.exhausted", what, expected=length, found=event.j, clause="R9")


def _links(history: History, event: Draw | Roll) -> Links:
    """The bytes of its links: exactly those of the house and of all who contribute, each hashing down."""
    expected = [True, *history.presence.contributors]
    found = [link is not None for link in event.links]
    if len(found) != len(expected):
        what = f"a roll of this game has {len(expected)} links, not {len(found)}"
        raise OrderError("order.links", what, expected=len(expected), found=len(found), clause="R7")
    if found != expected:
        code = "draw.contributors" if isinstance(event, Draw) else "roll.contributors"
        what = "the house and every player who is present and has a chain contribute to a roll, and nobody else"
        raise DiceError(code, what, expected=expected, found=found, clause="R7")
    links = [from_hex(link, HASH_BYTES) if link is not None else None for link in event.links]
    for party, link in enumerate(links):
        if link is not None:
            history.check_link(party, event.j, link)
    return links


def _compare(code: str, found: Any, expected: Any, clause: str) -> None:
    if found != expected:
        what = f"the links give {expected}, not {found}"
        raise DiceError(code, what, expected=expected, found=found, clause=clause)


# What players do --------------------------------------------------------------------------------------------------


def _check_signed(history: History, event: Move | Pass | Away | Back, body: bytes) -> Links:
    """A signature stands exactly where it must, and holds (R8, R10); who is timed out has had its time."""
    due = history.game.due
    is_move = isinstance(event, Move | Pass)
    if event.player >= len(history.keys) or due in ("join", OVER, "closed") or (is_move and due != MOVE):
        return _NO_LINKS
    _check_patience(history, event)
    key = history.keys[event.player]
    if key is None or not _is_signed(history, event):
        if event.sig is not UNSET:
            raise SignatureRefused("sign.unexpected", f"no signature of player {event.player} belongs here")
        return _NO_LINKS
    if event.sig is UNSET:
        raise SignatureRefused("sign.missing", f"player {event.player} must sign this")
    code = f"sign.{type(event).__name__.lower()}"
    key.verify(from_hex(event.sig, SIGNATURE_BYTES), history.signed_bytes(event, body), code=code)
    return _NO_LINKS


def _is_signed(history: History, event: Move | Pass | Away | Back) -> bool:
    """Whether a player that has a key signs this."""
    if isinstance(event, Move | Pass):
        return history.opening.signed_moves and event.by == "player"
    return isinstance(event, Back) or event.reason == "left"


def _check_patience(history: History, event: Move | Pass | Away | Back) -> None:
    if isinstance(event, Away) and event.reason == "timeout" and event.at < history.patience:
        raise OrderError(
            "order.timeout",
            f"player {event.player} is declared away {history.patience - event.at} ms too early",
            expected=history.patience,
            found=event.at,
            clause="R8",
        )


_CHECKS: dict[type, Callable[[History, Any, bytes], Links]] = {
    Open: _check_open,
    Join: _check_join,
    Draw: _check_roll,
    Roll: _check_roll,
    Move: _check_signed,
    Pass: _check_signed,
    Away: _check_signed,
    Back: _check_signed,
}
