"""Which addresses are out in the public Internet; anything else could be something of ours."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

__all__ = ["Address", "is_public", "read_address"]

Address: TypeAlias = IPv4Address | IPv6Address

# Written out rather than asked of `ipaddress.is_global`, whose answer has changed between versions of Python.
# Sources: the IANA registries of special-purpose addresses (RFC 6890 and those that it lists).
_NOT_PUBLIC_4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by carriers' translators
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, and what clouds tell their machines
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
# Everything public is in here today.  So loopback, fc00::/7, fe80::/10, ff00::/8, ::ffff:0:0/96 and 64:ff9b::/96 are
# not: an IPv4 address inside an IPv6 one must not be a way around the list above.
_PUBLIC_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: holds an IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)


def is_public(address: Address) -> bool:
    """Whether an address is one that anybody in the Internet can reach."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in network for network in _NOT_PUBLIC_6)


def read_address(text: str) -> Address | None:
    """Read an address in its usual spelling; None for anything else (``0x7f.1``, ``2130706433``, ``fe80::1%eth0``)."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return None if getattr(address, "scope_id", None) else address
