"""The application: every operation of `api.resources` on one `Service`, as a Flask (WSGI) application."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

import api.resources
from api.http.dispatch import Endpoint, Gate
from api.http.envelope import Envelope
from api.http.metrics import count_attempt
from api.http.operation import OPERATIONS, Operation
from api.http.problems import Refused
from api.http.respond import internal, problem_response
from api.http.seen import SEEN, Seen
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["create_app"]


class _Application(Flask):
    """Flask without what this service has no use for: sessions, hooks, coroutines, redirects."""

    operations: dict[str, dict[str, Operation]]
    """By path and method."""

    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods there are, and no body."""
        request, adapter = request_ctx.request, request_ctx.url_adapter
        assert request.url_rule is not None
        assert adapter is not None
        request.environ[SEEN].methods = self.operations[request.url_rule.rule]
        response = Response(status=204, headers={"Allow": ", ".join(sorted(adapter.allowed_methods()))})
        del response.headers["Content-Type"]
        return response

    def process_response(self, response: Response) -> Response:
        """Nothing to do: `api.http.envelope` has it all."""
        return response

    def ensure_sync(self, func: Any) -> Any:
        """No view of ours is a coroutine."""
        return func


def create_app(service: Service) -> Flask:
    """The application of a service; nothing is started but what `service` has started itself."""
    app = _Application("api", static_folder=None)
    app.url_map.merge_slashes = False
    app.operations = defaultdict(dict)
    for module in iter_modules(api.resources.__path__):
        import_module(f"api.resources.{module.name}")
    gate = Gate(service)
    service.deliverer.observer = count_attempt
    app.extensions["fairdice"] = gate
    for operation in OPERATIONS:
        name = f"{operation.method} {operation.path}".replace(".", "_")
        app.add_url_rule(operation.path, name, Endpoint(operation, gate), methods=[operation.method])
        app.operations[operation.path][operation.method] = operation

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        seen: Seen = request_ctx.request.environ[SEEN]
        return problem_response(service, _coded(error, seen), seen)

    inner: Any = Envelope(app.wsgi_app, log=service.config.access_log)
    hops = service.config.proxies
    if hops:
        inner = ProxyFix(inner, x_for=hops, x_proto=hops, x_host=hops)
    app.wsgi_app = inner  # type: ignore[method-assign]
    return app


def _coded(error: Exception, seen: Seen) -> CodedError:
    """The coded error for whatever was raised."""
    if isinstance(error, CodedError):
        return error
    if not isinstance(error, HTTPException) or (error.code or 500) >= 500:
        return internal(error, seen)
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted({*(error.valid_methods or ()), "OPTIONS"}))
        return Refused("request.method", f"allowed here: {allowed}", headers={"Allow": allowed})
    if error.code == 404:
        return Refused("request.not_found", "there is nothing at this path; paths have no slash at their end")
    return Refused("request.malformed", error.description or "the request cannot be read")
