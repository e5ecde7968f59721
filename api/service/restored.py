"""After a backup was restored: what must never be signed again.

What happened after the backup is not in it, but it may have been signed and published: events with receipts, and
checkpoints of the log.  To go on from the backup would put another event where one stands already, and other leaves
behind a checkpoint that somebody keeps.  The honest house would have signed two heads for one event number, and its log
would have forked: the very proofs of fraud that players and monitors look for.

So all games that were open in the backup are stopped without any signature, and a new house key and a new log begin.
Only who knows that nothing was lost may have the games closed, with signatures, and keep keys and log.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

from msgspec import Struct

from api.service.change import Change
from api.service.errors import GameError
from api.service.hall import now_ms
from replay.state import OVER

if TYPE_CHECKING:
    from api.service.service import Service
    from api.storage.contract import Storage
    from api.storage.rows import TreeRow

__all__ = ["Restored", "after_loss", "begin_log", "new_origin", "without_loss"]

_REASON = "the service was restored from a backup"


class Restored(Struct, frozen=True, kw_only=True):
    """What was done."""

    stopped: int
    """Games that nothing will be signed for again."""
    closed: int
    """Games that were closed."""
    house_key: str
    """The house key in use (hex)."""
    log_origin: str
    log_key: str
    """The verifier key of the log in use."""


def after_loss(service: Service) -> Restored:
    """Stop all open games, retire the keys, begin a new log.  Done once more, it does so once more."""
    storage, keyring = service.storage, service.keyring
    now = now_ms()
    stopped = storage.stop(storage.open_games(), now)
    keyring.make("house", now)
    begin_log(service)
    return _restored(service, stopped=stopped, closed=0)


def without_loss(service: Service) -> Restored:
    """Close all open games, those that are not over as abandoned; keys and log stay.

    Right only if nothing was stored after the backup was made.
    """
    games = service.storage.open_games()
    for game in games:
        service.hall.change(game, _close, fresh=True)
    return _restored(service, stopped=0, closed=len(games))


def _close(change: Change) -> None:
    # What is over closes by itself, with its result, after this.
    if not change.table.closed and change.table.due != OVER:
        change.take(change.table.abandon(at=change.at, reason=_REASON))


def begin_log(service: Service, *, stop_games: bool = False) -> TreeRow:
    """Retire the log's key, and begin a new log with a new key under an origin that was never used.

    A game has both its leaves in one log: those under way are stopped, or raise GameError ``game.open``.
    """
    now, storage = now_ms(), service.storage
    under_way = [game for game in storage.open_games() if _is_logged(storage, game)]
    if stop_games:
        storage.stop(under_way, now)
    elif under_way:
        raise GameError("game.open", f"{len(under_way)} games under way have their first leaf in the log in use")
    key = service.keyring.make("log", now)
    return storage.new_tree(new_origin(service.config.origin), key.public.hex(), now)


def _is_logged(storage: Storage, game: str) -> bool:
    row = storage.game(game)
    return row is not None and row.open_leaf is not None


def new_origin(base: str) -> str:
    """An origin for a further log of the same house.

    With some random bits: who restores the same backup twice must not come to the same origin twice.
    """
    day = time.strftime("%Y%m%d", time.gmtime())
    return f"{base}/{day}-{secrets.token_hex(3)}"


def _restored(service: Service, *, stopped: int, closed: int) -> Restored:
    tree = service.storage.tree()
    assert tree is not None, "a service that was opened has a log"
    return Restored(
        stopped=stopped,
        closed=closed,
        house_key=service.keyring.active("house").public.hex(),
        log_origin=tree.origin,
        log_key=service.keyring.vkey(tree),
    )
