"""One attempt: connect to a checked address, post the message, read the beginning of the answer; all by a deadline.

No client library: none of them lets us choose the address and keep the name for the certificate, bound the whole
exchange rather than each read, and stop after 1 KiB, without reaching into its inside.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping, Sequence
from http.client import HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import Any

from msgspec import Struct

from api.webhooks.addresses import Address
from api.webhooks.errors import AttemptFailed
from api.webhooks.guard import Target

__all__ = ["ANSWER_BYTES", "Answer", "Sender"]

ANSWER_BYTES = 1024
"""How much of an answer's body is read, for the delivery log."""
_BODY_SECONDS = 2.0
"""How long it may take once the status is there."""


class Answer(Struct, frozen=True, kw_only=True):
    """What the receiver said: its status and the first bytes of the body, as text."""

    status: int
    text: str


class Sender:
    """Posts messages.  `tls` decides whose certificates are taken: by default those that the system trusts."""

    def __init__(self, *, agent: str = "fairdice", tls: ssl.SSLContext | None = None) -> None:
        self._agent = agent
        self._tls = tls or ssl.create_default_context()

    def post(
        self, target: Target, addresses: Sequence[Address], headers: Mapping[str, str], body: bytes, deadline: float
    ) -> Answer:
        """Send one message to one of `addresses`.

        `deadline` (of `time.monotonic`) ends it wherever it stands.  Redirects are not followed.  Raises AttemptFailed.
        """
        try:
            with self._connected(target, addresses, deadline) as connection:
                connection.settimeout(_left(deadline))
                connection.sendall(self._request(target, headers, body))
                return _answer(connection, deadline)
        except TimeoutError:
            raise AttemptFailed("webhook.attempt", "no answer in time") from None
        except ssl.SSLCertVerificationError as error:
            raise AttemptFailed("webhook.attempt", f"certificate refused: {error.verify_message}") from None
        except ssl.SSLError as error:
            raise AttemptFailed("webhook.attempt", f"TLS failed: {error.reason}") from None
        except OSError as error:
            raise AttemptFailed(
                "webhook.attempt", f"connection failed: {error.strerror or 'closed without an answer'}"
            ) from None
        except (HTTPException, ValueError) as error:
            raise AttemptFailed("webhook.attempt", f"not an HTTP answer ({type(error).__name__})") from None

    def _connected(self, target: Target, addresses: Sequence[Address], deadline: float) -> socket.socket:
        plain = _first(addresses, target.port, deadline)
        if target.scheme != "https":
            return plain
        try:
            plain.settimeout(_left(deadline))
            return self._tls.wrap_socket(plain, server_hostname=target.host)
        except BaseException:
            plain.close()
            raise

    def _request(self, target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
        lines = [
            f"POST {target.path} HTTP/1.1",
            f"Host: {target.authority}",
            f"User-Agent: {self._agent}",
            "Accept: */*",
            "Connection: close",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


def _first(addresses: Sequence[Address], port: int, deadline: float) -> socket.socket:
    """Connect to the first address that takes us; each gets its share of what time there is."""
    failure: OSError = TimeoutError()
    for tried, address in enumerate(addresses):
        try:
            return socket.create_connection((str(address), port), _left(deadline) / min(2, len(addresses) - tried))
        except OSError as error:
            failure = error
    raise failure


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _answer(connection: socket.socket, deadline: float) -> Answer:
    reads = _Reads(connection, deadline)
    with HTTPResponse(_Readable(reads), method="POST") as response:  # type: ignore[arg-type]
        response.begin()
        reads.deadline = min(deadline, monotonic() + _BODY_SECONDS)
        return Answer(status=response.status, text=_text(_beginning(response)))


def _beginning(response: HTTPResponse) -> bytes:
    """Read the first bytes of a body.  The status alone decides: however the body goes on, it was said."""
    found = b""
    try:
        while len(found) < ANSWER_BYTES and (more := response.read1(ANSWER_BYTES - len(found))):
            found += more
    except (OSError, HTTPException, ValueError):
        pass
    return found


def _text(raw: bytes) -> str:
    """What may stand in a log: no control characters (PostgreSQL refuses NUL), no broken UTF-8."""
    text = raw.decode("utf-8", "replace")
    return "".join(each if each.isprintable() else " " for each in text).strip()


class _Reads(RawIOBase):
    """A socket's bytes; every read ends at the deadline, so that no drip outlives it."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self.deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(_left(self.deadline))
        return self._connection.recv_into(buffer)


class _Readable:
    """As much of a socket as `HTTPResponse` asks for."""

    def __init__(self, reads: _Reads) -> None:
        self._reads = reads

    def makefile(self, *_: Any) -> BufferedReader:
        return BufferedReader(self._reads)
