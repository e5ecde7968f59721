"""Following a game with doubts: every event replayed, every receipt checked, evidence kept if the house cheats."""

from __future__ import annotations

from typing import NoReturn

from fairdice.encoding import HASH_BYTES, ZERO_HASH, from_hex, head
from fairdice.errors import PlayerError
from fairdice.keys import KEY_BYTES, SIGNATURE_BYTES, PublicKey, receipt_message
from fairdice.live.evidence import Evidence, SignedHead
from fairdice.live.history import History, body_of
from fairdice.live.view import View
from replay.errors import CodedError
from replay.record import GameEvent, Open, Receipt

__all__ = ["Watcher"]

# How a watcher calls the fault of an event, by the family of its code.
_FAULTS = {
    "format": "player.format",
    "order": "player.order",
    "party": "player.party",
    "chain": "player.chain",
    "draw": "player.roll",
    "roll": "player.roll",
    "sign": "player.signature",
    "option": "player.rules",
    "rules": "player.rules",
    "result": "player.rules",
}


class Watcher(View):
    """Somebody who follows one game from its opening on.

    Once the house has cheated `evidence` is there, and every further call raises PlayerError ``player.stopped``.
    """

    __slots__ = ("_house_key", "_receipts", "evidence")

    def __init__(self, *, house_key: bytes | None = None) -> None:
        """Be ready for a game; `house_key` (32 bytes) is the key its house must have, if one is known."""
        super().__init__(History())
        self.evidence: Evidence | None = None
        self._house_key = house_key
        self._receipts: dict[int, SignedHead] = {}

    def see(self, event: GameEvent, receipt: Receipt | None = None) -> None:
        """Take the next event, or look at an earlier one again.

        Raises PlayerError: ``player.gap`` if events are missing before it, and otherwise how the house cheats:
        ``player.receipt`` (it does not hold), ``player.two_histories`` (the house has signed two),
        ``player.other_event`` (an earlier event has changed), ``player.house_key``; and for an event that may not
        follow ``player.format``, ``player.order``, ``player.party``, ``player.chain``, ``player.roll``,
        ``player.rules`` or ``player.signature``.
        """
        self._need_trust()
        if event.n > self.n + 1:
            raise PlayerError("player.gap", f"events {self.n + 1} to {event.n - 1} are missing", expected=self.n + 1)
        try:
            covered = head(self._history.heads[event.n - 1] if event.n else ZERO_HASH, body_of(event))
        except CodedError as error:
            self._stop("player.format", error.message, event)
        signed = self._verified(event, covered, receipt)
        if event.n <= self.n:
            self._look_again(event, covered, signed)
            return
        self._check_own(event, signed)
        try:
            self._history.append(event)
        except CodedError as error:
            self._stop(self._fault(event, error), f"{error.message} [{error.code}]", event, signed, cause=error)
        if signed is not None:
            self._receipts[event.n] = signed

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """The history as it has been seen."""
        return tuple(self._history.events)

    def receipt(self, n: int) -> SignedHead | None:
        """The receipt that was seen for event `n`, if one was."""
        return self._receipts.get(n)

    def compare(self, n: int, other_head: bytes, receipt: Receipt) -> None:
        """Look at a head and its receipt from elsewhere, such as another player of the game.

        Raises PlayerError ``player.two_histories`` if the house has signed another head for event `n` than the one it
        signed here.  A receipt that does not hold says nothing about the house, and nothing happens.
        """
        self._need_trust()
        own = self._receipts.get(n)
        if own is None or receipt.n != n or own.head == other_head:
            return
        try:
            other = SignedHead(n, other_head, from_hex(receipt.sig, SIGNATURE_BYTES))
            Evidence(self.gid, self._key_of_house(), (), (other,)).check()
        except CodedError:
            return
        self._stop_for_two(own, other)

    # For players, who know more ------------------------------------------------------------------------------------

    def _check_own(self, event: GameEvent, signed: SignedHead | None) -> None:
        """What can be wrong with an event for this watcher alone."""
        if isinstance(event, Open) and self._house_key not in (None, from_hex(event.house.key, KEY_BYTES)):
            self._stop("player.house_key", "this is another house than the one that was meant", event, signed)

    def _fault(self, event: GameEvent, error: CodedError) -> str:
        """What this watcher calls the fault of an event."""
        return _FAULTS.get(error.code.partition(".")[0], "player.rules")

    # Receipts ------------------------------------------------------------------------------------------------------

    def _verified(self, event: GameEvent, covered: bytes, receipt: Receipt | None) -> SignedHead | None:
        """The receipt, if there is one and it holds for this event after the history before it."""
        if receipt is None:
            return None
        gid = self.gid if self.n >= 0 else covered
        what = "the receipt does not hold for this event and the history before it"
        try:
            signed = SignedHead(event.n, covered, from_hex(receipt.sig, SIGNATURE_BYTES))
            key = PublicKey(self._key_of_house(event))
            key.verify(signed.sig, receipt_message(gid, event.n, covered), code="head.receipt")
        except CodedError as error:
            self._stop("player.receipt", what, event, cause=error)
        if receipt.n != event.n:
            self._stop("player.receipt", f"its receipt says that it is one of event {receipt.n}", event)
        return signed

    def _key_of_house(self, first: GameEvent | None = None) -> bytes:
        """The house's key as the opening says it; 32 zero bytes, which no house can have, without an opening."""
        opening = self._history.game.opening
        if opening is None and isinstance(first, Open):
            opening = first
        return from_hex(opening.house.key, KEY_BYTES) if opening is not None else bytes(HASH_BYTES)

    def _look_again(self, event: GameEvent, covered: bytes, signed: SignedHead | None) -> None:
        """An event that stood already: it must be the same."""
        if covered != self._history.heads[event.n]:
            own = self._receipts.get(event.n)
            if own is not None and signed is not None:
                self._stop_for_two(own, signed)
            self._stop("player.other_event", "this is not what stood there before", event, signed)
        if signed is not None:
            self._receipts[event.n] = signed

    # Stopping ------------------------------------------------------------------------------------------------------

    def _need_trust(self) -> None:
        if self.evidence is not None:
            raise PlayerError("player.stopped", "the house has cheated in this game; the evidence is kept")

    def _stop_for_two(self, own: SignedHead, other: SignedHead) -> NoReturn:
        self.evidence = Evidence(self.gid, self._key_of_house(), tuple(self._history.events), (own, other))
        raise PlayerError(
            "player.two_histories",
            f"the house has signed two histories up to event {own.n}",
            event=own.n,
            expected=own.head.hex(),
            found=other.head.hex(),
            clause="B18",
        )

    def _stop(
        self,
        code: str,
        message: str,
        event: GameEvent,
        signed: SignedHead | None = None,
        *,
        cause: CodedError | None = None,
    ) -> NoReturn:
        gid = self.gid if self.n >= 0 else b""
        events = (*self._history.events[: event.n], event)
        self.evidence = Evidence(gid, self._key_of_house(event), events, (signed,) if signed is not None else ())
        raise PlayerError(
            code,
            f"event {event.n}: {message}",
            event=event.n,
            expected=cause.expected if cause is not None else None,
            found=cause.found if cause is not None else None,
            clause=cause.clause if cause is not None else "O7",
        ) from cause
