"""The REST interface of a service, typed: for players' programs and for hosts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Any, TypeVar

from msgspec import to_builtins

from fairdice.client.answers import Appended, Due, Events, GameNow, HouseNow, Item, Reservation, read
from fairdice.client.errors import ServiceError
from fairdice.client.sse import Message, messages
from fairdice.client.wire import Reply, Wire
from fairdice.live.messages import Contribution
from replay.record import Away, Back, Join, Move, Pass

__all__ = ["Service"]

T = TypeVar("T")

# What the service itself gives an event, or knows from the operation.
_GIVEN = {"type", "n", "at", "by"}


class Service:
    """A service and a credential: a host's key, a player's token, or none.

    What changes a game says in If-Match which event it believes to be the last: by default the one of the last answer
    about that game.  If that is wrong nothing happens (ServiceError ``precondition.stale``): look at the game again.
    Everything raises ServiceError.  Not for several threads at once.
    """

    __slots__ = ("_tags", "wire")

    def __init__(self, url: str, token: str | None = None, **wire: Any) -> None:
        """`wire` are the further arguments of `fairdice.client.wire.Wire`."""
        self.wire = Wire(url, token, **wire)
        self._tags: dict[str, str] = {}

    def close(self) -> None:
        """Close the connections."""
        self.wire.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The house and its games ----------------------------------------------------------------------------------------

    def house(self) -> HouseNow:
        """What the house says of itself."""
        return read(self.wire.ask("GET", "/v1/house").raw, HouseNow)

    def create(self, rules: str, players: int, *, key: str | None = None, **settings: Any) -> GameNow:
        """Open a game (host).  `settings` are the further members of the body, such as `options`, `bots`, `join`.

        `key` is the Idempotency-Key: with the same one the same game comes back, also tomorrow.
        """
        body = {"rules": rules, "players": players, **settings}
        return self._about(None, GameNow, "POST", "/v1/games", body, key=key or token_urlsafe())

    def game(self, game: str) -> GameNow:
        """How a game stands."""
        return self._about(game, GameNow, "GET", f"/v1/games/{game}")

    def events(self, game: str, after: int = -1) -> Iterator[Item]:
        """The events after event `after`."""
        while True:
            query: dict[str, str | int] = {"after": after, "limit": 100}
            page = read(self.wire.ask("GET", f"/v1/games/{game}/events", query=query).raw, Events)
            yield from page.items
            if not page.more or not page.items:
                return
            after = page.items[-1].event.n

    def record(self, game: str) -> bytes:
        """The record so far, as the house gives it."""
        return self.wire.ask("GET", f"/v1/games/{game}/record").raw

    @contextmanager
    def stream(self, game: str, after: int) -> Iterator[Iterator[Message]]:
        """The game's events as they come, from the one after event `after` on.

        At first there is a snapshot, also after a break: what changed meanwhile without an event - a link was given,
        the game was started - is known at once.  (Last-Event-ID, for browsers, leaves it out.)
        """
        with self.wire.stream(f"/v1/games/{game}/stream", query={"after": after}) as lines:
            yield messages(lines)

    # Seats ----------------------------------------------------------------------------------------------------------

    def reserve(self, *, code: str | None = None, game: str | None = None, key: str) -> Reservation:
        """Have the next seat kept: of the game with a room code, or of one that the credential is for.

        Whoever sends the same code with the same `key` is taken for the same caller and gets the same token.
        """
        body = {"code": code} if code is not None else {"game": game}
        return read(self.wire.ask("POST", "/v1/reservations", body=body, key=key).raw, Reservation)

    def join(self, game: str, join: Join) -> Appended:
        """Send a join."""
        given = {"name", "anchor", "key", "sig"}
        body = {name: value for name, value in _plain(join).items() if name in given and value is not None}
        return self._act(game, "joins", body, None)

    def start(self, game: str, *, fill: str | None = None, if_match: str | None = None) -> Appended:
        """Start a game (host); empty seats are filled with bots ``greedy`` or ``random``."""
        return self._act(game, "start", {"fill": fill} if fill else {}, if_match)

    # Playing --------------------------------------------------------------------------------------------------------

    def due(self, game: str) -> Due:
        """What the game waits for; the house's link among it."""
        return self._about(game, GameNow, "GET", f"/v1/games/{game}/due").due

    def give(self, game: str, j: int, links: Iterable[Contribution], *, if_match: str | None = None) -> Appended:
        """Give links to roll `j`; where they were the last ones, and nobody has to ask for the roll, it is made."""
        return self._act(game, "links", {"j": j, "links": [_link(one) for one in links]}, if_match)

    def roll(self, game: str, j: int, links: Iterable[Contribution] = (), *, if_match: str | None = None) -> Appended:
        """Have roll `j` made, with these links besides those given before."""
        given = [_link(one) for one in links]
        return self._act(game, "rolls", {"j": j} | ({"links": given} if given else {}), if_match)

    def act(self, game: str, event: Move | Pass | Away | Back, *, if_match: str | None = None) -> Appended:
        """Send what a player does: a move, a pass, its leaving or its return."""
        return self._act(game, _PATHS[type(event)], _plain(event), if_match)

    def abandon(self, game: str, reason: str | None = None, *, if_match: str | None = None) -> Appended:
        """Stop a game (host)."""
        return self._act(game, "abandonment", {"reason": reason} if reason else {}, if_match)

    # Asking ---------------------------------------------------------------------------------------------------------

    def _tag(self, game: str, if_match: str | None) -> str | None:
        return if_match or self._tags.get(game)

    def _act(self, game: str, what: str, body: dict[str, Any], if_match: str | None) -> Appended:
        tag = self._tag(game, if_match)
        return self._about(game, Appended, "POST", f"/v1/games/{game}/{what}", body, if_match=tag)

    def _about(self, game: str | None, type_: type[T], method: str, path: str, body: object = None, **extra: Any) -> T:
        """Ask, and remember the ETag of the game."""
        try:
            reply = self.wire.ask(method, path, body=body, **extra)
        except ServiceError:
            if game is not None:
                self._tags.pop(game, None)
            raise
        answer = read(reply.raw, type_)
        self._remember(game or getattr(answer, "game", None), reply)
        return answer

    def _remember(self, game: str | None, reply: Reply) -> None:
        tag = reply.headers.get("etag")
        if game is not None and tag is not None:
            self._tags[game] = tag


_PATHS = {Move: "moves", Pass: "passes", Away: "absences", Back: "returns"}


def _plain(event: Join | Move | Pass | Away | Back) -> dict[str, Any]:
    return {name: value for name, value in to_builtins(event).items() if name not in _GIVEN}


def _link(one: Contribution) -> dict[str, Any]:
    return {"player": one.player, "link": one.link.hex(), "ack": one.ack.hex()}
