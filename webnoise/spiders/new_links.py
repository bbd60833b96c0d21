"""A glance at a page's bytes: does it lead anywhere new? Most articles do not, and need no parse for it."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from webnoise.urls.normal import resolve

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["NewLinks"]

# The literal first: bytes that hold no "href" are then passed over without the machinery.
_HREF = re.compile(rb"""href(?<=\shref)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_HREF_IN_ANY_CASE = re.compile(_HREF.pattern, re.IGNORECASE)
_AMP = re.compile("<html[^>]*\\s(?:amp|⚡)[\\s=>]".encode(), re.IGNORECASE)
_MOST_KNOWN = 20_000  # menus and teasers of a site; some 3 MB


class NewLinks:
    """Remembers what one site's pages have linked to already, as it is written there."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def among(self, body: bytes, url: str, wants: Callable[[str], bool]) -> bool:
        """Whether a page may hold a link that is wanted, or says of itself where it should be read."""
        head = body[:2048]
        if b"\0" in head or b"<base" in head.lower() or _AMP.search(head):
            return True
        known = self._known
        if len(known) > _MOST_KNOWN:
            known.clear()
        for written in set(_hrefs(body)) - known:
            href = written[1:-1] if written[:1] in (b'"', b"'") else written
            if not href or href[:1] == b"#":
                continue
            address = resolve(url, unescape(href.decode("utf-8", "replace")))
            if address is not None and wants(address):
                return True
            if href.startswith((b"/", b"http")):  # means the same on every page of the site
                known.add(written)
        return False


def _hrefs(body: bytes) -> list[bytes]:
    """As they are written, with their quotes."""
    in_lower_case = body.count(b"href") == body.lower().count(b"href")
    hrefs: list[bytes] = (_HREF if in_lower_case else _HREF_IN_ANY_CASE).findall(body)
    return hrefs
