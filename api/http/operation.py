"""The operations of the service, each declared once: what Flask serves, what is checked, what the document says.

    @operation("POST", "/v1/games/<gid>/moves", summary="Make a move", tag="play", auth=("host:play", "player"),
               body=MoveSchema, answers={201: AppendedSchema}, idempotent=True, if_match=True)
    def make_move(call: Call) -> Answer: ...

`auth` lists who may call: ``anyone``, ``player`` (a player token) and ``host:read``, ``host:play`` or ``host:admin``
(a host key with that scope or a wider one).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from marshmallow import Schema
from msgspec import Struct

from api.http.call import Answer, Call

__all__ = ["OPERATIONS", "Component", "Example", "Handler", "Media", "Operation", "operation"]

Handler: TypeAlias = Callable[[Call], Answer]
Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

BODY_BYTES = 64 * 1024
"""What a body may have, unless its operation says otherwise."""


class Media(Struct, frozen=True):
    """An answer that is no JSON of ours: a picture, a page, a stream."""

    type: str
    about: str = ""


class Component(Struct, frozen=True):
    """An answer or body that is described by a component of the document: ``Record``, ``Event``, ``Report``."""

    name: str
    media: str = "application/json"


class Example(Struct, frozen=True, kw_only=True):
    """A request as one sends it, with the status it gets; the answer is shown in the document and compared in form.

    `needs` names the situation in which it is sent (`tests/api/situations.py` makes it); what stands in curly
    brackets in `params`, `query` and `body` is taken from it, as are If-Match and the credential of `who`.
    """

    name: str
    summary: str
    status: int
    needs: str = "sample"
    who: Literal["host", "player", "anyone"] = "anyone"
    params: Mapping[str, str] = {}
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    body: Any = None
    answer: Any = None


class Operation(Struct, frozen=True, kw_only=True):
    """One operation: everything about it but how it is done."""

    method: Method
    path: str
    name: str
    handler: Handler
    summary: str
    description: str
    tag: str
    auth: tuple[str, ...]
    body: type[Schema] | Component | None
    query: type[Schema] | None
    answers: Mapping[int, type[Schema] | Media | Component | None]
    idempotent: bool
    if_match: bool
    etag: bool
    raw: bool
    compressed: bool
    max_bytes: int
    limit: str | None
    problems: tuple[str, ...]
    examples: tuple[Example, ...]
    hidden: bool

    @property
    def public(self) -> bool:
        """Whether browsers of any origin may call it: players' clients run there, hosts' keys do not belong there."""
        return "anyone" in self.auth or "player" in self.auth


OPERATIONS: list[Operation] = []
"""All operations that have been declared, in the order of declaration."""


def operation(
    method: Method,
    path: str,
    *,
    summary: str,
    tag: str,
    auth: Sequence[str] = ("anyone",),
    body: type[Schema] | Component | None = None,
    query: type[Schema] | None = None,
    answers: Mapping[int, type[Schema] | Media | Component | None],
    idempotent: bool = False,
    if_match: bool = False,
    etag: bool = False,
    raw: bool = False,
    compressed: bool = False,
    max_bytes: int = BODY_BYTES,
    limit: str | None = None,
    problems: Sequence[str] = (),
    examples: Sequence[Example] = (),
    hidden: bool = False,
) -> Callable[[Handler], Handler]:
    """Declare the operation that a handler performs; its docstring is the description.

    `raw` leaves the body unread JSON (``call.raw``); `compressed` asks whether the client takes gzip
    (``call.accepts_gzip``); `limit` names a stricter policy (`api.http.limits`); `etag` says that the answer has an
    ETag and that If-None-Match is honoured; `hidden` keeps it out of the document.
    """

    def declare(handler: Handler) -> Handler:
        OPERATIONS.append(
            Operation(
                method=method,
                path=path,
                name=handler.__name__,
                handler=handler,
                summary=summary,
                description=_description(handler),
                tag=tag,
                auth=tuple(auth),
                body=body,
                query=query,
                answers=dict(answers),
                idempotent=idempotent,
                if_match=if_match,
                etag=etag,
                raw=raw,
                compressed=compressed,
                max_bytes=max_bytes,
                limit=limit,
                problems=tuple(problems),
                examples=tuple(examples),
                hidden=hidden,
            )
        )
        return handler

    return declare


def _description(handler: Handler) -> str:
    """The docstring without its indentation."""
    lines = (handler.__doc__ or "").strip().splitlines()
    return "\n".join(line.strip() for line in lines)
