"""What goes wrong in the protocol, one class per subject, each with a stable code (see `replay.errors`)."""

from __future__ import annotations

from replay.errors import CodedError

__all__ = [
    "ChainError",
    "DiceError",
    "EncodingError",
    "FairdiceError",
    "HeadError",
    "KeyRefused",
    "LogError",
    "NamedError",
    "OrderError",
    "PartyError",
    "PlayerError",
    "SignatureRefused",
    "TableError",
]


class FairdiceError(CodedError):
    """Base of everything that `fairdice` raises."""


class EncodingError(FairdiceError):
    """``format.*``: text or a number that has no place in the protocol's bytes."""


class ChainError(FairdiceError):
    """``chain.*``: a link that does not belong where it stands, or a chain that cannot be made."""


class DiceError(FairdiceError):
    """``roll.*``: what no roll can be computed from."""


class KeyRefused(FairdiceError):
    """``party.key_*``: bytes that no party may use as a key."""


class SignatureRefused(FairdiceError):
    """``sign.*`` unless the caller names another code: a signature that does not hold."""


class OrderError(FairdiceError):
    """``order.*``: an event that may not stand where it stands."""


class PartyError(FairdiceError):
    """``party.*``: what the house or a player may not bring to a game."""


class HeadError(FairdiceError):
    """``head.*``: a receipt that does not fit the record."""


class LogError(FairdiceError):
    """``log.*``: what is no transparency log, or a proof of one that does not hold."""


class NamedError(FairdiceError):
    """``named.*``: what the caller named - a key, a game, a receipt, a statement - does not hold."""


class TableError(FairdiceError):
    """``table.*``: what a table refuses because of how its game stands."""


class PlayerError(FairdiceError):
    """``player.*``: what a player's own side refuses to do, or to take from the house."""
