"""Whose an address is: its host, the domain that was registered, and the site that the page belongs to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webnoise.text.lists import read_list

if TYPE_CHECKING:
    from tldextract import TLDExtract

_AUTHORITY = re.compile(r"\s*(?:https?:)?//(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\s]+)", re.IGNORECASE)
_NUMERIC = re.compile(r"[\d.]+|.*:.*")


def hostname(url: str) -> str:
    """The host that a web address names, in lower case, without port; empty for an address without one."""
    match = _AUTHORITY.match(url)
    return match[1].lower() if match else ""


def host_of(url: str) -> str:
    """Host and, where one is named, port of an address, without `www.`; empty for what is no address."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower().removeprefix("www.")
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def nearest_above(host: str, hosts: frozenset[str]) -> str:
    """Of `hosts`, the one that `host` is or lies below, the nearest; empty where there is none."""
    while host and host not in hosts:
        host = host.partition(".")[2]
    return host


def is_listed(host: str, hosts: frozenset[str]) -> bool:
    """Whether `hosts` holds this host or one above it."""
    return bool(nearest_above(host, hosts))


@lru_cache(maxsize=4096)
def site_domain(name: str) -> str:
    """The registered domain of a host name; where a domain is let out by the name, the name that was let.

    An IP address, a bare name (`localhost`) and a public suffix are their own.

    >>> site_domain("sport.example.co.uk"), site_domain("www.rivers.wordpress.com")
    ('example.co.uk', 'rivers.wordpress.com')
    """
    name = name.removeprefix("www.")
    domain = _registered_domain(name)
    if domain in _blog_hosts() and name != domain:
        domain = name.removesuffix(f".{domain}").rpartition(".")[2] + f".{domain}"
    return domain


def domain_label(domain: str) -> str:
    """The name in a domain: `example` of `example.co.uk`; an IP address is its own."""
    return domain if _NUMERIC.fullmatch(domain) else domain.partition(".")[0]


def site_of(url: str, roots: frozenset[str] = frozenset()) -> str:
    """The site that a page belongs to.

    `roots` are hosts (as `host_of` gives them) that are crawled as sites of their own: a page on or below one
    belongs to it. Any other page belongs to the `site_domain` of its host; bare names and IP addresses are
    told apart by their ports.

    >>> site_of("https://economictimes.indiatimes.com/markets")
    'indiatimes.com'
    >>> site_of("https://economictimes.indiatimes.com/markets", frozenset({"economictimes.indiatimes.com"}))
    'economictimes.indiatimes.com'
    """
    host = host_of(url)
    if roots and (root := nearest_above(host, roots)):
        return root
    name = hostname(url)
    return host if "." not in name or _NUMERIC.fullmatch(name) else site_domain(name)


def _registered_domain(name: str) -> str:
    """The label before the suffix, and the suffix; suffixes that companies let out count too."""
    if "." not in name or _NUMERIC.fullmatch(name):
        return name
    name = name.rstrip(".")
    parts = _suffixes()(name, include_psl_private_domains=True)
    if parts.suffix:
        return f"{parts.domain}.{parts.suffix}" if parts.domain else name
    return ".".join(name.split(".")[-2:])  # the list's own rule for endings that it does not know


@lru_cache(maxsize=1)
def _suffixes() -> TLDExtract:
    """The public suffix list that tldextract's wheel carries; nothing is fetched and nothing written."""
    from tldextract import TLDExtract

    return TLDExtract(cache_dir=None, suffix_list_urls=())


@lru_cache(maxsize=1)
def _blog_hosts() -> frozenset[str]:
    return frozenset(read_list("webnoise.urls", "blog_hosts.txt"))
