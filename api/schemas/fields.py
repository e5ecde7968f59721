"""Strict fields: a value is of its JSON type and within its bounds, or it is refused; nothing is converted.

marshmallow's own fields take "5" and 5.0 for 5 and "yes" for true.  What is hashed and signed must have one meaning.
Messages are ``code|sentence`` (`api.http.body`).  `described` is what the field adds to its JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

__all__ = ["Anything", "Flag", "Hex", "Listed", "Members", "Options", "Part", "Strict", "Text", "Told", "Whole", "Word"]

MAX_SAFE = 2**53 - 1
_NO_NUL = r"[^\x00]*"
"""PostgreSQL stores any character but this."""
_MISSING: dict[str, Any] = {"required": "missing|this member is required", "null": "type|null is not allowed here"}


class Strict(Schema):
    """Base of all schemas: members that are not declared are refused."""

    error_messages: dict[str, str] = {  # noqa: RUF012 - marshmallow declares it so
        "unknown": "unknown|there is no such member",
        "type": "type|this must be an object",
    }

    class Meta:
        """Of marshmallow: said here for the document, it is its default."""

        unknown = RAISE


class Told(Schema):
    """Base of what is answered: later versions may tell more, so clients let pass what they do not know."""


class Whole(fields.Integer):
    """An integer within bounds; no other number, no text, no truth value."""

    default_error_messages: dict[str, Any] = _MISSING

    def __init__(self, *, ge: int = 0, le: int = MAX_SAFE, **rest: Any) -> None:
        super().__init__(**rest)
        self.ge, self.le = ge, le
        self.described = {"minimum": ge, "maximum": le}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:
        if type(value) is not int:
            raise ValidationError("type|this must be an integer")
        if not self.ge <= value <= self.le:
            raise ValidationError(f"range|this must be {self.ge} to {self.le}")
        return value


class Flag(fields.Boolean):
    """true or false."""

    default_error_messages: dict[str, Any] = _MISSING
    described: Mapping[str, Any] = {}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("type|this must be true or false")
        return value


class Text(fields.String):
    """Text of so many characters (Unicode code points), perhaps of a certain form."""

    default_error_messages: dict[str, Any] = _MISSING

    def __init__(
        self, *, shortest: int = 0, longest: int, pattern: str = _NO_NUL, form: str = "without NUL", **rest: Any
    ) -> None:
        """`pattern` must match the whole text; `form` says in words what it asks for."""
        super().__init__(**rest)
        self.shortest, self.longest, self.form = shortest, longest, form
        self._pattern = re.compile(pattern)
        self.described = {"minLength": shortest, "maxLength": longest, "pattern": f"^{pattern}$"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if type(value) is not str:
            raise ValidationError("type|this must be a string")
        if not self.shortest <= len(value) <= self.longest:
            raise ValidationError(f"length|this must have {self.shortest} to {self.longest} characters")
        if self._pattern.fullmatch(value) is None:
            raise ValidationError(f"form|this must be {self.form}")
        return value


class Hex(Text):
    """So many bytes in lower-case hex."""

    def __init__(self, size: int, **rest: Any) -> None:
        digits = 2 * size
        super().__init__(
            shortest=digits,
            longest=digits,
            pattern=f"[0-9a-f]{{{digits}}}",
            form=f"{digits} lower-case hex digits ({size} bytes)",
            **rest,
        )


class Word(fields.String):
    """One of a few words."""

    default_error_messages: dict[str, Any] = _MISSING

    def __init__(self, *words: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.words = words
        self.described = {"enum": list(words)}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if type(value) is not str or value not in self.words:
            raise ValidationError(f"choice|this must be one of: {', '.join(self.words)}")
        return value


class Listed(fields.List[Any]):
    """An array of so many items of one kind."""

    default_error_messages: dict[str, Any] = _MISSING

    def __init__(self, inner: Any, *, least: int = 0, most: int, **rest: Any) -> None:
        super().__init__(inner, **rest)
        self.least, self.most = least, most
        self.described = {"minItems": least, "maxItems": most}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **rest: Any) -> list[Any]:
        if type(value) is not list:
            raise ValidationError("type|this must be an array")
        if not self.least <= len(value) <= self.most:
            raise ValidationError(f"length|this must have {self.least} to {self.most} items")
        return super()._deserialize(value, attr, data, **rest)


class Part(fields.Nested):
    """An object with a schema of its own."""

    default_error_messages: dict[str, Any] = _MISSING


class Members(fields.Dict):
    """An object of any members; `component` names the schema that describes it in the document, if there is one."""

    default_error_messages: dict[str, Any] = _MISSING

    def __init__(self, *, component: str = "", **rest: Any) -> None:
        super().__init__(**rest)
        self.described: dict[str, Any] = (
            {"$ref": f"#/components/schemas/{component}"} if component else {"additionalProperties": True}
        )

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError("type|this must be an object")
        return value


class Options(Members):
    """Options of a rule system: names and their values; `replay.options` judges both."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        scalar = [{"type": "boolean"}, {"type": "integer"}, {"type": "string", "maxLength": 40}]
        self.described = {"additionalProperties": {"anyOf": scalar}, "maxProperties": 32}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **rest: Any) -> dict[str, Any]:
        options = super()._deserialize(value, attr, data, **rest)
        if len(options) > 32:
            raise ValidationError("length|there are no rules with so many options")
        flaws = {
            name: ["type|an option is true, false, an integer or a word"] for name in options if _odd(options[name])
        }
        if flaws:
            raise ValidationError(flaws)
        return options


def _odd(value: object) -> bool:
    return type(value) not in (bool, int, str)


class Anything(fields.Raw):
    """Any value; only in answers, where the document describes it in words or by `described`."""

    def __init__(self, *, described: Mapping[str, Any] | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self.described = dict(described or {})
