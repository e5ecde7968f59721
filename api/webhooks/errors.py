"""What goes wrong with webhooks, each with a stable code."""

from __future__ import annotations

from replay.errors import CodedError

__all__ = ["AttemptFailed", "UrlRefused", "WebhookError"]


class WebhookError(CodedError):
    """``webhook.*``: base of what `api.webhooks` raises."""


class UrlRefused(WebhookError):
    """A URL to which nothing is sent.

    ``webhook.url``, ``webhook.scheme``, ``webhook.user``, ``webhook.host``, ``webhook.port``, ``webhook.address`` (the
    name leads to an address that is not public) or ``webhook.unresolved`` (it leads nowhere, perhaps only now).
    """


class AttemptFailed(WebhookError):
    """``webhook.attempt``: the receiver gave no answer that could be read; the message says why."""
