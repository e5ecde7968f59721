"""Requests to a service over HTTP: retried until they are answered, and answers that are not taken on trust.

Every request may be sent again: those that change something carry an Idempotency-Key, which stays the same.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from ipaddress import ip_address
from typing import Any, NoReturn

import httpx
import msgspec
from msgspec import Struct

from fairdice import __version__
from fairdice.client.errors import ServiceError

__all__ = ["MAX_ANSWER", "Reply", "Wire", "request_key"]

MAX_ANSWER = 40 * 1024 * 1024
"""The longest answer that is read: a record has at most 32 MiB."""
STALLED = 40.0
"""Seconds without a byte after which a stream counts as dead: the service sends a heartbeat every 15."""

_ATTEMPTS = 7
_LONGEST_WAIT = 60.0
_CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
_MEMBERS = {"type", "title", "status", "detail", "code", "event", "path", "expected", "found", "clause"}
_BUSY = (429, 502, 503, 504)
_IN_FLIGHT = "idempotency.in_flight"


class Reply(Struct, frozen=True):
    """An answer with a status below 400."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    raw: bytes


def request_key(method: str, path: str, if_match: str | None, body: bytes) -> str:
    """An Idempotency-Key that follows from the request: whoever sends it again, also after a restart, sends this one.

    Only for requests that are meant once for one state of a game, under a credential of one's own.
    """
    return sha256(b"\n".join((method.encode(), path.encode(), (if_match or "").encode(), body))).hexdigest()


