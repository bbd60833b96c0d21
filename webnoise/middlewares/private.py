"""Hosts that lie inside somebody's network: no page of the open web has a reason to lead there."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address

_INNER_NAMES = ("localhost", "local", "localdomain", "internal", "intranet", "lan", "home.arpa")


@lru_cache(maxsize=1024)  # asked of every request, and a crawl has few hosts
def is_private(host: str) -> bool:
    """Whether a host is a loopback, private or link-local address, in any spelling, or a name for one."""
    host = host.strip("[]").rstrip(".").lower()
    if host.endswith(tuple(f".{name}" for name in _INNER_NAMES)) or host in _INNER_NAMES:
        return True
    address = _address(host)
    return address is not None and not address.is_global


def leads_inside(host: str) -> bool:
    """Whether a host is private, or a name that the machine finds at a private address; this asks for it."""
    if is_private(host):
        return True
    with suppress(OSError, UnicodeError):  # what has no address leads nowhere
        found = socket.getaddrinfo(host, None)
        return any(is_private(str(address[0])) for *_, address in found)
    return False


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return _ipv4(host)
    return address.ipv4_mapped or address.sixtofour or address


def _ipv4(host: str) -> IPv4Address | None:
    """Return the address as browsers and C libraries read it: of up to four numbers, octal ones too."""
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, UnicodeEncodeError, ValueError):
        return None
