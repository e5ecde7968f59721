"""Queries of operations that are not about one game."""

from __future__ import annotations

from api.schemas.fields import Hex, Strict, Text

__all__ = ["TrustQuerySchema"]


class TrustQuerySchema(Strict):
    """What the caller knows of the house from elsewhere."""

    house_key = Hex(32, metadata={"description": "the key that the house must have"})
    log_key = Text(shortest=1, longest=400, metadata={"description": "the verifier key (vkey) of the log"})
