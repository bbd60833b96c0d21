"""Where an address leads: its host, the host's registered domain, and whether a list names it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tldextract import TLDExtract

__all__ = ["host", "is_listed", "registered_domain"]

_AUTHORITY = re.compile(r"\s*(?:https?:)?//(?:[^/?#@]*@)?([^/?#:\s]+)", re.IGNORECASE)


def host(url: str) -> str:
    """The host that a web address names, in lower case; empty for an address within the page's own site."""
    match = _AUTHORITY.match(url)
    return match[1].lower() if match else ""


@lru_cache(maxsize=4096)
def is_listed(name: str, hosts: frozenset[str]) -> bool:
    """Whether `hosts` holds this host or one above it."""
    while name:
        if name in hosts:
            return True
        name = name.partition(".")[2]
    return False


@lru_cache(maxsize=4096)
def registered_domain(name: str) -> str:
    """The part of a host that someone registered (`example.co.uk`); the host itself where there is none."""
    parts = _suffixes()(name)
    return f"{parts.domain}.{parts.suffix}" if parts.domain and parts.suffix else name


@lru_cache(maxsize=1)
def _suffixes() -> TLDExtract:
    """The suffix list that ships with tldextract; nothing is fetched and nothing written."""
    from tldextract import TLDExtract

    return TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=False)
