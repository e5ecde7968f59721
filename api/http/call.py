"""A call: one request as its handler sees it, and the answer that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from api.http.conditional import Wanted, matches
from api.service.actor import Actor
from api.storage.rows import IdempotencyRow

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["JSON", "Answer", "Call"]

JSON = "application/json"
_encode = msgspec.json.Encoder().encode


class Answer(Struct, frozen=True):
    """What an operation answers.

    `body` is a Struct or plain values (encoded as JSON), bytes as they are, or an iterator of bytes for a stream.
    `secret` answers are sealed when they are kept for retries.
    """

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = {}
    etag: str | None = None
    lasts: bool = True
    """Whether the ETag stands for the whole body, so that If-None-Match may be answered with 304.  The ETag of a game
    names its last event; what is due and who has given a link may change without one."""
    media: str = JSON
    secret: bool = False

    def encoded(self) -> bytes:
        """The body's bytes; not for a stream."""
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else _encode(self.body)


class Call:
    """One request that has been admitted: who asks, for what, with what."""

    __slots__ = (
        "_kept",
        "accepts_gzip",
        "actor",
        "body",
        "fingerprint",
        "forget",
        "if_match",
        "if_none_match",
        "now",
        "params",
        "path",
        "query",
        "raw",
        "request_id",
        "scope",
        "service",
    )

    def __init__(
        self,
        service: Service,
        *,
        actor: Actor,
        now: int,
        params: Mapping[str, str],
        path: str = "",
        request_id: str = "",
    ) -> None:
        self.service = service
        self.actor = actor
        self.now = now
        """When it came, in Unix milliseconds."""
        self.params = params
        self.path = path
        self.request_id = request_id
        self.query: dict[str, Any] = {}
        self.body: dict[str, Any] = {}
        self.raw = b""
        self.if_match: Wanted | None = None
        self.if_none_match: str | None = None
        self.accepts_gzip = False
        """Whether the body may be sent compressed (Accept-Encoding)."""
        self.scope: bytes | None = None
        """Of the idempotency key: None if the operation takes none."""
        self.fingerprint = b""
        self.forget: Callable[[bytes], None] = _nothing
        """To be told the hash of a credential that was changed: it is looked up anew."""
        self._kept: tuple[Answer, bytes] | None = None

    def keep(self, answer: Answer) -> IdempotencyRow | None:
        """The row that keeps `answer` for retries, to be stored together with what was done.

        None if the operation takes no Idempotency-Key.
        """
        if self.scope is None:
            return None
        body = answer.encoded()
        self._kept = (answer, body)
        headers = {**answer.headers, "Content-Type": answer.media}
        if answer.etag is not None:
            headers["ETag"] = answer.etag
        return IdempotencyRow(
            scope=self.scope,
            fingerprint=self.fingerprint,
            status=answer.status,
            headers=_encode(headers).decode(),
            body=self.service.sealer.seal(body, self.scope) if answer.secret else body,
            secret=answer.secret,
            created=self.now,
        )

    def encoded(self, answer: Answer) -> bytes:
        """The body's bytes of `answer`, encoded once."""
        kept = self._kept
        return kept[1] if kept is not None and kept[0] is answer else answer.encoded()

    def etag_matches(self, etag: str) -> bool:
        """Whether the client has this version already (If-None-Match): then answer ``Answer(304, etag=etag)``."""
        return self.if_none_match is not None and matches(self.if_none_match, etag)

    def link(self, cursor: str) -> str:
        """The header Link for the next page: this request with another cursor."""
        query = urlencode({**{key: _text(value) for key, value in self.query.items()}, "cursor": cursor})
        return f'<{self.service.config.url}{self.path}?{query}>; rel="next"'

    @property
    def who(self) -> Literal["host", "player", "anyone"]:
        """The kind of actor."""
        return self.actor.kind


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _nothing(_: bytes) -> None:
    """Forget nothing."""
