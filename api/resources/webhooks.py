"""Webhooks: where a host wants to be told, the secrets that sign, the delivery log."""

from __future__ import annotations

from typing import Any

from api.http.call import Answer, Call
from api.http.operation import operation
from api.http.pages import page, read_cursor
from api.schemas.paging import PageSchema
from api.schemas.webhooks import (
    DeliveryListSchema,
    DeliverySchema,
    NewWebhookSchema,
    RotationSchema,
    WebhookChangeSchema,
    WebhookListSchema,
    WebhookSchema,
    WebhookSecretSchema,
)
from api.storage.rows import CredentialRow, DeliveryRow, WebhookRow

__all__: list[str] = []

_ONE = "/v1/webhooks/<webhook>"
_REFUSED = (
    "webhook.url",
    "webhook.scheme",
    "webhook.user",
    "webhook.host",
    "webhook.port",
    "webhook.address",
    "webhook.unresolved",
)
_ONCE = {"Cache-Control": "no-store"}


def _host(call: Call) -> CredentialRow:
    assert call.actor.credential is not None  # `auth` asks for a host key everywhere here
    return call.actor.credential


def _webhook(call: Call) -> WebhookRow:
    """The webhook in the path, if it is of this host and mode."""
    host = _host(call)
    return call.service.webhooks.one(call.params["webhook"], host.host, host.mode)


def _shown(row: WebhookRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "url": row.url,
        "events": row.events,
        "mode": row.mode,
        "created": row.created,
        "disabled": row.disabled,
        "reason": row.reason,
    }


def _message(row: DeliveryRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "type": row.type,
        "game": row.game,
        "created": row.created,
        "attempts": row.attempts,
        "next_at": row.next_at,
        "delivered": row.delivered,
        "status": row.status,
        "error": row.error,
    }


@operation(
    "POST",
    "/v1/webhooks",
    summary="Add a webhook",
    tag="webhooks",
    auth=("host:admin",),
    body=NewWebhookSchema,
    answers={201: WebhookSecretSchema},
    idempotent=True,
    problems=(*_REFUSED, "webhook.too_many"),
)
def create_webhook(call: Call) -> Answer:
    """Messages in the form of Standard Webhooks go to this URL, signed with the secret in the answer, which is shown
    once.  Events that are appended within five seconds from now may not be told yet.
    """
    host, webhooks = _host(call), call.service.webhooks
    row, secret = webhooks.draft(host.host, host.mode, call.body["url"], _types(call.body["events"]), call.now)
    where = {"Location": f"{call.service.config.url}/v1/webhooks/{row.id}"}
    answer = Answer(201, _shown(row) | {"secret": secret}, where | _ONCE, secret=True)
    webhooks.add(row, call.keep(answer))
    return answer


def _types(events: list[str]) -> tuple[str, ...]:
    """Each type once."""
    return tuple(dict.fromkeys(events))


@operation(
    "GET",
    "/v1/webhooks",
    summary="List webhooks",
    tag="webhooks",
    auth=("host:admin",),
    answers={200: WebhookListSchema},
)
def list_webhooks(call: Call) -> Answer:
    """All webhooks of this host and mode, the oldest first; there are few, so they come on one page."""
    host = _host(call)
    return page(call, [_shown(row) for row in call.service.webhooks.all(host.host, host.mode)], None)


@operation(
    "GET",
    _ONE,
    summary="Show a webhook",
    tag="webhooks",
    auth=("host:admin",),
    answers={200: WebhookSchema},
    problems=("webhook.unknown",),
)
def show_webhook(call: Call) -> Answer:
    """Where it leads, what it wants, and whether it is disabled and why.  The secret is not shown again."""
    return Answer(body=_shown(_webhook(call)))


@operation(
    "PATCH",
    _ONE,
    summary="Change a webhook",
    tag="webhooks",
    auth=("host:admin",),
    body=WebhookChangeSchema,
    answers={200: WebhookSchema},
    problems=(*_REFUSED, "webhook.unknown"),
)
def change_webhook(call: Call) -> Answer:
    """Another URL, other types, disabled or not.  What was not sent while it was disabled is not sent later; single
    messages can be asked for again.
    """
    events = call.body.get("events")
    row = call.service.webhooks.changed(
        _webhook(call),
        call.now,
        url=call.body.get("url"),
        events=None if events is None else _types(events),
        disabled=call.body.get("disabled"),
    )
    return Answer(body=_shown(row))


@operation(
    "DELETE",
    _ONE,
    summary="Remove a webhook",
    tag="webhooks",
    auth=("host:admin",),
    answers={204: None},
    problems=("webhook.unknown",),
)
def delete_webhook(call: Call) -> Answer:
    """With its secrets, its delivery log, and all that is on its way."""
    host = _host(call)
    call.service.webhooks.remove(call.params["webhook"], host.host, host.mode)
    return Answer(204)


@operation(
    "POST",
    f"{_ONE}/secret",
    summary="Exchange the secret",
    tag="webhooks",
    auth=("host:admin",),
    body=RotationSchema,
    answers={200: WebhookSecretSchema},
    idempotent=True,
    problems=("webhook.unknown",),
)
def rotate_secret(call: Call) -> Answer:
    """Gives a new secret, shown once.  For `overlap_s` each message carries a signature of either."""
    webhooks = call.service.webhooks
    was = _webhook(call)
    row, secret = webhooks.rotated(was, call.now, call.body["overlap_s"])
    answer = Answer(200, _shown(row) | {"secret": secret}, _ONCE, secret=True)
    webhooks.replace(was, row, call.keep(answer))
    return answer


@operation(
    "POST",
    f"{_ONE}/test",
    summary="Send a test message",
    tag="webhooks",
    auth=("host:admin",),
    answers={202: DeliverySchema},
    idempotent=True,
    problems=("webhook.disabled", "webhook.unknown"),
)
def send_test(call: Call) -> Answer:
    """Sends `webhook.test` at once; the delivery log says what became of it."""
    webhooks = call.service.webhooks
    message = webhooks.test(_webhook(call), call.now)
    answer = Answer(202, _message(message))
    webhooks.post(message, call.keep(answer))
    return answer


@operation(
    "GET",
    f"{_ONE}/deliveries",
    summary="The delivery log",
    tag="webhooks",
    auth=("host:admin",),
    query=PageSchema,
    answers={200: DeliveryListSchema},
    problems=("request.cursor", "webhook.unknown"),
)
def list_deliveries(call: Call) -> Answer:
    """The messages to this webhook, the newest first, and what became of each."""
    limit = call.query["limit"]
    before = read_cursor(call.query.get("cursor"))
    rows = call.service.webhooks.deliveries(_webhook(call), before, limit + 1)
    shown = rows[:limit]
    following = (shown[-1].created, shown[-1].id) if len(rows) > limit else None
    return page(call, list(map(_message, shown)), following)


@operation(
    "POST",
    f"{_ONE}/deliveries/<delivery>/retry",
    summary="Send a message again",
    tag="webhooks",
    auth=("host:admin",),
    answers={202: DeliverySchema},
    problems=("webhook.disabled", "webhook.unknown"),
)
def retry_delivery(call: Call) -> Answer:
    """Sends it at once with the same `webhook-id`, whether it was given up, is waiting, or was taken already."""
    return Answer(202, _message(call.service.webhooks.again(_webhook(call), call.params["delivery"], call.now)))
