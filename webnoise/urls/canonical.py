"""One address per article: the same page under its many URLs."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

__all__ = ["canonical_url"]

_DEFAULT_PORTS = {"http": 80, "https": 443}

_SIDE_HOSTS = frozenset({"www", "www2", "www3", "m", "mobile", "amp", "touch", "wap", "mobil"})
"""First labels of hosts that serve the same articles in another dress."""

_TRACKING = frozenset(
    "fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id mkt_tok"
    " mc_cid mc_eid _ga _gl _hsenc _hsmi __hstc __hssc hsctatracking vero_id oly_anon_id oly_enc_id"
    " ref referer referrer ref_src ref_url refsrc cmp cmpid ncid icid ito smid smtyp spm sref srnd xtor"
    " wt_mc wt_zmc wtmc mtm_source traffic_source at_medium at_campaign at_custom1 campaign_id ocid cvid"
    " taid tpcc sfmc_id sfns guccounter guce_referrer guce_referrer_sig trk trkinfo zanpid".split()
)
"""Parameters that say where a reader came from, not what is read; lower case."""

_TRACKING_PREFIXES = (
    "utm_",
    "at_",
    "pk_",
    "mtm_",
    "matomo_",
    "piwik_",
    "hsa_",
    "itm_",
    "asc_",
    "stm_",
    "__twitter",
)

_DRESS = frozenset({"amp", "outputtype", "print", "printable", "printer", "m", "mobile", "nomobile", "_amp"})
"""Parameters that choose another dress of the page: `?amp=1`, `?outputType=amp`, `?print=true`."""

_DRESS_VALUES = frozenset({"", "1", "true", "yes", "y", "amp", "print", "mobile", "all"})
_DRESS_SEGMENTS = frozenset({"amp", "print", "printview", "print-view", "amp.html", "print.html"})
_AMP_CACHE = re.compile(r"^/(?:[a-z]/)?(?:s/)?(?P<rest>[^/]+\.[^/]+(?:/.*)?)$")
_AMP_SUFFIX = re.compile(r"[._-]amp(?=$|\.html?$)|\.print(?=$|\.html?$)")
_INDEX_PAGE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)


def canonical_url(url: str) -> str:
    """The URL under which the page counts as seen; not necessarily one that can be fetched.

    Fragments, tracking parameters, default ports, the www, mobile, AMP and print variants fall away;
    parameters are put in order. What is no http(s) URL comes back as it is, stripped.

    >>> canonical_url("http://M.Example.com:80/news/story.amp.html?utm_source=x&b=2&a=1#comments")
    'https://example.com/news/story.html?a=1&b=2'
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not host:
        return url
    if inner := _behind_amp_cache(host, parts):
        return canonical_url(inner)
    if port is not None and port != _DEFAULT_PORTS[scheme]:
        netloc = f"{_main_host(host)}:{port}"
    else:
        netloc = _main_host(host)
    fragment = (
        parts.fragment if parts.fragment.startswith("!") else ""
    )  # a page of its own on old script sites
    return urlunsplit(("https", netloc, _main_path(parts.path), _telling(parts.query), fragment))


def _behind_amp_cache(host: str, parts: SplitResult) -> str | None:
    """The publisher's URL inside one of Google's or of the AMP project's caches."""
    path = parts.path
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
    """The host without labels that only name a dress: `m.example.com`, `de.m.example.org`."""
    labels = host.split(".")
    while len(labels) > 2 and labels[0] in _SIDE_HOSTS:
        del labels[0]
    if len(labels) > 3 and labels[1] in {"m", "amp"}:
        del labels[1]
    return ".".join(labels)


def _main_path(path: str) -> str:
    path = _INDEX_PAGE.sub("/", _normal_escapes(path))
    segments = path.split("/")
    named = [place for place, segment in enumerate(segments) if segment]
    if len(named) > 1:  # a lone /print or /amp is a page, not a dress of one
        for place in (named[-1], named[0]):
            if segments[place].lower() in _DRESS_SEGMENTS:
                del segments[place]
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
        if not _is_tracking(name.lower()) and not (name.lower() in _DRESS and value.lower() in _DRESS_VALUES)
    ]
    return urlencode(sorted(kept))


def _is_tracking(name: str) -> bool:
    return name in _TRACKING or name.startswith(_TRACKING_PREFIXES)
