"""How a request becomes a call, and an answer or an error a response.

In this order: limits and credential, body, Idempotency-Key, If-Match, query, schema, handler.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import Request, Response
from flask.globals import request_ctx

from api.http import body as bodies
from api.http.auth import Authenticator, authorize
from api.http.call import Answer, Call
from api.http.conditional import read_if_match
from api.http.idempotency import InFlight, identify, replayed
from api.http.limits import Limiter
from api.http.operation import Operation
from api.http.problems import Refused
from api.http.query import NO_MEMBERS, read_query
from api.http.respond import problem_response, respond
from api.http.seen import SEEN, Seen
from api.service.actor import Actor
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["Endpoint", "Gate"]


class Gate:
    """What all operations of an application share: who is known, who has asked how often, what is under way."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.limits = Limiter(service.config)
        self.known = Authenticator(service.storage.credential, self.limits)
        self.in_flight = InFlight()

    def admit(self, operation: Operation, request: Request, seen: Seen, now: int) -> Actor:
        """Find out who asks, count it, and require that it may.

        Raises Refused ``auth.*`` or ``request.limit``.
        """
        environ = request.environ
        address = environ.get("REMOTE_ADDR") or ""
        actor = self.known.actor(environ.get("HTTP_AUTHORIZATION"), address, now)
        seen.actor = actor
        if actor.credential is not None:
            seen.standing = self.limits.count("credential", actor.credential.id)
        else:
            seen.standing = self.limits.count("address", address)
        authorize(actor, operation.auth)
        return actor

    def count(self, policy: str, call: Call, seen: Seen) -> None:
        """Count a request under a stricter policy: by address, so that many tokens are no help in guessing.

        Under ``codes`` only what names a room code counts.  Raises Refused ``request.limit``.
        """
        if policy != "codes" or "code" in call.body:
            seen.standing = self.limits.count(policy, call.actor.address)


class Endpoint:
    """The view function of an operation; its schemas are made once."""

    def __init__(self, operation: Operation, gate: Gate) -> None:
        self._operation = operation
        self._gate = gate
        self._takes_body = operation.method in ("POST", "PUT", "PATCH")
        self._body = operation.body() if isinstance(operation.body, type) else None
        if self._body is None and self._takes_body and not operation.raw:
            self._body = NO_MEMBERS
        self._query = NO_MEMBERS if operation.query is None else operation.query()

    def __call__(self, **params: str) -> Response:
        """Answer a request to the path with these arguments."""
        gate, operation = self._gate, self._operation
        request = request_ctx.request
        seen: Seen = request.environ[SEEN]
        seen.operation = operation
        try:
            now = time.time_ns() // 1_000_000
            actor = gate.admit(operation, request, seen, now)
            if "\0" in request.environ["PATH_INFO"]:  # nothing has such a name, and PostgreSQL would not look for it
                raise Refused("request.not_found", "there is nothing at this path")
            call = Call(
                gate.service,
                actor=actor,
                now=now,
                params=params,
                path=request.environ["PATH_INFO"],
                request_id=seen.request_id,
            )
            call.forget = gate.known.forget
            if self._takes_body:
                call.raw = bodies.read(request.environ, operation.max_bytes)
                if not operation.raw:
                    call.body = bodies.parse(call.raw)
                if operation.limit is not None:
                    gate.count(operation.limit, call, seen)
            answer = self._once(request, call) if operation.idempotent else self._run(request, call)
            return respond(call, answer, seen)
        except CodedError as error:
            return problem_response(gate.service, error, seen)

    def _once(self, request: Request, call: Call) -> Answer:
        """Answer a request with an Idempotency-Key: what it asks for is done once, however often it comes.

        Where a game is played, nobody looks first whether there is an answer already: all of a request is one change
        in the storage, which refuses to store a second answer, and with it all that the request would have changed.  So
        it is the retry that costs a look, and not every roll.
        """
        scope = identify(call, request.environ.get("HTTP_IDEMPOTENCY_KEY"), self._operation.method)
        self._gate.in_flight.enter(scope)
        try:
            kept = None if self._operation.if_match else replayed(call)
            if kept is not None:
                return kept
            try:
                return self._run(request, call)
            except CodedError:
                # `Repeated`; or a refusal that is the consequence of the first request's success.
                kept = replayed(call)
                if kept is None:
                    raise
                return kept
        finally:
            self._gate.in_flight.leave(scope)

    def _run(self, request: Request, call: Call) -> Answer:
        environ = request.environ
        call.if_match = read_if_match(environ.get("HTTP_IF_MATCH"))
        if self._operation.if_match and call.if_match is None:
            what = "this operation needs the header If-Match with the ETag of the game as you know it"
            raise Refused("precondition.missing", what)
        call.if_none_match = environ.get("HTTP_IF_NONE_MATCH")
        call.accepts_gzip = self._operation.compressed and request.accept_encodings["gzip"] > 0
        if environ.get("QUERY_STRING") or self._operation.query is not None:
            call.query = read_query(self._query, request.args)
        if self._body is not None:
            call.body = bodies.fit(self._body, call.body)
        return self._operation.handler(call)
