"""Addresses made absolute, as `urllib.parse.urljoin` makes them; what needs no parsing is not parsed."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit

_REST = r"[^\x00-\x20;?#]*(?:\?[^\x00-\x20;?#]+)?(?:#[^\x00-\x20;?#]+)?"
_WHOLE = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/{_REST})?")
_FROM_ROOT = re.compile(rf"/(?!/){_REST}")


def join_url(base_url: str, url: str) -> str:
    """The address that `url` means on a page at `base_url`; ValueError for what cannot be one."""
    if not url:
        return base_url
    origin = _origin(base_url)
    if _WHOLE.fullmatch(url):
        return url
    if origin and _FROM_ROOT.fullmatch(url) and "/." not in url:
        return origin + url
    return urljoin(base_url, url)


def web_address(base_url: str, url: str) -> str | None:
    """Return the http(s) address that `url` means on a page at `base_url`, None where it means none."""
    try:
        address = join_url(base_url, url)
    except ValueError:
        return None
    return address if address.startswith(("http://", "https://")) else None


@lru_cache(maxsize=64)
def _origin(base_url: str) -> str:
    """Scheme and host of a page of the web; empty for other bases."""
    base = urlsplit(base_url)
    return f"{base.scheme}://{base.netloc}" if base.netloc and base.scheme in ("http", "https") else ""
