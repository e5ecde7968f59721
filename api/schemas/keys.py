"""A host's API keys."""

from __future__ import annotations

from api.schemas.fields import Listed, Part, Strict, Text, Whole, Word
from api.schemas.paging import PageSchema

__all__ = ["KeyListSchema", "KeyQuerySchema", "KeySchema", "NewKeyAnswerSchema", "NewKeySchema"]

_SCOPES = ("read", "play", "admin")


class NewKeySchema(Strict):
    """The key that a host wants."""

    label = Text(shortest=1, longest=60, required=True, metadata={"description": "to know it by"})
    scopes = Listed(
        Word(*_SCOPES),
        least=1,
        most=3,
        required=True,
        metadata={"description": "`admin` includes `play`, `play` includes `read`"},
    )
    expires = Whole(metadata={"description": "Unix milliseconds; without it the key does not expire"})
    replaces = Text(shortest=1, longest=40, metadata={"description": "id of the key that this one takes the place of"})
    overlap_s = Whole(
        le=2_592_000, load_default=86_400, metadata={"description": "so long the replaced key still works, in seconds"}
    )


class KeySchema(Strict):
    """A key, without the key itself: only its hash is stored."""

    id = Text(longest=40, required=True)
    label = Text(longest=60, required=True)
    mode = Word("live", "test", required=True)
    scopes = Listed(Word(*_SCOPES), most=3, required=True)
    created = Whole(required=True)
    expires = Whole(allow_none=True, required=True)
    revoked = Whole(allow_none=True, required=True, metadata={"description": "from then on it does not work"})


class NewKeyAnswerSchema(KeySchema):
    """A new key: the only time that it is shown."""

    key = Text(longest=60, required=True)


class KeyQuerySchema(PageSchema):
    """Which page of the host's keys."""


class KeyListSchema(Strict):
    """A page of keys, the oldest first."""

    items = Listed(Part(KeySchema), most=100, required=True)
    next = Text(longest=512, allow_none=True, required=True)
