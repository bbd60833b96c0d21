"""One address for one page: made absolute, cleaned for a request, and the key that a page is known by."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from webnoise.text.lists import read_list
from webnoise.urls.join import web_address

_DEFAULT_PORTS = {"http": 80, "https": 443}
# As browsers read an address (WHATWG URL, 4.4): controls are cut off at its ends, three are dropped anywhere,
# for feeds wrap long links with them, and the others are escaped.
_CONTROLS = "".join(map(chr, (*range(32), 127)))
_READ = {ord(control): f"%{ord(control):02X}" for control in _CONTROLS} | dict.fromkeys(map(ord, "\t\n\r"))

# Addresses that cleaning leaves as they are: no usual port, dots, query, fragment or space.
_CLEAN_ABSOLUTE = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:[1-9]\d{3}|[1-5]\d{4}))?(?:/|(?:/[\w-][\w.,~%!*'()+:@=-]*)+/?)"
)

_SIDE_HOSTS = frozenset({"www", "www2", "www3", "m", "mobile", "amp", "touch", "wap", "mobil"})
"""First labels of hosts that serve the same articles in another variant."""

_VARIANT_PARAMETERS = frozenset(
    {"amp", "outputtype", "print", "printable", "printer", "m", "mobile", "nomobile", "_amp"}
)
"""Parameters that choose another variant of the page: `?amp=1`, `?outputType=amp`, `?print=true`."""

_VARIANT_VALUES = frozenset({"", "1", "true", "yes", "y", "amp", "print", "mobile", "all"})
_VARIANT_SEGMENTS = frozenset({"amp", "print", "printview", "print-view", "amp.html", "print.html"})
_CREDENTIALS = re.compile(r"(?<=://)[^/?#\s@]{1,300}+@")
_AMP_CACHE = re.compile(r"^/(?:[a-z]/)?(?:s/)?(?P<rest>[^/]+\.[^/]+(?:/.*)?)$")
_AMP_SUFFIX = re.compile(r"[._-]amp(?=$|\.html?$)|\.print(?=$|\.html?$)")
_INDEX_PAGE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)


def resolve(base_url: str, href: str | None) -> str | None:
    """The absolute http(s) address that `href` means on a page at `base_url`, cleaned; else None."""
    href = (href or "").strip(_CONTROLS + " ").translate(_READ).strip()
    if not href or href.startswith("#"):
        return None
    address = web_address(base_url, href)
    return clean_url(address) if address else None


def without_password(text: str) -> str:
    """Addresses, or words about them, without the names and passwords that stand before a host.

    >>> without_password("cannot fetch https://jane:secret@news.example/a")
    'cannot fetch https://news.example/a'
    """
    return _CREDENTIALS.sub("", text)


def clean_url(url: str) -> str | None:
    """The address to ask a server for: no fragment, no tracking parameters, host in lower case.

    None for what is no http(s) address. The order of the other parameters stays: servers may mind it.
    """
    if _CLEAN_ABSOLUTE.fullmatch(url):
        return url
    try:
        parts = urlsplit(url.strip(_CONTROLS + " ").translate(_READ).partition("#")[0].strip())
        port = parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in _DEFAULT_PORTS or not host or any(letter in host for letter in " <>[]\"'\\"):
        return None
    if ":" in host:
        if not _is_ipv6(host):
            return None
        host = f"[{host}]"
    netloc = host if port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{host}:{port}"
    return urlunsplit((parts.scheme, netloc, parts.path or "/", _without_tracking(parts.query).rstrip(), ""))


def _is_ipv6(host: str) -> bool:
    try:
        IPv6Address(host)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1024)  # a page names its own address in half a dozen places
def canonical_url(url: str) -> str:
    """The address under which a page is known, whatever variant it came in; not always one that can be fetched.

    Cleaned as for a request; then scheme, www, mobile, AMP and print variants fall away too, and parameters
    are put in order. What is no http(s) address comes back as it is, stripped.

    >>> canonical_url("http://M.Example.com:80/news/story.amp.html?utm_source=x&b=2&a=1#comments")
    'https://example.com/news/story.html?a=1&b=2'
    """
    bare, _, fragment = url.strip().partition("#")
    cleaned = clean_url(bare)
    if cleaned is None:
        return url.strip()
    parts = urlsplit(cleaned)
    if inner := _behind_amp_cache(parts):
        return canonical_url(inner)
    fragment = fragment if fragment.startswith("!") else ""  # a page of its own on old script sites
    return urlunsplit(
        ("https", _main_host(parts.netloc), _main_path(parts.path), _telling(parts.query), fragment)
    )


def _behind_amp_cache(parts: SplitResult) -> str | None:
    """The publisher's address inside one of Google's or of the AMP project's caches."""
    host, path = parts.netloc, parts.path
    if host.endswith(".ampproject.org") or host == "ampproject.org":
        match = _AMP_CACHE.match(path)
    elif host.startswith("www.google.") and path.startswith("/amp/"):
        match = _AMP_CACHE.match(path.removeprefix("/amp"))
    else:
        return None
    if match is None:
        return None
    return f"https://{match['rest']}" + (f"?{parts.query}" if parts.query else "")


def _main_host(host: str) -> str:
    """The host without labels that only name a variant: `m.example.com`, `de.m.example.org`."""
    labels = host.split(".")
    while len(labels) > 2 and labels[0] in _SIDE_HOSTS:
        del labels[0]
    if len(labels) > 3 and labels[1] in {"m", "amp"}:
        del labels[1]
    return ".".join(labels)


def _main_path(path: str) -> str:
    path = _INDEX_PAGE.sub("/", _normal_escapes(path))
    segments = path.split("/")
    named = [index for index, segment in enumerate(segments) if segment]
    if len(named) > 1:  # a lone /print or /amp is a page, not a variant of one
        for index in (named[-1], named[0]):
            if segments[index].lower() in _VARIANT_SEGMENTS:
                del segments[index]
                break
    path = _AMP_SUFFIX.sub("", "/".join(segments))
    return path.rstrip("/") or "/"


def _normal_escapes(path: str) -> str:
    """Escapes in capitals, and none where the character can stand for itself."""

    def plain(match: re.Match[str]) -> str:
        character = unquote(match[0], errors="strict") if int(match[1], 16) < 0x80 else ""
        return character if character.isalnum() or (character in "-._~" and character) else match[0].upper()

    return re.sub("%([0-9a-fA-F]{2})", plain, path)


def _telling(query: str) -> str:
    """The parameters that choose what is shown, in order."""
    kept = [
        (name, value)
        for name, value in parse_qsl(query, keep_blank_values=True)
        if name.lower() not in _VARIANT_PARAMETERS or value.lower() not in _VARIANT_VALUES
    ]
    return urlencode(sorted(kept))


def _without_tracking(query: str) -> str:
    return "&".join(
        pair
        for pair in query.split("&")
        if pair and not _tracking().fullmatch(unquote(pair.partition("=")[0]).lower())
    )


@lru_cache(maxsize=1)
def _tracking() -> re.Pattern[str]:
    names = read_list("webnoise.urls", "tracking.txt")
    return re.compile("|".join(re.escape(name).replace(r"\*", r"[\w.-]+") for name in names))