class Wire:
    """One service, one credential or none.  Not for several threads at once."""

    __slots__ = ("_client", "_sleep", "_token", "url")

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 10.0,
        plain_http: bool = False,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Speak to the service at `url`; no request is made yet.

        Certificates are checked.  Plain HTTP is for this machine alone, unless `plain_http` says otherwise.  `timeout`
        is in seconds, for connecting and for each silence.  `transport` and `sleep` are for tests.  Raises ServiceError
        ``service.url``, ``service.insecure`` or ``service.credential``.
        """
        self.url = _checked(url, plain_http=plain_http)
        self.token = token
        self._sleep = sleep
        self._client = httpx.Client(
            timeout=timeout, transport=transport, headers={"User-Agent": f"fairdice/{__version__}"}
        )

    @property
    def token(self) -> str | None:
        """The credential that requests carry."""
        return self._token

    @token.setter
    def token(self, token: str | None) -> None:
        if token is not None and not _is_visible(token):
            raise ServiceError("service.credential", "this is no token: it holds other than visible ASCII characters")
        self._token = token

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, str | int] | None = None,
        key: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> Reply:
        """Send a request until it is answered, at most seven times; wait in between as the service asks.

        `body` is encoded as JSON.  `key` is the Idempotency-Key; a POST without one gets `request_key`.  Raises
        ServiceError.
        """
        content = msgspec.json.encode(body) if body is not None else b""
        headers = self._headers() | ({"Content-Type": "application/json"} if body is not None else {})
        if key is not None and not _is_visible(key):
            raise ServiceError("idempotency.key", "an Idempotency-Key is 1 to 255 visible ASCII characters")
        if method == "POST":
            headers["Idempotency-Key"] = key or request_key(method, path, if_match, content)
        if if_match is not None:
            headers["If-Match"] = if_match
        if if_none_match is not None:
            headers["If-None-Match"] = if_none_match
        request = self._client.build_request(
            method, self.url + path, headers=headers, params=query or None, content=content or None
        )
        return self._until_answered(request)

    @contextmanager
    def stream(self, path: str, *, query: Mapping[str, str | int] | None = None) -> Iterator[Iterator[str]]:
        """Open a stream of server-sent events; its lines as they come.

        Opened once: whoever follows it knows better when to ask again.  Raises ServiceError, also while lines are read.
        """
        headers = self._headers() | {"Accept": "text/event-stream"}
        timeout = httpx.Timeout(self._client.timeout.connect, read=STALLED)
        try:
            with self._client.stream(
                "GET", self.url + path, headers=headers, params=query or None, timeout=timeout
            ) as response:
                if response.status_code >= 400:
                    raise _problem(response.status_code, response.headers, _read(response))
                media = response.headers.get("Content-Type", "")
                if not media.startswith("text/event-stream"):
                    _no_answer(f"a stream was asked for, and {media[:60] or 'something'} came", response.status_code)
                yield self._lines(response)
        except httpx.HTTPError as error:
            raise _unreachable(self.url, error) from None

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _lines(self, response: httpx.Response) -> Iterator[str]:
        try:
            yield from _lines(response)
        except httpx.HTTPError as error:
            raise _unreachable(self.url, error) from None

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}

    def _until_answered(self, request: httpx.Request) -> Reply:
        wait = 0.25
        for attempt in range(1, _ATTEMPTS + 1):
            asked = None
            try:
                return self._once(request)
            except httpx.HTTPError as error:
                failure = _unreachable(self.url, error)
            except ServiceError as error:
                if error.status not in _BUSY and error.code != _IN_FLIGHT:
                    raise
                failure, asked = error, error.facts.get("retry_after")
            # Who is told to come back in an hour does not sit there for it: the caller is told.
            if attempt == _ATTEMPTS or (asked or 0) > _LONGEST_WAIT:
                raise failure
            self._sleep(asked if asked is not None else wait * random.uniform(0.5, 1))
            wait = min(2 * wait, 8.0)
        raise AssertionError("unreachable")  # pragma: no cover

    def _once(self, request: httpx.Request) -> Reply:
        response = self._client.send(request, stream=True)
        try:
            raw = _read(response)
        except httpx.DecodingError:
            _no_answer("it is not compressed as it says", response.status_code)
        finally:
            response.close()
        headers = {name.lower(): value for name, value in response.headers.items()}
        if response.status_code >= 400:
            raise _problem(response.status_code, headers, raw)
        if 300 <= response.status_code < 400 and response.status_code != 304:
            _no_answer("it points elsewhere, and nothing is sent there", response.status_code)
        return Reply(response.status_code, headers, raw)


def _checked(url: str, *, plain_http: bool) -> str:
    try:
        parts = httpx.URL(url)
    except (httpx.InvalidURL, TypeError, ValueError):
        parts = httpx.URL("")
    if parts.scheme not in ("http", "https") or not parts.host or parts.userinfo or parts.query or parts.fragment:
        raise ServiceError("service.url", "a service has an address such as https://dice.example", found=url[:200])
    if parts.scheme == "http" and not plain_http and not _is_here(parts.host):
        raise ServiceError(
            "service.insecure",
            "plain HTTP would show links and tokens to everyone on the way: use https",
            found=url[:200],
        )
    return url.rstrip("/")


def _is_visible(text: str) -> bool:
    """Whether a header can hold this text: visible ASCII characters, one at least."""
    return text.isascii() and text.isprintable() and " " not in text and bool(text)


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _read(response: httpx.Response) -> bytes:
    portions, size = [], 0
    for portion in response.iter_bytes():
        size += len(portion)
        if size > MAX_ANSWER:
            _no_answer("it has no end", response.status_code)
        portions.append(portion)
    return b"".join(portions)


def _lines(response: httpx.Response) -> Iterator[str]:
    """The lines of a stream; one without end would otherwise fill the memory."""
    rest = b""
    for portion in response.iter_bytes():
        rest += portion
        if len(rest) > MAX_ANSWER:
            _no_answer("a line of the stream has no end", response.status_code)
        if b"\n" in portion or b"\r" in portion:
            *lines, rest = re.split(rb"\r\n|\n|\r(?!$)", rest)
            yield from (line.decode("utf-8", "replace") for line in lines)


def _unreachable(url: str, error: httpx.HTTPError) -> ServiceError:
    reason = " ".join(str(error).split()) or type(error).__name__
    return ServiceError("service.unreachable", f"{url} does not answer: {reason[:200]}")


def _no_answer(why: str, status: int) -> NoReturn:
    raise ServiceError("service.answer", f"the service's answer cannot be used: {why}", status=status)


def _problem(status: int, headers: Mapping[str, str], raw: bytes) -> ServiceError:
    """The error that an answer tells of; `retry_after` among its facts is in seconds."""
    facts: dict[str, Any] = {}
    after = headers.get("retry-after", "")
    if after.isascii() and after.isdigit() and len(after) < 6:
        facts["retry_after"] = float(after)
    document: Any = None
    if headers.get("content-type", "").startswith("application/problem+json"):
        try:
            document = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            document = None
    code, detail = (document.get("code"), document.get("detail")) if isinstance(document, dict) else (None, None)
    if not isinstance(code, str) or not _CODE.fullmatch(code) or len(code) > 64:
        hint = ", as no fairdice service does: is the address right?" if status < 500 or status == 501 else ""
        return ServiceError("service.status", f"the service answered {status}{hint}", status=status, facts=facts)
    assert isinstance(document, dict)
    facts |= {str(name): value for name, value in document.items() if name not in _MEMBERS}
    return ServiceError(
        code,
        detail[:500] if isinstance(detail, str) and detail else f"the service answered {status}",
        status=status,
        facts=facts,
        expected=document.get("expected"),
        found=document.get("found"),
    )
