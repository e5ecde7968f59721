"""What a service answers, as far as its clients use it; further members are passed over, events are read strictly."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from fairdice.client.errors import ServiceError
from replay.record import GameEvent, Hex32, Index, LogProofs, Player, Receipt

__all__ = [
    "Appended",
    "Due",
    "Events",
    "GameNow",
    "HouseNow",
    "Item",
    "Reservation",
    "Token",
    "game_tag",
    "read",
]

T = TypeVar("T")


class Item(Struct, frozen=True):
    """An event, the head that the service says covers it, and its receipt."""

    event: GameEvent
    head: Hex32
    receipt: Receipt


class Due(Struct, frozen=True):
    """What the game waits for, in the service's words."""

    what: str
    player: Player | None = None
    by: str | None = None
    j: int | None = None
    since: int | None = None
    house_link: Hex32 | None = None
    contributors: tuple[Player, ...] = ()
    missing: tuple[Player, ...] = ()
    may_pass: bool = False
    deadline: int | None = None


class Token(Struct, frozen=True):
    """A player's token, shown this once; `id` is to speak of it."""

    id: str
    token: str


class GameNow(Struct, frozen=True):
    """How a game stands.  `room_code`, `join_url` and `tokens` are in the answer that creates it alone."""

    game: Hex32
    n: Index
    head: Hex32
    due: Due
    status: str = ""
    log: LogProofs | None = None
    room_code: str | None = None
    join_url: str | None = None
    tokens: tuple[Token, ...] = ()


class Appended(Struct, frozen=True):
    """What an operation appended, and how the game stands after it."""

    n: Index
    head: Hex32
    due: Due
    appended: tuple[Item, ...] = ()
    status: str = ""


class Events(Struct, frozen=True):
    """Some of a game's events; with `more` there are others behind them."""

    items: tuple[Item, ...]
    more: bool


class Reservation(Struct, frozen=True):
    """A seat that is kept for whoever asked: the next join may be player `player`'s, after `events`."""

    game: Hex32
    player: Player
    n: Index
    head: Hex32
    events: tuple[Item, ...]
    token: str | None = None


class _LogNow(Struct, frozen=True):
    """The transparency log of a house."""

    origin: str
    vkey: str


class _KeyNow(Struct, frozen=True):
    """A key of a house (hex), and when it became and ceased to be the one that opens games (Unix milliseconds)."""

    key: Hex32
    since: int
    retired: int | None = None


class HouseNow(Struct, frozen=True):
    """What a house says of itself."""

    name: str = ""
    keys: tuple[_KeyNow, ...] = ()
    log: _LogNow | None = None


def read(raw: bytes, type_: type[T]) -> T:
    """An answer's body as `type_`.  Raises ServiceError ``service.answer``."""
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = f"the service's answer cannot be used: {str(error)[:300]}"
        raise ServiceError("service.answer", what) from None


def game_tag(n: int, head: bytes) -> str:
    """The ETag of a game whose last event is `n` with this head (32 bytes), for If-Match."""
    return f'"{n}-{head[:8].hex()}"'
