"""What the next event must be, seen from the protocol: the checks before `fairdice.live.history.History` takes it.

The checks are the verifier's own (docs/spec/verifying.md), which makes them over a whole record at once.  What the
rules of the game ask is the replay's business: an event that may not stand here at all is left for it to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fairdice.dice import roll_digest
from fairdice.encoding import HASH_BYTES, from_hex
from fairdice.keys import KEY_BYTES, check_public_key
from fairdice.verify.chain import check_index
from fairdice.verify.dice import check_contributors, check_draw, check_roll
from fairdice.verify.order import check_count, check_links, check_patience
from fairdice.verify.party import check_join
from fairdice.verify.sign import check_event
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
    check_count(event, len(history.events), history.at)
    check = _CHECKS.get(type(event))
    return check(history, event, body) if check is not None else _NO_LINKS


def _admit_open(_history: History, event: Open, _body: bytes) -> Links:
    check_public_key(from_hex(event.house.key, KEY_BYTES))
    return _NO_LINKS


def _admit_join(history: History, event: Join, body: bytes) -> Links:
    if history.game.due == "join":
        commit = history.events[1]
        assert isinstance(commit, Commit)
        keys, anchors = {history.opening.house.key: "the house"}, {commit.anchor: "the house"}
        for join in history.game.joins:
            keys |= {join.key: f"player {join.player}"} if join.key is not None else {}
            anchors |= {join.anchor: f"player {join.player}"} if join.anchor is not None else {}
        check_join(event, body, history.head, keys, anchors)
    return _NO_LINKS


def _admit_roll(history: History, event: Draw | Roll, _body: bytes) -> Links:
    """The bytes of its links: exactly those of the house and of all who contribute, each hashing down."""
    game = history.game
    if game.due not in (("draw",) if isinstance(event, Draw) else (START, ROLL)):
        return _NO_LINKS
    check_index(event, history.presence.index, history.opening.links)
    check_links(event, len(game.joins))
    check_contributors(event, event.links, history.presence.contributors)
    house, *players = (from_hex(link, HASH_BYTES) if link is not None else None for link in event.links)
    assert house is not None
    links = (house, *players)
    for party, link in enumerate(links):
        if link is not None:
            history.check_link(party, event.j, link)
    digest = roll_digest(history.gid, event.j, house, players)
    if isinstance(event, Roll):
        check_roll(event, digest)
    elif game.rules is not None:
        check_draw(event, digest, game.rules)
    return links


def _admit_signed(history: History, event: Move | Pass | Away | Back, body: bytes) -> Links:
    """A signature stands exactly where it must, and holds (R8, R10); who is timed out has had its time."""
    due = history.game.due
    is_move = isinstance(event, Move | Pass)
    if event.player >= len(history.keys) or due in ("join", OVER, "closed") or (is_move and due != MOVE):
        return _NO_LINKS
    if isinstance(event, Away | Back):
        check_patience(event, history.busy, history.opening.away_after_ms)
    check_event(event, body, history.head, history.keys[event.player], signed_moves=history.opening.signed_moves)
    return _NO_LINKS


_CHECKS: dict[type, Callable[[History, Any, bytes], Links]] = {
    Open: _admit_open,
    Join: _admit_join,
    Draw: _admit_roll,
    Roll: _admit_roll,
    Move: _admit_signed,
    Pass: _admit_signed,
    Away: _admit_signed,
    Back: _admit_signed,
}
