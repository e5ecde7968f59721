"""Where nothing is sent, by table: spellings of URLs, addresses, names that lead somewhere else."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from threading import Event

import pytest

from api.webhooks.addresses import is_public
from api.webhooks.errors import UrlRefused
from api.webhooks.guard import MAX_URL, Guard, resolve

PUBLIC = "93.184.215.14"


def guard(*addresses: str) -> Guard:
    return Guard(resolver=lambda _name, _seconds: addresses or (PUBLIC,))


TAKEN = {
    "https://example.com": ("example.com", 443, "/", "example.com"),
    "https://example.com/": ("example.com", 443, "/", "example.com"),
    "HTTPS://Example.COM/Hook": ("example.com", 443, "/Hook", "example.com"),
    "https://example.com:443/hook": ("example.com", 443, "/hook", "example.com"),
    "https://example.com:8443/hook?a=b%20c&d": ("example.com", 8443, "/hook?a=b%20c&d", "example.com:8443"),
    "https://example.com?a=1": ("example.com", 443, "/?a=1", "example.com"),
    "https://a_b.xn--bcher-kva.example/": ("a_b.xn--bcher-kva.example", 443, "/", "a_b.xn--bcher-kva.example"),
    "https://93.184.215.14/x": ("93.184.215.14", 443, "/x", "93.184.215.14"),
    "https://[2606:2800:21f:cb07::1]:8443/x": ("2606:2800:21f:cb07::1", 8443, "/x", "[2606:2800:21f:cb07::1]:8443"),
    "https://example.com/a@b": ("example.com", 443, "/a@b", "example.com"),
}


@pytest.mark.parametrize("url", TAKEN)
def test_urls_that_are_taken(url: str) -> None:
    target = guard().target(url)
    assert (target.host, target.port, target.path, target.authority) == TAKEN[url]
    guard().check(url)


REFUSED = {
    "": "webhook.url",
    "example.com/hook": "webhook.url",
    "//example.com/hook": "webhook.url",
    "ftp://example.com/": "webhook.url",
    "file:///etc/passwd": "webhook.url",
    "gopher://example.com:70/": "webhook.url",
    "javascript:alert(1)": "webhook.url",
    "https:/example.com": "webhook.url",
    "https:example.com": "webhook.url",
    "https://example.com/#part": "webhook.url",
    "https://example.com/a b": "webhook.url",
    "https://example.com/a\r\nHost: other": "webhook.url",
    "https://example.com/\n": "webhook.url",
    "https://example.com\n": "webhook.url",
    " https://example.com/": "webhook.url",
    "ht\ttps://example.com/": "webhook.url",
    "https://example.com\\@10.0.0.1/": "webhook.url",
    "https://bücher.example/": "webhook.url",
    "https://ex\u00adample.com/": "webhook.url",
    "https://\uff11\uff12\uff17.0.0.1/": "webhook.url",
    "https://example.com/" + "a" * MAX_URL: "webhook.url",
    "https://user@example.com/": "webhook.user",
    "https://user:pass@example.com/": "webhook.user",
    "https://example.com@10.0.0.1/": "webhook.user",
    "https://example.com%2f@10.0.0.1/": "webhook.user",
    "http://example.com/": "webhook.scheme",
    "https://": "webhook.host",
    "https:///path": "webhook.host",
    "https://?a": "webhook.host",
    "https://:443/": "webhook.host",
    "https://.com/": "webhook.host",
    "https://example..com/": "webhook.host",
    "https://example.com./": "webhook.host",
    "https://-example.com/": "webhook.host",
    "https://%65xample.com/": "webhook.host",
    "https://localhost/": "webhook.host",
    "https://intranet/": "webhook.host",
    "https://" + "a" * 64 + ".com/": "webhook.host",
    "https://" + "a." * 130 + "com/": "webhook.host",
    "https://example.com:/": "webhook.host",
    "https://example.com:443:80/": "webhook.host",
    "https://example.com:+443/": "webhook.host",
    "https://example.com:-1/": "webhook.host",
    "https://example.com:\u0661/": "webhook.url",
    "https://example.com:0/": "webhook.port",
    "https://example.com:65536/": "webhook.port",
    "https://example.com:99999/": "webhook.port",
    "https://example.com:22/": "webhook.port",
    "https://example.com:25/": "webhook.port",
    "https://example.com:80/": "webhook.port",
    "https://2130706433/": "webhook.host",
    "https://0x7f000001/": "webhook.host",
    "https://0x7f.0.0.1/": "webhook.host",
    "https://0x7f.1/": "webhook.host",
    "https://127.1/": "webhook.host",
    "https://0177.0.0.1/": "webhook.host",
    "https://127.0.0.0x1/": "webhook.host",
    "https://017700000001/": "webhook.host",
    "https://1.2.3.4.5/": "webhook.host",
    "https://300.1.1.1/": "webhook.host",
    "https://example.0x/": "webhook.host",
    "https://[::1/": "webhook.host",
    "https://[127.0.0.1]/": "webhook.host",
    "https://[fe80::1%25eth0]/": "webhook.host",
    "https://[fe80::1%eth0]/": "webhook.host",
    "https://[v1.x]/": "webhook.host",
    "https://[::1].example.com/": "webhook.host",
}


@pytest.mark.parametrize("url", REFUSED)
def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(UrlRefused) as refused:
        guard().check(url)
    assert refused.value.code == REFUSED[url]


# Each with the reason in IANA's registries; first and last of a range where that could be got wrong.
NOT_PUBLIC = [
    address
    for line in (
        "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255",
        "169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.0",
        "172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1",
        "192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1",
        "224.0.0.1 239.255.255.255 240.0.0.1",
        "255.255.255.255",
        ":: ::1 ::7f00:1 ::ffff:127.0.0.1",
        "::ffff:93.184.215.14 ::ffff:a9fe:a9fe 64:ff9b::7f00:1 64:ff9b::5db8:d70e",
        "64:ff9b:1::1 100::1 2001::1 2001:0:5ef5:79fd::1",
        "2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::",
        "2002:5db8:d70e::1 3fff::1 4000::1 5f00::1 fc00::1 fd00::1",
        "fd00:ec2::254 fdff::1 fe80::1 febf::1 fec0::1 ff02::1",
        "ff0e::1 1fff::1",
    )
    for address in line.split()
]
PUBLIC_ONES = [
    address
    for line in (
        "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0",
        "100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255",
        "169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0",
        "192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0",
        "223.255.255.255 2001:200::1 2001:4860:4860::8888 2400:cb00::1",
        "2606:2800:21f:cb07::1 2a00:1450::1 2003::1 3ffe::1",
    )
    for address in line.split()
]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_a_name_that_leads_inside_is_refused(address: str) -> None:
    for found in ([address], [PUBLIC, address], [address, PUBLIC]):
        with pytest.raises(UrlRefused) as refused:
            guard(*found).check("https://hooks.example.com/")
        assert refused.value.code == "webhook.address"
        assert address not in refused.value.message


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_inside_is_refused(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(UrlRefused) as refused:
        Guard(resolver=_never).check(f"https://{host}/")
    assert refused.value.code == "webhook.address"


@pytest.mark.parametrize("address", PUBLIC_ONES)
def test_addresses_that_anybody_can_reach(address: str) -> None:
    assert is_public(ip_address(address))
    guard(address).check("https://hooks.example.com/")


def test_everything_that_python_calls_inside_is_inside() -> None:
    """A second opinion: nothing that Python's own tables hold to be private is public here."""
    for network in ("0.0.0.0/0", "2000::/3"):
        step = max(1, ip_network(network).num_addresses // 65_536)
        for number in range(0, ip_network(network).num_addresses, step):
            address = ip_network(network)[number]
            if address.is_private or address.is_multicast or address.is_reserved or address.is_link_local:
                assert not is_public(address), address


def _never(name: str, _seconds: float) -> Sequence[str]:
    raise AssertionError(f"{name} was looked up")


def test_an_address_is_not_looked_up() -> None:
    Guard(resolver=_never).check(f"https://{PUBLIC}/")


@pytest.mark.parametrize(
    "failure", [socket.gaierror(socket.EAI_NONAME, "unknown"), TimeoutError(), OSError("down"), UnicodeError()]
)
def test_a_name_that_leads_nowhere(failure: Exception) -> None:
    def fail(_name: str, _seconds: float) -> Sequence[str]:
        raise failure

    with pytest.raises(UrlRefused) as refused:
        Guard(resolver=fail).check("https://hooks.example.com/")
    assert refused.value.code == "webhook.unresolved"


@pytest.mark.parametrize("found", [[], ["fe80::1%eth0"], [PUBLIC, "fe80::1%eth0"], ["no address"]])
def test_addresses_that_cannot_be_read_are_not_taken(found: list[str]) -> None:
    with pytest.raises(UrlRefused) as refused:
        Guard(resolver=lambda _name, _seconds: found).check("https://hooks.example.com/")
    assert refused.value.code == "webhook.unresolved"


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "2130706433", "0x7f.1"])
def test_the_system_reads_such_spellings(name: str) -> None:
    """Why they are refused before: the system's own resolver takes them for this machine."""
    assert "127.0.0.1" in resolve(name, 10) or "::1" in resolve(name, 10)


def test_the_system_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    going = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: [][: going.wait()])
    with pytest.raises(TimeoutError):
        resolve("hooks.example.com", 0.01)
    going.set()


@pytest.mark.parametrize(
    "url", ["http://localhost:1234/x", "http://127.0.0.1/", "http://[::1]:80/", "https://intranet:22/"]
)
def test_in_development_anything_goes_that_is_a_url(url: str) -> None:
    Guard(private=True, resolver=lambda _name, _seconds: ["127.0.0.1"]).check(url)


@pytest.mark.parametrize("url", [url for url, code in REFUSED.items() if code in ("webhook.url", "webhook.user")])
def test_in_development_it_must_still_be_a_url(url: str) -> None:
    with pytest.raises(UrlRefused):
        Guard(private=True, resolver=lambda _name, _seconds: ["127.0.0.1"]).check(url)
