"""How a request becomes a call, and an answer or an error a response.

In this order: limits and credential, body, Idempotency-Key, If-Match, query, schema, handler.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Response, g, request
from marshmallow import Schema

from api.storage.contract import Repeated
from api.web import body as bodies
from api.web.auth import Actor, Authenticator, authorize
from api.web.call import Answer, Call
from api.web.conditional import read_if_match
from api.web.idempotency import InFlight, identify, replayed
from api.web.limits import Limiter
from api.web.operation import Operation
from api.web.problems import Refused
from api.web.query import read_query
from api.web.respond import Seen, problem_response, respond
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["Gate", "endpoint"]


class Gate:
    """What all operations of an application share: who is known, who has asked how often, what is under way."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.known = Authenticator(service.storage.credential)
        self.limits = Limiter(service.config)
        self.in_flight = InFlight()

    def admit(self, operation: Operation, seen: Seen, now: int) -> Actor:
        """Find out who asks, count it, and require that it may.

        Raises Refused ``auth.*`` or ``request.limit``.
        """
        authorization = request.headers.get("Authorization")
        address = request.remote_addr or ""
        if authorization is not None:
            self.limits.require("refused", address)
        try:
            actor = self.known.actor(authorization, address, now)
        except Refused:
            self.limits.count("refused", address)
            raise
        seen.actor = actor
        if actor.credential is not None:
            seen.standing = self.limits.count("credential", actor.credential.id)
        else:
            seen.standing = self.limits.count("address", address)
            if operation.limit is not None:
                seen.standing = self.limits.count(operation.limit, address)
        authorize(actor, operation.auth)
        return actor


def endpoint(operation: Operation, gate: Gate) -> Callable[..., Response]:
    """The view function of an operation."""
    body = operation.body() if isinstance(operation.body, type) else None
    query = operation.query() if operation.query is not None else None
    takes_body = operation.method in ("POST", "PUT", "PATCH")
    service = gate.service

    def view(**params: str) -> Response:
        seen: Seen = g.seen
        seen.operation = operation
        try:
            now = time.time_ns() // 1_000_000
            actor = gate.admit(operation, seen, now)
            call = Call(service, actor=actor, now=now, params=params, path=request.path, request_id=seen.request_id)
            if takes_body:
                call.raw = bodies.read(request, operation.max_bytes)
                if not operation.raw:
                    call.body = bodies.parse(call.raw)
            answer = (
                _once(operation, gate, call, body, query)
                if operation.idempotent
                else _run(operation, call, body, query)
            )
            return respond(call, answer)
        except CodedError as error:
            return problem_response(service, error, seen)

    view.__name__ = operation.name
    return view


def _once(operation: Operation, gate: Gate, call: Call, body: Schema | None, query: Schema | None) -> Answer:
    """Answer a request with an Idempotency-Key: what it asks for is done once, however often it comes."""
    scope = identify(call, request.headers.get("Idempotency-Key"), operation.method)
    gate.in_flight.enter(scope)
    try:
        kept = replayed(call)
        if kept is not None:
            return kept
        try:
            return _run(operation, call, body, query)
        except Repeated:
            kept = replayed(call)
            if kept is None:
                raise
            return kept
        except CodedError:
            # Another process may have been first: then this refusal is the consequence of its success.
            kept = replayed(call)
            if kept is None:
                raise
            return kept
    finally:
        gate.in_flight.leave(scope)


def _run(operation: Operation, call: Call, body: Schema | None, query: Schema | None) -> Answer:
    headers = request.headers
    call.if_match = read_if_match(headers.get("If-Match"))
    if operation.if_match and call.if_match is None:
        what = "this operation needs the header If-Match with the ETag of the game as you know it"
        raise Refused("precondition.missing", what)
    call.if_none_match = headers.get("If-None-Match")
    if query is not None or request.query_string:
        call.query = read_query(query, request.args)
    if body is not None:
        call.body = bodies.fit(body, call.body)
    return operation.handler(call)
