"""Addresses: resolved, cleaned, compared by site, and told apart from what is no page."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

__all__ = ["clean_url", "host_of", "not_a_page", "resolve", "same_site", "site_of"]

_SCHEMES = frozenset({"http", "https"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Browsers drop these three anywhere in an address (WHATWG URL, 4.4), feeds wrap long links with them.
_DROPPED = {ord(character): None for character in "\t\n\r"}

# Addresses that resolving and cleaning leave as they are: no usual port, dots, query, fragment or space.
_CLEAN_ABSOLUTE = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:[1-9]\d{3}|[1-5]\d{4}))?(?:/|(?:/[\w-][\w.,~%!*'()+:@=-]*)+/?)"
)
_CLEAN_PATH = re.compile(r"(?:/[\w-][\w.,~%!*'()+:@=-]*)+/?")

# Parameters that tell where a reader came from, never which page is meant.
_TRACKING = re.compile(
    r"(?:utm_\w+|at_(?:medium|campaign|custom\d)|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid"
    r"|mc_[ce]id|_ga|_gl|ocid|cmpid|ns_\w+|wt\.\w+|xtor|srsltid|guce_\w+|traffic_source|ftag|smid|ref_src)",
    re.IGNORECASE,
)

# Endings of files that hold no page: pictures, sound, film, documents, archives, programs, data.
_FILE_ENDING = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|heic|mp[34]|m4[av]|aac|ogg|oga|ogv|wav|flac|webm|avi|mov|wmv|flv"
    r"|mkv|m3u8|mpd|pdf|epub|mobi|docx?|xlsx?|pptx?|odt|ods|csv|tsv|rtf|zip|rar|7z|gz|tgz|bz2|xz|tar|dmg|exe|msi"
    r"|apk|ipa|iso|css|js|mjs|json|xml|rss|atom|rdf|txt|woff2?|ttf|eot|otf|ics|vcf|swf|torrent)$",
    re.IGNORECASE,
)
# A whole path segment that does something instead of showing something.
_ACTION_SEGMENT = re.compile(
    r"(?:log-?in|log-?out|sign-?in|sign-?out|sign-?up|register|registration|auth|oauth2?|sso|account|my-?account"
    r"|password|forgot-password|cart|basket|checkout|wp-login\.php|xmlrpc\.php|print|printpage"
    r"|printarticle|share|sharer|email-?(?:this|article|friend)|send-?to-?friend|unsubscribe"
    r"|intent|mailto:.*|feed|trackback)",
    re.IGNORECASE,
)
_MACHINERY = frozenset({"wp-admin", "wp-json", "cdn-cgi", "cgi-bin"})
_ACTION_QUERY = re.compile(
    r"(?:^|&)(?:share|replytocom|print(?:able|er|_?friendly)?|add-to-cart|login|logout|redirect(?:_to|_url)?"
    r"|return(?:_?to|_?url)|action|do|format=(?:print|pdf|rss|feed)|output=(?:print|pdf|rss)|view=print|feed)(?:=|&|$)",
    re.IGNORECASE,
)


def resolve(base_url: str, href: str | None) -> str | None:
    """The absolute http(s) address that `href` means on a page at `base_url`, cleaned; else None."""
    if not href:
        return None
    # Nine links of ten need no parsing, and a front page has hundreds.
    if _CLEAN_ABSOLUTE.fullmatch(href):
        return href
    if _CLEAN_PATH.fullmatch(href):
        origin = _origin(base_url)
        return origin + href if origin else None
    href = href.translate(_DROPPED).strip()
    if not href or href.startswith("#"):
        return None
    try:
        return clean_url(urljoin(base_url, href))
    except ValueError:  # [broken-ipv6], a port that is no number
        return None


@lru_cache(maxsize=64)
def _origin(base_url: str) -> str | None:
    base = clean_url(base_url)
    return "/".join(base.split("/", 3)[:3]) if base else None


def clean_url(url: str) -> str | None:
    """One spelling for one page: no fragment, no tracking parameters, host in lower case.

    None for what is no http(s) address. The order of the other parameters stays: servers may mind it.
    """
    if _CLEAN_ABSOLUTE.fullmatch(url):
        return url
    try:
        parts = urlsplit(url.translate(_DROPPED).partition("#")[0].strip())
        port = parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in _SCHEMES or not host or any(letter in host for letter in " <>\"'\\"):
        return None
    if ":" in host:
        host = f"[{host}]"
    netloc = host if port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{host}:{port}"
    return urlunsplit((parts.scheme, netloc, parts.path or "/", _without_tracking(parts.query).rstrip(), ""))


def _without_tracking(query: str) -> str:
    if not query:
        return ""
    return "&".join(
        pair for pair in query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0])
    )


def site_of(url: str) -> str:
    """The site an address belongs to: its registered domain; for bare names and numbers host and port."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return _registered_domain(host) or parts.netloc.rpartition("@")[2].lower()


def host_of(url: str) -> str:
    """Host and, where one is named, port of an address, without `www.`."""
    return urlsplit(url).netloc.rpartition("@")[2].lower().removeprefix("www.")


def same_site(url: str, other: str) -> bool:
    return site_of(url) == site_of(other)


@lru_cache(maxsize=4096)
def _registered_domain(host: str) -> str:
    found = _suffixes()(host)
    if found.suffix or found.ipv4 or found.ipv6 or "." not in host:
        return str(found.top_domain_under_public_suffix)
    return ".".join(host.split(".")[-2:])  # the list's own rule for endings it does not know


@lru_cache(maxsize=1)
def _suffixes():  # type: ignore[no-untyped-def]  # noqa: ANN202
    import tldextract

    # Without list addresses and cache it reads the list that its wheel carries, and no network.
    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


def not_a_page(url: str) -> str | None:
    """Why nothing readable is expected behind an address (`file`, `action`); None when it may be a page."""
    parts: SplitResult = urlsplit(url)
    if _FILE_ENDING.search(parts.path):
        return "file"
    segments = [segment for segment in parts.path.split("/") if segment]
    # Deeper down the words name sections: /checkout/offers/a-long-title is an article about shopping.
    if any(_ACTION_SEGMENT.fullmatch(segment) for segment in segments[-2:]):
        return "action"
    if segments and segments[0] in _MACHINERY:
        return "action"
    if parts.query and _ACTION_QUERY.search(parts.query):
        return "action"
    return None
