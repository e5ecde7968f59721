"""Queries of the transparency log."""

from __future__ import annotations

from api.schemas.fields import Strict
from api.schemas.paging import QueryWhole

__all__ = ["ConsistencyQuerySchema", "LeafQuerySchema"]


class LeafQuerySchema(Strict):
    """In which tree."""

    size = QueryWhole(ge=1, metadata={"description": "size of the tree; the latest by default"})


class ConsistencyQuerySchema(Strict):
    """Between which trees."""

    from_ = QueryWhole(
        required=True, data_key="from", attribute="from", metadata={"description": "size of the older tree"}
    )
    to = QueryWhole(metadata={"description": "size of the newer one; the latest by default"})
