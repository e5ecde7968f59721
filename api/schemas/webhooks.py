"""Webhooks: what a host asks for, and what it is shown."""

from __future__ import annotations

from api.schemas.fields import Flag, Hex, Listed, Part, Strict, Text, Whole, Word
from api.webhooks.guard import MAX_URL
from api.webhooks.messages import TEST, TYPES
from api.webhooks.registry import OVERLAP_S

__all__ = [
    "DeliveryListSchema",
    "DeliverySchema",
    "NewWebhookSchema",
    "RotationSchema",
    "WebhookChangeSchema",
    "WebhookListSchema",
    "WebhookSchema",
    "WebhookSecretSchema",
]

_URL = {"description": "https, port 443 or above 1023, a host that is public; no user, password or fragment"}
_SECRET = {"description": "whsec_ and the base64 of the key; shown once"}


def _events(**rest: object) -> Listed:
    return Listed(Word(*TYPES), least=1, most=len(TYPES), **rest)


class NewWebhookSchema(Strict):
    """Where a host wants to be told, and of what."""

    url = Text(shortest=1, longest=MAX_URL, required=True, metadata=_URL)
    events = _events(load_default=list(TYPES), metadata={"description": "types of messages; default: all"})


class WebhookChangeSchema(Strict):
    """What is to be different; what is left out stays."""

    url = Text(shortest=1, longest=MAX_URL, metadata=_URL)
    events = _events()
    disabled = Flag(metadata={"description": "true: send nothing; false: send again, from now on"})


class RotationSchema(Strict):
    """How the secret is exchanged."""

    overlap_s = Whole(
        le=OVERLAP_S,
        load_default=OVERLAP_S,
        metadata={"description": "seconds for which the old secret signs too; 0 for one that has leaked"},
    )


class WebhookSchema(Strict):
    """A webhook, without its secret."""

    id = Text(longest=40, required=True)
    url = Text(longest=MAX_URL, required=True)
    events = _events(required=True)
    mode = Word("live", "test", required=True)
    created = Whole(required=True, metadata={"description": "Unix milliseconds"})
    disabled = Whole(allow_none=True, required=True, metadata={"description": "since when nothing is sent"})
    reason = Text(longest=200, allow_none=True, required=True, metadata={"description": "why it is disabled"})


class WebhookSecretSchema(WebhookSchema):
    """A webhook with its new secret."""

    secret = Text(longest=100, required=True, metadata=_SECRET)


class WebhookListSchema(Strict):
    """All webhooks of a host and mode, the oldest first."""

    items = Listed(Part(WebhookSchema), most=100, required=True)
    next = Text(longest=512, allow_none=True, required=True, metadata={"description": "null: there are no more"})


class DeliverySchema(Strict):
    """A message and what became of it."""

    id = Text(longest=40, required=True, metadata={"description": "the webhook-id: the same at every attempt"})
    type = Word(*TYPES, TEST, required=True)
    game = Hex(32, allow_none=True, required=True)
    created = Whole(required=True, metadata={"description": "Unix milliseconds"})
    attempts = Whole(required=True)
    next_at = Whole(allow_none=True, required=True, metadata={"description": "next attempt; null: none"})
    delivered = Whole(allow_none=True, required=True, metadata={"description": "when it was taken"})
    status = Whole(le=9999, allow_none=True, required=True, metadata={"description": "HTTP status of the last answer"})
    error = Text(longest=1200, allow_none=True, required=True, metadata={"description": "why it was not taken"})


class DeliveryListSchema(Strict):
    """A page of messages, the newest first."""

    items = Listed(Part(DeliverySchema), most=100, required=True)
    next = Text(longest=512, allow_none=True, required=True, metadata={"description": "cursor of the next page"})
