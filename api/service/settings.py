"""What a host decides about a game beyond its opening: who may join, who the bots are, when it starts."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

__all__ = ["BotSeat", "Settings", "Strategy"]

Strategy: TypeAlias = Literal["greedy", "random"]


class BotSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A house bot.  `place` is the player it will be; without one it takes a seat that is left over."""

    name: str
    strategy: Strategy = "greedy"
    place: int | None = None


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Stored with the game."""

    bots: tuple[BotSeat, ...] = ()
    start: Literal["full", "host"] = "full"
    """Whether the game begins by itself once all seats are taken."""
    chains: Literal["required", "optional"] = "optional"
    """Whether a player may join without a chain of its own."""
    rematch_of: str | None = None

    def encode(self) -> bytes:
        """These settings as JSON."""
        return _encode(self)

    @classmethod
    def decode(cls, raw: bytes) -> Settings:
        """The settings that `encode` wrote."""
        return _decode(raw)

    def strategy_of(self, name: str) -> Strategy:
        """How the bot with this name plays."""
        return next((bot.strategy for bot in self.bots if bot.name == name), "greedy")


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Settings).decode
