"""Query parameters: they are text, so these fields read them, strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from api.schemas.fields import MAX_SAFE, Strict, Text

__all__ = ["AfterSchema", "PageSchema", "QueryFlag", "QueryWhole"]


class QueryWhole(fields.Integer):
    """An integer in decimal digits."""

    default_error_messages: dict[str, Any] = {"required": "missing|this parameter is required"}  # noqa: RUF012

    def __init__(self, *, ge: int = 0, le: int = MAX_SAFE, **rest: Any) -> None:
        super().__init__(**rest)
        self.ge, self.le = ge, le
        self.described = {"minimum": ge, "maximum": le}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:
        digits = value.removeprefix("-")
        plain = digits.isascii() and digits.isdigit() and len(digits) <= 16 and (digits == "0" or digits[0] != "0")
        if not plain or value == "-0":
            raise ValidationError("type|this must be an integer in decimal digits")
        number = int(value)
        if not self.ge <= number <= self.le:
            raise ValidationError(f"range|this must be {self.ge} to {self.le}")
        return number


class QueryFlag(fields.Boolean):
    """0 or 1."""

    described: Mapping[str, Any] = {"type": "integer", "enum": [0, 1]}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> bool:
        if value not in ("0", "1"):
            raise ValidationError("type|this must be 0 or 1")
        return bool(value == "1")


class PageSchema(Strict):
    """Which page of a list."""

    limit = QueryWhole(ge=1, le=100, load_default=50, metadata={"description": "items on a page"})
    cursor = Text(shortest=1, longest=512, metadata={"description": "`next` of the page before"})


class AfterSchema(Strict):
    """Which events."""

    after = QueryWhole(ge=-1, le=199_999, load_default=-1, metadata={"description": "those after event n"})
    limit = QueryWhole(ge=1, le=1000, load_default=100, metadata={"description": "at most so many"})
