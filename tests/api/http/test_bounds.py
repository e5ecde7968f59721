"""What no database takes is no fault of the database: the client is told what is wrong, and not to try again."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.heart import Heart
from tests.support.wire import Wire


@pytest.fixture
def wire(database: str) -> Iterator[Wire]:
    heart = Heart(database)
    yield Wire(heart)
    heart.close()


def cursor(*place: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(place).encode()).rstrip(b"=").decode()


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/v1/games/a%00b", "request.not_found"),
        ("GET", "/v1/games/a%00b/events", "request.not_found"),
        ("POST", "/v1/games/a%00b/rematch", "request.not_found"),
        ("DELETE", "/v1/webhooks/a%00b", "request.not_found"),
        ("GET", "/v1/games?rules=a%00b", "request.query"),
        ("GET", f"/v1/games?cursor={cursor(2**53, 'x')}", "request.cursor"),
        ("GET", f"/v1/games?cursor={cursor(2**70, 'x')}", "request.cursor"),
        ("GET", f"/v1/games?cursor={cursor(-1, 'x')}", "request.cursor"),
        ("GET", f"/v1/games?cursor={cursor(1, chr(0))}", "request.cursor"),
        ("GET", f"/v1/keys?cursor={cursor(1, 'x' * 101)}", "request.cursor"),
        ("GET", f"/v1/log/leaves/{2**63}", "log.index"),
        ("GET", f"/log/{2**63}/checkpoint", "log.unknown"),
    ],
)
def test_paths_and_queries(wire: Wire, method: str, path: str, code: str) -> None:
    response = wire.ask(method, path)
    assert response.json is not None
    assert response.json["code"] == code
    assert response.status_code < 500


def test_bodies(wire: Wire) -> None:
    response = wire.ask("POST", "/v1/keys", {"label": "a\0b", "scopes": ["read"]})
    assert response.json is not None
    assert response.json["errors"] == [{"pointer": "/label", "code": "form", "detail": "this must be without NUL"}]
    response = wire.ask("POST", "/v1/games", {"rules": "star@1", "players": 2, "note": "a\0b"})
    assert response.status_code == 422
