"""What resources share: from a call to a question, from a change to an answer; answers named by their bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.sheets import digest
from api.service.ask import Ask
from api.service.change import Change
from api.service.hall import Expected
from api.service.told import appended_body
from api.storage.rows import IdempotencyRow
from fairdice.live.messages import Appended

__all__ = ["ANYWHERE", "FOR_EVER", "HTML", "Kept", "appended", "asking", "fixed"]

T = TypeVar("T")

HTML = "text/html; charset=utf-8"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For what never changes."""
ANYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""Pages that keep everything out that did not ask for them (COEP) may load it, too."""


def fixed(body: bytes, media: str, headers: Mapping[str, str]) -> Answer:
    """An answer whose ETag is the digest of its body."""
    return Answer(body=body, media=media, headers=headers, etag=f'"{digest(body)}"')


class Kept:
    """The answer that is made while the change is stored: it is given only once the change stands."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer:
        """The answer; the change must have been made."""
        assert self._answer is not None, "no change was made"
        return self._answer

    def keep(self, call: Call, make: Callable[[Change, T], Answer]) -> Callable[[Change, T], IdempotencyRow | None]:
        """What `api.service.ask.Ask` calls before the change is stored."""

        def keep(change: Change, done: T) -> IdempotencyRow | None:
            self._answer = make(change, done)
            return call.keep(self._answer)

        return keep


def asking(call: Call, make: Callable[[Change, Any], Answer]) -> tuple[Ask, Kept]:
    """The question of a call about the game in its path, and where its answer will be."""
    kept = Kept()
    expected = Expected(*call.if_match) if isinstance(call.if_match, tuple) else None
    return Ask(call.actor, call.params["game"], expected, kept.keep(call, make)), kept


def appended(change: Change, first: Appended | None = None) -> Answer:
    """What was appended, as every change of a game is answered."""
    body = appended_body(change, first)
    return Answer(201 if body.appended else 200, body, etag=game_etag(body.n, change.table.head))
