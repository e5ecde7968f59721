"""A host's API keys: made, replaced with an overlap, revoked."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from api.http.call import Answer, Call
from api.http.operation import Example, operation
from api.http.pages import page, read_cursor
from api.http.problems import Refused
from api.schemas.keys import KeyListSchema, KeyQuerySchema, KeySchema, NewKeyAnswerSchema, NewKeySchema
from api.service.tokens import hash_token, new_host_key, new_id
from api.storage.rows import CredentialRow

__all__: list[str] = []


@operation(
    "GET",
    "/v1/keys",
    summary="List keys",
    tag="keys",
    auth=("host:admin",),
    query=KeyQuerySchema,
    answers={200: KeyListSchema},
    problems=("request.cursor",),
    examples=(Example(name="keys", summary="The keys of the host", status=200, who="host"),),
)
def list_keys(call: Call) -> Answer:
    """The host's keys of the mode of the key that asks, revoked ones too, the oldest first."""
    after = read_cursor(call.query.get("cursor"))
    rows = [row for row in _rows(call) if after is None or _place(row) > after]
    rows.sort(key=_place)
    shown = rows[: call.query["limit"]]
    following = _place(shown[-1]) if len(shown) < len(rows) else None
    return page(call, list(map(_body, shown)), following)


@operation(
    "POST",
    "/v1/keys",
    summary="Make a key",
    tag="keys",
    auth=("host:admin",),
    body=NewKeySchema,
    answers={201: NewKeyAnswerSchema},
    idempotent=True,
    problems=("key.unknown", "key.expires"),
    examples=(
        Example(
            name="play-key",
            summary="A key for a game server",
            status=201,
            who="host",
            body={"label": "game server 2", "scopes": ["play"]},
        ),
    ),
)
def make_key(call: Call) -> Answer:
    """The answer shows the key, once.  It has the mode (live or test) of the key that makes it.

    With `replaces` the key named there goes on working for `overlap_s` seconds: time to roll the new one out.
    """
    own, body, now = _own(call), call.body, call.now
    expires = body.get("expires")
    if expires is not None and expires <= now:
        raise Refused("key.expires", "`expires` lies in the past", path="/expires", expected=f"> {now}", found=expires)
    replaced = _find(call, body["replaces"]) if "replaces" in body else None
    key = new_host_key(own.mode)
    scopes = tuple(sorted(set(body["scopes"])))
    row = CredentialRow(
        token_hash=hash_token(key),
        id=new_id("key"),
        kind="host",
        host=own.host,
        mode=own.mode,
        label=body["label"],
        scopes=scopes,
        created=now,
        expires=expires,
    )
    answer = Answer(201, {**_body(row), "key": key}, {"Cache-Control": "no-store"}, secret=True)
    # In this order: after a crash in between, the retry makes the key; the other way round nobody ended the old one.
    if replaced is not None:
        _revoke(call, replaced, now + 1000 * body["overlap_s"])
    call.service.storage.add_credential(row, call.keep(answer))
    return answer


@operation(
    "DELETE",
    "/v1/keys/<key>",
    summary="Revoke a key",
    tag="keys",
    auth=("host:admin",),
    answers={200: KeySchema},
    problems=("key.unknown",),
    examples=(
        Example(
            name="revoke", summary="Revoke a key", status=200, who="host", needs="another_key", params={"key": "{key}"}
        ),
    ),
)
def revoke_key(call: Call) -> Answer:
    """It stops working at once, here; in other processes of the service after 5 s at the latest.  A key may revoke
    itself.  Again, nothing changes.
    """
    row = _find(call, call.params["key"])
    return Answer(body=_body(_revoke(call, row, call.now)))


def _own(call: Call) -> CredentialRow:
    assert call.actor.credential is not None
    return call.actor.credential


def _rows(call: Call) -> list[CredentialRow]:
    """The host's keys of the same mode: who has a test key has no say over live games."""
    own = _own(call)
    return [row for row in call.service.storage.credentials(own.host) if row.mode == own.mode]


def _find(call: Call, name: str) -> CredentialRow:
    """The key of this host with this id.  Raises Refused ``key.unknown``."""
    for row in _rows(call):
        if row.id == name:
            return row
    raise Refused("key.unknown", "this host has no key with this id", found=name[:40])


def _revoke(call: Call, row: CredentialRow, at: int) -> CredentialRow:
    call.service.storage.revoke(row.id, row.host, at)
    call.forget(row.token_hash)
    ends = at if row.revoked is None else min(at, row.revoked)
    return structs.replace(row, revoked=ends)


def _place(row: CredentialRow) -> tuple[int, str]:
    return row.created, row.id


def _body(row: CredentialRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "label": row.label,
        "mode": row.mode,
        "scopes": list(row.scopes),
        "created": row.created,
        "expires": row.expires,
        "revoked": row.revoked,
    }
