"""A game's events so far: each one checked as it comes, then covered by the next head.

The house's table and a player's client follow a game with the same `History`, so neither takes an event that the other
would refuse.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from fairdice.chain import check, link_prefix
from fairdice.dice import die_of, drawn, roll_digest
from fairdice.encoding import HASH_BYTES, ZERO_HASH, from_hex, head, signed_body
from fairdice.keys import KEY_BYTES, PublicKey, ack_message, join_message, move_message
from fairdice.live.admit import Links, admit
from replay.codec import encode
from replay.engine import Game
from replay.errors import CodedError, FormatError
from replay.presence import Presence
from replay.record import Away, Back, Commit, Draw, GameEvent, Join, Move, Open, Pass, Roll
from replay.state import START, LegalMove

__all__ = ["History", "PlayerEvent", "body_of", "move_of"]

PlayerEvent = Join | Move | Pass | Away | Back
"""What a player may sign."""

_decode = msgspec.json.Decoder(GameEvent).decode


def body_of(event: GameEvent) -> bytes:
    """Give the event's canonical JSON, which heads and signatures are over.

    Raises FormatError: a program can put values into an event that no document may have.
    """
    try:
        body = encode(event)
        _decode(body)
    except msgspec.ValidationError:
        from replay.schema import decode

        decode(body, GameEvent)  # type: ignore[arg-type]  # a union of types does as well
        raise  # pragma: no cover - the line above refuses whatever msgspec refuses
    except (UnicodeEncodeError, OverflowError, TypeError) as error:
        raise FormatError("format.shape", f"this event cannot be written: {error}") from None
    return body


def move_of(choice: LegalMove, piece: int, *, player: int, by: str, n: int, at: int = 0) -> Move:
    """Give the event in which `player` makes this legal move with this piece; unsigned."""
    return Move(
        n=n,
        at=at,
        player=player,
        piece=piece,
        from_=choice.from_,
        to=choice.to,
        by=by,  # type: ignore[arg-type]  # one of the words of `Game.by`
        lap=choice.lap,
        bonus=choice.bonus,  # type: ignore[arg-type]
        captured=choice.captured,
        action=choice.action,  # type: ignore[arg-type]
        dice=choice.dice,
        column=choice.column,
    )


class History:
    """The events of one game from its opening on, and what follows from them.

    Only `append` changes the attributes, and if it raises it has changed nothing.
    """

    __slots__ = ("_known", "_prefixes", "busy", "due_since", "events", "game", "heads", "keys", "rolled", "size")

    def __init__(self) -> None:
        self.game = Game()
        """The replay."""
        self.events: list[GameEvent] = []
        self.heads: list[bytes] = []
        """The head of each event."""
        self.keys: list[PublicKey | None] = []
        """By player: its key."""
        self.due_since: dict[int, int] = {}
        """By roll index: the event after which that roll was due."""
        self.rolled: dict[int, int] = {}
        """By roll index: the draw or roll that used it."""
        self.size = 0
        """Bytes of all bodies, with a comma each."""
        self._known: list[tuple[int, bytes] | None] = []  # by party: the last link revealed; the anchor is link 0
        self._prefixes: list[bytes] = []
        self.busy = 0
        """Time of the last event that is neither away nor back, Unix milliseconds."""

    # What stands ---------------------------------------------------------------------------------------------------

    @property
    def gid(self) -> bytes:
        """The game's identity (32 bytes); there must be an opening."""
        return self.heads[0]

    @property
    def head(self) -> bytes:
        """The head that covers all events (32 bytes)."""
        return self.heads[-1] if self.heads else ZERO_HASH

    @property
    def at(self) -> int:
        """Time of the last event, Unix milliseconds; the next one is no earlier."""
        return self.events[-1].at if self.events else 0

    @property
    def patience(self) -> int:
        """The time from which on a player who keeps the others waiting may be declared away."""
        return self.busy + self.opening.away_after_ms

    @property
    def opening(self) -> Open:
        """The opening; there must be one."""
        assert self.game.opening is not None
        return self.game.opening

    @property
    def presence(self) -> Presence:
        """Who is there; everyone must have joined."""
        assert self.game.presence is not None
        return self.game.presence

    # What is due ---------------------------------------------------------------------------------------------------

    @property
    def roll_index(self) -> int | None:
        """The index of the roll that is due; None if none is, or if the chains have no link for it."""
        game = self.game
        if game.presence is None or not game.roll_due or game.exhausted:
            return None
        return game.presence.index

    @property
    def contributors(self) -> tuple[int, ...]:
        """The players who give a link to the roll that is due."""
        if self.roll_index is None:
            return ()
        return tuple(player for player, gives in enumerate(self.presence.contributors) if gives)

    def signed_bytes(self, event: PlayerEvent, body: bytes) -> bytes:
        """Give what its player signs for this event as the next one; `body` is its canonical JSON."""
        message = join_message if isinstance(event, Join) else move_message
        return message(self.head, signed_body(body))

    def ack_bytes(self, j: int) -> bytes:
        """Give what a player signs to acknowledge the event that made roll `j` due."""
        since = self.due_since[j]
        return ack_message(self.gid, since, self.heads[since])

    def check_link(self, party: int, j: int, link: bytes) -> None:
        """Require that `link` is link `j` of a party that has a chain: it hashes down to the last one revealed.

        Raises ChainError ``chain.index`` or ``chain.link``.
        """
        known = self._known[party]
        assert known is not None, "only parties with a chain are asked for links"
        check(self._prefixes[party], j, link, *known)

    def outcome(self, j: int, links: Links, *, n: int, at: int) -> Draw | Roll:
        """Give the draw or roll, whichever is due, that these links make."""
        house, *players = links
        assert house is not None
        digest = roll_digest(self.gid, j, house, players)
        shown = tuple(link.hex() if link is not None else None for link in links)
        play, rules = self.game.play, self.game.rules
        if play is not None:
            return Roll(
                n=n,
                at=at,
                j=j,
                player=play.turn,
                links=shown,
                value=die_of(digest),
                purpose="start" if play.due == START else UNSET,
            )
        assert rules is not None
        seats, first = drawn(rules.seats, digest, colours=rules.draws_colours, starter=rules.start)
        return Draw(n=n, at=at, j=j, links=shown, seats=seats, first=first)

    # Appending -----------------------------------------------------------------------------------------------------

    def append(self, event: GameEvent) -> bytes:
        """Take the next event and give its head (32 bytes).

        Raises CodedError: ``format.*``, or the codes of `fairdice.live.admit` and of `replay.engine`.
        """
        body = body_of(event)
        try:
            links = admit(self, event, body)
            self.game.apply(event)
        except CodedError as error:
            if error.event is None:
                error.event = event.n
            raise
        self.events.append(event)
        self.heads.append(head(self.head, body))
        self.size += len(body) + 1
        self._follow(event, links)
        return self.heads[-1]

    def _follow(self, event: GameEvent, links: Sequence[bytes | None]) -> None:
        """Keep what later checks need of an event that has been taken."""
        if isinstance(event, Draw | Roll):
            self.rolled[event.j] = event.n
            for party, link in enumerate(links):
                if link is not None:
                    self._known[party] = event.j, link
        elif isinstance(event, Join):
            self.keys.append(PublicKey(from_hex(event.key, KEY_BYTES)) if event.key is not None else None)
        if isinstance(event, Commit | Join):
            anchor = event.anchor
            self._prefixes.append(link_prefix(self.gid, len(self._prefixes)))
            self._known.append((0, from_hex(anchor, HASH_BYTES)) if anchor is not None else None)
        if not isinstance(event, Away | Back):
            self.busy = event.at
        if self.game.roll_due:
            self.due_since.setdefault(self.presence.index, event.n)
