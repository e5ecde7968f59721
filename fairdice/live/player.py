"""A player's own side of a game: its key, its chain, and its doubts about the house.

A player follows the game as a `Watcher` does.  Only when it holds the event that made a roll due, with its receipt, and
has replayed all of it, does it give a link, with an ack of the history that it has seen.  It follows one history only,
so it never acknowledges two for one roll.  docs/spec/protocol.md, O3 and O7.
"""

from __future__ import annotations

import os
from collections.abc import Callable, MutableSet
from typing import NoReturn, TypeVar

from msgspec import UNSET, structs

from fairdice.chain import Chain
from fairdice.encoding import HASH_BYTES
from fairdice.errors import ChainError, PlayerError
from fairdice.keys import SecretKey
from fairdice.live.evidence import SignedHead
from fairdice.live.history import PlayerEvent, body_of, move_of
from fairdice.live.messages import Contribution
from fairdice.live.watcher import Watcher
from replay.errors import CodedError
from replay.record import Away, Back, Draw, GameEvent, Join, Move, Pass, Roll
from replay.state import MOVE, LegalMove

__all__ = ["Player"]

Draft = TypeVar("Draft", Join, Move, Pass, Away, Back)


def _fresh_tip() -> bytes:
    return os.urandom(HASH_BYTES)


