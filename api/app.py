"""The application: every operation of `api.resources` on one `Service`, as a Flask (WSGI) application."""

from __future__ import annotations

import json
import logging
import time
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

import api.resources
from api.web.dispatch import Gate, endpoint
from api.web.operation import OPERATIONS, Operation
from api.web.problems import Refused
from api.web.respond import ALLOWED, Seen, finish, problem_response
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["create_app"]

_access = logging.getLogger("fairdice.access")
_errors = logging.getLogger("fairdice.error")
_HTTP_CODES = {404: "request.not_found", 405: "request.method", 413: "request.size", 415: "request.media"}


class _Application(Flask):
    """Flask without redirects: a path is right or it is not."""

    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods there are, and no body."""
        adapter = request_adapter()
        return Response(status=204, headers={"Allow": ", ".join(sorted(adapter.allowed_methods()))})


def create_app(service: Service) -> Flask:
    """The application of a service; nothing is started but what `service` has started itself."""
    app = _Application("api", static_folder=None)
    app.url_map.merge_slashes = False
    app.json.sort_keys = False  # type: ignore[attr-defined]
    for module in iter_modules(api.resources.__path__):
        import_module(f"api.resources.{module.name}")
    gate = Gate(service)
    app.extensions["fairdice"] = gate
    routes = _routes(app, gate)
    _hooks(app, service, routes)
    if service.config.proxies:
        hops = service.config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def request_adapter() -> Any:
    """The matcher of the request at hand."""
    from flask.globals import request_ctx

    return request_ctx.url_adapter


def _routes(app: Flask, gate: Gate) -> dict[tuple[str, str], Operation]:
    """Add all operations; give them by path and method."""
    routes = {}
    for operation in OPERATIONS:
        name = f"{operation.method} {operation.path}"
        app.add_url_rule(
            operation.path,
            name.replace(".", "_"),
            endpoint(operation, gate),
            methods=[operation.method],
            strict_slashes=True,
        )
        routes[operation.path, operation.method] = operation
    return routes


def _hooks(app: Flask, service: Service, routes: dict[tuple[str, str], Operation]) -> None:
    @app.before_request
    def begin() -> None:
        g.seen = Seen(request.headers.get("X-Request-Id"))

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        return problem_response(service, _coded(error, g.seen), g.seen)

    @app.after_request
    def end(response: Response) -> Response:
        seen: Seen = g.seen
        public = _is_public(routes, seen)
        finish(request, response, seen, public=public)
        if public and request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
            response.headers["Access-Control-Allow-Headers"] = ALLOWED
            response.headers["Access-Control-Max-Age"] = "86400"
        if service.config.access_log:
            _access.info("%s", _line(response, seen))
        return response


def _is_public(routes: dict[tuple[str, str], Operation], seen: Seen) -> bool:
    """Whether a browser of any origin may read the response: public operations, and errors of no operation."""
    if seen.operation is not None:
        return seen.operation.public
    rule = request.url_rule
    if request.method != "OPTIONS" or rule is None:
        return True
    asked = request.headers.get("Access-Control-Request-Method", "GET")
    operation = routes.get((rule.rule, asked))
    return operation is None or operation.public


def _coded(error: Exception, seen: Seen) -> CodedError:
    """The coded error for whatever was raised; a fault of ours is logged and says nothing of itself."""
    if isinstance(error, CodedError):
        return error
    if isinstance(error, HTTPException):
        headers = {}
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            headers["Allow"] = ", ".join(sorted({*error.valid_methods, "OPTIONS"}))
        code = _HTTP_CODES.get(error.code or 500, "request.malformed" if (error.code or 500) < 500 else "service.error")
        return Refused(code, error.description or "the request cannot be answered", headers=headers)
    _errors.error("request %s failed", seen.request_id, exc_info=error)
    return Refused("service.error", "a fault of the service; it is logged under this request's id")


def _line(response: Response, seen: Seen) -> str:
    """The access log's line.

    Without headers, queries, bodies or paths that are no operation's: secrets may stand in them.
    """
    actor, operation = seen.actor, seen.operation
    line = {
        "time": time.time_ns() // 1_000_000,
        "request_id": seen.request_id,
        "method": request.method,
        "route": operation.path if operation else None,
        "path": request.path if operation else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - seen.started) * 1000, 2),
        "address": request.remote_addr,
        "credential": actor.credential.id if actor and actor.credential else None,
        "code": seen.code,
    }
    return json.dumps(line, separators=(",", ":"))
