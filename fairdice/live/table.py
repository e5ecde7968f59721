"""One running game on the house's side.

A table asks for the links of the roll that is due, appends events and signs receipts.  It can never draw a roll twice,
hands out no link that is not due, and keeps every player's link to itself until it has them all.  It reads no clock and
stores nothing: the caller passes the time, stores what was appended, and goes on from there with `Table.resume`.

A receipt is a promise: publish what a method gives only once the event is stored, and if it cannot be stored, drop the
table and resume another one from what is.  (Two receipts for one event number are proof of fraud: protocol.md, B18.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, structs

from fairdice.chain import Chain
from fairdice.errors import TableError
from fairdice.keys import SecretKey, receipt_message
from fairdice.live.history import History, PlayerEvent, move_of
from fairdice.live.messages import Appended, Contribution
from fairdice.live.pool import Pool
from fairdice.live.view import Choice, Strategy, View
from replay.engine import EXHAUSTED
from replay.play import Play
from replay.record import (
    MAX_BYTES,
    MAX_EVENTS,
    Away,
    Back,
    Close,
    Commit,
    GameEvent,
    House,
    Join,
    Move,
    Open,
    Pass,
    Receipt,
    Record,
)
from replay.record import Rules as RulesInForce
from replay.state import OVER
from replay.system import Rules

__all__ = ["AWAY_AFTER_MS", "RETURNS", "Table"]

AWAY_AFTER_MS = 45_000
"""How long players wait for one another, unless the opening says otherwise."""
RETURNS = 2
"""How often a player may come back and contribute again, unless the opening says otherwise."""

# Room that a record keeps for its close and the proofs of a transparency log.
_RESERVE = 256 * 1024


class Table(View):
    """A game that the house runs.

    Every method that appends takes the time `at` (Unix milliseconds, never before the last event's) and, if the caller
    wants to be sure that nobody else has appended meanwhile, the head it believes to be the last (``table.stale``).  A
    refusal changes nothing.  Besides ``table.*``, an event is refused with the codes of
    `fairdice.live.history.History.append`, such as ``rules.move`` or ``sign.move``.  Not for several threads at once.
    """

    __slots__ = ("_chain", "_house", "_pool")

    def __init__(self, history: History, house: SecretKey, chain: Chain) -> None:
        """Use `open` or `resume`."""
        super().__init__(history)
        self._house = house
        self._chain = chain
        self._pool = Pool(history)

    @classmethod
    def open(
        cls,
        rules: Rules,
        *,
        house: SecretKey,
        house_name: str,
        tip: bytes,
        nonce: bytes,
        at: int,
        links: int | None = None,
        away_after_ms: int = AWAY_AFTER_MS,
        returns: int = RETURNS,
        signed_moves: bool = True,
        note: str | None = None,
    ) -> Table:
        """Begin a game: events 0 and 1 fix its rules and the house's chain.

        `tip` is 32 secret random bytes and `nonce` 16 random bytes, both used for no other game; `links` is the length
        of the chains, the rule system's own by default.  Raises FormatError for a value that no opening may have, and
        KeyRefused or ChainError for an unfit key or tip.
        """
        history = History()
        opening = Open(
            n=0,
            at=at,
            protocol="fairdice/1",
            rules=RulesInForce(id=rules.id, options=dict(rules.options)),
            players=rules.players,
            links=rules.links if links is None else links,
            away_after_ms=away_after_ms,
            returns=returns,
            signed_moves=signed_moves,
            house=House(name=house_name, key=house.public.hex()),
            nonce=nonce.hex(),
            beacon=None,
            note=UNSET if note is None else note,
        )
        gid = history.append(opening)
        chain = Chain(gid, 0, opening.links, tip)
        history.append(Commit(n=1, at=at, anchor=chain.anchor.hex()))
        return cls(history, house, chain)

    @classmethod
    def resume(
        cls,
        events: Iterable[GameEvent],
        *,
        house: SecretKey,
        tip: bytes,
        contributions: Iterable[Contribution] = (),
    ) -> Table:
        """Go on with a game from its stored events: the table that appended them, as it stood after the last one.

        `tip` is the house's for this game; `contributions` are those that `submit` took, at least the last one of each
        player.  Raises TableError ``table.unopened`` (no opening and commit), ``table.house_key`` or ``table.tip``
        (secrets of another game), ``table.contribution``, or what `History.append` raises for an event that does not
        follow.
        """
        history = History()
        for event in events:
            history.append(event)
        if len(history.events) < 2:
            raise TableError("table.unopened", "a game begins with its opening and the house's commit")
        opening, commit = history.opening, history.events[1]
        assert isinstance(commit, Commit)
        key = house.public.hex()
        if key != opening.house.key:
            what = "this is not the key of the house that opened the game"
            raise TableError("table.house_key", what, expected=opening.house.key, found=key)
        chain = Chain(history.gid, 0, opening.links, tip)
        if chain.anchor.hex() != commit.anchor:
            raise TableError("table.tip", "the house's anchor does not come from this tip", expected=commit.anchor)
        table = cls(history, house, chain)
        table.follow((), contributions)
        return table

    def follow(self, events: Iterable[GameEvent], contributions: Iterable[Contribution] = ()) -> None:
        """Take what another process of the same house has stored meanwhile: the next events, then contributions.

        Raises as `resume`; what came before the fault has been taken, so drop a table that raises here.
        """
        for event in events:
            self._history.append(event)
        for contribution in contributions:
            self._pool.restore(contribution)

    # What has been appended ----------------------------------------------------------------------------------------

    def appended(self, n: int) -> Appended:
        """Give event `n` with its head and receipt, as when it was appended.  Raises TableError ``table.event``."""
        if not 0 <= n <= self.n:
            raise TableError("table.event", f"there is no event {n}; the last is {self.n}", expected=self.n, found=n)
        head = self._history.heads[n]
        sig = self._house.sign(receipt_message(self.gid, n, head))
        return Appended(self._history.events[n], head, Receipt(n=n, sig=sig.hex()))

    def record(self) -> Record:
        """Give the record so far, with the receipt for its last event and the last ack of each player."""
        return Record(
            format="fairdice/game@1",
            events=tuple(self._history.events),
            receipt=self.appended(self.n).receipt,
            acks=self._pool.acks,
        )

    # Links and rolls -----------------------------------------------------------------------------------------------

    @property
    def missing(self) -> tuple[int, ...]:
        """The players whose links to the roll that is due have not come yet."""
        return self._pool.missing

    def house_link(self, j: int) -> bytes:
        """Give the house's link (32 bytes) to roll `j`, which must be due: the house publishes first (O6).

        Raises TableError ``table.not_due``, ``table.spent`` or ``table.exhausted``.
        """
        self._pool.need_due(j)
        return self._chain.link(j)

    def submit(self, contribution: Contribution) -> None:
        """Take a contributor's link and ack for the roll that is due.  The same link again changes nothing.

        Raises TableError as `house_link`, ``table.no_contributor``, ``table.ack`` or ``table.link_given`` (another link
        came before); ChainError ``chain.link``; SignatureRefused ``sign.ack``.
        """
        self._pool.submit(contribution)

    def roll(self, j: int, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Append the draw or roll with index `j`, which must be due and have all its links.

        A roll that has been made is given again, whatever else is asked: nothing is drawn twice.  Raises TableError as
        `house_link` and ``table.links_missing``.
        """
        if j in self._history.rolled:
            return self.appended(self._history.rolled[j])
        self._need_head(expect_head)
        links = self._pool.links(self.house_link(j))
        return self._append(self._history.outcome(j, links, n=self.n + 1, at=at))

    # What players do -----------------------------------------------------------------------------------------------

    def join(self, join: Join, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Let a player in.  Of `join`, as of all events that players send, `at` is not looked at."""
        return self._take(join, at, expect_head)

    def move(self, move: Move, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Append a player's move.  Raises TableError ``table.by`` for one that is not a player's."""
        return self._take_choice(move, at, expect_head)

    def pass_(self, pass_: Pass, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Append a player's pass, where the rules let it decline.  Raises as `move`."""
        return self._take_choice(pass_, at, expect_head)

    def leave(self, away: Away, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Append that a player leaves.  Raises TableError ``table.reason``: those who say nothing have a `timeout`."""
        if away.reason != "left":
            raise TableError("table.reason", "a player leaves, it does not time itself out", expected="left")
        return self._take(away, at, expect_head)

    def back(self, back: Back, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Append that a player is back."""
        return self._take(back, at, expect_head)

    # What the house does -------------------------------------------------------------------------------------------

    def timeout(self, player: int, *, at: int, expect_head: bytes | None = None) -> Appended:
        """Declare a player away that has kept the others waiting (`patience` says from when on one may)."""
        self._need_head(expect_head)
        return self._append(Away(n=self.n + 1, at=at, player=player, reason="timeout"))

    def advance(
        self, *, at: int, strategy: Strategy | None = None, expect_head: bytes | None = None
    ) -> Appended | None:
        """Append what now follows without any player's choice; None if nothing does.

        That is: a move that is automatic, a stand-in's move, a house bot's move (chosen by `strategy`, otherwise as a
        stand-in would), or the close of a game that is over or has no links left.  Call it until it gives None.
        """
        self._need_head(expect_head)
        game = self._history.game
        if self.due == OVER or game.exhausted:
            return self.close(at=at)
        play, by = game.play, self.by
        if play is None or by is None or by == "player":
            return None
        free = by == "bot" and game.joins[play.turn].kind == "bot"
        choice = strategy(play) if free and strategy is not None else _stand_in(play)
        if choice is None:
            return self._append(Pass(n=self.n + 1, at=at, player=play.turn, by="bot"))
        return self._append(move_of(*choice, player=play.turn, by=by, n=self.n + 1, at=at))

    def close(self, *, at: int, reason: str | None = None, expect_head: bytes | None = None) -> Appended:
        """Close a game that is over, or void because its chains have no links left (then the reason is fixed).

        Raises TableError ``table.not_over``, or RuleError ``rules.over`` if it is closed.
        """
        self._need_head(expect_head)
        game = self._history.game
        if game.exhausted:
            return self._close(at, "void", EXHAUSTED)
        if game.play is not None and game.due == OVER:
            return self._close(at, "finished", reason, game.play.ranking(), game.play.points())
        if not self.closed:
            raise TableError("table.not_over", "the game is not over; to stop it, abandon it", found=self.due)
        return self._close(at, "finished", reason)

    def abandon(self, *, at: int, reason: str | None = None, expect_head: bytes | None = None) -> Appended:
        """Stop a game that is neither over nor void: RuleError ``result.status`` or, if closed, ``rules.over``."""
        self._need_head(expect_head)
        return self._close(at, "abandoned", reason)

    def _close(
        self,
        at: int,
        status: Literal["finished", "abandoned", "void"],
        reason: str | None,
        ranking: tuple[tuple[int, ...], ...] | None = None,
        points: tuple[int, ...] | None = None,
    ) -> Appended:
        return self._append(Close(n=self.n + 1, at=at, status=status, reason=reason, ranking=ranking, points=points))

    # Appending -----------------------------------------------------------------------------------------------------

    def _take_choice(self, event: Move | Pass, at: int, expect_head: bytes | None) -> Appended:
        if event.by != "player":
            raise TableError("table.by", "only the table makes moves that are not a player's", found=event.by)
        return self._take(event, at, expect_head)

    def _take(self, event: PlayerEvent, at: int, expect_head: bytes | None) -> Appended:
        """Append what a player sent; its `n` says where the player believes that it will stand.

        The very event that stands there already is given again, so that a player may ask twice.
        """
        if 0 <= event.n <= self.n and (before := self._history.events[event.n]) == structs.replace(event, at=before.at):
            return self.appended(event.n)
        self._need_head(expect_head)
        if event.n != self.n + 1:
            what = f"this was meant as event {event.n}, but the next event is event {self.n + 1}"
            raise TableError("table.stale", what, expected=self.n + 1, found=event.n)
        return self._append(structs.replace(event, at=at))

    def _append(self, event: GameEvent) -> Appended:
        full = event.n >= MAX_EVENTS - 1 or self._history.size > MAX_BYTES - _RESERVE
        if full and not isinstance(event, Close):
            raise TableError("table.full", "the record has reached its greatest size: the game can only be closed")
        self._history.append(event)
        return self.appended(event.n)

    def _need_head(self, expected: bytes | None) -> None:
        if expected is not None and expected != self.head:
            what = f"event {self.n} is the last, and its head is not the one expected"
            raise TableError("table.stale", what, expected=self.head.hex(), found=expected.hex())

    def __repr__(self) -> str:
        """Show what is public."""
        return f"<Table {self.gid.hex()[:12]} event={self.n} due={self.due}>"


def _stand_in(play: Play) -> Choice | None:
    return play.stand_in() if play.choices() else None
