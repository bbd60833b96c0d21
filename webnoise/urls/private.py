"""Hosts that lie inside somebody's network: no page of the open web has a reason to lead there."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address

_INNER_NAMES = ("localhost", "local", "localdomain", "internal", "intranet", "lan", "home.arpa")
_NUMBER = re.compile(r"0x[0-9a-f]{1,16}|\d{1,20}")


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
    """As browsers and C libraries read it: up to four numbers, decimal, octal or hexadecimal."""
    parts = host.split(".")
    if len(parts) > 4 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    try:
        *first, last = (_number(part) for part in parts)
    except ValueError:  # 08 is no octal number
        return None
    room = 1 << 8 * (4 - len(first))
    if last >= room or any(number > 255 for number in first):
        return None
    value = last
    for index, number in enumerate(first):
        value += number << 8 * (3 - index)
    return IPv4Address(value)


def _number(text: str) -> int:
    return int(text, 16 if text.startswith("0x") else 8 if text.startswith("0") and len(text) > 1 else 10)
