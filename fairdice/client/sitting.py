"""How a player comes to its seat: by a room code or a token, a reservation, a signed join; and back to it."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe

from msgspec import Struct, structs

from fairdice.client.answers import Reservation
from fairdice.client.errors import ServiceError
from fairdice.client.keep import Attempt, Header, Journal, Keep
from fairdice.client.kept import KeptPlayer, Seen
from fairdice.client.lock import Lock
from fairdice.client.service import Service
from fairdice.errors import PlayerError
from fairdice.keys import SecretKey

__all__ = ["Plan", "join", "sit_down"]

_PATIENCE = 180.0
"""Seconds to wait while others sit down."""
_WAIT = ("seat.reserved", "seat.kept", "seat.not_yet")
_TRIES = 16


class Plan(Struct, frozen=True, kw_only=True):
    """What a player wants: a name, a key (a fresh one by default), a chain, and whom to trust."""

    name: str
    key: SecretKey | None = None
    contributes: bool = True
    house_key: bytes | None = None
    log_key: str | None = None
    tell: Callable[[Seen], None]


def sit_down(
    service: Service, keep: Keep, plan: Plan, *, code: str | None, game: str | None, sleep: Callable[[float], None]
) -> tuple[KeptPlayer, Lock]:
    """Have the player of a room code, or of a game that the service's token is for; joined already if it was before.

    The lock is held until the seat is given up.  Raises ServiceError, KeepError, PlayerError ``player.seen_game``.
    """
    what = "".join(code.upper().replace("-", "").split()) if code is not None else f"game {game}"
    lock = keep.lock(service.wire.url, what)
    try:
        attempt = keep.attempt(service.wire.url, what)
        if attempt is not None and attempt.game is not None and keep.knows(attempt.game):
            journal = Journal(keep.path(attempt.game))
            if not journal.header.done:
                service.wire.token = journal.header.token
                return KeptPlayer(journal, plan.tell, house_key=plan.house_key, log_key=plan.log_key), lock
            journal.close()
            attempt = None
        if attempt is None:
            attempt = Attempt(url=service.wire.url, key=token_urlsafe())
            keep.put_attempt(what, attempt)
        reservation = _reserve(service, code=code, game=game, key=attempt.key, sleep=sleep)
        service.wire.token = reservation.token or service.wire.token
        # The attempt first: a crash in between leaves one whose game is not known here, and the same answer again.
        keep.put_attempt(what, structs.replace(attempt, game=reservation.game))
        return _begin(keep, plan, reservation, service), lock
    except BaseException:
        lock.release()
        raise


def _begin(keep: Keep, plan: Plan, reservation: Reservation, service: Service) -> KeptPlayer:
    """Begin the journal of a game that was never tried before, and see what has happened in it."""
    if keep.knows(reservation.game):
        what = "this game was tried before, and a player joins a game once; another player needs a folder of its own"
        raise PlayerError("player.seen_game", what, found=reservation.game, clause="O3")
    key = plan.key or SecretKey.generate()
    header = Header(
        game=reservation.game,
        url=service.wire.url,
        name=plan.name,
        token=service.wire.token,
        public=key.public.hex(),
        seed=key.seed.hex(),
        contributes=plan.contributes,
        house_key=plan.house_key.hex() if plan.house_key is not None else None,
        log_key=plan.log_key,
    )
    kept = KeptPlayer(keep.begin(header), plan.tell)
    try:
        for item in reservation.events:
            kept.take(item)
    except BaseException:
        kept.close()
        raise
    return kept


def join(service: Service, kept: KeptPlayer, catch_up: Callable[[], None], sleep: Callable[[float], None]) -> None:
    """Join, unless the player has; again if another player was quicker.  Raises ServiceError, PlayerError."""
    game = kept.header.game
    catch_up()
    for _ in range(_TRIES):
        if kept.player.player is not None:
            return
        try:
            for item in service.join(game, kept.join()).appended:
                kept.take(item)
        except ServiceError as error:
            if error.status not in (409, 412):
                raise
            catch_up()
            if kept.player.player is None:
                _reserve(service, code=None, game=game, key=token_urlsafe(), sleep=sleep)
                catch_up()
    raise ServiceError("service.answer", "the service's answer cannot be used: it takes no join", status=409)


def _reserve(
    service: Service, *, code: str | None, game: str | None, key: str, sleep: Callable[[float], None]
) -> Reservation:
    """A reservation; while somebody else sits down, wait."""
    waited = 0.0
    while True:
        try:
            return service.reserve(code=code, game=game, key=key)
        except ServiceError as error:
            if error.code not in _WAIT or waited >= _PATIENCE:
                raise
            pause = min(max(float(error.facts.get("retry_after", 1.0)), 0.5), 10.0)
        sleep(pause)
        waited += pause
