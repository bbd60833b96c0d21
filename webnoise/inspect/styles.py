"""A page's own styles without anything that would be fetched.

The reports forbid every request by their content security policy as well: this lets a style that names a
picture keep its other parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from urllib.parse import urljoin

from webnoise.page.elements import Elements

# Escapes are gone before, and no comment may be inside a name: so these names are found however written.
_ADDRESS = re.compile(r"""\b(?:url|src)\(\s*+(?:"[^"]*"|'[^']*'|[^()"']*+)\s*\)""", re.IGNORECASE)
_LOADER = re.compile(r"\b(?:url|src|image-set|image|cross-fade|paint)(?=\()", re.IGNORECASE)
_ESCAPE = re.compile(r"\\[0-9a-f]{1,6}\s?", re.IGNORECASE)
_IMPORT = re.compile(r"@import\b[^;]*;?", re.IGNORECASE)
_MEDIA = re.compile(r"[\w\s(),:.<>=/-]*")
# The frame is as high as its page: what is fixed to the window would cover it, what is measured by the
# window's height would grow with it.
_FIXED = re.compile(r"\bposition\s*:\s*(?:fixed|sticky|-webkit-sticky)", re.IGNORECASE)
_WINDOWS = re.compile(r"(?<![\w.#-])(-?(?:\d++(?:\.\d*+)?|\.\d++))[dsl]?v(?:h|min|max)\b", re.IGNORECASE)
_HUNDREDTH = 9  # pixels of a window's height
_MOST_SHEETS = 12
_LARGEST = 2_000_000  # characters of one sheet


def safe_css(css: str) -> str:
    """The rules or declarations, without what leads out of the page, covers it, or ends a `style` element."""
    css = _ESCAPE.sub("", css[:_LARGEST]).replace("\\", "").replace("<", "")
    css = _IMPORT.sub("", css)
    css = _ADDRESS.sub("none", css)
    css = _FIXED.sub("position: relative", _LOADER.sub("blocked", css))
    return _WINDOWS.sub(lambda length: f"{float(length[1]) * _HUNDREDTH:g}px", css)


def fetched_sheets(elements: Elements, base_url: str, fetch: Callable[[str], str | None]) -> dict[int, str]:
    """The first stylesheets that a page links to, by the links' places among its elements."""
    found = ((link, fetch(url)) for link, url in islice(_linked(elements, base_url), _MOST_SHEETS))
    return {link: css for link, css in found if css}


def _linked(elements: Elements, base_url: str) -> Iterator[tuple[int, str]]:
    for link in elements.tagged("link"):
        attributes = elements.attributes[link]
        words = (attributes.get("rel") or "").lower().split()
        href = (attributes.get("href") or "").strip()
        if "stylesheet" not in words or "alternate" in words or not href:
            continue
        try:
            address = urljoin(base_url, href)
        except ValueError:
            continue
        if address.startswith(("http://", "https://")):
            yield link, address


def page_css(elements: Elements, sheets: Mapping[int, str]) -> str:
    """All styles of a page in its order; `sheets` holds those that were fetched, by the links' elements."""
    parts = []
    for element in elements.tagged("style", "link"):
        css = elements.texts[element] if elements.tags[element] == "style" else sheets.get(element)
        if css:
            media = elements.attributes[element].get("media") or ""
            css = safe_css(css)
            parts.append(f"@media {media} {{{css}}}" if media.strip() and _MEDIA.fullmatch(media) else css)
    return "\n".join(parts)
