"""Requests: what is retried and with what, what is refused, and what comes of answers that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fairdice.client import ServiceError
from fairdice.client.wire import MAX_ANSWER, Wire, request_key
from tests.support.house import URL

Handler = Callable[[httpx.Request], httpx.Response]


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"type": f"{URL}/docs/problems#{code}", "code": code, "detail": "No.", "n": 7, "found": 3}
    return httpx.Response(
        status, headers={"Content-Type": "application/problem+json", **headers}, content=json.dumps(body).encode()
    )


class Line:
    """A wire whose answers are given one by one; an exception is raised instead of answering."""

    def __init__(self, *answers: httpx.Response | Exception, token: str | None = "fd_player_x") -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.slept: list[float] = []
        self.wire = Wire(URL, token, transport=httpx.MockTransport(self.handle), sleep=self.slept.append)

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def post(self, **given: Any) -> Any:
        return self.wire.ask("POST", "/v1/x", body={"j": 1}, **given)


def refused(code: str, act: Callable[[], object]) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        act()
    assert caught.value.code == code, caught.value
    return caught.value


OK = httpx.Response(200, content=b"{}")

# Retries ------------------------------------------------------------------------------------------------------------

PASSING: dict[str, httpx.Response | Exception] = {
    "connection refused": httpx.ConnectError("refused"),
    "no answer": httpx.ReadTimeout("late"),
    "broken off": httpx.RemoteProtocolError("closed"),
    "in flight": problem(409, "idempotency.in_flight", **{"Retry-After": "1"}),
    "too many": problem(429, "request.limit", **{"Retry-After": "2"}),
    "storage": problem(503, "storage.unavailable"),
    "a proxy's": httpx.Response(502, content=b"<html>"),
}


@pytest.mark.parametrize("name", PASSING)
def test_what_passes_is_tried_again(name: str) -> None:
    """With the same Idempotency-Key and body: the service knows that it is the same request."""
    line = Line(PASSING[name], PASSING[name], OK)
    assert line.post().status == 200
    sent = [(request.headers["Idempotency-Key"], request.content) for request in line.requests]
    assert len(sent) == 3
    assert len(set(sent)) == 1


def test_waits_as_long_as_it_is_told() -> None:
    line = Line(problem(429, "request.limit", **{"Retry-After": "9"}), OK)
    line.post()
    assert line.slept == [9.0]


def test_waits_longer_and_longer() -> None:
    line = Line(*[httpx.ConnectError("refused")] * 6, OK)
    line.post()
    for number, slept in enumerate(line.slept):
        longest = min(0.25 * 2**number, 8)
        assert longest / 2 <= slept <= longest


def test_gives_up() -> None:
    line = Line(*[httpx.ConnectError("refused")] * 20)
    error = refused("service.unreachable", line.post)
    assert "refused" in error.message
    assert len(line.requests) == 7


def test_who_is_told_to_come_back_in_an_hour_does_not_wait() -> None:
    line = Line(problem(503, "service.draining", **{"Retry-After": "3600"}))
    assert refused("service.draining", line.post).facts["retry_after"] == 3600
    assert line.slept == []


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "request.json"), (401, "auth.invalid"), (404, "game.unknown"), (409, "table.stale"), (422, "rules.move")],
)
def test_what_does_not_pass_is_told(status: int, code: str) -> None:
    error = refused(code, Line(problem(status, code)).post)
    assert (error.status, error.message, error.found, error.facts["n"]) == (status, "No.", 3, 7)


# Headers ------------------------------------------------------------------------------------------------------------


def test_headers() -> None:
    line = Line(OK, OK)
    line.post(if_match='"3-00"', key="mine")
    line.wire.ask("GET", "/v1/y", if_none_match='"3-00"')
    first, second = line.requests
    assert first.headers["Authorization"] == "Bearer fd_player_x"
    assert (first.headers["If-Match"], first.headers["Idempotency-Key"]) == ('"3-00"', "mine")
    assert first.headers["Content-Type"] == "application/json"
    assert second.headers["If-None-Match"] == '"3-00"'
    assert "Idempotency-Key" not in second.headers


@pytest.mark.parametrize("key", ["", "two words", "ä", "a\r\nX: y"])
def test_keys_that_are_none(key: str) -> None:
    refused("idempotency.key", lambda: Line(OK).post(key=key))


def test_nobody_sends_no_credential() -> None:
    line = Line(OK, token=None)
    line.post()
    assert "Authorization" not in line.requests[0].headers


def test_keys_follow_from_the_request() -> None:
    keys = [
        request_key("POST", "/a", None, b"{}"),
        request_key("POST", "/a", '"1-0"', b"{}"),
        request_key("POST", "/b", None, b"{}"),
        request_key("POST", "/a", None, b"{ }"),
        request_key("PUT", "/a", None, b"{}"),
    ]
    assert len(set(keys)) == len(keys)
    assert request_key("POST", "/a", None, b"{}") == keys[0]
    assert all(key.isascii() and key.isprintable() and len(key) <= 255 for key in keys)


# Answers that are none ------------------------------------------------------------------------------------------------

GARBAGE: dict[str, tuple[httpx.Response, str]] = {
    "html": (httpx.Response(500, content=b"<html>"), "service.status"),
    "problem that is none": (
        httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b"\xff"),
        "service.status",
    ),
    "list": (
        httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b"[1]"),
        "service.status",
    ),
    "no code": (
        httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b'{"detail": 3}'),
        "service.status",
    ),
    "deep": (
        httpx.Response(400, headers={"Content-Type": "application/problem+json"}, content=b"[" * 100_000),
        "service.status",
    ),
    "redirect": (httpx.Response(302, headers={"Location": "http://elsewhere.example"}), "service.answer"),
    "broken encoding": (
        httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b"no gzip")),
        "service.answer",
    ),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage(name: str) -> None:
    answer, code = GARBAGE[name]
    refused(code, Line(*[answer] * 7).post)


def test_an_answer_without_end() -> None:
    portion = b" " * (1 << 20)
    endless = httpx.Response(200, stream=_Endless(portion))
    refused("service.answer", Line(endless).post)


class _Endless(httpx.SyncByteStream):
    def __init__(self, portion: bytes) -> None:
        self.portion = portion

    def __iter__(self) -> Any:
        for _ in range(MAX_ANSWER // len(self.portion) + 2):
            yield self.portion


# Addresses ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:80", "http://a.localhost/", "https://x.example/y"],
)
def test_addresses(url: str) -> None:
    assert Wire(url).url == url.rstrip("/")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://dice.example", "service.insecure"),
        ("http://10.0.0.1", "service.insecure"),
        ("http://127.0.0.1.evil.example", "service.insecure"),
        ("ftp://dice.example", "service.url"),
        ("dice.example", "service.url"),
        ("", "service.url"),
        ("https://", "service.url"),
        ("https://user:word@dice.example", "service.url"),
        ("https://dice.example?x=1", "service.url"),
        ("https://dice.example#x", "service.url"),
        ("https://dice.example:port", "service.url"),
        ("https://[::", "service.url"),
    ],
)
def test_addresses_that_are_refused(url: str, code: str) -> None:
    refused(code, lambda: Wire(url))


def test_plain_http_for_those_who_ask_for_it() -> None:
    assert Wire("http://dice.example", plain_http=True).url == "http://dice.example"


def test_certificates_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    original = httpx.Client.__init__

    def init(self: httpx.Client, **settings: Any) -> None:
        given.append(settings)
        original(self, **settings)

    monkeypatch.setattr(httpx.Client, "__init__", init)
    Wire("https://dice.example")
    assert given[0].get("verify", True) is True
    assert not given[0].get("follow_redirects", False)


@pytest.mark.parametrize("token", ["", "a b", "a\nb", "ä", "a\r\nX: y"])
def test_tokens_that_are_none(token: str) -> None:
    refused("service.credential", lambda: Wire(URL, token))
