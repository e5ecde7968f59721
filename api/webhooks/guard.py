"""Where messages may go: a host gives a URL, and this service must not become its arm into a network of ours.

A URL is checked when it is given and again at each attempt.  The name is resolved once an attempt, all its addresses
are checked, and the connection goes to one of those very addresses (`api.webhooks.sender`): a name that answers
differently the second time gains nothing.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from msgspec import Struct

from api.webhooks.addresses import Address, is_public, read_address
from api.webhooks.errors import UrlRefused

__all__ = ["MAX_URL", "Guard", "Resolver", "Target", "read_url", "resolve"]

MAX_URL = 2048
"""Characters of a URL at most."""

Resolver: TypeAlias = Callable[[str, float], Sequence[str]]
"""All addresses of a name, as text: (name, seconds to wait at most).  Raises OSError or TimeoutError."""

# RFC 3986, without what we refuse anyway.  Written out: parsers that forgive disagree about what they forgive.
_URL = re.compile(r"(https?)://([^/?#]*)((?:/[^?#]*)?(?:\?[^#]*)?)", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?", re.IGNORECASE)
_VISIBLE = re.compile(r"[!-~]+")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")
_PORTS = {"http": 80, "https": 443}
_FIRST_FREE_PORT = 1024


class Target(Struct, frozen=True, kw_only=True):
    """A URL taken apart: the very values that are checked are those that are connected to."""

    scheme: str
    host: str
    """Lower case, without the brackets of an IPv6 address."""
    port: int
    path: str
    """With the query."""

    @property
    def address(self) -> Address | None:
        """The address, if the host is one."""
        return read_address(self.host)

    @property
    def authority(self) -> str:
        """What the ``Host`` header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


class Guard:
    """Refuses URLs and addresses.  With `private` (for development) plain http, any port and any address will do."""

    def __init__(self, *, private: bool = False, resolver: Resolver | None = None) -> None:
        self._private = private
        self._resolver = resolver or resolve

    def check(self, url: str, seconds: float = 5.0) -> None:
        """Require that messages may go to `url` as things stand.  Raises UrlRefused."""
        self.addresses(self.target(url), seconds)

    def target(self, url: str) -> Target:
        """Take a URL apart and require everything but its addresses.  Raises UrlRefused."""
        target = read_url(url)
        if self._private:
            return target
        if target.scheme != "https":
            raise UrlRefused("webhook.scheme", "messages go by https alone", expected="https", found=target.scheme)
        if target.port != _PORTS["https"] and target.port < _FIRST_FREE_PORT:
            raise UrlRefused("webhook.port", "the port must be 443 or above 1023", found=target.port)
        if target.address is None and "." not in target.host:
            raise UrlRefused("webhook.host", "the host must be a full name with its domain", found=target.host)
        return target

    def addresses(self, target: Target, seconds: float) -> list[Address]:
        """All addresses of the host, at least one, each of them public.  Raises UrlRefused."""
        found = [target.address] if target.address else self._resolved(target.host, seconds)
        for address in found:
            if not self._private and not is_public(address):
                # Which address it is would tell of our network.
                raise UrlRefused("webhook.address", f"{target.host} leads to an address that is not public")
        return found

    def _resolved(self, host: str, seconds: float) -> list[Address]:
        try:
            texts = self._resolver(host, seconds)
        except (OSError, UnicodeError):
            texts = ()
        # Whatever cannot be read (an address with a zone) is no reason to take the rest.
        found = [read_address(text) for text in dict.fromkeys(texts)]
        if not found or None in found:
            raise UrlRefused("webhook.unresolved", f"the name {host} leads to no address, at least not now")
        return [address for address in found if address is not None]


def read_url(url: str) -> Target:
    """Take an http or https URL apart.

    Raises UrlRefused ``webhook.url``, ``webhook.user`` or ``webhook.host``; what is refused here is refused always.
    """
    whole = _URL.fullmatch(url) if len(url) <= MAX_URL and _VISIBLE.fullmatch(url) and "\\" not in url else None
    if whole is None:
        raise UrlRefused(
            "webhook.url",
            "not a URL https://host/path in visible ASCII characters, without a #fragment",
            found=url[:80],
        )
    scheme, authority, path = whole[1].lower(), whole[2].lower(), whole[3]
    if "@" in authority:
        raise UrlRefused("webhook.user", "the URL must not hold a user name or password: messages are signed")
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None or not _is_host(parts[1], parts[2]):
        raise UrlRefused("webhook.host", "no name of a host, nor an address in its usual spelling", found=authority)
    port = int(parts[3]) if parts[3] else _PORTS[scheme]
    if not 0 < port < 65536:
        raise UrlRefused("webhook.port", "a port is a number from 1 to 65535", found=port)
    return Target(scheme=scheme, host=parts[1] or parts[2], port=port, path=path if path[:1] == "/" else "/" + path)


def _is_host(bracketed: str | None, plain: str | None) -> bool:
    if bracketed is not None:
        return ":" in bracketed and read_address(bracketed) is not None
    labels = (plain or "").split(".")
    if _NUMBER.fullmatch(labels[-1]):  # an IPv4 address, which many read in many spellings; we read one
        return read_address(plain or "") is not None
    return len(plain or "") <= 253 and all(map(_LABEL.fullmatch, labels))


def resolve(host: str, seconds: float) -> Sequence[str]:
    """Ask the system for the addresses of a name; the system's own patience may be longer than ours.

    Raises OSError (TimeoutError among them).
    """
    answers: SimpleQueue[list[str] | OSError | UnicodeError] = SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            answers.put([str(each[4][0]) for each in found])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    Thread(target=ask, name="webhook-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=max(seconds, 0.001))
    except Empty:
        raise TimeoutError(f"{host} was not resolved in time") from None
    if isinstance(answer, list):
        return answer
    raise answer