class Player(Watcher):
    """One player in one game.

    What the player wants to be appended (`join`, `move`, ...) is given as an event, signed if the player has a key; its
    `n` says where it must stand, its time is for the house to set.  Refusals raise PlayerError and change nothing,
    unless the house has cheated.
    """

    __slots__ = ("_chain", "_contributes", "_draft", "_key", "_seen_games", "_tips", "name", "player")

    def __init__(
        self,
        name: str,
        key: SecretKey | None = None,
        *,
        contributes: bool = True,
        house_key: bytes | None = None,
        seen_games: MutableSet[bytes] | None = None,
        tips: Callable[[], bytes] = _fresh_tip,
    ) -> None:
        """Be ready for a game.

        Without a `key` the player signs and contributes nothing; with one it contributes unless told not to.
        `seen_games` are the gids of all games that this player's owner has ever tried to join; this game's is added to
        it.  `tips` gives 32 fresh secret random bytes each time.
        """
        super().__init__(house_key=house_key)
        self.name = name
        self.player: int | None = None
        """The player's number, from its join on."""
        self._key = key
        self._contributes = contributes and key is not None
        self._seen_games: MutableSet[bytes] = set() if seen_games is None else seen_games
        self._tips = tips
        self._chain: Chain | None = None
        self._draft: PlayerEvent | None = None

    # Joining -------------------------------------------------------------------------------------------------------

    def join(self) -> Join:
        """Ask for the next place, with a chain made for this attempt alone.

        If another event came in between, ask again: the chain of the first attempt is thrown away.  Raises PlayerError
        ``player.not_due``, ``player.joined`` or ``player.seen_game`` (its owner tried to join this game before: whoever
        runs it twice could use one chain against the other).
        """
        self._need_trust()
        if self.player is not None:
            raise PlayerError("player.joined", f"this is player {self.player} of the game already")
        if self.due != "join":
            raise PlayerError("player.not_due", f"nobody can join now: the {self.due} is due", found=self.due)
        tried = isinstance(self._draft, Join)
        if self.gid in self._seen_games and not tried:
            raise PlayerError("player.seen_game", "a player joins a game once", found=self.gid.hex(), clause="O3")
        if isinstance(self._draft, Join) and self._draft.n == self.n + 1:
            return self._draft
        self._seen_games.add(self.gid)
        number, key = len(self.joins), self._key
        if self._contributes:
            self._chain = Chain(self.gid, number + 1, self._history.opening.links, self._tips())
        return self._sign(
            Join(
                n=self.n + 1,
                at=0,
                player=number,
                kind="human",
                name=self.name,
                anchor=self._chain.anchor.hex() if self._chain is not None else None,
                key=key.public.hex() if key is not None else None,
            )
        )

    # Going on after its program was stopped --------------------------------------------------------------------------

    def recall(self, draft: PlayerEvent, tip: bytes | None = None) -> None:
        """Take up again what this player signed for the next place before its program was stopped.

        A program that can be stopped keeps the key, and each tip and each event that this player gives, before it sends
        the event; and every event that is seen.  To go on it lets another `Player` see and recall the same things in
        the same order.  `tip` (32 bytes) is the one that was made for a join with an anchor.  Raises PlayerError
        ``player.recall`` for what this player cannot have given for this place.
        """
        self._need_trust()
        if draft.n != self.n + 1 or (isinstance(draft, Join) and self.due != "join"):
            self._refuse_recall(draft)
        if draft.sig is not UNSET:
            own = self._key is not None and self._key.sign(self._history.signed_bytes(draft, body_of(draft))).hex()
            if draft.sig != own:
                self._refuse_recall(draft)
        if isinstance(draft, Join):
            self._recall_join(draft, tip)
        self._draft = draft

    def _recall_join(self, join: Join, tip: bytes | None) -> None:
        chain = Chain(self.gid, join.player + 1, self._history.opening.links, tip) if tip is not None else None
        if join.anchor != (chain.anchor.hex() if chain is not None else None):
            self._refuse_recall(join)
        self._seen_games.add(self.gid)
        self._chain = chain

    def _refuse_recall(self, draft: PlayerEvent) -> NoReturn:
        raise PlayerError("player.recall", f"this player has not given this for event {draft.n}", expected=self.n + 1)

    # Links ---------------------------------------------------------------------------------------------------------

    @property
    def owes_link(self) -> bool:
        """Whether the roll that is due waits for this player's link."""
        return self.player in self.contributors

    def contribute(self, house_link: bytes) -> Contribution:
        """Give the link and the ack for the roll that is due, once the house has given its own link (32 bytes).

        Raises PlayerError ``player.not_due``, ``player.no_receipt`` (the receipt of the event that made the roll due is
        still missing) or ``player.house_link`` (it is not the house's link to this roll).
        """
        self._need_trust()
        j, history = self.roll_index, self._history
        if j is None or self.player is None or self._key is None or self._chain is None or not self.owes_link:
            raise PlayerError("player.not_due", "no link of this player is due", found=self.due, clause="O6")
        since = history.due_since[j]
        if since not in self._receipts:
            raise PlayerError(
                "player.no_receipt", f"the receipt of event {since} is missing", expected=since, clause="O7"
            )
        try:
            history.check_link(0, j, house_link)
        except ChainError as error:
            raise PlayerError("player.house_link", f"the house's link: {error.message}", clause="O7") from error
        return Contribution(self.player, j, self._chain.link(j), self._key.sign(history.ack_bytes(j)))

    # Acting --------------------------------------------------------------------------------------------------------

    def move(self, choice: LegalMove, piece: int) -> Move:
        """Make one of `moves` with a piece.

        Raises PlayerError ``player.not_due`` or, if this player has signed something else for the same place,
        ``player.decided``.
        """
        player = self._need_turn()
        signed = self._history.opening.signed_moves
        return self._sign(move_of(choice, piece, player=player, by="player", n=self.n + 1), signed=signed)

    def pass_(self) -> Pass:
        """Decline to move.  Raises as `move`."""
        signed = self._history.opening.signed_moves
        return self._sign(Pass(n=self.n + 1, at=0, player=self._need_turn(), by="player"), signed=signed)

    def leave(self) -> Away:
        """Leave while a move, a roll or a link of this player is due.  Raises as `move`."""
        self._need_trust()
        player = self.player
        if player is None or player in self.away or not (self.turn == player or self.owes_link):
            raise PlayerError("player.not_due", "a player leaves when it is its turn or owes a link", clause="R8")
        return self._sign(Away(n=self.n + 1, at=0, player=player, reason="left"))

    def back(self) -> Back:
        """Play again after having been away.  Raises as `move`."""
        self._need_trust()
        player = self.player
        if player is None or player not in self.away or self.closed:
            raise PlayerError("player.not_due", "only who is away can come back", clause="R8")
        return self._sign(Back(n=self.n + 1, at=0, player=player))

    def _need_turn(self) -> int:
        self._need_trust()
        if self.due != MOVE or self.by != "player" or self.player is None or self.turn != self.player:
            raise PlayerError("player.not_due", "no move of this player is due", found=self.due)
        return self.player

    def _sign(self, draft: Draft, *, signed: bool = True) -> Draft:
        """Sign an event for the place after the last one: only one for each place, or the house could choose."""
        if signed and self._key is not None:
            sig = self._key.sign(self._history.signed_bytes(draft, body_of(draft)))
            draft = structs.replace(draft, sig=sig.hex())
        before = self._draft
        if before is not None and before.n == draft.n and before != draft:
            raise PlayerError("player.decided", f"this player has decided otherwise for event {draft.n}")
        self._draft = draft
        return draft

    # Doubts of its own ---------------------------------------------------------------------------------------------

    def _check_own(self, event: GameEvent, signed: SignedHead | None) -> None:
        """What is done in this player's name must be its own doing.

        Raises besides ``player.own_join`` and ``player.own_event``.
        """
        super()._check_own(event, signed)
        if isinstance(event, Join):
            mine = _is(event, self._draft)
            if not mine and self._key is not None and event.key == self._key.public.hex():
                self._stop("player.own_join", "this player's key has joined otherwise than it did", event, signed)
            if mine:
                self.player = event.player
        elif self._is_own_act(event) and not _is(event, self._draft):
            self._stop("player.own_event", "this player has not done that", event, signed)

    def _is_own_act(self, event: GameEvent) -> bool:
        if not isinstance(event, Move | Pass | Away | Back) or event.player != self.player:
            return False
        if isinstance(event, Move | Pass):
            return event.by == "player"
        return isinstance(event, Back) or event.reason == "left"

    def _fault(self, event: GameEvent, error: CodedError) -> str:
        """``player.skipped``: the roll leaves out the link that this player must give to it."""
        skipped = error.code in ("draw.contributors", "roll.contributors") and self.player in self.contributors
        if skipped and isinstance(event, Draw | Roll) and self.player is not None:
            return "player.skipped" if event.links[self.player + 1] is None else "player.roll"
        return super()._fault(event, error)

    def __repr__(self) -> str:
        """Show what is public."""
        return f"<Player {self.player} {self.name!r} event={self.n} due={self.due}>"


def _is(event: GameEvent, draft: PlayerEvent | None) -> bool:
    """Whether an event is a player's draft, but for the time that the house gave it."""
    return draft is not None and structs.replace(draft, at=event.at) == event
